"""Expressions in the tables of machines: lengths, masses and angles by names."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from physics.errors import BadInput
from physics.exchange.files import machine_text
from physics.machines.machine import Machine

NUMBERS = {"L": "80 cm", "r": "L/20", "half": "0.5*L", "k": "3 N m"}


def named(numbers: dict[str, Any] | None = None, **upper: Any) -> dict[str, Any]:
    """Return two bars and a plate on a rope that lets go, all by the length L."""
    return {
        "numbers": NUMBERS | (numbers or {}),
        "bodies": {
            "upper": {"shape": "bar", "from": [0, 0, 0], "to": [0, 0, "-L"], "width": "2*r", "mass": "0.5*L"} | upper,
            "lower": {"shape": "bar", "from": [0, 0, "-L"], "to": [0, 0, "-L - half"], "mass": "200 g"},
            "flag": {"shape": "plate", "corners": [[0, 0, "L"], ["half", 0, "L"], ["half", 0, "1.5*L"]], "mass": 1,
                     "anchors": {"top": ["half", 0, "1.5*L"]}},
        },
        "joints": {
            "A": {"hinge": ["ground", "upper"], "at": [0, 0, 0], "axis": "-y", "angle": "pi/3", "torque": "-k*A"},
            "B": {"hinge": ["upper", "lower"], "at": "end, start", "axis": "-y", "range": ["-pi/2", "pi/2"]},
            "C": {"hinge": ["ground", "flag"], "at": [0, 0, "L"], "axis": "-y", "driven": {"speed": "2*L"}},
        },
        "ropes": {"rope": {"between": ["ground", "lower"], "from": ["2*L", 0, 0], "to": "end", "length": "4*L",
                           "lets_go": {"height": "-2*L", "body": "lower"}}},
        "gravity": "12.2625*L",
    }  # fmt: skip


PLAIN: dict[str, Any] = {
    "numbers": {"k": "3 N m"},
    "bodies": {
        "upper": {"shape": "bar", "from": [0, 0, 0], "to": [0, 0, -0.8], "width": 0.08, "mass": 0.4},
        "lower": {"shape": "bar", "from": [0, 0, -0.8], "to": [0, 0, -0.8 - 0.4], "mass": 0.2},
        "flag": {"shape": "plate", "corners": [[0, 0, 0.8], [0.4, 0, 0.8], [0.4, 0, 1.5 * 0.8]], "mass": 1,
                 "anchors": {"top": [0.4, 0, 1.5 * 0.8]}},
    },
    "joints": {
        "A": {"hinge": ["ground", "upper"], "at": [0, 0, 0], "axis": "-y", "angle": math.pi / 3, "torque": "-k*A"},
        "B": {"hinge": ["upper", "lower"], "at": "end, start", "axis": "-y", "range": [-math.pi / 2, math.pi / 2]},
        "C": {"hinge": ["ground", "flag"], "at": [0, 0, 0.8], "axis": "-y", "driven": {"speed": 1.6}},
    },
    "ropes": {"rope": {"between": ["ground", "lower"], "from": [1.6, 0, 0], "to": "end", "length": 3.2,
                       "lets_go": {"height": -1.6, "body": "lower"}}},
    "gravity": 12.2625 * 0.8,
}  # fmt: skip


def test_a_machine_by_names_is_the_machine_by_numbers() -> None:
    one, other = Machine({"machine": named()}), Machine({"machine": PLAIN})
    found, known = ([*replace(each.described.machine, given=()).numbers()] for each in (one, other))
    assert found == pytest.approx(known, rel=1e-15, abs=1e-15)
    assert one.initial == pytest.approx(other.initial)
    assert one.described.bodies["flag"].anchors["top"] == pytest.approx((0.4, 0.0, 1.2))


def test_only_numbers_that_shape_nothing_have_sliders() -> None:
    fields = Machine({"machine": named()}).fields
    assert {"k", "lower.mass", "flag.mass"} <= set(fields)
    assert not {"L", "r", "half", "upper.mass", "rope.length", "rope.lets_go", "gravity"} & set(fields)


def test_a_machine_by_names_is_written_for_other_programs() -> None:
    text, _ = machine_text(Machine({"machine": named()}), ".xml", "named")
    assert 'range="-1.57' in text and "L" not in text.partition("<worldbody>")[2].replace("L_", "")


@pytest.mark.parametrize(
    ("numbers", "upper", "said"),
    [
        ({"L": "2*M", "M": "3*L"}, {}, "numbers.L = '2*M': goes round in a circle: L → M → L"),
        ({"L": "2*Q"}, {}, "numbers.L = '2*Q': column 3: \"Q\" is unknown"),
        ({"L": "sqrt(0 - 1)"}, {}, "numbers.L = 'sqrt(0 - 1)': column 1: this number does not exist"),
        ({}, {"width": "2*rr"}, 'bodies.upper.width = \'2*rr\': column 3: "rr" is unknown; did you mean "r"?'),
        ({}, {"to": [0, 0, "-L/0"]}, "bodies.upper.to = '-L/0': column 3: this number does not exist"),
        ({}, {"mass": "-L"}, "upper: mass = -0.8 kg: must be from 0"),
        ({}, {"width": "2 m m"}, "upper: width"),
        ({"L": 7, "half": [1]}, {}, "numbers.half"),
    ],
)
def test_a_fault_is_told_in_one_line(numbers: dict[str, Any], upper: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as fault:
        Machine({"machine": named(numbers, **upper)})
    assert said in str(fault.value) and "\n" not in str(fault.value)
