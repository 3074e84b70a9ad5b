#!/bin/bash
# Answers N random records with one process, with GNU parallel and with Spark, the latter two also
# with attempts that are killed midway. All answers are compared with those of one process.
#
#     scale.sh 10000000 > table
#
# docs/scale.md explains the columns. $TMPDIR needs 600 bytes of space per record.
set -euo pipefail
count=$1
here=$(dirname "$(realpath "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Each way takes a file of records, a name for the answers and a command, and may print the number of
# lost attempts.
one_process() { bad_is_good kubikschach "$3" --json -k <"$1" >"$2"; }
gnu_parallel() { quietly "$here/parallel.sh" "$@"; }
spark() { quietly "$here/spark.py" "$@"; }
gnu_parallel_dying() { dying gnu_parallel "$@" && find marks -mindepth 1 | wc -l; }
spark_dying() { dying spark "$@" --die; }

bad_is_good() { "$@" || [ $? = 2 ]; }
quietly() { "$@" 2>log || { cat log >&2 && false; }; }
dying() { rm -rf marks && mkdir marks && MARKS=$folder/marks KUBIKSCHACH=$here/dies.sh "$@"; }

ways=(one_process)
if command -v parallel >/dev/null; then
  ways+=(gnu_parallel gnu_parallel_dying)
else
  echo 'GNU parallel is not installed: left out' >&2
fi
if command -v java >/dev/null && python3 -c 'import pyspark' 2>/dev/null; then
  ways+=(spark spark_dying)
else
  echo 'pyspark or Java is not installed: left out' >&2
fi

# Runs a command; sets `seconds` to its time and `said` to its output.
timed() {
  local start=$EPOCHREALTIME
  said=$("$@")
  seconds=$(awk "BEGIN { print $EPOCHREALTIME - $start }")
}

echo '| command, way | start, s | all, s | records/s | lost | 10⁶, s | 10⁹, h |'
echo '|---|--:|--:|--:|--:|--:|--:|'
for command in path mate; do
  "$here/records.py" "$command" "$count" >records
  head -n 1000 records >few
  for way in "${ways[@]}"; do
    timed "$way" few answers "$command"
    start=$seconds
    rm -rf answers
    timed "$way" records answers "$command"
    [ "$way" != one_process ] || ln answers one
    echo "$command, $way: $("$here/check.py" "$count" one answers)" >&2
    rm -rf answers
    awk -v OFS=' | ' -v s="$start" -v t="$seconds" -v n="$count" -v lost="${said##* }" \
      -v way="$command, ${way//_/ }" 'BEGIN {
        each = (t - s) / (n - 1000)
        printf "| %s | %.2f | %.1f | %.0f | %s | %.1f | %.1f |\n",
          way, s, t, n / t, lost, s + each * 1e6, (s + each * 1e9) / 3600
      }'
  done
  rm records one
done
