#!/bin/sh
# Answers objects, one a line, as one process of many: `stage.sh path --count < records > answers`.
#
# It ends with 0 if and only if every record has its answer, or its error in the answer's place.
# Under `-k` kubikschach itself ends with 2 for a bad record, and also for a wrong option or a full
# disk; only of the latter does it tell on standard error. $KUBIKSCHACH may name another program.
{
  told=$("${KUBIKSCHACH:-kubikschach}" "$@" --json --keep-going 2>&1 >&3)
  status=$?
} 3>&1
[ "$status" -ne 2 ] || [ -n "$told" ] || exit 0
[ -z "$told" ] || printf '%s\n' "$told" >&2
exit "$status"
