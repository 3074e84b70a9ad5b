#!/usr/bin/env python3
"""Answers files of JSON objects, one per line, with kubikschach as a stage of Apache Spark.

    spark.py records.ndjson answers path --count
    spark-submit --master spark://host:7077 spark.py hdfs:///boards hdfs:///answers mate

The answers are a folder of parts; their names are in the order of the records.
"""

import argparse
import os
import shlex
import subprocess
import sys

from pyspark import SparkConf, SparkContext

# Status 2 means that a record has an error as its answer, because the options were right.
STAGE = 'kubikschach "$@" --json --keep-going || [ $? = 2 ]'


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("records")
    arguments.add_argument("answers")
    arguments.add_argument("command", choices=["path", "mate"])
    arguments.add_argument("--partitions", type=int, help="at least this many")
    # Unknown arguments after the command are options of kubikschach.
    asked, options = arguments.parse_known_args()
    command = [asked.command, *options]
    # Wrong options end the script here.
    subprocess.run(["kubikschach", *command, "--json"], stdin=subprocess.DEVNULL, check=True)

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    conf = SparkConf().setAppName("kubikschach " + asked.command)
    # `local[*]` gives up when a task fails once. `local[*,4]` tries a task four times, as a cluster
    # does.
    conf.setIfMissing("spark.master", "local[*,4]")
    # By default a carriage return ends a record too, but an object may have one between its fields.
    conf.set("spark.hadoop.textinputformat.record.delimiter", "\n")
    spark = SparkContext(conf=conf)

    records = spark.textFile(asked.records, asked.partitions)
    # `pipe` passes only this environment. Without `checkCode`, the output of a killed process would
    # count as complete.
    stage = shlex.join(["sh", "-c", STAGE, "sh", *command])
    passed = {"PATH": os.environ["PATH"]}
    records.pipe(stage, env=passed, checkCode=True).saveAsTextFile(asked.answers)

    # A failed job has raised an error before this line.
    stage = spark.statusTracker().getStageInfo(0)
    print(f"{stage.numTasks} parts, {stage.numFailedTasks} attempts failed")


if __name__ == "__main__":
    main()
