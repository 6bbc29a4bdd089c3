"""One function to compile: its sources, its LLVM text, and the name under which its machine code is kept."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from physics.compiled.kernel_text import KernelText, Need, place_of
from physics.compiled.source_edition import Edition, lasting_name
from physics.core.fields import SharedValues
from physics.core.system import System


class CompileUnit(NamedTuple):
    """One function to compile: a function of `physics.compiled.kernel_entry` (`kind`) and its arguments.

    variables: how many the system has, where the code depends on it. parts: functions that become part of it. edition:
    what sources outside physics read from around them (`physics/compiled/source_edition.py`).
    """

    kind: str
    sources: tuple[Callable[..., Any], ...]
    numbers: tuple[int, ...] = ()
    variables: int = 0
    parts: tuple[CompileUnit, ...] = ()
    edition: Edition = ()

    @property
    def name(self) -> str:
        """The name of its code in the cache, or "" for sources whose changes would not be noticed."""
        names = [unit.text_name for unit in self.whole]
        if not all(names):
            return ""
        return "-".join([names[0], *map(short, names[1:]), str(self.variables)])

    @property
    def text_name(self) -> str:
        """The name of its LLVM text, for any number of variables, or ""."""
        names = [lasting_name(each) for each in self.sources]
        return "-".join([self.kind, *names, *map(str, map(int, self.numbers))]) if all(names) else ""

    @property
    def whole(self) -> tuple[CompileUnit, ...]:
        """The function and its parts."""
        return (self, *self.parts)

    def text(self) -> KernelText:
        """Return the LLVM text of its sources.

        Sources outside the kernels' subset of Python are compiled by numba, where it is installed and takes them; else
        Refused is raised.
        """
        return _text(self.kind, self.sources, self.numbers, self.edition)


@lru_cache(64)
def _text(kind: str, sources: tuple[Callable[..., Any], ...], numbers: tuple[int, ...], edition: Edition) -> KernelText:
    from physics.compiled import kernel_entry
    from physics.compiled.kernel_expressions import Beyond, Endless, Refused

    try:
        text: KernelText = getattr(kernel_entry, kind)(*sources, *numbers)
    except (Endless, Beyond):  # numba would read memory beyond the numbers p, or beyond a buffer
        raise
    except Refused as refused:
        if any(map(_counts_from_end, sources)):
            raise
        try:
            from physics.compiled import numba_backend

            text = getattr(numba_backend, kind)(*sources, *numbers)
        except Exception:  # it may be missing or broken in any way, or refuse them, too
            raise refused from None
        text = KernelText(text.symbol, text.text, text.vectors, **_needs_of(kind, sources[0]))
    return text


ARGUMENTS = {
    "rate": {"state": 1, "numbers": 2, "slope": 3}, "value": {"state": 1}, "guards": {"state": 1, "numbers": 2},
    "jump": {"state": 2, "numbers": 3}, "settle": {"state": 0, "numbers": 1},
}  # fmt: skip
"""Which arguments of sources are the state, its slope and the constants p."""


def _needs_of(kind: str, function: Callable[..., Any]) -> dict[str, Need]:
    """Return what a source needs of its own arguments by its constant indices, of those that are never negative."""
    from physics.compiled.kernel_compiler import tree_of
    from physics.compiled.kernel_expressions import Refused

    try:
        tree = tree_of(function)
    except Refused:  # it has no source to be read
        return {}
    names = {tree.args.args[place].arg: each for each, place in ARGUMENTS.get(kind, {}).items()}
    found: dict[str, Need] = {}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Name)
            and isinstance(node.slice, ast.Constant)
        ):
            each, index = names.get(node.value.id), node.slice.value
            if each and isinstance(index, int) and index + 1 > found.get(each, Need()).length:
                found[each] = Need(index + 1, f"{place_of(function, node)}: `{ast.unparse(node)[:60]}`")
    return found


def check_indices(unit: CompileUnit, variables: int, numbers: int | None = None, slope: bool = True) -> None:
    """Raise Refused where constant indices of sources are beyond the state, or beyond the constants p.

    CPython raises IndexError there; machine code would read what lies behind. variables, numbers: how many there are,
    None for any. slope: the second buffer has the length of a state, too, as that of a right-hand side.
    """
    from physics.compiled.kernel_expressions import Refused

    for each in unit.whole:
        text = each.text()
        wanted = [(text.state, variables, "the state"), (text.slope, variables if slope else None, "the slope")]
        for need, length, of in (*wanted, (text.numbers, numbers, "p")):
            if length is not None and need.length > length:
                said = f"{need.place}: is beyond the {length} numbers of {of}"
                raise Refused(f"{said} and cannot be compiled: take an index below {length}")


def _counts_from_end(function: Callable[..., Any]) -> bool:
    """Return whether a source itself takes numbers from the end of p, whose length machine code does not know."""
    from physics.compiled.kernel_compiler import tree_of
    from physics.compiled.kernel_expressions import Refused

    def is_p(node: ast.AST) -> bool:
        return (node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")) == "p"

    def counts(node: ast.AST) -> bool:
        if isinstance(node, ast.Call):
            return isinstance(node.func, ast.Name) and node.func.id == "len" and any(map(is_p, node.args))
        inside = ast.walk(node.slice) if isinstance(node, ast.Subscript) and is_p(node.value) else ()
        return any(isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.USub) for each in inside)

    try:
        return any(map(counts, ast.walk(tree_of(function))))
    except Refused:
        return False


def short(name: str) -> str:
    """Return a short name for a long one, which would not fit into that of a file beside others."""
    import hashlib

    return hashlib.sha256(name.encode()).hexdigest()[:8]


def kernel_unit(kernel: Callable[..., None], n: int) -> CompileUnit:
    """Return what compiles a kernel with the arguments of `System.rate`, for states of n variables."""
    return CompileUnit("rate", (kernel,), (1,), n)


def pose_unit(system: System) -> CompileUnit | None:
    """Return what compiles `System.pose` of a system that has it."""
    return kernel_unit(type(system).pose, len(system.variables)) if system.has_pose else None


def value_unit(value: Callable[..., float] | SharedValues, n: int) -> CompileUnit:
    """Return what compiles the value of an invariant or quantity, or shared values, for states of n variables."""
    return kernel_unit(value.kernel, n) if isinstance(value, SharedValues) else CompileUnit("value", (value,), (), n)
