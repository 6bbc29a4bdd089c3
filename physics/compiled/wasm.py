"""A system under an integrator as a WebAssembly module, which computes the same bits as the processor does.

The module is made from the LLVM texts of the machine code by llvmlite alone: they are linked, the addresses by which
they call one another are filled in, and the object file that LLVM writes becomes a module by a section of exports. No
linker is needed: there are no data, and indices of functions in the object file are those of the module.

WebAssembly has no fused multiply-add, LLVM is not allowed to reorder sums, and `floor`, `sqrt` and `fabs` are exact
instructions, so that all results are those of IEEE 754. The module imports no function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import llvmlite.binding as llvm

from physics.compiled import code_cache, native
from physics.compiled.code_cache import ObjectCode
from physics.compiled.code_generation import DECLARED
from physics.compiled.compile_unit import CompileUnit, pose_unit, short
from physics.compiled.measure_text import REPORTING, measure_units, source_call, source_head
from physics.core.driver_arguments import FIELDS
from physics.core.integrator import Integrator
from physics.core.measure import measure_layout
from physics.core.system import System

TRIPLE, FEATURES = "wasm32-unknown-unknown", "+bulk-memory"
RUN, POSE, MEASURE = "run", "pose", "measure"
"""The exported functions. int32 run(DriverArguments *): the driver, with the addresses of the others filled in.
void pose(double t, double *y, double *s, double *out): `System.pose`, of a system that has it. void measure(double *y,
double *p, double *out): the invariants, then the quantities of the system, nan for those without `compiled_names`."""
STACK_POINTER, MEMORY, TABLE = "__stack_pointer", "__linear_memory", "__indirect_function_table"
"""What a module imports, from "env": a mutable global i32, a memory, and a table of 16 functions."""
ALIGNMENT = 64
"""Buffers begin at multiples of this many bytes."""
CALLED = {
    "rate": "(double, ptr, ptr, ptr)",
    "pose": "(double, ptr, ptr, ptr)",
    "settle": "(ptr, ptr)",
    "guards": "(double, ptr, ptr, ptr)",
    "jump": "(i64, double, ptr, ptr)",
}
"""Arguments of the functions that return nothing."""
HEAD = re.compile(
    r"declare (?P<result>[^@]*)@(?P<name>[\w.$]+)\((?P<arguments>.*?)\)(?: local_unnamed_addr)?(?: #\d+)?$"
)
SECTION_ORDER = (1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11)
CUSTOM, IMPORTS, EXPORTS = 0, 2, 7
"""Kinds of sections of a module."""


def wasm_module(system: System, integrator: Integrator) -> bytes:
    """Return the module of a system under an integrator. Raises RuntimeError for a text that LLVM refuses.

    It exports `run`, which takes the place of a `DriverArguments` record in its memory and returns the number of
    completed ticks; addresses in the record are places in that memory, and those of functions are filled in by `run`.
    It exports `measure`, and `pose` where the system has it. A module of sources in physics alone is cached.
    """
    units = {unit.kind: unit for unit in native.units_of(native.shape(system, integrator)) if unit.kind != "steady"}
    if pose := pose_unit(system):
        units[POSE] = pose
    values = measure_units(type(system), len(system.variables))
    measure = _measure_text(system, values)
    names = [unit.name for unit in (*units.values(), *values.values())]
    name = f"wasm-{system.name}-{integrator.name}-{short(' '.join([*names, measure]))}" if all(names) else ""
    if name and (kept := code_cache.read(name)):
        return kept.machine
    module = _linked(units, values, measure, f"{system.name} with {integrator.name}")
    if name:
        code_cache.write(name, ObjectCode(RUN, (), module))
    return module


def _linked(units: Mapping[str, CompileUnit], values: Mapping[int, CompileUnit], measure: str, subject: str) -> bytes:
    """Return a module of functions by their kinds, of values by their numbers, and of the text of `measure`."""
    machine = _machine()
    module = _parsed(_run_text(units.keys() - {"driver", POSE}), machine)
    for number, unit in values.items():
        module.link_in(_named(unit, f"source{number}", machine))
    module.link_in(_parsed(measure, machine))
    for kind, unit in units.items():
        module.link_in(_named(unit, kind, machine))
    exported = [RUN, MEASURE, *(units.keys() & {POSE})]
    _close(module, exported, machine)
    _optimise(module, machine)
    needs = [each.name for each in _declared(module)]
    if needs:
        raise RuntimeError(f"{subject}: not known to WebAssembly: {', '.join(needs)}")
    return with_exports(bytes(machine.emit_object(module)), exported)


def _run_text(kinds: set[str]) -> str:
    """Return the text of `run`, for the functions that a system has beside the driver."""
    lines = ["declare i64 @driver(ptr)", f"define i32 @{RUN}(ptr %arguments) {{"]
    for place, (name, _, _) in enumerate(FIELDS):
        if name in kinds:
            lines += [
                f" %{name} = getelementptr i64, ptr %arguments, i32 {place}",
                f" store i64 ptrtoint (ptr @{name} to i64), ptr %{name}",
            ]
    lines += [" %done = call i64 @driver(ptr %arguments)", " %ticks = trunc i64 %done to i32", " ret i32 %ticks", "}"]
    heads = {name: f"declare void @{name}{arguments}" for name, arguments in CALLED.items()}
    heads["guard"] = "declare i64 @guard(ptr, ptr, double, double)"
    return "\n".join([*(heads[kind] for kind in sorted(kinds)), *lines])


def _measure_text(system: System, units: Mapping[int, CompileUnit]) -> str:
    """Return the text of `measure`, which computes the values that have units and copies those of the system."""
    layout = measure_layout(type(system))
    heads = [source_head(unit, f"source{i}") for i, unit in units.items()]
    lines = [f"define void @{MEASURE}(ptr %y, ptr %p, ptr %out) {{", f" %all = alloca [{layout.size} x double]"]
    for i, unit in units.items():
        lines.append(f" %at{i} = getelementptr double, ptr %all, i32 {layout.sources[i].first}")
        lines += source_call(unit, f"source{i}", ("%y", "%p", f"%at{i}"), i)
    for place, each in enumerate((*system.invariants, *system.quantities)):
        source, at = layout.places[each.value]
        number = f"%number{place}" if source in units else "0x7FF8000000000000"
        if source in units:
            lines.append(f" %from{place} = getelementptr double, ptr %all, i32 {at}")
            lines.append(f" {number} = load double, ptr %from{place}")
        lines.append(f" %to{place} = getelementptr double, ptr %out, i32 {place}")
        lines.append(f" store double {number}, ptr %to{place}")
    return "\n".join([*heads, *lines, " ret void", "}"])


def _named(unit: CompileUnit, kind: str, machine: Any) -> Any:
    """Return the module of a function under the name of its kind, for the number of variables of its system."""
    kernel = unit.text()
    module = _parsed(DECLARED.sub(rf"\g<1>internal \g<2> {unit.variables}", kernel.text), machine)
    for thing in [*module.functions, *module.global_variables]:
        if not thing.is_declaration:
            thing.linkage = llvm.Linkage.internal if thing.name != kernel.symbol else llvm.Linkage.external
    if kind not in CALLED:  # it returns a number
        module.get_function(kernel.symbol).name = kind
        return module
    # Functions without a result return a null pointer, and calls by address check the type.
    body = f"{kind}_body"
    module.get_function(kernel.symbol).name = body
    kinds = CALLED[kind].strip("()").split(", ")
    named = ", ".join(f"{each} %{number}" for number, each in enumerate(kinds))
    module.link_in(
        _parsed(
            f"declare ptr @{body}{CALLED[kind]}\n"
            f"define void @{kind}({named}) {{\n %r = call ptr @{body}({named})\n ret void\n}}",
            machine,
        )
    )
    module.get_function(body).linkage = llvm.Linkage.internal
    return module


def _close(module: Any, exported: Sequence[str], machine: Any) -> None:
    """Make all internal but what is exported; numba's reports of errors, which arithmetic cannot raise, trap."""
    traps = []
    for thing in _declared(module):
        if not REPORTING.match(thing.name):
            continue
        if found := HEAD.match(str(thing).strip().splitlines()[-1]):
            result, name, arguments = found.groups()
            kinds = [each.split()[0] for each in arguments.split(", ") if each]
            traps.append(
                f"define {result.split()[-1]} @{name}({', '.join(kinds)}) {{\n call void @llvm.trap()\n unreachable\n}}"
            )
        else:
            traps.append(f"@{thing.name} = global i8 0")
    module.link_in(_parsed("\n".join([*traps, "declare void @llvm.trap()"]), machine))
    for thing in [*module.functions, *module.global_variables]:
        if not thing.is_declaration and thing.name not in exported:
            thing.linkage = llvm.Linkage.internal


def _declared(module: Any) -> list[Any]:
    """Return the functions and variables that a module declares and does not define."""
    things = [*module.functions, *module.global_variables]
    return [thing for thing in things if thing.is_declaration and not thing.name.startswith("llvm.")]


def _parsed(text: str, machine: Any) -> Any:
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    module.verify()
    return module


def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(features=FEATURES, opt=3, reloc="static")


def _optimise(module: Any, machine: Any) -> None:
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)


# The binary format: https://webassembly.github.io/spec/core/binary ------------------------------------------


def with_exports(object_file: bytes, names: Sequence[str]) -> bytes:
    """Return an object file as a module that exports these functions, without the sections that linkers read."""
    places: dict[str, int] = {}
    kept = []
    for kind, body in sections(object_file):
        if kind != CUSTOM:
            kept.append((kind, body))
        else:
            name, at = _name(body, 0)
            places |= _function_places(body[at:]) if name == "linking" else {}
    rows = [_leb(len(name)) + name.encode() + b"\0" + _leb(places[name]) for name in names]
    kept.append((EXPORTS, _leb(len(rows)) + b"".join(rows)))
    kept.sort(key=lambda section: SECTION_ORDER.index(section[0]))
    return object_file[:8] + b"".join(bytes([kind]) + _leb(len(body)) + body for kind, body in kept)


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield kind and content of each section of a module or object file."""
    at = 8
    while at < len(module):
        kind = module[at]
        size, at = _whole(module, at + 1)
        yield kind, module[at : at + size]
        at += size


def _function_places(linking: bytes) -> dict[str, int]:
    """Return the indices of the defined functions in the symbol table of a `linking` section."""
    found: dict[str, int] = {}
    _, at = _whole(linking, 0)
    while at < len(linking):
        kind = linking[at]
        size, at = _whole(linking, at + 1)
        if kind == 8:
            found |= _symbols(linking[at : at + size])
        at += size
    return found


def _symbols(table: bytes) -> dict[str, int]:
    """Return names and indices of the functions that a symbol table says are defined."""
    function, data, section, undefined, named = 0, 1, 3, 0x10, 0x40
    found: dict[str, int] = {}
    count, at = _whole(table, 0)
    for _ in range(count):
        kind = table[at]
        flags, at = _whole(table, at + 1)
        if kind == data:
            _, at = _name(table, at)
            for _ in range(0 if flags & undefined else 3):
                _, at = _whole(table, at)
            continue
        index, at = _whole(table, at)
        if kind != section and (not flags & undefined or flags & named):
            name, at = _name(table, at)
            if kind == function and not flags & undefined:
                found[name] = index
    return found


def _whole(data: bytes, at: int) -> tuple[int, int]:
    """Return a number in LEB128 and the place behind it."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _leb(value: int) -> bytes:
    """Return a number that is not negative in LEB128."""
    low, value = value & 127, value >> 7
    return bytes([low | 128]) + _leb(value) if value else bytes([low])


def _name(data: bytes, at: int) -> tuple[str, int]:
    """Return a name and the place behind it."""
    size, at = _whole(data, at)
    return data[at : at + size].decode(), at + size
