"""What a driver is told about a run: one record that the caller fills and machine code reads."""

from __future__ import annotations

import ctypes

WHOLE, REAL = ctypes.c_int64, ctypes.c_double
ADDRESS = WHOLE
"""Of a compiled function or a buffer of doubles; 0: there is none."""

FIELDS = (
    ("rate", ADDRESS, "the right-hand side"),
    ("settle", ADDRESS, "puts a state back in order after each step"),
    ("guard", ADDRESS, "checks each tick of the only block"),
    ("guards", ADDRESS, "guards of the events"),
    ("jump", ADDRESS, "what events do to a state"),
    ("first", WHOLE, "tick k of the call starts at (first + k each) / unit seconds"),
    ("each", WHOLE, "see first"),
    ("unit", WHOLE, "see first"),
    ("ticks", WHOLE, "how many ticks to run"),
    ("h", REAL, "length of a tick [s]"),
    ("lanes", WHOLE, "copies side by side in a block"),
    ("blocks", WHOLE, "blocks, one behind the other"),
    ("y", ADDRESS, "states (blocks, n)"),
    ("n", WHOLE, "numbers of the states of a block"),
    ("p", ADDRESS, "constants of the system (blocks, constants), or (constants,)"),
    ("constants", WHOLE, "constants of a block"),
    ("own", WHOLE, "1: each block has constants of its own; 0: all have the same"),
    ("settings", ADDRESS, "settings of the integrator (count,)"),
    ("count", WHOLE, "how many settings"),
    ("workspace", ADDRESS, "scratch (room,)"),
    ("room", WHOLE, "numbers of scratch"),
    ("memory", ADDRESS, "what the method remembers of each block after the last completed tick (blocks, remembered)"),
    ("remembered", WHOLE, "numbers of memory of a block"),
    ("log", ADDRESS, "events of each block (blocks, logged), see physics.core.events"),
    ("logged", WHOLE, "numbers of the log of a block"),
    ("kept", ADDRESS, "with a guard: the state before the last good tick (n,)"),
    ("before", WHOLE, "ticks of the run that are over"),
    ("start", REAL, "the energy that the guard compares with [J]"),
    ("limit", REAL, "by how much the energy may differ [J]; negative: it is not looked at"),
)
"""Name, type and meaning of each field, in the order in which they lie."""


class DriverArguments(ctypes.Structure):
    """The record itself."""

    _fields_ = tuple((name, kind) for name, kind, _ in FIELDS)
