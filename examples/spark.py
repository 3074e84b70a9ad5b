#!/usr/bin/env python3
"""Answers files of objects, one a line, by kubikschach as a stage of Apache Spark.

    spark.py records.ndjson answers path --count
    spark-submit --master spark://host:7077 spark.py hdfs:///boards hdfs:///answers mate

The answers are a folder of parts whose names have the order of the records.
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
    arguments.add_argument("--die", action="store_true", help="kill workers, to try what becomes of it")
    # What follows the command and is not known here are options of kubikschach.
    asked, options = arguments.parse_known_args()

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    conf = SparkConf().setAppName("kubikschach " + asked.command)
    # Plain `local[*]` gives up when a task fails once. This one gives up at the fourth time, as a
    # cluster does.
    conf.setIfMissing("spark.master", "local[*,4]")
    # Otherwise a carriage return ends a record too, and an object may have one between its fields.
    conf.set("spark.hadoop.textinputformat.record.delimiter", "\n")
    spark = SparkContext(conf=conf)

    records = spark.textFile(asked.records, asked.partitions)
    if asked.die:
        records = records.mapPartitionsWithIndex(mortal)
    # `pipe` gives the program no variables but these. Unless it looks at the exit status, what a
    # killed process had written so far counts as all its answers.
    passed = {name: os.environ[name] for name in PASSED if name in os.environ}
    stage = shlex.join([str(asked.stage), asked.command, *options])
    records.pipe(stage, env=passed, checkCode=True).saveAsTextFile(asked.answers)

    # A job that gave up has raised an error before.
    stage = spark.statusTracker().getStageInfo(0)
    print(f"{stage.numTasks} partitions, attempts lost: {stage.numFailedTasks}")


PASSED = ["PATH", "KUBIKSCHACH", "MARKS", "TMPDIR"]


def mortal(partition, records):
    """The records; of every fourth partition the first attempt kills its worker in the midst."""
    dies = partition % 4 == 1 and TaskContext.get().attemptNumber() == 0
    for number, record in enumerate(records):
        if dies and number == 1000:
            os.kill(os.getpid(), signal.SIGKILL)
        yield record


if __name__ == "__main__":
    main()
