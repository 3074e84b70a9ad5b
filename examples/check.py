#!/usr/bin/env python3
"""Compares answers with those of one process: `check.py COUNT one.ndjson answers.ndjson`.

Answers are a file, or a folder of parts. Their ids must be 1, 2, 3 … up to COUNT, so that no answer
is lost, repeated or out of order. Line numbers in errors may differ, because each process counts its
own lines. So may messages about lines that are not objects, because they can quote the next line,
which another process may have.
"""

import re
import sys
from itertools import chain, zip_longest
from pathlib import Path

# Start of the answer to a line that is not an object.
NO_ID = b'{"error":'
LINE = re.compile(rb'(,"file":null,"line":)\d+(,"column":)')


def comparable(answer):
    return NO_ID if answer.startswith(NO_ID) else LINE.sub(rb"\1\2", answer)


def main():
    count, one, many = int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    parts = sorted(many.glob("part-*")) if many.is_dir() else [many]
    ids = errors = number = 0
    with one.open("rb") as one:
        answers = chain.from_iterable(part.open("rb") for part in parts)
        for number, (expected, answer) in enumerate(zip_longest(one, answers, fillvalue=b""), 1):
            if answer != expected and comparable(answer) != comparable(expected):
                sys.exit(f"answer {number} is {answer!r}, but one process says {expected!r}")
            if answer.startswith(b'{"id":%d,' % number):
                ids += 1
            elif not answer.startswith(NO_ID):
                sys.exit(f"answer {number} is {answer!r}, which has another id")
            errors += b'"error":' in answer
    if number != count:
        sys.exit(f"there are {number} answers to {count} records")
    print(f"{count} answers in order, {ids} ids, {errors} errors, all as of one process")


if __name__ == "__main__":
    main()
