#!/usr/bin/env python3
"""Writes random records: `records.py mate 1000000 > records.ndjson`.

The n-th record has the id n. Every hundredth record is unusual or broken. Equal counts give equal
records.
"""

import sys
from random import Random

PIECES = ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"]
CELLS = [row + column + slice for row in "ABCDEFGH" for column in "12345678" for slice in "abcdefgh"]


def query(random):
    piece, color = random.choice(PIECES), random.choice("WB")
    start, finish = random.choice(CELLS), random.choice(CELLS)
    return f'"piece":"{piece}","color":"{color}","start":"{start}","finish":"{finish}"'


def board(random):
    """A 2×2×2 or 3×3×3 board with a white king, other pieces, and a black king on every fourth."""
    edge = random.choice((2, 2, 2, 3))
    blank = "#" * (2 * edge * edge)
    cells = random.choices(blank + "qrbnQRBN", k=edge**3)
    kings = random.sample(range(edge**3), 2)
    cells[kings[0]] = "K"
    if random.random() < 0.25:
        cells[kings[1]] = "k"
    rows = ["".join(cells[at : at + edge]) for at in range(0, edge**3, edge)]
    levels = [",".join(rows[at : at + edge]) for at in range(0, edge**2, edge)]
    return '"board":"[' + "],[".join(levels) + ']"'


# Forms of every hundredth record, in turn.
ODD = [
    '{{"id":{id},\r"note":"\u2028\u00e9",{fields}}}',  # unusual blanks and an unknown field
    '{{"id":{id},"piece":"Kng","color":"W","start":"A1a","finish":"B3d","board":"[#"}}',
    '{{"id":{id}}}',
    '{{"id":{id},{fields}',
    "King W",  # the start of a query, but not of a board
    "[##,##],[",  # the start of a board, but not of a query
    "\\",
]


def main():
    fields, count = {"path": query, "mate": board}[sys.argv[1]], int(sys.argv[2])
    random = Random(count)
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    for id in range(1, count + 1):
        form = ODD[id // 100 % len(ODD)] if id % 100 == 0 else '{{"id":{id},{fields}}}'
        sys.stdout.write(form.format(id=id, fields=fields(random)) + "\n")


if __name__ == "__main__":
    main()
