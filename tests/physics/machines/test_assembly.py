"""Loops are closed around what was given; equations that follow from others are left out."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from physics.machines import assembly
from physics.machines.assembly import (
    Contradiction,
    Unclosed,
    closed_start,
    freedom,
    gap,
    independent,
    unresisted,
)
from physics.machines.equations import gaps, size_of
from physics.machines.parts import (
    DRIVEN_TURN,
    GROUND,
    HIGH,
    PEGS,
    PLANE,
    RIGHT_ANGLE,
    TURN,
    Contact,
    LoopEquation,
    MachineLink,
    MachineTable,
)
from physics.machines.recorded import OFTEN, OpenLoops
from tests.physics.machines.models import CASES, model

ACROSS = (0.0, -1.0, 0.0)
AXES = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


def bar(length: float, mass: float) -> dict[str, Any]:
    """Return the fields of a thin uniform bar along +x of its link."""
    across = mass * length * length / 12.0
    return {"mass": mass, "centre": (0.5 * length, 0.0, 0.0), "inertia": (0.0, across, across, 0.0, 0.0, 0.0)}


def four_bar(pin: tuple[LoopEquation, ...] = ()) -> MachineTable:
    """Return bars of 0.3, 0.9 and 0.7 m on 1 m, along +x where all angles are 0."""
    links = (
        MachineLink(TURN, axis=ACROSS, **bar(0.3, 0.5)),
        MachineLink(TURN, 0, (0.3, 0.0, 0.0), ACROSS, **bar(0.9, 1.0)),
        MachineLink(TURN, GROUND, (1.0, 0.0, 0.0), ACROSS, **bar(0.7, 0.8)),
    )
    return MachineTable(links, pin or planes(2, 0.7, 1, 0.9))


def planes(first: int, at: float, second: int, to: float) -> tuple[LoopEquation, ...]:
    """Return the three equations of a point in common."""
    return tuple(LoopEquation(PLANE, first, second, (at, 0.0, 0.0), (to, 0.0, 0.0), along=axis) for axis in AXES)


def hinge(first: int, at: float, second: int, to: float) -> tuple[LoopEquation, ...]:
    """Return the five equations of a hinge."""
    angles = (LoopEquation(RIGHT_ANGLE, first, second, along=axis, across=ACROSS) for axis in (AXES[0], AXES[2]))
    return (*planes(first, at, second, to), *angles)


ROUGH = [1.0, 0.0, 1.8, 4.0, 0.0, 0.0]
"""A start of the four-bar: the crank at 1 rad with 4 rad/s, the others somewhere."""


def test_of_a_planar_loop_in_space_two_equations_count() -> None:
    machine = independent(four_bar(hinge(2, 0.7, 1, 0.9)), ROUGH)
    assert [each.along for each in machine.equations] == [AXES[0], AXES[2]]
    assert freedom(machine, ROUGH) == 1


def test_a_start_keeps_what_was_given() -> None:
    machine = independent(four_bar(), ROUGH)
    y = closed_start(machine, ROUGH, given=[0], fixed_rates=[0])
    found = gap(machine, y)
    assert (y[0], y[3]) == (1.0, 4.0)
    assert np.abs(found.values).max() < 1e-14 and np.abs(found.rows @ y[3:6]).max() < 1e-13
    coupler, rocker = y[0] + y[1], y[2]
    assert (coupler, rocker) == pytest.approx((0.5176179771777364, 1.6506082348163225), rel=1e-12)
    assert (y[3] + y[4], y[5]) == pytest.approx((-0.8916583442202732, 0.8780559652293545), rel=1e-12)


def test_what_remains_open_is_told() -> None:
    machine = replace(independent(four_bar(), ROUGH))
    with pytest.raises(Unclosed) as problem:
        closed_start(machine, [math.pi, 0.0, 0.0, 0.0, 0.0, 0.0], given=[0, 2], fixed_rates=[])
    assert 0.5 < problem.value.rest < 1.2, "2 m between the ends less 0.9 m"


@pytest.mark.parametrize("seed", [0, 11, 12])
def test_where_the_search_creeps_the_least_open_pose_is_another_start(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assembly, "OTHERS", 0)
    system = model("peaucellier").system
    table, begun = system.table, [system.initial[each.name] for each in system.variables]
    far = np.random.default_rng(seed).uniform(-2.5, 2.5, table.rates)
    start = [q + each for q, each in zip(begun[: table.rates], far.tolist(), strict=True)] + begun[table.rates :]
    free = list(range(table.rates))
    crept = assembly._searched(table, start, free, assembly.as_it_is)
    assert max(assembly.open_gaps(table, crept)) > 1e-3
    assert max(assembly.open_gaps(table, closed_start(table, start, (), ()))) < 1e-14


def test_rates_that_contradict_each_other_are_refused() -> None:
    machine = independent(four_bar(), ROUGH)
    with pytest.raises(Contradiction):
        closed_start(machine, [*ROUGH[:5], 3.0], given=[0], fixed_rates=[0, 2])


@pytest.mark.parametrize("name", CASES)
def test_cases_are_closed_at_their_start(name: str) -> None:
    system = model(name).system
    machine, y = system.table, [system.initial[each.name] for each in system.variables]
    assert unresisted(machine, y) is None
    if machine.equations:
        found = gap(machine, y)
        u = y[machine.coordinates : machine.coordinates + machine.rates]
        assert np.abs(found.values).max() < 1e-12 and np.abs(found.rows @ u).max() < 1e-9
        assert len(independent(machine, y).equations) == len(machine.equations)


def test_a_coordinate_that_no_mass_resists_is_found() -> None:
    one, two, three = four_bar().links
    massless = MachineLink(TURN, 1, (0.9, 0.0, 0.0), ACROSS)
    assert unresisted(MachineTable((one, two, three)), [0.0] * 6) is None
    assert unresisted(MachineTable((one, two, massless)), [0.0] * 6) == 2
    assert unresisted(MachineTable((massless.__class__(TURN, axis=ACROSS), replace(two, mass=1.0))), [0.0] * 4) is None


def driven_four_bar() -> MachineTable:
    """Return the four-bar with a crank that turns by a law, on a rope over two pegs that acts."""
    table = four_bar()
    crank = replace(table.links[0], kind=DRIVEN_TURN, law=(0.9, 2.0, 0.1, 3.0, 0.2))
    rope = Contact(PEGS, 1, 2, (0.9, 0.0, 0.0), (0.7, 0.0, 0.0), (0.1, 0.0, 2.0), (1.2, 0.3, 1.7), value=2.9)
    return replace(table, links=(crank, *table.links[1:]), contacts=(rope, Contact(HIGH, 2, value=1.3)))


@pytest.mark.parametrize("name", ["governor", "slider_crank", "peaucellier", "driven"])
def test_what_is_open_has_the_same_bits_once_it_is_recorded(name: str) -> None:
    table = driven_four_bar() if name == "driven" else model(name).system.table
    random, loops = np.random.default_rng(7), OpenLoops("gaps")
    states = [random.uniform(-1.0, 1.0, size_of(table)).tolist() for _ in range(OFTEN + 3)]
    found = [np.array(loops.values(table, y)).tobytes() for y in states]
    usual = [(np.array(gaps(table, y)) + 0.0).tobytes() for y in states]
    assert found == usual and len({*usual}) == len(states)
    assert loops._kernel is not None
