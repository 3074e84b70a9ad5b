#!/bin/bash
# Answers a file of objects, one a line, by kubikschach under GNU parallel:
#
#     parallel.sh records.ndjson answers.ndjson path --count
#
# A process gets a block of whole lines. One that fails is run again, three times in all; what it
# wrote before is dropped (--keep-order and --group hold it back). Blocks are read by --pipe:
# --pipepart is quicker, but spoils the blocks that it runs again (parallel 20221122).
# $BLOCK is the size of a block, $PARALLEL more options, such as `--sshloginfile nodes`.
set -euo pipefail
records=$1 answers=$2
shift 2
stage=$(dirname "$(realpath "$0")")/stage.sh
trap 'rm -f "$answers.part"' EXIT
# Answers that aren't all there never get the name. The exit status is the number of blocks without.
parallel --quote --pipe --block "${BLOCK:-16M}" --keep-order --group --retries 3 \
  "$stage" "$@" <"$records" >"$answers.part"
mv "$answers.part" "$answers"
