"""Fingerprints of what a scene begins with, as JSON on the standard output: `python -m tests.bits.start_bits VARIANTS`.

Run under several processors (`tests/bits/test_processors.py`), they show which numbers depend on the kernels that
numpy, its BLAS or the C library choose. A part that raises is told by its error, which must be the same, too.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np

import physics
from game.scenefile import Scene, load, presets
from game.scenefile.share_line import line_of
from physics import BadInput, Simulation, System
from physics.core.fields import Choice, Parameter
from physics.simulation.spring_hand import SpringHand
from tests.physics.compiled.test_numba_backend import PAIRS, is_sampled
from tests.presets import sample
from tools.command_line import command_line

TICKS = 8


def fingerprint(made: object) -> str:
    """Return the first digits of SHA-256 over the bits of all numbers in it."""
    return hashlib.sha256(b"|".join(_bytes(made))).hexdigest()[:16]


def _bytes(made: object) -> Iterator[bytes]:
    if isinstance(made, dict):
        made = [part for pair in made.items() for part in pair]
    if isinstance(made, np.ndarray):
        yield repr((made.dtype.str, made.shape)).encode() + made.tobytes()
    elif isinstance(made, float):
        yield array("d", [made]).tobytes()
    elif isinstance(made, array | memoryview):
        yield bytes(made)
    elif isinstance(made, list | tuple):
        for each in made:
            yield from _bytes(each)
    elif hasattr(made, "__dict__") and not isinstance(made, type):
        yield from _bytes(vars(made))
    else:
        yield str(made).encode()


def of_system(system: System) -> dict[str, Callable[[], Any]]:
    """Return what is computed of a system at its start, by name."""
    y = memoryview(system.start())
    return {
        "start": lambda: [system.start(), system.initial],
        "constants": lambda: system.p,
        "entered": lambda: [system.entered(), system.kept_start()],
        "values": lambda: [each.value(system, y) for each in (*system.invariants, *system.quantities)],
        "energy": lambda: [system.split_energy(y), [each.reference(system, y) for each in system.invariants]],
        "pose": lambda: [system.pose_numbers, system.posed(y)] if system.has_pose else [],
        "drawn": lambda: [system.bodies(y), system.arrows(y), system.traces(y), system.body_traces(y)],
    }


def of_run(run: Simulation) -> dict[str, Callable[[], Any]]:
    """Return what is computed in a run: some ticks, ticks with a pull, a body put elsewhere, other formulations."""
    system, method, dt = run.system, run.integrator.name, run.dt

    def begun() -> Simulation:
        return Simulation(system, method, dt, dict(run.settings))

    def ticks() -> Any:
        own = begun()
        own.advance(TICKS)
        return own.y

    def hand() -> SpringHand:
        place = system.bodies(run.y)[-1].position
        return SpringHand(len(system.bodies(run.y)) - 1, (0.01, 0.02, 0.03), tuple((place + 0.1).tolist()), 5.0, 0.3)

    def pulled() -> Any:
        own = begun()
        own.hold(hand())
        own.advance(TICKS)
        return [own.y, own.pull, own.work]

    def put() -> Any:
        own = begun()
        own.put(hand())
        return own.y

    def formulated() -> Any:
        found = []
        for name in physics.registry.formulations(system):
            own = begun()
            with suppress(BadInput):
                own.reformulate(name)
                found += [name, own.y]
        return found

    return {"ticks": ticks, "pulled": pulled, "put": put, "formulated": formulated}


def varied(name: str, variants: int) -> Iterator[System]:
    """Yield a system with its defaults, then with random parameters and starts that it accepts."""
    usual = physics.system(name)
    yield usual
    dice, made = random.Random(name), 0
    for _ in range(40 * variants):
        with suppress(BadInput, ArithmeticError, ValueError):
            yield _changed(usual, dice)
            made += 1
        if made == variants:
            return


def _changed(usual: System, dice: random.Random) -> System:
    """Return a system with other options, parameters and initial values. Raises BadInput."""
    choices = {k: f for k, f in usual.fields.items() if isinstance(f, Choice) and dice.random() < 0.5}
    system = usual.replace(parameters={k: dice.choice(f.options) for k, f in choices.items()}) if choices else usual
    numbers = {
        k: system.parameters[k] for k, f in system.applicable().items() if isinstance(f, Parameter) and not f.whole
    }
    system = system.replace(
        parameters={
            k: value * dice.uniform(0.8, 1.25)
            for k, value in numbers.items()
            if isinstance(value, float) and dice.random() < 0.6
        }
    )
    usual_starts = system.entered()
    return system.replace(
        initial={
            v.name: usual_starts[v.name] + dice.uniform(-0.3, 0.3) for v in system.entries() if dice.random() < 0.6
        }
    )


def of_integrators(name: str, all_pairs: bool) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield a few ticks of a system with each method, or with those of a sample."""
    for method in physics.integrators():
        if not (all_pairs or ((name, method) in PAIRS and is_sampled(name, method))):
            continue
        with suppress(BadInput):
            run = Simulation(name, method, 1e-3)
            yield method, lambda run=run: [run.advance(2), run.y][1]


def found(prefix: str, parts: dict[str, Callable[[], Any]]) -> dict[str, str]:
    """Return the fingerprints of parts by name, or the errors."""
    made = {}
    for part, compute in parts.items():
        try:
            made[f"{prefix} {part}"] = fingerprint(compute())
        except (BadInput, ArithmeticError, ValueError, NotImplementedError) as error:
            made[f"{prefix} {part}"] = f"{type(error).__name__}: {error}"
    return made


def scenes(names: Iterable[str]) -> dict[str, Scene]:
    """Return presets by name."""
    return {name: load(name) for name in names}


def canary() -> str:
    """Return the fingerprint of what does depend on the processor, which shows that another one was there."""
    numbers = np.random.default_rng(1).uniform(0.1, 5.0, 4000)
    square = numbers[:3600].reshape(60, 60)
    return fingerprint([np.exp(numbers), square @ square, np.linalg.inv(square)])


def every(variants: int) -> dict[str, str]:
    """Return all fingerprints of presets, and of systems with so many random changes; of a sample for 0."""
    made: dict[str, str] = {}
    for name, scene in scenes(presets() if variants else sorted(sample())[::2]).items():
        run = scene.simulation()
        parts = {**of_system(run.system), **of_run(run), "line": lambda scene=scene: line_of(scene)}
        made |= found(f"preset {name}", parts)
    for name in physics.systems():
        for number, system in enumerate(varied(name, variants)):
            made |= found(f"system {name} {number}", of_system(system) | of_run(Simulation(system)))
        made |= found(f"system {name}", dict(of_integrators(name, all_pairs=variants > 0)))
    return made


if __name__ == "__main__":
    options = command_line()
    options.add_argument("count", type=int, help="of random starts of each system")
    json.dump({**every(options.parse_args().count), "canary": canary()}, sys.stdout, indent=1)
