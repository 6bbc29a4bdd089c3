"""Machine code that computes the values of invariants and quantities of many states in one call.

The functions of the values are linked from their LLVM texts with a loop over states, written here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from physics.compiled import code_cache
from physics.compiled.code_cache import ObjectCode
from physics.compiled.compile_unit import CompileUnit, short, value_unit
from physics.compiled.kernel_text import KernelText
from physics.core.measure import measure_layout
from physics.core.system import System

DECLARED_FUNCTION = re.compile(r"^declare [^@]*@([\w.$]+)\(", re.MULTILINE)
REPORTING = re.compile(r"_?Py|numba_|NRT_")
"""Names with which numba reports errors."""


def library_calls(text: str) -> set[str]:
    """Return the functions of the C library that a text calls, whose last bits no standard defines."""
    return {
        name for name in DECLARED_FUNCTION.findall(text) if not name.startswith("llvm.") and not REPORTING.match(name)
    }


def measure_units(kind: type[System], n: int) -> dict[int, CompileUnit]:
    """Return what compiles the sources of the values of a class, by their indices, as far as they have names.

    n: number of variables of a state.
    """
    return {i: unit for i, unit in all_units(kind, n).items() if unit.text_name}


def all_units(kind: type[System], n: int) -> dict[int, CompileUnit]:
    """Return what compiles all of them."""
    return {i: value_unit(each.compute, n) for i, each in enumerate(measure_layout(kind).sources)}


def compiled_names(system: System) -> frozenset[str]:
    """Return the names of the invariants and quantities of a system that are compiled: not those outside physics."""
    units, places = measure_units(type(system), len(system.variables)), measure_layout(type(system)).places
    return frozenset(q.name for q in (*system.invariants, *system.quantities) if places[q.value][0] in units)


def measure_code(kind: type[System], units: Mapping[int, CompileUnit]) -> ObjectCode | None:
    """Return the code of void measure(states, rows, dim, p, sources, count, size, out), from the cache if it is there.

    It writes the values of `count` sources at each state into its row of `size` numbers. None where one calls the
    C library. Raises the errors of the compiler.
    """
    key = short(" ".join([*map(str, units), *(unit.text_name for unit in units.values())]))
    name = f"measure-{key}-{_variables(units)}"
    if found := code_cache.read(name):
        return found
    texts = {i: unit.text() for i, unit in units.items()}
    if any(library_calls(text.text) for text in texts.values()):
        return None
    code = _linked(kind, units, texts)
    code_cache.write(name, code)
    return code


def own_measure_code(kind: type[System], units: Mapping[int, CompileUnit]) -> ObjectCode:
    """Return such code for sources outside physics, too; raises the errors of the compiler.

    It is not cached. Functions of the C library are those of this process, as in CPython.
    """
    return _linked(kind, units, {i: unit.text() for i, unit in units.items()})


def _variables(units: Mapping[int, CompileUnit]) -> int:
    return next(iter(units.values())).variables


def _linked(kind: type[System], units: Mapping[int, CompileUnit], texts: Mapping[int, KernelText]) -> ObjectCode:
    """Return the code of the loops with the texts of the sources."""
    from physics.compiled.code_generation import machine_code

    named = {f"source{i}": text for i, text in texts.items()}
    return machine_code(KernelText("measure", _loop(kind, units), False), _variables(units), named, apart=named)


def source_call(unit: CompileUnit, function: str, arguments: tuple[str, str, str], number: int) -> list[str]:
    """Return the lines that call a source at (y, p) and write what it returns, if it returns a value, at a place."""
    y, p, out = arguments
    if unit.kind == "rate":
        return [f" call ptr @{function}(double 0.0, ptr {y}, ptr {p}, ptr {out})"]
    return [f" %value{number} = call double @{function}(ptr {y}, ptr {p})", f" store double %value{number}, ptr {out}"]


def source_head(unit: CompileUnit, function: str) -> str:
    """Return the declaration of a source; functions without a result return a null pointer."""
    if unit.kind == "rate":
        return f"declare ptr @{function}(double, ptr, ptr, ptr)"
    return f"declare double @{function}(ptr, ptr)"


def _loop(kind: type[System], units: Mapping[int, CompileUnit]) -> str:
    """Return the text of the loops over states and sources."""
    layout = measure_layout(kind)
    heads = [source_head(unit, f"source{i}") for i, unit in units.items()]
    cases = " ".join(f"i64 {i}, label %case{i}" for i in units)
    lines = []
    for i, unit in units.items():
        lines += [f"case{i}:", f" %at{i} = getelementptr double, ptr %row, i64 {layout.sources[i].first}"]
        lines += [*source_call(unit, f"source{i}", ("%y", "%p", f"%at{i}"), i), " br label %next"]
    return "\n".join(
        [
            *heads,
            "define void @measure(ptr %states, i64 %rows, i64 %dim, ptr %p, ptr %sources, i64 %count, i64 %size,"
            " ptr %out) {",
            "entry:",
            " br label %states_left",
            "states_left:",
            " %k = phi i64 [ 0, %entry ], [ %k_next, %state_done ]",
            " %more = icmp slt i64 %k, %rows",
            " br i1 %more, label %state, label %end",
            "state:",
            " %y_at = mul i64 %k, %dim",
            " %y = getelementptr double, ptr %states, i64 %y_at",
            " %row_at = mul i64 %k, %size",
            " %row = getelementptr double, ptr %out, i64 %row_at",
            " br label %sources_left",
            "sources_left:",
            " %c = phi i64 [ 0, %state ], [ %c_next, %next ]",
            " %wanted = icmp slt i64 %c, %count",
            " br i1 %wanted, label %choose, label %state_done",
            "choose:",
            " %source_at = getelementptr i64, ptr %sources, i64 %c",
            " %source = load i64, ptr %source_at",
            f" switch i64 %source, label %next [ {cases} ]",
            *lines,
            "next:",
            " %c_next = add i64 %c, 1",
            " br label %sources_left",
            "state_done:",
            " %k_next = add i64 %k, 1",
            " br label %states_left",
            "end:",
            " ret void",
            "}",
        ]
    )
