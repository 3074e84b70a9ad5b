#!/bin/sh
# Answers JSON objects, one per line, as a stage of a pipeline:
# `stage.sh path --count < records > answers`.
#
# The exit status is 0 exactly if every record has an answer or an error in its place. With `-k`,
# kubikschach itself exits with 2 for a bad record, and also for an unknown option, an unknown rule
# set or a full disk. Only the last three are reported on standard error. $KUBIKSCHACH may name
# another program.
{
  told=$("${KUBIKSCHACH:-kubikschach}" "$@" --json --keep-going 2>&1 >&3)
  status=$?
} 3>&1
[ "$status" -ne 2 ] || [ -n "$told" ] || exit 0
[ -z "$told" ] || printf '%s\n' "$told" >&2
exit "$status"
