#!/bin/bash
# Runs kubikschach, but kills itself midway through the first attempt at about a third of all blocks of
# records. The choice depends on the first record of the block alone. The folder $MARKS has an entry
# for each killed attempt.
IFS= read -r first || [ -n "$first" ] || exit 0
block=$(printf %s "$first" | cksum | cut -d ' ' -f 1)
records() { printf '%s\n' "$first" && "$@"; }
if [ $((block % 3)) = 0 ] && mkdir "$MARKS/$block" 2>/dev/null; then
  records head -n 999 | kubikschach "$@"
  kill -KILL $$
fi
records cat | kubikschach "$@"
