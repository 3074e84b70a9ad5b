#!/usr/bin/env python3
"""Answers files of JSON objects, one per line, with kubikschach as a stage of Apache Spark.

    spark.py records.ndjson answers path --count
    spark-submit --master spark://host:7077 spark.py hdfs:///boards hdfs:///answers mate

The answers are a folder of parts; their names are in the order of the records.
"""

import argparse
import os
import shlex
import signal
import sys
from pathlib import Path

from pyspark import SparkConf, SparkContext, TaskContext


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("records")
    arguments.add_argument("answers")
    arguments.add_argument("command", choices=["path", "mate"])
    arguments.add_argument("--partitions", type=int, help="at least this many")
    arguments.add_argument("--stage", default=Path(__file__).resolve().with_name("stage.sh"))
    arguments.add_argument("--die", action="store_true", help="kill workers, to test that no answer is lost")
    # Unknown arguments after the command are options of kubikschach.
    asked, options = arguments.parse_known_args()

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    conf = SparkConf().setAppName("kubikschach " + asked.command)
    # `local[*]` gives up when a task fails once. `local[*,4]` tries a task four times, as a cluster
    # does.
    conf.setIfMissing("spark.master", "local[*,4]")
    # By default a carriage return ends a record too, but an object may have one between its fields.
    conf.set("spark.hadoop.textinputformat.record.delimiter", "\n")
    spark = SparkContext(conf=conf)

    records = spark.textFile(asked.records, asked.partitions)
    if asked.die:
        records = records.mapPartitionsWithIndex(mortal)
    # `pipe` passes only these variables. Without `checkCode`, the output of a killed process would
    # count as complete.
    passed = {name: os.environ[name] for name in PASSED if name in os.environ}
    stage = shlex.join([str(asked.stage), asked.command, *options])
    records.pipe(stage, env=passed, checkCode=True).saveAsTextFile(asked.answers)

    # A failed job has raised an error before this line.
    stage = spark.statusTracker().getStageInfo(0)
    print(f"{stage.numTasks} partitions, attempts lost: {stage.numFailedTasks}")


PASSED = ["PATH", "KUBIKSCHACH", "MARKS", "TMPDIR"]


def mortal(partition, records):
    """Yields the records; the first attempt at every fourth partition kills its worker midway."""
    dies = partition % 4 == 1 and TaskContext.get().attemptNumber() == 0
    for number, record in enumerate(records):
        if dies and number == 1000:
            os.kill(os.getpid(), signal.SIGKILL)
        yield record


if __name__ == "__main__":
    main()
