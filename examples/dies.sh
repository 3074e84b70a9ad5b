#!/bin/bash
# Stands in for kubikschach, and is killed in the midst of its first attempt at every third block of
# records or so. Which blocks these are depends on their first record alone. The folder $MARKS
# remembers the attempts.
IFS= read -r first || [ -n "$first" ] || exit 0
block=$(printf %s "$first" | cksum | cut -d ' ' -f 1)
records() { printf '%s\n' "$first" && "$@"; }
if [ $((block % 3)) = 0 ] && mkdir "$MARKS/$block" 2>/dev/null; then
  records head -n 999 | kubikschach "$@"
  kill -KILL $$
fi
records cat | kubikschach "$@"
