#!/bin/bash
# Answers a file of JSON objects, one per line, with kubikschach under GNU parallel:
#
#     parallel.sh records.ndjson answers.ndjson path --count
#
# A process gets a block of whole lines. The block of a process that fails is answered again, up to three times, and the
# output of failed attempts is discarded (--keep-order and --group). --pipe reads the blocks, because
# --pipepart, though faster, corrupts the blocks that it repeats (parallel 20221122).
# $BLOCK is the size of a block; $PARALLEL has more options, such as `--sshloginfile nodes`.
set -euo pipefail
records=$1 answers=$2
shift 2
# Wrong options end the script here. Later, status 2 means that a record has an error as its answer.
kubikschach "$@" --json </dev/null
trap 'rm -f "$answers.part"' EXIT
# Incomplete answers never get their name. The exit status is the number of failed blocks.
parallel --quote --pipe --block "${BLOCK:-16M}" --keep-order --group --retries 3 \
  sh -c 'kubikschach "$@" --json --keep-going || [ $? = 2 ]' sh "$@" <"$records" >"$answers.part"
mv "$answers.part" "$answers"
