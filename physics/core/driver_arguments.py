"""The arguments of a compiled driver: one record that the caller fills and machine code reads."""

from __future__ import annotations

import ctypes

WHOLE, REAL = ctypes.c_int64, ctypes.c_double
ADDRESS = WHOLE
"""The address of a compiled function or of a buffer of doubles; 0: none."""

FIELDS = (
    ("rate", ADDRESS, "the right-hand side"),
    ("settle", ADDRESS, "projects a state back after each step (`System.settle`)"),
    ("guard", ADDRESS, "checks each tick of the only block"),
    ("guards", ADDRESS, "guards of the events"),
    ("jump", ADDRESS, "applies an event to a state"),
    ("first", WHOLE, "tick k of the call starts at (first + k each) / unit seconds"),
    ("each", WHOLE, "see first"),
    ("unit", WHOLE, "see first"),
    ("ticks", WHOLE, "number of ticks to run"),
    ("h", REAL, "length of a tick [s]"),
    ("lanes", WHOLE, "copies side by side in a block"),
    ("blocks", WHOLE, "number of blocks, contiguous in memory"),
    ("y", ADDRESS, "states (blocks, n)"),
    ("n", WHOLE, "length of the states of a block"),
    ("p", ADDRESS, "constants of the system (blocks, constants), or (constants,)"),
    ("constants", WHOLE, "number of constants of a block"),
    ("own", WHOLE, "1: each block has its own constants; 0: all blocks share them"),
    ("settings", ADDRESS, "settings of the integrator (count,)"),
    ("count", WHOLE, "number of settings"),
    ("workspace", ADDRESS, "scratch (room,)"),
    ("room", WHOLE, "length of the scratch"),
    ("memory", ADDRESS, "memory of the method for each block after the last completed tick (blocks, remembered)"),
    ("remembered", WHOLE, "length of the memory of a block"),
    ("log", ADDRESS, "events of each block (blocks, logged), see physics.core.events"),
    ("logged", WHOLE, "length of the log of a block"),
    ("kept", ADDRESS, "with a guard: the state before the last valid tick (n,)"),
    ("before", WHOLE, "ticks of the run completed before this call"),
    ("last", WHOLE, "tick, counted from the start of the run, after which the energy is looked at in any case"),
    ("start", REAL, "the energy that the guard compares with [J]"),
    ("limit", REAL, "largest allowed difference of the energy [J]; negative: the energy is not checked"),
    ("spent", REAL, "work that each tick begins with, so that it has less left of its budget (physics/core/work.py)"),
)
"""Name, type and meaning of each field, in memory order."""


STEADY_GUARDS = 16
"""Greatest number of guards of the systems whose ticks without events have a driver of their own, `steady`."""
STEADY_ROWS = 5
"""Rows of workspace of the methods that this takes."""


class DriverArguments(ctypes.Structure):
    """The record of `FIELDS` as a C structure."""

    _fields_ = tuple((name, kind) for name, kind, _ in FIELDS)
