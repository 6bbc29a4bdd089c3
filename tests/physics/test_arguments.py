"""What public functions of `physics` say of arguments of a wrong kind: BadInput, in one line, with the value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.fitting.fit import fit


class Nothing:
    """A class that is no system."""

    def __repr__(self) -> str:
        return "Nothing()\nin two lines"


class Own(physics.System):
    """A class of systems without a name."""


GYROSCOPE = physics.system("gyroscope")
WRONG = [
    3, 2.5, True, float("nan"), 1j, b"gyroscope", "", "nope", Path("nope"), ("a",), [[1, 2]], {3: 4}, {None: 1},
    {"nope": Nothing}, Nothing, Nothing(), object, type(GYROSCOPE), Own, len, np.array([[1.0, 2.0], [3.0, 4.0]]),
]  # fmt: skip
"""What no argument below may be, unless the test says so."""


def measured(**given: Any) -> Any:
    """Fit a pendulum to six rows."""
    usual: dict[str, Any] = {"columns": {"theta_1": [0.5, 0.45, 0.3, 0.1, -0.1, -0.25]}, "free": ["length"]}
    usual |= {"system": "planar-chain", "t": [0, 0.1, 0.2, 0.3, 0.4, 0.5], "starts": 1}
    return fit(**(usual | given))


def many(**given: Any) -> Any:
    """Run two gyroscopes for two steps."""
    usual: dict[str, Any] = {"system": "gyroscope", "n": 2, "spread": {"theta": 0.1}, "duration": 0.002}
    return physics.ensemble(**(usual | given))


def run(system: Any = "gyroscope", **given: Any) -> Any:
    """Run a gyroscope for two steps."""
    usual: dict[str, Any] = {"duration": 0.002}
    return physics.simulate(system, **(usual | given))


NUMBERS = (3, 2.5, True)
CALLS: dict[str, tuple[Callable[[Any], Any], tuple[Any, ...]]] = {
    "system": (physics.system, (type(GYROSCOPE),)),
    "system, parameters": (lambda wrong: physics.system("gyroscope", wrong), ()),
    "system, initial": (lambda wrong: physics.system("gyroscope", None, wrong), ()),
    "trebuchet": (lambda wrong: physics.system("trebuchet", wrong), ()),
    "double-pendulum": (lambda wrong: physics.system("double-pendulum", wrong), ()),
    "gimbals": (lambda wrong: physics.system("gimbals").replace(wrong), ()),
    "replace": (lambda wrong: GYROSCOPE.replace(None, wrong), ()),
    "index": (GYROSCOPE.index, ()),
    "system_class": (physics.system_class, ()),
    "integrator": (physics.integrator, ()),
    "formulations": (physics.formulations, (type(GYROSCOPE), Own)),
    "simulate": (run, (type(GYROSCOPE),)),
    "simulate, parameters": (lambda wrong: run(GYROSCOPE, parameters=wrong), ()),
    "simulate, initial": (lambda wrong: run(initial=wrong), ()),
    "simulate, integrator": (lambda wrong: run(integrator=wrong), ()),
    "simulate, settings": (lambda wrong: run(settings=wrong), ()),
    "simulate, columns": (lambda wrong: run(columns=wrong), ()),
    "simulate, dt": (lambda wrong: run(dt=wrong), ()),
    "simulate, duration": (lambda wrong: run(duration=wrong), NUMBERS),
    "a column": (lambda wrong: run()[wrong], ()),
    "show": (lambda wrong: run().show(wrong), NUMBERS),
    "to_csv": (lambda wrong: run().to_csv(wrong), ("", "nope", Path("nope"))),
    "read_parquet": (physics.read_parquet, ("", "nope", Path("nope"))),
    "Simulation": (physics.Simulation, (type(GYROSCOPE),)),
    "Simulation, integrator": (lambda wrong: physics.Simulation(GYROSCOPE, wrong), ()),
    "Simulation, settings": (lambda wrong: physics.Simulation(GYROSCOPE, settings=wrong), ()),
    "History": (physics.History, ()),
    "Clock": (physics.Clock, NUMBERS),
    "Clock, speed": (lambda wrong: physics.Clock(speed=wrong), NUMBERS),
    "ensemble": (lambda wrong: many(system=wrong), (type(GYROSCOPE),)),
    "ensemble, n": (lambda wrong: many(n=wrong), NUMBERS),
    "ensemble, spread": (lambda wrong: many(spread=wrong), ()),
    "ensemble, settings": (lambda wrong: many(settings=wrong), ()),
    "ensemble, executor": (lambda wrong: many(executor=wrong), ()),
    "ensemble, progress": (lambda wrong: many(progress=wrong), (Nothing, object, type(GYROSCOPE), Own, len)),
    "ensemble, a value": (lambda wrong: many()[wrong], ()),
    "fit": (lambda wrong: measured(system=wrong), ()),
    "fit, t": (lambda wrong: measured(t=wrong), ()),
    "fit, columns": (lambda wrong: measured(columns=wrong), ()),
    "fit, a column": (lambda wrong: measured(columns={"theta_1": wrong}), ()),
    "fit, free": (lambda wrong: measured(free=wrong), ()),
    "fit, noise": (lambda wrong: measured(noise=wrong), ()),
    "fit, window": (lambda wrong: measured(window=wrong), ()),
    "fit, loss": (lambda wrong: measured(loss=wrong), ()),
    "fit, settings": (lambda wrong: measured(settings=wrong), ()),
}
"""Public functions of one argument, and what of `WRONG` it may be after all."""


@pytest.mark.parametrize("name", CALLS)
def test_arguments_of_a_wrong_kind_are_refused_in_one_line(name: str) -> None:
    call, allowed = CALLS[name]
    for wrong in WRONG:
        if repr(wrong) in map(repr, allowed):
            continue
        with pytest.raises(BadInput) as error:
            call(wrong)
        assert "\n" not in str(error.value) and len(str(error.value)) > 20


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: physics.simulate(3), "^system = 3: must be a System, a class of them, or a name: bicycle, "),  # type: ignore[arg-type]
        (lambda: physics.simulate(Own), "^class Own: declares no name$"),  # type: ignore[arg-type]
        (lambda: physics.system(3), "^unknown system 3; known: bicycle, "),  # type: ignore[arg-type]
        (lambda: run(parameters=[1]), r"^parameters = \[1\]: must be values by their names, such as {'mass': 0.1}$"),
        (lambda: run(initial={3: 4}), "^initial: 3: must be a name, as text$"),
        (lambda: run(columns="theta"), r"^columns = 'theta': must be a list of names, such as \['t', 'energy'\]$"),
        (lambda: run(columns=[]), "^columns: none is named; name one or more, or leave them out for all$"),
        (lambda: measured(t="abc"), "^t = 'abc': must be a row of numbers$"),
        (lambda: measured(columns={"theta_1": [1.0]}), "^columns: 1 values at 6 times; must be one at each"),
        (lambda: measured(window=3), r"^window = 3: must be two times \[s\], \(first, last\)$"),
        (lambda: physics.History(3), "^simulation = 3: must be a Simulation$"),  # type: ignore[arg-type]
        (lambda: many(executor=3), "^executor = 3: must be one of concurrent.futures, or None$"),
    ],
)  # fmt: skip
def test_the_message_names_the_value_and_what_is_allowed(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        call()
