"""Machine code that runs copies tick by tick and looks at each after every tick, in one call.

It calls the driver of a pair (`physics/compiled/kernel_entry.py`) and a watch (`physics/batch/watches.py`) through
their addresses, so that one text serves all systems and methods.
"""

from __future__ import annotations

import ctypes

from physics.compiled.kernel_text import KernelText
from physics.core.driver_arguments import WHOLE, DriverArguments

ADDRESS = ctypes.c_void_p

FIELDS = (
    ("driver", ADDRESS, "the driver"),
    ("arguments", ADDRESS, "its arguments for all blocks; they are changed"),
    ("fresh", WHOLE, "1: look before the first tick, too"),
    ("left", ADDRESS, "ticks to run of each block (blocks,), whole numbers"),
    ("blocks", WHOLE, "number of blocks"),
    ("lanes", WHOLE, "copies side by side in a block"),
    ("watch", ADDRESS, "the watch, for as many lanes"),
    ("look", ADDRESS, "what it sees: value, value beside it and rate (3, lanes)"),
    ("limits", ADDRESS, "its limits (blocks, limited)"),
    ("limited", WHOLE, "length of the limits of a block"),
    ("record", ADDRESS, "its records (blocks, recorded)"),
    ("recorded", WHOLE, "length of the records of a block"),
    ("value_at", WHOLE, "index of the variable that is the value"),
    ("beside_at", WHOLE, "index of the variable beside it"),
    ("rate_at", WHOLE, "index of the variable that is its rate"),
    ("measure", ADDRESS, "what computes values (physics.compiled.measure_text)"),
    ("source", ADDRESS, "its source of the value (1,), a whole number"),
    ("size", WHOLE, "length of what it writes"),
    ("place", WHOLE, "index of the value there"),
    ("dim", WHOLE, "number of variables of a copy"),
    ("numbers", WHOLE, "number of constants of a copy"),
    ("scratch", ADDRESS, "room for a state, constants of all lanes, what is written (dim + lanes numbers + size)"),
)  # fmt: skip
"""Name, type and meaning of each field, in memory order."""


class WatchArguments(ctypes.Structure):
    """The record of `FIELDS` as a C structure."""

    _fields_ = tuple((name, kind) for name, kind, _ in FIELDS)


COUNTERS = "block", "tick", "lane", "copied", "number", "lane_value", "variable"


def watch_text(measured: bool) -> KernelText:
    """Return the text of void watched(WatchArguments *).

    measured: the value is computed by `measure`, nan where a state is not finite; otherwise it is a variable.
    """
    start = [f" %{name}_at = alloca i64" for name in COUNTERS] + [" %sum_at = alloca double"]
    for index, (name, kind, _) in enumerate(FIELDS):
        start += _loaded(name, kind is ADDRESS, "%given", index)
    names = [name for name, *_ in DriverArguments._fields_]
    for name in ("y", "p", "memory", "log"):
        start += _loaded(f"all_{name}", True, "%arguments", names.index(name))
    for name in ("n", "constants", "own", "remembered", "logged", "first", "each", "before"):
        start += _loaded(f"its_{name}", False, "%arguments", names.index(name))
    start += [*_given("ticks", "i64", "1"), *_given("blocks", "i64", "1"), " %width = mul i64 %its_constants, %its_own"]
    start += _place("constants_copy", "%scratch", "%dim")
    start += [" %all_numbers = mul i64 %numbers, %lanes", *_place("written", "%constants_copy", "%all_numbers")]
    block = []
    for name, width in (("y", "%its_n"), ("p", "%width"), ("memory", "%its_remembered"), ("log", "%its_logged")):
        block += [f" %{name}_first = mul i64 %block_now, {width}", *_place(name, f"%all_{name}", f"%{name}_first")]
        block += _given(name, "ptr", f"%{name}")
    for name, width in (("limits", "%limited"), ("record", "%recorded")):
        block += [f" %{name}_first = mul i64 %block_now, {width}", *_place(f"its_{name}", f"%{name}", f"%{name}_first")]
    block += [" %left_at = getelementptr i64, ptr %left, i64 %block_now", " %its_left = load i64, ptr %left_at"]
    block += [" %going = icmp sgt i64 %its_left, 0", " %extra = select i1 %going, i64 %fresh, i64 0"]
    block += [" %looks = add i64 %its_left, %extra", *(_copied_constants() if measured else ())]
    tick = [
        " %passed = sub i64 %tick_now, %extra", " %moves = icmp sge i64 %passed, 0",
        " br i1 %moves, label %move, label %see", "move:",
        " %since = mul i64 %passed, %its_each", " %now = add i64 %its_first, %since", *_given("first", "i64", "%now"),
        " %behind = add i64 %its_before, %passed", *_given("before", "i64", "%behind"),
        " %completed = call i64 %driver(ptr %arguments)", " br label %see", "see:",
    ]  # fmt: skip
    seen = [("beside", 1), ("rate", 2)]
    if measured:
        tick += _measured()
    else:
        seen.insert(0, ("value", 0))
    tick += _loop("lane", "%lanes", [line for name, row in seen for line in _copied(name, row)])
    tick.append(" call ptr %watch(double 0.0, ptr %look, ptr %its_limits, ptr %its_record)")
    lines = _loop("block", "%blocks", [*block, *_loop("tick", "%looks", tick)])
    text = "\n".join(["define void @watched(ptr %given) {", "entry:", *start, *lines, " ret void", "}"])
    return KernelText("watched", text, False)


def _loaded(name: str, pointer: bool, record: str, index: int) -> list[str]:
    """Return the lines that load a field of a record; all fields have eight bytes."""
    at = f" %{name}_field = getelementptr i64, ptr {record}, i64 {index}"
    return [at, f" %{name} = load {'ptr' if pointer else 'i64'}, ptr %{name}_field"]


def _given(name: str, kind: str, value: str) -> list[str]:
    """Return the lines that write a field of the driver's arguments."""
    index = [each for each, *_ in DriverArguments._fields_].index(name)
    return [
        f" %{name}_argument = getelementptr i64, ptr %arguments, i64 {index}",
        f" store {kind} {value}, ptr %{name}_argument",
    ]


def _place(name: str, array: str, index: str) -> list[str]:
    return [f" %{name} = getelementptr double, ptr {array}, i64 {index}"]


def _loop(name: str, count: str, body: list[str]) -> list[str]:
    """Return the lines of a loop, in whose body %NAME_now counts from 0."""
    return [
        f" store i64 0, ptr %{name}_at", f" br label %{name}_head", f"{name}_head:",
        f" %{name}_now = load i64, ptr %{name}_at", f" %{name}_more = icmp slt i64 %{name}_now, {count}",
        f" br i1 %{name}_more, label %{name}_body, label %{name}_end", f"{name}_body:", *body,
        f" %{name}_next = add i64 %{name}_now, 1", f" store i64 %{name}_next, ptr %{name}_at",
        f" br label %{name}_head", f"{name}_end:",
    ]  # fmt: skip


def _copied(name: str, row: int) -> list[str]:
    """Return the lines that copy a variable of a lane into a row of what the watch sees."""
    return [
        f" %{name}_row = mul i64 %{name}_at, %lanes", f" %{name}_of = add i64 %{name}_row, %lane_now",
        *_place(f"{name}_from", "%y", f"%{name}_of"), f" %{name}_seen = load double, ptr %{name}_from",
        f" %{name}_start = mul i64 %lanes, {row}", f" %{name}_to = add i64 %{name}_start, %lane_now",
        *_place(f"{name}_place", "%look", f"%{name}_to"), f" store double %{name}_seen, ptr %{name}_place",
    ]  # fmt: skip


def _copied_constants() -> list[str]:
    """Return the lines that copy the constants of the lanes of a block so that those of each are together."""
    inner = [
        " %number_row = mul i64 %number_now, %lanes", " %number_of = add i64 %number_row, %copied_now",
        *_place("number_from", "%p", "%number_of"), " %constant = load double, ptr %number_from",
        *_place("number_place", "%its_numbers", "%number_now"), " store double %constant, ptr %number_place",
    ]  # fmt: skip
    outer = [
        " %numbers_first = mul i64 %copied_now, %numbers",
        *_place("its_numbers", "%constants_copy", "%numbers_first"),
    ]
    return _loop("copied", "%lanes", [*outer, *_loop("number", "%numbers", inner)])


def _measured() -> list[str]:
    """Return the lines that compute the value of each lane from a copy of its state."""
    inner = [
        " %variable_row = mul i64 %variable_now, %lanes", " %variable_of = add i64 %variable_row, %lane_value_now",
        *_place("variable_from", "%y", "%variable_of"), " %part = load double, ptr %variable_from",
        *_place("variable_place", "%scratch", "%variable_now"), " store double %part, ptr %variable_place",
        " %sum_before = load double, ptr %sum_at", " %sum_now = fadd double %sum_before, %part",
        " store double %sum_now, ptr %sum_at",
    ]  # fmt: skip
    outer = [
        " store double 0.0, ptr %sum_at", *_loop("variable", "%dim", inner),
        " %lane_first = mul i64 %lane_value_now, %numbers", *_place("lane_numbers", "%constants_copy", "%lane_first"),
        " call void %measure(ptr %scratch, i64 1, i64 %dim, ptr %lane_numbers, ptr %source, i64 1, i64 %size,"
        " ptr %written)",
        *_place("value_from", "%written", "%place"), " %value_alone = load double, ptr %value_from",
        " %sum = load double, ptr %sum_at", " %nothing = fsub double %sum, %sum",
        " %value_seen = fadd double %value_alone, %nothing",
        *_place("value_place", "%look", "%lane_value_now"), " store double %value_seen, ptr %value_place",
    ]  # fmt: skip
    return _loop("lane_value", "%lanes", outer)
