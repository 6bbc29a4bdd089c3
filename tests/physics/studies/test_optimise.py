from __future__ import annotations

import numpy as np
import pytest

from physics.errors import Cancelled
from physics.studies import launches
from physics.studies.optimise import BestMachine, Optimiser, Table, descend, evolved
from physics.trebuchet.trebuchet import Trebuchet


def hills(numbers: Table) -> tuple[Table, Table]:
    """Return a measure with two hills, the higher and narrower one at (4, 0.7), and nan beyond y = 0.9."""
    x, y = numbers.T
    values = np.exp(-((x - 1.0) ** 2) - 4.0 * (y - 0.3) ** 2) + 2.0 * np.exp(
        -9.0 * (x - 4.0) ** 2 - 9.0 * (y - 0.7) ** 2
    )
    return np.where(y > 0.9, np.nan, values), np.zeros(len(numbers))


def test_highest_hill_is_found() -> None:
    best = Optimiser(hills, [(0.0, 5.0), (0.0, 1.5)]).run()
    assert best is not None
    assert best.numbers == pytest.approx((4.0, 0.7), abs=1e-3)
    assert best.value == pytest.approx(2.0, abs=1e-3)


def test_optimum_at_a_limit_is_found() -> None:
    def limited(numbers: Table) -> tuple[Table, Table]:
        return hills(numbers)[0], np.maximum(numbers[:, 0] / 3.9 - 1.0, 0.0)

    best = Optimiser(limited, [(0.0, 5.0), (0.0, 1.5)]).run()
    assert best is not None
    assert best.numbers == pytest.approx((3.9, 0.7), abs=2e-3)
    assert best.numbers[0] <= 3.9


def test_same_seed_gives_the_same_result() -> None:
    first, again, other = (Optimiser(hills, [(0.0, 5.0), (0.0, 1.5)]).run(seed) for seed in (3, 3, 4))
    assert first == again != other


def test_no_result_where_nothing_is_measured() -> None:
    assert Optimiser(hills, [(0.0, 5.0), (1.0, 1.5)]).run() is None


def test_improvements_are_reported_and_the_search_can_be_cancelled() -> None:
    told: list[BestMachine] = []
    search = Optimiser(hills, [(0.0, 5.0), (0.0, 1.5)], told.append, lambda: search.throws > 100)
    with pytest.raises(Cancelled):
        search.run()
    assert told
    assert told[-1] == search.best
    assert [each.value for each in told] == sorted(each.value for each in told)
    assert 100 < search.throws < 200


def test_no_machine_of_a_fine_scan_has_a_longer_range() -> None:
    machine, names, bounds = Trebuchet(), ("sling", "release_angle"), [(3.0, 8.0), (np.radians(20.0), np.radians(60.0))]
    sling, angle = (np.linspace(*each, 48) for each in bounds)
    scan = launches.ranges(machine, names, np.column_stack([np.repeat(sling, 48), np.tile(angle, 48)]))
    best = Optimiser(launches.measure(machine, names, "range", []), bounds).run()
    assert best is not None
    assert best.value > (1.0 - 1e-3) * np.nanmax(scan.values)
    assert launches.LaunchResult(machine.replace(dict(zip(names, best.numbers, strict=True)))).number(
        "range"
    ) == pytest.approx(best.value, rel=1e-6)


def test_evolution_finds_the_lowest_of_many_hollows() -> None:
    def costs(rows: Table) -> Table:
        """Rastrigin's function, about (0.3, 0.6, 0.9): a hollow at each of some thousand places."""
        x = 10.0 * (rows - np.array([0.3, 0.6, 0.9]))
        return np.asarray(np.sum(np.square(x) - 10.0 * np.cos(2.0 * np.pi * x) + 10.0, axis=1))

    for seed in range(3):
        found = evolved(costs, 3, np.random.default_rng(seed))
        assert found == pytest.approx((0.3, 0.6, 0.9), abs=0.005)


def test_the_simplex_follows_a_bent_valley_to_its_end() -> None:
    def valley(x: Table) -> float:
        """Rosenbrock's function, lowest at (1, 1)."""
        u, v = 2.0 * x
        return float((1.0 - u) ** 2 + 100.0 * (v - u * u) ** 2)

    corners = np.array([[0.1, 0.8], [0.15, 0.8], [0.1, 0.85]])
    assert descend(valley, corners, 400) == pytest.approx((0.5, 0.5), abs=1e-5)
    assert len({tuple(each) for each in corners}) == 3, "the corners that were given stay"


def test_the_simplex_ends_at_a_bound() -> None:
    found = descend(lambda x: float(-x[0] + x[1]), np.array([[0.5, 0.5], [0.51, 0.5], [0.5, 0.51]]), 400)
    assert found == pytest.approx((1.0, 0.0), abs=1e-5)
