"""A system under an integrator, tick by tick."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics.compiled import native
from physics.core import events
from physics.core.system import System
from physics.core.units import check_number, seconds
from physics.errors import BadInput
from physics.registry import formulated, system_class
from physics.registry import integrator as integrator_called
from physics.simulation.outcome import Divergence, InvariantValue, Snapshot, diverged
from physics.simulation.spring_hand import BLOW_SECONDS, SpringHand, apply_pull, check, move_point
from physics.types import Floats, Occurrence, Vector3

SMALLEST_DT, LARGEST_DT = 1e-7, 1.0
RUNAWAY = 1e3
"""An energy that differs from its start by this many times its own size is beyond any sense."""
LONGEST_CALL = 1_000_000
"""Ticks of one call of machine code: between calls the program can be interrupted."""
LONGEST_WAIT = 64
"""Ticks in CPython before looking again whether machine code is there."""
MOST_KEPT = 10_000
"""Events that are remembered."""
MOST_LOGGED = 300
"""Events of one call of machine code, after which they are taken over; those of one more tick still find room."""
EXACT = 2**53
"""Whole numbers below it are doubles."""


class Simulation:
    """Advances a system by whole ticks of dt.

    system: a `System`, or the name of one with its defaults. integrator: a name of `physics.integrators()`.
    dt: in seconds, or text with a unit.
    settings: the integrator's own numbers. Raises BadInput for names, values and combinations that cannot be.

    `events` holds what has happened, the last `MOST_KEPT`. hand: who pulls at it, or None; pull: the force of that (3,)
    [N]; work: what hands have done to it since its start [J]. Invariants drift by what a hand has not done.

    When a step leaves numbers that are not finite, an energy beyond any sense, or a state where the
    equations do not hold, the last good state is restored, the run pauses and `divergence` says why.
    """

    def __init__(
        self,
        system: System | str,
        integrator: str = "rk4",
        dt: float | str = 1e-3,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        self.system = system_class(system)() if isinstance(system, str) else system
        self.paused = False
        self.divergence: Divergence | None = None
        self._compiles = False
        self._constants: Floats
        self._settings: Floats
        self._workspace: Floats
        self._memory: Floats
        self._log: Floats
        self.y: Floats
        self.dt = self.checked_dt(dt)
        self._step = seconds(self.dt)
        self.use(integrator, settings)
        self.reset()

    @staticmethod
    def checked_dt(dt: object) -> float:
        """A step [s] within bounds; raises BadInput."""
        return check_number("dt", dt, "s", SMALLEST_DT, LARGEST_DT)

    # What it is -----------------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        (start, tick), step = self._origin, self._step  # the exact time, rounded once; fractions of it would cost more
        below = start.denominator * step.denominator
        return (start.numerator * step.denominator + (self.tick - tick) * step.numerator * start.denominator) / below

    def _exact_time(self) -> Fraction:
        start, tick = self._origin
        return start + (self.tick - tick) * self._step

    @property
    def state(self) -> NDArray[np.float64]:
        """The state y, (n,), a copy."""
        return np.array(self.y)

    @property
    def memory(self) -> bytes:
        """What the method keeps between ticks beside the state, a copy; most keep nothing."""
        return bytes(self._memory)

    def __getitem__(self, name: str) -> float:
        """A state variable by its name; raises BadInput for a name that is none."""
        return self.y[self.system.index(name)]

    def invariants(self) -> dict[str, InvariantValue]:
        """Every invariant by its name, with its drift since the start or since parameters last changed."""
        readings = {}
        for invariant in self.system.invariants:
            value = invariant.value(self.system, self.y)
            start, size = self._references[invariant.name]
            readings[invariant.name] = InvariantValue(value, (value - start) / size)
        return readings

    @property
    def message(self) -> str:
        """What the user should know about the run, or ""."""
        return str(self.divergence) if self.divergence else ""

    def shown(self, part: float) -> Floats:
        """The state to draw, `part` (0 to 1) of the way from the last tick but one to the last; paused: the last."""
        if self.paused:
            return self.y
        return memoryview(self.system.between(memoryview(self._previous), self.y, part))

    # What can be changed while it runs ------------------------------------------------------------------

    def use(self, integrator: str, settings: Mapping[str, Any] | None = None) -> None:
        """Go on with another integrator from the present state; a run that had stopped may go on. Raises BadInput."""
        method = integrator_called(integrator)
        reason = method.reason_against(self.system)
        if reason:
            raise BadInput(f"integrator = {integrator}: {reason}")
        checked = method.checked_settings(settings or {})
        self.integrator, self.settings = method, checked
        self._settings = memoryview(array("d", checked.values()))
        self._workspace = native.workspace(self.system, method)
        rows = MOST_LOGGED + events.MAX_EVENTS if self.system.events else 0
        self._log = memoryview(events.logs(len(self.system.variables), rows, MOST_LOGGED))
        self._forget()
        self._let_go_on()

    def reformulate(self, name: str) -> None:
        """Go on with another formulation of the same motion from the present state; drifts count anew.

        Raises BadInput where there is none of that name, where it cannot say the body or the state, or where the
        integrator does not apply to it.
        """
        other = formulated(self.system, name)
        reason = self.integrator.reason_against(other)
        if reason:
            raise BadInput(f"formulation = {name}: {reason}")
        state = other.resume(self.system.motion(self.y))
        self.system = other
        self.y, self._previous = memoryview(state), array("d", state)
        self._constants = memoryview(array("d", other.p))
        self.use(self.integrator.name, self.settings)
        self._refer()

    def set_dt(self, dt: object) -> None:
        """Go on with another step [s]; raises BadInput."""
        checked = self.checked_dt(dt)
        self._origin = self._exact_time(), self.tick
        self.dt, self._step = checked, seconds(checked)
        self._forget()
        self._let_go_on()

    def set_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Go on with other parameters from the present state; drifts count anew. Raises BadInput."""
        self.take(self.system.replace(parameters=parameters))

    def take(self, system: System) -> None:
        """Go on with another system of the same kind from the present state; drifts count anew.

        One that has not as many variables goes on from its own start.
        """
        self.system = system
        self._constants = memoryview(array("d", self.system.p))
        if len(system.variables) != len(self.y):
            self.y, self._previous = memoryview(system.start()), system.start()
            self.use(self.integrator.name, self.settings)
        self._refer()
        self._forget()
        self._let_go_on()

    def set_initial(self, initial: Mapping[str, Any]) -> None:
        """Other initial values, used by the next reset. Raises BadInput."""
        self.system = self.system.replace(initial=initial)

    def place(self, state: Sequence[float], time: float | Fraction = 0.0) -> None:
        """Begin at another state y than the system's start, at `time` [s]."""
        self.reset()
        self._origin = Fraction(time), 0
        self.y[:] = memoryview(array("d", state))
        self._refer()

    def reset(self) -> None:
        """Back to the start of the present system."""
        self.tick, self._origin = 0, (Fraction(0), 0)
        self.events: list[Occurrence] = []
        self.hand: SpringHand | None = None
        self.pull: Vector3 = np.zeros(3)
        self.work = 0.0
        self.y = memoryview(self.system.start())
        self._previous = self.system.start()
        self._constants = memoryview(array("d", self.system.p))
        self._refer()
        self._forget()
        self._let_go_on()

    def _forget(self) -> None:
        """What the method knows of the motion so far is worth nothing after a change: it starts afresh from y."""
        self._memory = memoryview(array("d", bytes(8 * self.integrator.memory(len(self.system.variables)))))

    def _let_go_on(self) -> None:
        """A change after a divergence is a new try: it runs again."""
        if self.divergence is not None:
            self.divergence = None
            self.paused = False

    def _refer(self) -> None:
        self._references: Mapping[str, tuple[float, float]] = {
            i.name: i.reference(self.system, self.y) for i in self.system.invariants
        }

    # Going on -------------------------------------------------------------------------------------------

    def compile(self) -> bool:
        """Go on in machine code, made now if need be; False where there is none. The numbers stay the same."""
        self._compiles = True
        with suppress(native.Unavailable):
            native.compiled_run(self._shape())
        return self.compiled

    def compile_in_background(self) -> None:
        """Go on in machine code as soon as a thread has made it, under each integrator; till then in CPython."""
        self._compiles = True
        native.background.ask(self._shape())

    @property
    def compiled(self) -> bool:
        """Whether the next ticks run in machine code."""
        pair = native.is_compiled(self._shape()) if self._compiles else None
        return pair is not None and bool(pair.guard)

    def _shape(self) -> native.CompileKey:
        return native.shape(self.system, self.integrator)

    def advance(self, ticks: int) -> int:
        """Run `ticks` ticks whether paused or not and return how many were done: fewer when the run diverged.

        The result does not depend on how ticks are grouped into calls, nor on which of them ran in machine code:
        each is checked.
        """
        self._drop_events_ahead()
        done = 0
        while done < ticks and self.divergence is None:
            wanted = self._pulled(min(ticks - done, LONGEST_CALL))
            compiled = self._compiled_ticks(wanted) if self._compiles else 0
            done += compiled
            if compiled < wanted:
                for _ in range(min(wanted - compiled, 1 if self.compiled else LONGEST_WAIT)):
                    if not self._tick():
                        return done
                    done += 1
        return done

    def _drop_events_ahead(self) -> None:
        """After going back in time: what had happened later has not happened yet."""
        while self.events and self.events[-1].tick > self.tick:
            self.events.pop()

    def _compiled_ticks(self, ticks: int) -> int:
        """Run ticks in machine code up to the first that fails, which CPython then repeats to say why."""
        shape = self._shape()
        pair = native.is_compiled(shape)
        if pair is None:
            native.background.ask(shape)
            return 0
        done, full = 0, bool(pair.guard)
        while full and done < ticks:
            done += self._call(pair, ticks - done)
            full = self._log[events.COUNT] >= MOST_LOGGED
        return done

    def _call(self, pair: native.CompiledRun, ticks: int) -> int:
        """Run ticks in one call of machine code, which ends where one fails or the log is full."""
        self._log[events.COUNT], self._log[events.END] = 0.0, math.inf
        times = self._times(ticks)
        if times is None:
            return 0
        energy, size = self._references[self.system.invariants[0].name]
        done = pair.run(
            ticks, self.dt, times, self.y, self._constants, self._settings, self._workspace, memory=self._memory,
            log=self._log, checked=(memoryview(self._previous), self.tick, energy, RUNAWAY * size),
        )  # fmt: skip
        if self._log[events.COUNT]:
            self._take_over_events()
        self.tick += done
        return done

    def _times(self, ticks: int) -> tuple[int, int, int] | None:
        """Integers (first, each, unit): k ticks from now it is (first + k each) / unit; None beyond exact doubles."""
        start, tick = self._origin
        unit = math.lcm(start.denominator, self._step.denominator)
        each = self._step.numerator * (unit // self._step.denominator)
        first = start.numerator * (unit // start.denominator) + (self.tick - tick) * each
        return (first, each, unit) if max(unit, first + ticks * each) < EXACT else None

    def _tick(self) -> bool:
        """Run one tick in CPython, with the events in it; False when it failed and was undone."""
        previous = memoryview(self._previous)
        previous[:] = self.y
        try:
            reason = self._step_through() or self._failure()
            trouble = "" if reason else self.system.trouble(self.y)
        except (ArithmeticError, ValueError):  # what CPython raises where compiled code gives inf or nan
            reason, trouble = "numbers are no longer finite", ""
        if reason or trouble:
            self.y[:] = previous
            self._diverge(reason, trouble)
            return False
        if self._log[events.COUNT]:
            self._take_over_events()
            self._forget()
        else:
            self._memory[:] = self._workspace[: len(self._memory)]
        self.tick += 1
        return True

    def _step_through(self) -> str:
        """One tick with its events; how the method failed, or ""."""
        self._log[events.COUNT] = 0.0
        happened = events.step_with_events_python(
            type(self.system), self.integrator, self.time, self.dt, self.y, self._constants, self._settings,
            self._workspace, self._memory, self.tick + 1, self._log,
        )  # fmt: skip
        if happened == events.TOO_MANY_EVENTS:
            return f"{events.MAX_EVENTS} events within one step"
        return self.integrator.failure() if happened == events.FAILED else ""

    def _take_over_events(self) -> None:
        """Remember what stands in the log."""
        self.events += events.occurrences(self.system, self._log)
        del self.events[:-MOST_KEPT]

    def _failure(self) -> str:
        """How the method failed at the state it reached, or ""."""
        if not math.isfinite(sum(self.y)):
            return "numbers are no longer finite"
        if (self.tick + 1) % events.ENERGY_EVERY:
            return ""
        start, size = self._references[self.system.invariants[0].name]
        limit = RUNAWAY * size
        energy = self.system.energy(self.y)
        if not abs(energy - start) <= limit:
            return f"the energy ran away, from {start:.4g} J to {energy:.4g} J"
        return ""

    def _diverge(self, reason: str, trouble: str) -> None:
        """Pause at the last good state."""
        drifts = {i.symbol: abs(self.invariants()[i.name].drift) for i in self.system.invariants}
        self.divergence = diverged(self.integrator, self.dt, self.time, reason, trouble, drifts)
        self.paused = True

    # What a hand does ---------------------------------------------------------------------------------

    def hold(self, hand: SpringHand | None) -> None:
        """Let a hand pull from now on, in place of the one that did, or let go. Raises BadInput where it cannot."""
        if hand is not None:
            check(self.system, self.y, hand)
        self.hand, self.pull = hand, np.zeros(3)
        self._let_go_on()

    def put(self, hand: SpringHand) -> None:
        """Put the point that a hand holds where it points, or as near as it goes; the energy that takes is its work.

        Raises BadInput where that cannot be.
        """
        check(self.system, self.y, hand)
        state: Floats = memoryview(array("d", self.y))
        move_point(self.system, state, hand.body, np.array(hand.point), np.array(hand.target))
        self.rearrange(state)

    def rearrange(self, state: Sequence[float]) -> None:
        """Go on from another state, into which a hand has put it: that energy is its work. Raises BadInput."""
        if len(state) != len(self.y) or not all(map(math.isfinite, state)):
            raise BadInput(f"state = {list(state)}: must be {len(self.y)} finite numbers")
        before = self._values()
        self.y[:] = memoryview(array("d", state))
        self.work += self.system.energy(self.y) - before[0]
        self._handled(before)
        self._let_go_on()

    def _pulled(self, ticks: int) -> int:
        """Have the hand do what it does at this tick; returns how many ticks, of so many, there are to the next blow.

        Where that fails it lets go.
        """
        if self.hand is None:
            return ticks
        every = max(1, round(BLOW_SECONDS / self.dt))
        if self.tick % every == 0:
            before, state = self._values(), bytes(self.y)
            try:
                self.pull, work = apply_pull(self.system, self.hand, self.y, every * self.dt)
            except (BadInput, ArithmeticError, ValueError, LookupError):
                self.y[:] = memoryview(state).cast("d")
                self.hold(None)
                return ticks
            self.work += work
            self._handled(before)
        return min(ticks, every - self.tick % every)

    def _values(self) -> list[float]:
        return [invariant.value(self.system, self.y) for invariant in self.system.invariants]

    def _handled(self, before: list[float]) -> None:
        """A hand has changed the state: no invariant has drifted by that."""
        given = [value - old for value, old in zip(self._values(), before, strict=True)]
        self._references = {
            name: (start + part, size)
            for (name, (start, size)), part in zip(self._references.items(), given, strict=True)
        }
        self._previous = array("d", self.y)
        self._forget()

    # Keeping --------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """All that `restore` needs."""
        return Snapshot(
            self.system, self.integrator, self.settings, self.dt, self.tick, self._origin, bytes(self.y), self.memory,
            bytes(memoryview(self._previous)), self._references, self.paused, self.divergence, self.hand, self.work,
        )  # fmt: skip

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot; what follows has the same bits as what followed then."""
        self.system = snapshot.system
        self.use(snapshot.integrator.name, snapshot.settings)
        self.dt, self._step = snapshot.dt, seconds(snapshot.dt)
        self.tick, self._origin = snapshot.tick, snapshot.origin
        self.y = memoryview(array("d", snapshot.state))
        self._memory = memoryview(array("d", snapshot.memory))
        self._previous = array("d", snapshot.previous)
        self._constants = memoryview(array("d", self.system.p))
        self._references = snapshot.references
        self.paused, self.divergence = snapshot.paused, snapshot.divergence
        self.hand, self.pull, self.work = snapshot.hand, np.zeros(3), snapshot.work
        self._drop_events_ahead()
