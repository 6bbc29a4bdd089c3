"""What is computed beside a run: what counts as computing, and what is cancelled."""

from __future__ import annotations

import pytest

from game.experiments import outcome_map
from game.session import beside_tasks
from game.session.beside_tasks import BesideTasks


class Task:
    """A task in the background that only says whether it is done, and notes that it was cancelled."""

    def __init__(self, *given: object, **named: object) -> None:
        self.given, self.named, self.done, self.cancelled = given, named, False, 0

    def cancel(self) -> None:
        self.cancelled += 1


NAMES = "precision", "outcome_map", "section", "exponents"


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> BesideTasks:
    for module, name in (
        (beside_tasks, "WorkPrecision"), (beside_tasks, "BackgroundSection"), (beside_tasks, "ExponentTask"),
        (outcome_map, "MapTask"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, Task)
    return BesideTasks()


@pytest.mark.parametrize("name", NAMES)
def test_a_task_counts_as_computing_until_it_is_done(beside: BesideTasks, name: str) -> None:
    assert not beside.computing
    setattr(beside, name, task := Task())
    assert beside.computing
    task.done = True
    assert not beside.computing


def test_the_search_for_a_better_machine_counts_too(beside: BesideTasks) -> None:
    beside.tuning.search = task = Task()
    assert beside.computing
    beside.cancel()
    assert task.cancelled == 1


def test_all_are_cancelled_and_kept(beside: BesideTasks) -> None:
    tasks = {name: Task() for name in NAMES}
    for name, task in tasks.items():
        setattr(beside, name, task)
    beside.cancel()
    assert [task.cancelled for task in tasks.values()] == [1] * 4
    assert all(getattr(beside, name) is task for name, task in tasks.items())


BEGIN = {
    "precision": lambda beside, what: beside.compare_methods(what, True),
    "outcome_map": lambda beside, what: beside.compute_map(what),
    "section": lambda beside, what: beside.run_section(what, "plane", 3),
    "exponents": lambda beside, what: beside.measure_exponents(what, 2, 30.0),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_new_one_takes_the_place_of_the_present_one(beside: BesideTasks, name: str) -> None:
    BEGIN[name](beside, "first")
    first = getattr(beside, name)
    BEGIN[name](beside, "second")
    second = getattr(beside, name)
    more = {"section": ("plane", 3), "exponents": (2, 30.0)}.get(name, ())
    assert (first.given, second.given) == (("first", *more), ("second", *more))
    assert (first.cancelled, second.cancelled) == (1, 0)
    assert second.named == ({"paints": True} if name == "outcome_map" else {})


def test_what_is_forgotten_is_cancelled_and_gone(beside: BesideTasks) -> None:
    for name, forget in (("outcome_map", beside.forget_map), ("section", beside.forget_section)):
        BEGIN[name](beside, "first")
        task = getattr(beside, name)
        forget()
        assert task.cancelled == 1 and getattr(beside, name) is None
        forget()
    BEGIN["precision"](beside, "system")
    beside.compare_methods("system", False)
    assert beside.precision.cancelled == 1 and beside.precision.given == ("system",)
