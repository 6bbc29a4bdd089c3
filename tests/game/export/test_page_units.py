"""Parts of the page's script that need no browser: they run in Node.js."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from game.export.page_file import units_of
from game.scenefile.share_line import _number_text, _parsed, _written
from physics import BadInput
from physics.core.units import parse_quantity

SCRIPT = Path(__file__).with_name("page_units.mjs")
ESBUILD = Path(__file__).parents[3] / "web" / "node_modules" / "esbuild"

pytestmark = pytest.mark.skipif(
    not (shutil.which("node") and ESBUILD.is_dir()), reason="no Node.js or esbuild (npm install in web/)"
)


def called(module: str, *calls: tuple[str, list[Any]]) -> list[Any]:
    """Return what functions of a module of the page return."""
    done = subprocess.run(["node", SCRIPT, module], input=json.dumps(calls), capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def box(left: float, top: float, width: float, height: float) -> dict[str, float]:
    """Return a box as a browser gives it."""
    return {
        "left": left, "top": top, "width": width, "height": height, "right": left + width, "bottom": top + height,
    }  # fmt: skip


def test_the_page_is_arranged_by_the_size_of_its_window() -> None:
    sizes = {
        "wide": [(1000, 480), (1280, 720), (3840, 2160), (1024, 1366)],
        "tall": [(820, 1180), (600, 800)],
        "phone": [(390, 844), (320, 568)],
        "small": [(960, 540), (844, 390), (480, 300), (1280, 400), (300, 400)],
    }
    asked = [(how, size) for how, each in sizes.items() for size in each]
    found = called("layout", *(("arrangement", list(size)) for _, size in asked))
    assert found == [how for how, _ in asked]


def test_the_camera_frames_what_nothing_covers() -> None:
    picture, panel, bar = box(0, 0, 1200, 800), box(900, 60, 292, 600), box(8, 720, 1184, 72)
    covered, above, hidden = called(
        "layout",
        ("freePart", [picture, panel, 60, [bar, box(8, 500, 880, 200)]]),
        ("freePart", [box(0, 0, 400, 400), None, 52, [box(0, 400, 400, 56)]]),
        ("freePart", [picture, None, 0, [bar, box(0, 0, 0, 0)]]),
    )
    assert covered == pytest.approx([0, 0.075, 0.75, 0.625], rel=1e-14, abs=0)
    assert above == pytest.approx([0, 0.13, 1, 1], rel=1e-14, abs=0)
    assert hidden == pytest.approx([0, 0, 1, 0.9], rel=1e-14, abs=0)


def test_a_word_at_the_rim_is_seen_whole_while_its_place_is_seen() -> None:
    asked = [(20, 180, 110, 390), (300, 180, 390, 390), (-60, 180, 30, 390), (350, 180, 440, 390), (-9, 500, 200, 390)]
    found = called("layout", *(("seenWhole", list(each)) for each in asked))
    assert found == [20, 210, 0, 350, 0]
    windows = [("small", 390), ("small", 600), ("phone", 390)]
    assert called("layout", *(("low", list(each)) for each in windows)) == [True, False, False]


UNITS = units_of(("rad", "rad/s", "m", "kg", "kg m²", ""))


def test_numbers_are_read_as_the_program_reads_them() -> None:
    """To the same bits; what the one refuses, the other refuses, too."""
    texts = {
        "rad": [
            "40deg",
            "40 °",
            "0.1",
            "pi/3",
            "-2*pi/3",
            "2 π / 7",
            "1e-3",
            "-.5 turns",
            "1/3",
            "40 m",
            "*pi",
            "",
            "x",
        ],
        "rad/s": ["400", "33 rpm", "1.5 rev/s", "-12.5deg/s", "1/0"],
        "m": ["20 cm", "3 mm", "7.1ft", "1e3", "5 kg", "- 5 mm", "1.2.3"],
        "kg m²": ["3 g cm2"],
        "": ["0.2", "40 %", "2 m"],
    }
    asked = [(text, unit) for unit, each in texts.items() for text in each]
    found = called("quantity", *(("parsed", [text, unit, UNITS]) for text, unit in asked))
    for (text, unit), value in zip(asked, found, strict=True):
        try:
            wanted: float | None = parse_quantity("a", text, unit)
        except BadInput:
            wanted = None
        assert value == wanted, (text, unit)
    assert called("quantity", ("parsed", ["0,7 rad", "rad", UNITS]), ("parsed", ["40", "rad", UNITS, "°"])) == [
        0.7, parse_quantity("a", "40deg", "rad"),
    ]  # fmt: skip


def test_numbers_are_written_as_the_program_writes_them() -> None:
    generator = np.random.default_rng(7)
    values = [
        *(generator.normal(size=40) * 10.0 ** generator.integers(-12, 20, 40)),
        0.0,
        1.0,
        1e16,
        1e-4,
        1e-5,
        123456.0,
    ]
    asked = [(float(value), unit) for value in values for unit in ("rad", "m")]
    asked += [(parse_quantity("a", f"{degrees}deg", "rad"), "rad") for degrees in (30, -12.5, 0.1, 359)]
    found = called("quantity", *(("exact", [value, unit, UNITS]) for value, unit in asked))
    assert found == [_number_text(value, unit) for value, unit in asked]


def test_a_graph_keeps_the_extremes_of_each_column() -> None:
    """A spike of one sample among many is seen, and the line ends where the samples do."""
    xs = np.linspace(0.0, 10.0, 5001)
    ys = np.sin(xs)
    ys[1234], ys[4000] = 7.0, -9.0
    ys[2500] = np.nan
    text = [None if np.isnan(y) else y for y in ys]
    (points,) = called("samples", ("thinned", [xs.tolist(), text, 0, 10, 100]))
    found = np.array([np.nan if p is None else p for p in points]).reshape(-1, 2)
    assert len(found) < 420 and found[0].tolist() == [0.0, 0.0] and found[-1].tolist() == [10.0, ys[-1]]
    assert np.nanmax(found[:, 1]) == 7.0 and np.nanmin(found[:, 1]) == -9.0
    assert [xs[2500], True] in [[x, bool(np.isnan(y))] for x, y in found]
    (part,) = called("samples", ("thinned", [xs.tolist(), text, 2, 4, 100]))
    assert part[0] <= 2.0 <= part[2] and part[-2] > 4.0 >= part[-4]


def test_a_graph_has_round_marks() -> None:
    low, high, angle, none = called(
        "samples",
        ("ticks", [0.03, 1.64, 4]), ("ticks", [-3e-5, 4e-5, 5]), ("ticks", [-100, 200, 5, True]), ("ticks", [1, 1, 4]),
    )  # fmt: skip
    assert low == [0.5, 1, 1.5] and high == [-2e-05, 0, 2e-05, 4e-05]
    assert angle == [-90, 0, 90, 180] and none == []
    steady, spread, empty = called("samples", ("range", [[5, 5]]), ("range", [[1, 2, 3]]), ("range", [[]]))
    assert steady[0] < 5 < steady[1] and 0 < spread[0] < 1 < 3 < spread[1] and empty == [-1, 1]


def test_a_page_reads_and_writes_lines_as_the_program_does() -> None:
    lines = [
        "fast-cone?theta=40deg&integrator=gauss4&dt=0.002&t=1.6",
        "equations?equations=x''%20=%20-k%2Ax",
        "planar-chain?lengths=0.1,0.2&name=a%20%26%20b%3F",
        "coin",
    ]
    wanted = [_written(_parsed(line)) for line in lines]
    assert called("line", *(("again", [line]) for line in lines)) == wanted
    wrong = ["coin?a", "coin?=3", "coin?a=", "coin?a=1&a=2", "coin?a=%FF"]
    assert called("line", *(("again", [line]) for line in wrong)) == [None] * len(wrong)


def test_names_at_one_place_stand_apart_and_stay_where_they_were() -> None:
    crowd = [[[100.0, 100.0], [0.0, -1.0], 30.0, 20.0] for _ in range(5)]
    alone = [[[100.0, 100.0], [0.0, -1.0], 30.0, 20.0], *([[[300.0 * k, 400.0], *crowd[0][1:]] for k in range(4)])]
    ((first, again, later),) = called("apart", ("placedNames", [[crowd, crowd, alone]]))
    assert first[0] == [85.0, 73.0, 115.0, 93.0] and again == first
    assert all(a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1] for k, a in enumerate(first) for b in first[:k])
    assert later[1][0] - 0.0 == pytest.approx(first[1][0] - 100.0), "a name does not come back at once"
