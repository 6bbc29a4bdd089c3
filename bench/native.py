"""The same tops in C, compiled by the compiler that is installed."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from bench.tops import Contender, Missing, Vector3, cone
from physics.batch.blocks import aligned
from physics.core.system import System

NAMES = ("top.c", "bodies.c", "pendulum.c", "bicycle.c", "levitron.c", "disk.c", "satellite.c", "gimbals.c")
RATTLE, SPATIAL_RATTLE = (Path(__file__).with_name(n) for n in ("rattle.c", "spatial_rattle.c"))
SOURCE, BODIES, PENDULUM, BICYCLE, LEVITRON, DISK, SATELLITE, GIMBALS = (Path(__file__).with_name(n) for n in NAMES)
LANES = 16
FLAGS = ("-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-fopenmp-simd", f"-DLANES={LANES}")
ROUNDED = "-ffp-contract=off"
"""No fused multiply-add: the same bits as ours."""
PLAIN = "-O0"
"""Quickly compiled: for comparisons of the motion, never for times."""
WIDE = "-mprefer-vector-width=512"


def compiler() -> str:
    """Return the C compiler; raises Missing."""
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        if name and shutil.which(name):
            return name
    raise Missing("C: no compiler")


@cache
def library(*extra: str, source: Path = SOURCE) -> ctypes.CDLL:
    """Return a source compiled and loaded; raises Missing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "top.so"
        command = [compiler(), *FLAGS, *extra, "-shared", "-fPIC", str(source), "-o", str(path), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Missing(f"C with {' '.join(extra) or 'its flags'}: {done.stderr.strip().splitlines()[-1]}")
        return ctypes.CDLL(str(path))


def pointer(values: np.ndarray) -> Any:
    """Return the address of numbers, for a function in C."""
    return values.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


def stepping(system: System, function: str, *extra: str, source: Path = SOURCE) -> Callable[[int, float], np.ndarray]:
    """Return a function of (steps, dt) that steps a system from its start by a C function; raises Missing."""
    step = getattr(library(*extra, source=source), function)
    constants = np.array(system.p)

    def run(steps: int, dt: float) -> np.ndarray:
        y = np.array(system.start())
        step(pointer(y), pointer(constants), ctypes.c_double(dt), ctypes.c_long(steps))
        return y

    return run


def one(name: str, function: str) -> Contender:
    """Return a single top stepped by a function of `top.c`; raises Missing."""
    run = stepping(cone(), function)

    def axis(steps: int, dt: float) -> Vector3:
        return cone().axis(memoryview(run(steps, dt)))

    return Contender(name, run, axis, steps=20_000)


def singles() -> list[Contender]:
    """Return the tops with the sine of the C library, and with ours."""
    return [
        one("C -O3, sincos of the C library", "one_with_libm"),
        one("C -O3, our sincos", "one_with_own_sincos"),
    ]


def many(states: np.ndarray, dt: float, *extra: str) -> Callable[[int], np.ndarray]:
    """Return a function of `steps` that continues from `states` (n, 6), in lane blocks, to (blocks, lanes, 6), a view.

    n is a whole number of blocks. Raises Missing.
    """
    step = library(*extra).many
    constants = np.array(cone().p)
    blocks, dim = len(states) // LANES, states.shape[1]
    y = aligned(blocks, dim, LANES)
    y[:] = states.reshape(blocks, LANES, dim).transpose(0, 2, 1)

    def run(steps: int) -> np.ndarray:
        step(pointer(y), pointer(constants), ctypes.c_double(dt), ctypes.c_long(steps), ctypes.c_long(blocks))
        return y.transpose(0, 2, 1)

    return run
