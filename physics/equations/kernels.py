"""The kernels of equations of one's own: straight lines, in which what depends on parameters alone comes first."""

from __future__ import annotations

import hashlib
import math
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from physics.core.kernel_source import kernel_of_source
from physics.core.record import Term
from physics.core.scratch import scratch
from physics.core.straight_line import LOADED, StraightLine
from physics.core.system import System
from physics.core.ticks import EMPTY
from physics.equations.motion import MODULE, OwnMotion, start_state, state_names
from physics.equations.own_record import Number, replayed
from physics.integrators.explicit import rk4
from physics.types import Floats

STATE_HEAD = "(t: float, y: Floats, p: Floats, out: Floats) -> None:"


@dataclass
class KernelPrinter:
    """What writes kernels of one motion. constants: writes the numbers p, of which the first are the parameters."""

    motion: OwnMotion

    def __post_init__(self) -> None:
        record = self.motion.record
        lines = record.needed(list(self.motion.results()))
        moving = record.reach([n for n in lines if record.lines[n][0] in ("y", "t", "w")], lines)
        results = {each.number for each in self.motion.results() if isinstance(each, Term)}
        read = {o for n in lines if n in moving and record.lines[n][0] not in (*LOADED, "number")
                for o in record.lines[n][1:]}  # fmt: skip
        ahead = [n for n in lines if n not in moving and n in read | results]
        self.ahead = [record.terms[n] for n in ahead if record.lines[n][0] not in ("p", "number")]
        self.first = len(self.motion.p)

    def constants(self) -> Callable[[Sequence[float]], list[float]]:
        """Return what computes the numbers p from the parameters."""
        head = ["def constants(p: Floats, w: Floats) -> None:"]
        write = self._written(self.motion.record, self.ahead, head, "w")
        count = len(self.ahead)

        def numbers(parameters: Sequence[float]) -> list[float]:
            found = [0.0] * count
            write(list(parameters), found)
            return [*parameters, *found]

        return numbers

    def kernel(self, head: str, values: Sequence[Number], out: str) -> Any:
        """Return a kernel that writes values into its argument `out`, or with out = "" returns its only value."""
        return self._kernel([f"def {head}"], values, out)

    def _kernel(self, head: list[str], values: Sequence[Number], out: str) -> Any:
        line = StraightLine()
        known = {each.number: line.term(True, "p", self.first + k) for k, each in enumerate(self.ahead)}
        return self._written(line, replayed(self.motion.record, values, line, known), head, out)

    def leap(self) -> Any:
        """Return the kernel of a step of Verlet's method, as `System.split_step` is."""
        return self._kernel(["def split_step(h: float, y: Floats, p: Floats, out: Floats) -> None:", "    t = h"],
                            self.motion.leap, "out")  # fmt: skip

    def settle(self) -> Any:
        """Return the kernel that takes the error of a step from what rests, as `System.settle` is."""
        return self.kernel("settle(y: Floats, p: Floats) -> None:", self.motion.settled, "y")

    def value(self, value: Number) -> Callable[[Any, Any], float]:
        """Return a value as that of a quantity."""
        head = ["def value(system: Any, y: Floats) -> float:", "    p = system.p"]
        found: Callable[[Any, Any], float] = self._kernel(head, [value], "")
        return found

    def _written(self, line: StraightLine, values: Sequence[Number], head: list[str], out: str) -> Any:
        source = line.source(head, values, out)
        name = head[0].removeprefix("def ").partition("(")[0]
        mark = hashlib.sha256("\n".join(source).encode()).hexdigest()[:16]
        return line.kernel(head, values, out, MODULE, f"{name}_{mark}")

    def least(self, values: Sequence[Number]) -> Any:
        """Return the kernel of the least of values, as `System.margin` is."""
        names = ", ".join(f"w[{k}]" for k in range(len(values)))
        least = f"min({names})" if len(values) > 1 else names
        head = "reserves(y: Floats, p: Floats, w: Floats) -> None:"
        return self._by_values(
            head, values, "margin(y: Floats, p: Floats) -> float:", f"return {least}", "reserves(y, p, w)"
        )

    def guards(self, values: Sequence[Number]) -> Any:
        """Return the kernel of guards, as `System.guards` is."""
        found = "".join(f"w[{k}], " for k in range(len(values)))
        head = "watched(t: float, y: Floats, p: Floats, w: Floats) -> None:"
        return self._by_values(
            head, values, "guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:",
            f"return ({found.rstrip(' ')})", "watched(t, y, p, w)",
        )  # fmt: skip

    def _by_values(self, head: str, values: Sequence[Number], outer: str, result: str, call: str) -> Any:
        """Return a kernel that reads values which another one writes."""
        inner = self.kernel(head, values, "w")
        lines = [f"def {outer}", f"    w = scratch({len(values)})", f"    {call}", f"    {result}"]
        name = outer.partition("(")[0]
        known = {inner.__name__: inner, "scratch": scratch}
        return kernel_of_source(lines, name, MODULE, f"{name}_{inner.__qualname__}", known)

    def jump(self) -> Any:
        """Return the kernel of what events change, as `System.jump` is."""
        known: dict[str, Any] = {}
        lines = ["def jump(event: int, t: float, y: Floats, p: Floats) -> None:"]
        for k, event in enumerate(self.motion.events):
            after: list[Number] = list(self.motion.y)
            for place, value in event.after.items():
                after[place] = value
            head = f"change_{k}(y: Floats, p: Floats) -> None:"
            known[f"change_{k}"] = self.kernel(head, after, "y")
            lines += [f"    {'el' if k else ''}if event == {k}:", f"        change_{k}(y, p)"]
        mark = hashlib.sha256("".join(each.__qualname__ for each in known.values()).encode()).hexdigest()[:16]
        return kernel_of_source(lines, "jump", MODULE, f"jump_{mark}", known)


def margin_of(printer: KernelPrinter) -> Any:
    """Return the margin, that of all systems where nothing bounds the motion."""
    values = printer.motion.margin
    return printer.least(values) if values else System.margin


# Where a motion goes, for a picture of which nothing is said ------------------------------------------------

FIT_SECONDS, FIT_WORK = 20.0, 200_000
"""Time over which the ranges of variables are found [s], and operations of that at most, with more than least steps."""
LEAST_STEPS, MOST_STEPS = 100, 1000
"""Least number of steps, however long the equations are, and the greatest one."""


def ranges_of(motion: OwnMotion, names: Sequence[str]) -> tuple[list[float], list[float]]:
    """Return the least and greatest values of variables, by canonical names, in the first 20 s, by rk4.

    The motion ends earlier where it is no longer finite; events do not happen in it.
    """
    places = [state_names(motion.own).index(name) for name in names]
    y: Floats = memoryview(array("d", start_state(motion.own, motion.layout.size)))
    p: Floats = memoryview(array("d", [each.value for each in motion.own.parameters.values()]))
    w: Floats = memoryview(array("d", bytes(8 * rk4.room(len(y)))))
    rate = motion.record.kernel(["def slopes(t, y, p, out):"], motion.slopes, "out", MODULE, "slopes")
    low = high = [y[place] for place in places]
    lines = len(motion.record.needed(motion.slopes))
    steps = max(LEAST_STEPS, min(MOST_STEPS, FIT_WORK // (4 * max(lines, 1))))
    for _ in range(steps):
        try:
            rk4.kernel(rate, 0.0, FIT_SECONDS / steps, 1, y, p, EMPTY, w, 1)
        except (ArithmeticError, ValueError):
            break
        if not math.isfinite(math.fsum(map(abs, y))):
            break
        low = [min(least, y[place]) for least, place in zip(low, places, strict=True)]
        high = [max(most, y[place]) for most, place in zip(high, places, strict=True)]
    return low, high
