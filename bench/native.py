"""The same top in C, compiled by whatever compiler there is."""

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

SOURCE = Path(__file__).with_name("top.c")
LANES = 16
FLAGS = ("-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-fopenmp-simd", f"-DLANES={LANES}")
ROUNDED = "-ffp-contract=off"
"""No fused multiply-add: the same bits as ours."""
WIDE = "-mprefer-vector-width=512"


def compiler() -> str:
    """The C compiler; raises Missing."""
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        if name and shutil.which(name):
            return name
    raise Missing("C: no compiler")


@cache
def library(*extra: str) -> ctypes.CDLL:
    """`top.c` compiled and loaded; raises Missing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "top.so"
        command = [compiler(), *FLAGS, *extra, "-shared", "-fPIC", str(SOURCE), "-o", str(path), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Missing(f"C with {' '.join(extra) or 'its flags'}: {done.stderr.strip().splitlines()[-1]}")
        return ctypes.CDLL(str(path))


def _pointer(values: np.ndarray) -> Any:
    return values.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


def one(name: str, function: str) -> Contender:
    """A single top stepped by a function of `top.c`; raises Missing."""
    step = getattr(library(), function)
    constants = np.array(cone().p)

    def run(steps: int, dt: float) -> np.ndarray:
        y = np.array(cone().start())
        step(_pointer(y), _pointer(constants), ctypes.c_double(dt), ctypes.c_long(steps))
        return y

    def axis(steps: int, dt: float) -> Vector3:
        return cone().axis(memoryview(run(steps, dt)))

    return Contender(name, run, axis, steps=20_000)


def singles() -> list[Contender]:
    """With the sine of the C library, and with ours."""
    return [
        one("C -O3, sincos of the C library", "one_with_libm"),
        one("C -O3, our sincos", "one_with_own_sincos"),
    ]


def many(states: np.ndarray, dt: float, *extra: str) -> Callable[[int], np.ndarray]:
    """A function of `steps` that advances `states` (n, 6) in blocks of lanes; raises Missing."""
    step = library(*extra).many
    constants = np.array(cone().p)
    blocks = len(states) // LANES
    shape = (blocks, LANES, states.shape[1])
    lanes = np.ascontiguousarray(states[: blocks * LANES].reshape(shape).transpose(0, 2, 1))

    def run(steps: int) -> np.ndarray:
        y = lanes.copy()
        step(_pointer(y), _pointer(constants), ctypes.c_double(dt), ctypes.c_long(steps), ctypes.c_long(blocks))
        return y.transpose(0, 2, 1).reshape(-1, states.shape[1])

    return run
