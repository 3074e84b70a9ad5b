#!/bin/bash
# Answers a file of JSON objects, one per line, with kubikschach under GNU parallel:
#
#     parallel.sh records.ndjson answers.ndjson path --count
#
# Each process gets a block of whole lines. A process that fails is repeated, up to three attempts; the
# output of failed attempts is discarded (--keep-order and --group). --pipe reads the blocks, because
# --pipepart, though faster, corrupts the blocks that it repeats (parallel 20221122).
# $BLOCK is the size of a block; $PARALLEL has more options, such as `--sshloginfile nodes`.
set -euo pipefail
records=$1 answers=$2
shift 2
stage=$(dirname "$(realpath "$0")")/stage.sh
trap 'rm -f "$answers.part"' EXIT
# Incomplete answers are never renamed. The exit status is the number of failed blocks.
parallel --quote --pipe --block "${BLOCK:-16M}" --keep-order --group --retries 3 \
  "$stage" "$@" <"$records" >"$answers.part"
mv "$answers.part" "$answers"
