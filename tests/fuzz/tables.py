"""Random tables of measured motion: good ones in the ways that programs write them, and changed bytes of them."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path

from game.model import resources
from physics.core.units import LISTED
from physics.registry import system_class

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("tests/data/*.csv"), *ROOT.glob("docs/samples/*.csv")])
SHIPPED = sorted(resources.path("assets/measured").glob("*.csv"))
SYSTEMS = ("planar-chain", "gyroscope", "free-body", "foucault-pendulum", "rattleback", "trebuchet", "satellite")
"""Systems of whose quantities the tables are."""
MOST_BYTES = 6000
"""Bytes of a file that are kept: its beginning, for rows are alike."""
EXTRA = (
    "", "x", "frame", "t", "T", "V", "time", "Time", "#", "index", "note", "date", "théta", "θ₁", "ω [°/s]", "\x1b[31m",
    "x" * 300, '"', "[", "]", "()", "[]", " / ", "/", "t/s", "a/b/c", "1", "-", "time in ms", "run 1: t", "t of run 2",
    "sum, total", "t\u2028x", "\ufeff", "\u202e", "deg", "s", "İ", "²",
)  # fmt: skip
"""Headings that are none of a quantity, or not clearly."""
UNIT_WORDS = (
    *sorted({each for several in LISTED.values() for each in several}),
    "degrees", "Grad", "rpm", "us", "µs", "px", "furlong", "m/s/s", "1/", "/", "^", "m^2^3", "s^-1", "10^400 m", "²",
    "°", "′", "%", "a" * 200, "-", "", "?", "m//s", "(s)", "[s]", "kg·m²/s", "9" * 400,
)  # fmt: skip
WRAPPED = ("{} [{}]", "{} ({})", "{}/{}", "{} / {}", "{}_{}", "{}, {}", "{} in {}", "{}{{{}}}", "{}[{}", "[{}] {}")
WORDS = (
    "nan", "NaN", "#N/A", "Inf", "-inf", "None", "--", "", " ", "?", "1.#QNAN", "∞", "null", "#DIV/0!", "x", "1e400",
    "1e308", "-1e308", "1e-320", "5e-324", "9" * 400, "1" + "0" * 5000, "0x10", "1_000", "1e", "e5", ".", "+", "−3.5",
    "٣", "1 000", "1'000.5", "1.2.3", "0:00:01.2", "61:61:61.0", "99:99.9", "2024-02-30 00:00:00",
    "2024-05-01T12:00:00Z", "9999-12-31T23:59:59+14:00", "0001-01-01T00:00:00+23:59", '"', '""', '"1,5"', "=1+1", "\t",
    "1\u00a0", "\u2009", "TRUE", "1j", "1d5", "infinity",
)  # fmt: skip
"""Cells that are no usual number."""
BYTES = (
    b"\0", b"\xff", b"\xff\xfe", b"\xc3", b"\xef\xbb\xbf", b"\r", b"\n", b"\r\n", b"\n\n\n", b'"', b",", b";", b"\t",
    b" ", b"#", b"%", b"-", b"9" * 50, b"e", b"\x1a", b"\x0c", b"\xc2\x85", b"\xe2\x80\xa8", b"PK\x03\x04", b"'",
)  # fmt: skip


def random_table(dice: random.Random, system: str, *others: bytes) -> bytes:
    """Return the bytes of a table of a system's motion, of `others` or the repository, mostly with a few faults."""
    if dice.random() < 0.25:
        data = dice.choice([*(path.read_bytes()[:MOST_BYTES] for path in (*FILES, *SHIPPED)), *others])
    else:
        data = _encoded(dice, _generated(dice, system))
    for _ in range(dice.choice([0, 0, 1, 1, 3])):
        data = _changed(dice, data)
    return data


def random_columns(dice: random.Random, headings: Sequence[str], system: str) -> list[tuple[str, str]]:
    """Return what may be given by `--column`: quantities of a system with headings or numbers, and units or none."""
    found = []
    for _ in range(dice.choice([0, 0, 0, 1, 2, 3])):
        quantity = dice.choice(["t", *_quantities(system), dice.choice(EXTRA)])
        heading = dice.choice([*headings, str(dice.randint(0, 4)), dice.choice(EXTRA)])
        found.append((quantity, heading + dice.choice(["", "", ":" + dice.choice(UNIT_WORDS), ":"])))
    return found


def _quantities(system: str) -> dict[str, str]:
    """Return the SI units of the quantities of a system by name."""
    found = system_class(system)()
    return {each.name: each.unit for each in (*found.variables, *found.invariants, *found.quantities)}


def _generated(dice: random.Random, system: str) -> str:
    """Return the text of a table: headings, a separator, a decimal mark, cells in quotes, remarks, rows."""
    separator = dice.choice([",", ",", ";", ";", "\t", "\t", " ", "  ", " ; ", ", ", "|"])
    comma = dice.random() < (0.1 if separator.strip() == "," else 0.3)
    quotes = dice.choice(["none"] * 3 + ["words", "all", "some"])
    width = dice.choice([1, 2, 2, 2, 3, 3, 3, 3, 4, 7])
    first = dice.choice(["t", "t [s]", "t/s", "time (ms)", dice.choice(EXTRA)])
    names = [first, *(_heading(dice, system) for _ in range(width - 1))]
    rows = [
        [_cell(dice, column, row, comma) for column in range(width)] for row in range(dice.choice([0, 1, 2, 9, 30]))
    ]
    above = dice.choice([[], [names], [names], [names], [names, [dice.choice(UNIT_WORDS) for _ in names]], [names] * 5])
    lines = [_joined(dice, each, separator, quotes) for each in [*above, *rows]]
    for _ in range(dice.choice([0, 0, 1, 3])):
        place = dice.randint(0, len(lines))
        lines.insert(place, dice.choice(["", "   ", "# a remark", "% t [s], x", separator * 3, "a title", "// x"]))
    if lines and dice.random() < 0.1:
        lines[0] = dice.choice(["#", "# ", "%"]) + lines[0]
    return dice.choice(["\n", "\n", "\r\n", "\r"]).join(lines) + dice.choice(["", "\n", separator])


def _heading(dice: random.Random, system: str) -> str:
    """Return a heading, mostly of a quantity, with its unit, another one that fits or any, or without one."""
    name, unit = dice.choice(list(_quantities(system).items()))
    if dice.random() < 0.15:
        name = dice.choice(EXTRA)
    if dice.random() < 0.4:
        return name
    fitting = LISTED.get(unit, (unit,))
    return dice.choice(WRAPPED).format(name, dice.choice([unit, *fitting, dice.choice(UNIT_WORDS)]))


def _cell(dice: random.Random, column: int, row: int, comma: bool) -> str:
    if dice.random() < 0.01:
        return dice.choice(WORDS)
    value = 0.05 * row if not column else math.sin(0.3 * row + column)
    if dice.random() < 0.005:
        value *= dice.choice([1e300, 1e-300, -1.0, 1e12])
    text = format(value, dice.choice([".4f", ".6g", ".3e"]))
    return text.replace(".", ",") if comma else text


def _joined(dice: random.Random, cells: Sequence[str], separator: str, quotes: str) -> str:
    def quoted(cell: str) -> bool:
        return (
            quotes == "all" or (quotes == "some" and dice.random() < 0.3) or (quotes == "words" and cell[:1].isalpha())
        )

    return separator.join(f'"{cell}"' if quoted(cell) else cell for cell in cells)


def _encoded(dice: random.Random, text: str) -> bytes:
    encoding = dice.choice(["utf-8"] * 12 + ["utf-8-sig", "utf-16", "utf-16-le", "latin-1", "cp1252"])
    return text.encode(encoding, errors="replace")


def _changed(dice: random.Random, data: bytes) -> bytes:
    """Return bytes of a table with one fault: bytes or a cell replaced, the end cut off, or lines repeated or moved."""
    start = dice.randrange(len(data) + 1)
    lines = data.split(b"\n")
    line = dice.randrange(len(lines))
    match dice.randrange(7):
        case 0:
            return data[:start]
        case 1:
            return data[:start] + dice.choice(BYTES) + data[start + dice.choice([0, 1, 1, 5, 80]) :]
        case 2 | 3:
            mark = dice.choice([b",", b";", b"\t", b" "])
            cells = lines[line].split(mark)
            cells[dice.randrange(len(cells))] = dice.choice(WORDS).encode()
            lines[line] = mark.join(cells)
        case 4:
            lines[line : line + 1] = [lines[line]] * dice.choice([0, 2, 2, 50])
        case 5:
            lines.insert(dice.randrange(len(lines) + 1), lines.pop(line))
        case _:
            lines[line] = lines[line] * dice.choice([2, 3, 300])
    return b"\n".join(lines)
