"""A watch on many copies: what it looks at, its limits, and its records."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.batch.blocks import States, aligned, in_blocks, in_rows
from physics.batch.watches import WATCH_ROWS
from physics.compiled import native
from physics.compiled.compile_unit import CompileUnit, kernel_unit
from physics.compiled.watch_text import WatchArguments
from physics.core.driver_arguments import DriverArguments
from physics.core.fields import Quantity
from physics.core.measure import MeasureCode, measure_code_of, measure_layout
from physics.core.system import System
from physics.types import Floats

Watch = Callable[[float, Floats, Floats, Floats], None]


class Sight(NamedTuple):
    """What a watch sees of a state: a variable by its index, or a quantity; another variable beside it, and its rate.

    round: the value is the sum of the squares of both. quantity: of the class of the system, or None.
    """

    value: int = 0
    beside: int = 0
    rate: int = 0
    round: bool = False
    quantity: Quantity | None = None


def compiled_sight(system: System, sight: Sight) -> bool:
    """Return whether machine code can see what a watch sees; it is loaded, or compiled."""
    return sight.quantity is None or native.load_value(type(system), len(system.variables), sight.quantity)


def watch_unit(watch: Watch, lanes: int) -> CompileUnit:
    """Return what compiles a watch for so many copies side by side."""
    return kernel_unit(watch, WATCH_ROWS)._replace(numbers=(lanes,))


class BatchWatch:
    """A watch on copies of a system, `lanes` side by side, with limits (n, 3) and records (n, WATCH_ROWS).

    It looks at them before the first tick, too. Raises native.Unavailable without machine code.
    """

    def __init__(
        self, system: System, watch: Watch, sight: Sight, lanes: int, limits: States, records: States, fresh: bool
    ) -> None:
        self._count, self._fresh, self._sight, self._system = len(records), fresh, sight, system
        self._limits, self._records = in_blocks(limits, lanes), in_blocks(records, lanes)
        self._look = aligned(WATCH_ROWS, lanes)
        self._watch = native.function_address(watch_unit(watch, lanes))
        self._run = native.watched_call(sight.quantity is not None)
        self._code = self._code_for_sight()

    def _code_for_sight(self) -> MeasureCode | None:
        """Return what computes the quantity that is watched, None for a variable; raises native.Unavailable."""
        if self._sight.quantity is None:
            return None
        compiled_sight(self._system, self._sight)
        code = measure_code_of(type(self._system), len(self._system.variables))
        if code is None:
            raise native.Unavailable(f"{self._sight.quantity.name} cannot be compiled")
        return code

    @property
    def records(self) -> States:
        """The records of all copies (n, WATCH_ROWS), copied."""
        return in_rows(self._records, self._count)

    def follow(self, driver: int, given: DriverArguments, left: NDArray[np.int64]) -> None:
        """Run `left` ticks (blocks,) of each block by a driver with these arguments, and look after each tick."""
        blocks, lanes, dim = len(left), self._look.shape[1], len(self._system.variables)
        numbers, source, size, place, measure = len(self._system.p), 0, 0, 0, 0
        if self._sight.quantity is not None and self._code is not None:
            (source, place), size = _source(self._system, self._sight.quantity), measure_layout(type(self._system)).size
            measure = self._code.address
        sources, scratch = array("q", [source]), np.empty(dim + lanes * numbers + size)
        arguments = WatchArguments(
            driver=driver, arguments=ctypes.addressof(given), fresh=self._fresh, left=left.ctypes.data, blocks=blocks,
            lanes=lanes, watch=self._watch, look=self._look.ctypes.data, limits=self._limits.ctypes.data,
            limited=self._limits[0].size, record=self._records.ctypes.data, recorded=self._records[0].size,
            value_at=self._sight.value, beside_at=self._sight.beside, rate_at=self._sight.rate,
            measure=measure, source=sources.buffer_info()[0], size=size, place=place, dim=dim, numbers=numbers,
            scratch=scratch.ctypes.data,
        )  # fmt: skip
        self._run(ctypes.byref(arguments))
        self._fresh = False


def _source(system: System, quantity: Quantity) -> tuple[int, int]:
    """Return which source computes a quantity, and where it writes it; (-1, -1) for none."""
    return measure_layout(type(system)).places.get(quantity.value, (-1, -1))
