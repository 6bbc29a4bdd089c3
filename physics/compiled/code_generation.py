"""Machine code from LLVM text, by llvmlite alone.

Nothing is reordered (no fastmath, no fused multiply-add), so the bits are those of CPython whatever the optimiser does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

import llvmlite.binding as llvm

from physics.compiled.code_cache import ObjectCode, is_quick
from physics.compiled.kernel_text import VARIABLES, KernelText

DECLARED = re.compile(rf"^(@{VARIABLES} = )external ((?:\w+ )*?constant i64)", re.MULTILINE)
NO_INLINING = re.compile(r"\bnoinline\b")
"""An attribute of the call by which numba's function for C calls the Python one: one call more in each evaluation."""
APART = "5_dips|6_first|6_place|11_begin_anew|11_next_place|11_step_apart"
HEAD_APART = re.compile(rf"^(define [^{{]*@_ZN7physics4core6events(?:{APART})[^{{]*?)(?:#\d+ )?\{{", re.MULTILINE)
"""The heads of functions of events that stay functions: they are called rarely, from several places."""
LEVEL, QUICK_LEVEL = 3, 0
"""How much LLVM improves code; `POLHODE_COMPILE=quick` asks for the lower one."""
RARE = "value"
"""Name of the function that is called so rarely that it does not become a part of its callers."""


def machine_code(
    kernel: KernelText,
    variables: int,
    parts: Mapping[str, KernelText] | None = None,
    apart: Collection[str] = (RARE,),
) -> ObjectCode:
    """Compile a text for this processor and a number of variables; raises RuntimeError for one that LLVM refuses.

    parts: texts of functions that it calls by these names, and that become part of it, but for those `apart`.
    """
    machine = _machine()
    module = _for_machine(kernel, variables, machine)
    for name, part in (parts or {}).items():
        other = _for_machine(part, variables, machine)
        other.get_function(part.symbol).name = name
        module.link_in(other)
        function = module.get_function(name)
        function.linkage = llvm.Linkage.internal
        function.add_function_attribute("noinline" if name in apart else "alwaysinline")
    _optimise(module, machine, kernel.vectors)
    return _object_code(kernel.symbol, module, machine)


def with_calls(text: str) -> str:
    """Return a text by numba in which all functions become parts of their callers, but for those that stay apart."""
    return HEAD_APART.sub(r"\1noinline {", NO_INLINING.sub("alwaysinline", text))


def _object_code(symbol: str, module: Any, machine: Any) -> ObjectCode:
    things = [*module.functions, *module.global_variables]
    needs = tuple(thing.name for thing in things if thing.is_declaration and not thing.name.startswith("llvm."))
    return ObjectCode(symbol, needs, bytes(machine.emit_object(module)))


def _for_machine(kernel: KernelText, variables: int, machine: Any) -> Any:
    """Return the module of a text for a number of variables, with nothing to be seen from outside but its function."""
    module = _parsed(DECLARED.sub(rf"\g<1>internal \g<2> {variables}", kernel.text))
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    _hide_all_but(module, kernel.symbol)
    return module


def _parsed(text: str) -> Any:
    _initialise()
    module = llvm.parse_assembly(text)
    module.verify()
    return module


def _initialise() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def _hide_all_but(module: Any, symbol: str) -> None:
    """Make all that a module defines internal, except one function."""
    for thing in [*module.functions, *module.global_variables]:
        if not thing.is_declaration and thing.name != symbol:
            thing.linkage = llvm.Linkage.internal


def _optimise(module: Any, machine: Any, vectors: bool) -> None:
    tuning = llvm.create_pipeline_tuning_options(speed_level=_level())
    tuning.loop_vectorization, tuning.slp_vectorization = vectors, False
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(module, passes)


def _level() -> int:
    return QUICK_LEVEL if is_quick() else LEVEL


def _machine() -> Any:
    """Return the target for this processor, with vectors of 512 bits if it has them; LLVM prefers 256 bits."""
    _initialise()
    features = llvm.get_host_cpu_features()
    wide = ",-prefer-256-bit" if features.get("avx512f") else ""
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features.flatten() + wide, opt=_level(), jit=True
    )
