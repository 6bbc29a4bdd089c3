"""A compiler of kernels: from a subset of Python to LLVM code.

The subset is that of right-hand sides and methods: numbers, tuples, buffers of doubles, `if`, `for` over ranges and
tuples, `while`, and calls of such functions. A function is compiled for the shapes of its arguments
(`physics/compiled/kernel_values.py`) when it is first called with them. Variables lie on the stack, from which LLVM
takes them into registers; what a variable holds is found by writing the function, and by beginning it again where a
variable turns out to hold more: a whole number at first, a real one later.
"""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, ModuleType
from typing import Any, cast

from physics.compiled.kernel_builder import INTEGER, VOID, Builder, Constant, Function, FunctionType, Module
from physics.compiled.kernel_expressions import CURES, DEFAULT_CURE, ExpressionWriter, Refused
from physics.compiled.kernel_text import Needs, place_of
from physics.compiled.kernel_values import (
    NOTHING,
    REAL,
    WHOLE,
    Buffer,
    Group,
    Number,
    Shape,
    Value,
    as_argument,
    assembled,
    constant,
    is_natural,
    parts_of,
    real,
    shape_of,
    types_of,
)

RESULT = "return"
"""The name of a function's result among its variables; it is no name of Python."""


class _Again(Exception):
    """Raised where a variable holds more than was known when the code before was written."""


@dataclass(frozen=True)
class Made:
    """A compiled function: its code, and the shape of its result. Two or more parts of it are written to pointers.

    needs: what it needs of buffers, by the number of an argument and its attribute, "" for the argument itself.
    """

    code: Any
    result: Shape
    needs: Needs


class Program:
    """A module of LLVM code, to which functions are added as they are called.

    replaced: what writes the calls of functions that are not compiled. apart: functions that need not become part of
    their callers, nor what they call. alone: functions that must not.
    """

    def __init__(
        self,
        replaced: Mapping[Any, Callable[..., Value]],
        apart: Collection[Any] = (),
        alone: Collection[Any] = (),
    ) -> None:
        self.module = Module()
        self.replaced, self.apart, self.alone = replaced, apart, alone
        self._made: dict[Any, Made | None] = {}
        self._results: dict[Any, Shape] = {}
        self._number = 0

    def function(self, function: Any, shapes: tuple[Shape, ...], caller: Any = None, node: Any = None) -> Made:
        """Return a function compiled for arguments of some shapes; raises Refused.

        caller, node: who calls it, and where, None for the caller of all.
        """
        inlined = (caller is None or caller.inlined) and function not in self.apart
        key = (function, shapes, inlined)
        if key not in self._made:
            self._made[key] = None  # while it is written
            written = self._made[key] = self._written(function, shapes, inlined)
            self._results[function] = written.result
        made = self._made[key]
        if made is None:
            raise caller.refuse(node, f"`{function.__name__}`, which calls itself", "write a loop")
        return made

    def _written(self, function: Any, shapes: tuple[Shape, ...], inlined: bool) -> Made:
        tree = tree_of(function)
        wider: dict[str, Shape] = {RESULT: self._results.get(function, _likely_result(tree))}
        while True:
            self._number += 1
            writer = FunctionWriter(self, function, tree, inlined, wider, f"{function.__name__}.{self._number}")
            try:
                return writer.written(shapes)
            except _Again:
                del self.module.globals[writer.code.name]


def _likely_result(tree: ast.FunctionDef) -> Shape:
    """Return the shape that the result of a function has most likely, which saves writing it twice."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Return) and node.value is not None:
            if isinstance(node.value, ast.Tuple):
                return ("group", *[REAL] * len(node.value.elts))
            return REAL
    return NOTHING


@lru_cache(1024)
def tree_of(function: Any) -> ast.FunctionDef:
    """Return the parsed source of a function, with the numbers of its lines; raises Refused.

    The source is that in the file, unless another one was loaded, whose text may be remembered: a file may be edited
    while its functions are used, and be loaded again.
    """
    code, found = function.__code__, _tree(function)
    if found is not None and _gives(found, function):
        return found
    linecache.checkcache(code.co_filename)
    found = _tree(function)
    if found is not None and _gives(found, function):
        return found
    place, name = place_of(function), function.__qualname__
    if found is None:
        raise Refused(f"{place}: no source of {name}: define it with def")
    raise Refused(f"{place}: the source of {name} was changed after it was loaded: load it again")


def _tree(function: Any) -> ast.FunctionDef | None:
    code = function.__code__
    for read in (_lines, _block):
        text = read(function)
        head = "if True:\n" if text[:1].isspace() else ""
        above = "\n" * (code.co_firstlineno - 1 - len(head.splitlines()))  # which gives the lines their numbers
        try:
            tree = ast.parse(above + head + text)
        except SyntaxError:
            continue
        found = next((each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)), None)
        if found is not None:
            return found
    return None


def _gives(tree: ast.FunctionDef, function: Any) -> bool:
    """Return whether Python makes the code of a function from a source."""
    code = function.__code__

    def here(node: Any) -> Any:
        return ast.copy_location(node, tree)

    block: list[ast.stmt] = [here(ast.FunctionDef(**{**dict(ast.iter_fields(tree)), "decorator_list": []}))]
    around = function.__qualname__.split(".")[-2:-1]
    if around and around[0] != "<locals>":  # names that begin with two underscores depend on the class
        block = [here(ast.ClassDef(around[0], [], [], block, []))]
    if closed := [name for name in code.co_freevars if name != "__class__"]:
        given = ast.arguments([], [here(ast.arg(name)) for name in closed], None, [], [], None, [])
        block = [here(ast.FunctionDef("around", given, block, []))]

    def gives(imported: list[str]) -> bool:
        imports: list[ast.stmt] = [here(ast.Import([here(ast.alias(name))])) for name in imported]
        return _parts_of(code) in map(_parts_of, _codes(_compiled(block + imports, code)))

    # Calls of what a module imports have a code of their own. Most often these are other modules.
    modules = [name for name in code.co_names if isinstance(function.__globals__.get(name), ModuleType)]
    return gives(modules) or gives([]) or gives([name for name in code.co_names if name in _imported(code)])


def _imported(code: CodeType) -> set[str]:
    """Return the names that the file of a code imports."""
    try:
        tree = ast.parse("".join(linecache.getlines(code.co_filename)))
    except SyntaxError:
        return set()
    imports = [each for each in ast.walk(tree) if isinstance(each, ast.Import | ast.ImportFrom)]
    return {(each.asname or each.name).partition(".")[0] for one in imports for each in one.names}


def _compiled(block: list[ast.stmt], code: CodeType) -> CodeType:
    features = code.co_flags & annotations.compiler_flag
    return cast(CodeType, compile(ast.Module(block, []), code.co_filename, "exec", features, dont_inherit=True))


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _parts_of(code: CodeType) -> tuple[Any, ...]:
    """Return what a code does, without its place."""
    constants = [repr(each) for each in code.co_consts if not isinstance(each, CodeType)]
    return code.co_name, code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants


@lru_cache(1024)
def fixed_names(tree: ast.FunctionDef) -> frozenset[str]:
    """Return the variables of a function that are assigned once, before all that reads them: they need no memory.

    Each reader comes later in the same block, or in one within it.
    """
    stored: dict[str, list[tuple[tuple[int, ...], int]]] = {}
    read: dict[str, list[tuple[tuple[int, ...], int]]] = {}
    in_order: list[tuple[ast.arg | ast.Name, tuple[int, ...]]] = []
    _list_in_order(tree, (), in_order)
    for place, (node, around) in enumerate(in_order):
        if isinstance(node, ast.arg):
            stored.setdefault(node.arg, []).append((around, place))
        else:
            places = read if isinstance(node.ctx, ast.Load) else stored
            places.setdefault(node.id, []).append((around, place))
    found = set()
    for name, ((block, number), *others) in stored.items():
        later = all(within[: len(block)] == block and at > number for within, at in read.get(name, ()))
        if not others and later:
            found.add(name)
    return frozenset(found)


def _list_in_order(
    node: ast.AST, block: tuple[int, ...], found: list[tuple[ast.arg | ast.Name, tuple[int, ...]]]
) -> None:
    """Add the names in a source in the order in which they are computed, each with the blocks that it is in."""
    if isinstance(node, ast.arg | ast.Name):
        found.append((node, block))
        return
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        found.append((ast.Name(node.target.id, ast.Load()), block))
    names = node._fields
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        names = ("value", *(name for name in names if name != "value"))
    for name in names:
        part = getattr(node, name, None)
        inner = block
        if name in ("body", "orelse") and isinstance(part, list) and not isinstance(node, ast.FunctionDef):
            inner = (*block, id(part))
            if name == "body" and isinstance(node, ast.For):
                _list_in_order(node.target, inner, found)
        if isinstance(part, list):
            for each in part:
                if isinstance(each, ast.AST):
                    _list_in_order(each, inner, found)
        elif isinstance(part, ast.AST) and not (name == "target" and isinstance(node, ast.For)):
            _list_in_order(part, inner, found)


def _lines(function: Any) -> str:
    """Return the lines of a source from its first to the last that became code."""
    code = function.__code__
    last = max(end or 0 for _, end, *_ in code.co_positions())
    return "".join(linecache.getlines(code.co_filename)[code.co_firstlineno - 1 : last])


def _block(function: Any) -> str:
    """Return the source of a function that ends with lines without code; slower."""
    try:
        return inspect.getsource(function)
    except OSError:
        return ""


@dataclass
class _Loop:
    """Where `continue` and `break` lead to; left: whether there is a `break`."""

    following: Any
    end: Any
    left: bool = False


class FunctionWriter(ExpressionWriter):
    """Writes the code of one function for arguments of some shapes.

    wider: shapes of variables that were found to hold more than the first value they get.
    """

    def __init__(
        self, program: Program, function: Any, tree: ast.FunctionDef, inlined: bool, wider: dict[str, Shape], name: str
    ) -> None:
        self.program, self.function, self.tree, self.wider, self.inlined = program, function, tree, wider, inlined
        self.name = name
        self.slots: dict[str, tuple[Shape, list[Any]]] = {}
        self.fixed, self.values = fixed_names(tree), dict[str, Value]()
        self.loops: list[_Loop] = []
        self.returned = False
        self.needs = Needs()

    def written(self, shapes: tuple[Shape, ...]) -> Made:
        """Write the function; raises _Again."""
        self.result = self.wider[RESULT]
        results = types_of(self.result)
        kind = results[0] if len(results) == 1 else VOID
        self.outs = len(results) if len(results) > 1 else 0
        pointers = [each.as_pointer() for each in results] if self.outs else []
        given = [each for shape in shapes for each in types_of(shape)]
        self.code = Function(self.program.module, FunctionType(kind, given + pointers), self.name)
        self.code.linkage = "internal"
        if self.function in self.program.alone:
            self.code.attributes.add("noinline")
        elif self.inlined:
            self.code.attributes.add("alwaysinline")
        entry, first = self.code.append_basic_block(), self.code.append_basic_block()
        self.start, self.build = Builder(entry), Builder(first)
        self._take(shapes)
        self.block(self.tree.body)
        if not self.build.block.is_terminated:
            self.give(NOTHING, self.tree)
        self.start.branch(first)
        if not self.returned and self.result != NOTHING:  # it never returns
            self.wider[RESULT] = NOTHING
            raise _Again
        return Made(self.code, self.result, self.needs)

    def _take(self, shapes: tuple[Shape, ...]) -> None:
        """Make variables of the arguments."""
        arguments = self.tree.args
        names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            raise self.refuse(self.tree, f"arguments of `{self.tree.name}` with a star", "name the arguments")
        parts = iter(self.code.args)
        values = [assembled(shape, parts) for shape in shapes]
        defaults = self.function.__defaults__ or ()
        missing = len(names) - len(values)
        if not 0 <= missing <= len(defaults):
            said = f"a call of `{self.tree.name}` with {len(values)} arguments"
            raise self.refuse(self.tree, said, f"pass {len(names)}")
        values += map(constant, defaults[len(defaults) - missing :])
        for number, (name, value) in enumerate(zip(names, values, strict=True)):
            self.store(name, as_argument(value, number), self.tree)

    def refuse(self, node: ast.AST, what: str, cure: str) -> Refused:
        """Return the error for a construct: file, line, construct, cure."""
        return Refused(f"{place_of(self.function, node)}: {what} cannot be compiled: {cure}")

    # Variables --------------------------------------------------------------------------------------------

    def variable(self, name: str) -> Value | None:
        """Return the present value of a local variable, or None if there is none."""
        if name in self.values:
            return self.values[name]
        if name not in self.slots:
            return None
        shape, places = self.slots[name]
        return assembled(shape, iter([self.build.load(place) for place in places]))

    def store(self, name: str, value: Value, node: ast.AST) -> None:
        """Give a variable a value; raises _Again if it was written for less."""
        if name in self.fixed:
            self.values[name] = value
            return
        shape = shape_of(value)
        if name not in self.slots:
            kept = self.together(self.wider.get(name, shape), shape, node)
            self.slots[name] = kept, [self.start.alloca(kind) for kind in types_of(kept)]
        kept, places = self.slots[name]
        wanted = self.together(kept, shape, node)
        if wanted != kept:
            self.wider[name] = wanted
            raise _Again
        for part, place in zip(parts_of(self.fitted(value, kept, node)), places, strict=True):
            self.build.store(part, place)

    def assign(self, target: ast.expr, value: Value) -> None:
        """Give a variable, an item of a buffer, or each of several a value."""
        if isinstance(target, ast.Name):
            self.store(target.id, value, target)
        elif isinstance(target, ast.Subscript):
            row = self._buffer(target)
            self.build.store(self.number(value, REAL, target), self.place(row, target))
        elif isinstance(target, ast.Tuple) and isinstance(value, Group) and len(target.elts) == len(value.items):
            for each, item in zip(target.elts, value.items, strict=True):
                self.assign(each, item)
        else:
            raise self.refuse(target, f"an assignment to `{ast.unparse(target)}`", "assign numbers one by one")

    def _buffer(self, target: ast.Subscript) -> Buffer:
        row = self.value(target.value)
        if not isinstance(row, Buffer) or isinstance(target.slice, ast.Slice):
            said = f"an assignment to `{ast.unparse(target)}`"
            raise self.refuse(target, said, "write the numbers of a buffer one by one")
        return row

    # Statements -------------------------------------------------------------------------------------------

    def block(self, statements: list[ast.stmt]) -> None:
        """Write statements, as far as they can be reached."""
        for each in statements:
            if self.build.block.is_terminated:
                return
            write = STATEMENTS.get(type(each))
            if write is None:
                said = f"`{ast.unparse(each).splitlines()[0][:60]}`"
                raise self.refuse(each, *CURES.get(type(each), (said, DEFAULT_CURE)))
            try:
                write(self, each)
            except (Refused, _Again):
                raise
            except Exception as error:  # CPython would raise it, too, when it runs this
                raise self.refuse(each, f"`{ast.unparse(each).splitlines()[0][:60]}` ({error})", DEFAULT_CURE) from None

    def expression(self, node: ast.Expr) -> None:
        """Write a call; a docstring is nothing."""
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def nothing(self, node: ast.stmt) -> None:
        """Write nothing."""

    def assignment(self, node: ast.Assign) -> None:
        """Write `a = b = value`."""
        value = self.value(node.value)
        for target in node.targets:
            self.assign(target, value)

    def declaration(self, node: ast.AnnAssign) -> None:
        """Write `a: kind = value`."""
        if node.value is not None:
            self.assign(node.target, self.value(node.value))

    def change(self, node: ast.AugAssign) -> None:
        """Write `a += value` and the like."""
        if isinstance(node.target, ast.Name):
            name = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            self.store(node.target.id, self.operation(node, node.op, self.value(name), self.value(node.value)), node)
        elif isinstance(node.target, ast.Subscript):
            at = self.place(self._buffer(node.target), node.target)
            changed = self.operation(node, node.op, real(self.build.load(at)), self.value(node.value))
            self.build.store(self.number(changed, REAL, node), at)
        else:
            raise self.outside(node)

    def give_back(self, node: ast.Return) -> None:
        """Write `return value`."""
        self.give(NOTHING if node.value is None else self.value(node.value), node)

    def give(self, value: Value, node: ast.AST) -> None:
        """Return a value from the function; raises _Again if it was written for another one."""
        shape = shape_of(value)
        wanted = self.together(self.result, shape, node) if self.returned else shape
        if wanted != self.result:
            self.wider[RESULT] = wanted
            raise _Again
        self.returned = True
        parts = parts_of(self.fitted(value, self.result, node))
        if self.outs:
            for part, place in zip(parts, self.code.args[-self.outs :], strict=True):
                self.build.store(part, place)
        if len(parts) == 1:
            self.build.ret(parts[0])
        else:
            self.build.ret_void()

    def condition(self, node: ast.If) -> None:
        """Write `if`; of a test that is known while compiling, only what it leads to."""
        test = self.value(node.test)
        known = self.known_truth(test)
        if known is not None:
            self.block(node.body if known else node.orelse)
            return
        blocks = self.code.append_basic_block(), self.code.append_basic_block()
        self.build.cbranch(self.test(test, node.test), *blocks)
        ends = []
        for block, statements in zip(blocks, (node.body, node.orelse), strict=True):
            self.build.position_at_end(block)
            self.block(statements)
            if not self.build.block.is_terminated:
                ends.append(self.build.block)
        if ends:
            following = self.code.append_basic_block()
            for block in ends:
                self.build.position_at_end(block)
                self.build.branch(following)
            self.build.position_at_end(following)

    def repetition(self, node: ast.While) -> None:
        """Write `while`."""
        self._no_else(node)
        head, inner, end = (self.code.append_basic_block() for _ in range(3))
        self.build.branch(head)
        self.build.position_at_end(head)
        test = self.value(node.test)
        endless = self.known_truth(test) is True
        if endless:
            self.build.branch(inner)
        else:
            self.build.cbranch(self.test(test, node.test), inner, end)
        self.build.position_at_end(inner)
        left = self._body(node.body, head, end)
        self.build.position_at_end(end)
        if endless and not left:
            self.build.unreachable()

    def _body(self, statements: list[ast.stmt], following: Any, end: Any) -> bool:
        """Write the body of a loop; return whether it may break out of it."""
        self.loops.append(_Loop(following, end))
        self.block(statements)
        if not self.build.block.is_terminated:
            self.build.branch(following)
        return self.loops.pop().left

    def _no_else(self, node: ast.For | ast.While) -> None:
        if node.orelse:
            raise self.refuse(node.orelse[0], "`else` of a loop", "use a variable that says how it ended")

    def leave(self, node: ast.Break) -> None:
        """Write `break`."""
        self.loops[-1].left = True
        self.build.branch(self.loops[-1].end)

    def go_on(self, node: ast.Continue) -> None:
        """Write `continue`."""
        self.build.branch(self.loops[-1].following)

    def loop(self, node: ast.For) -> None:
        """Write `for` over a range, or over the items of a tuple, for each of which the body is written."""
        self._no_else(node)
        name = ast.unparse(node.iter.func) if isinstance(node.iter, ast.Call) else ""
        if name == "range":
            assert isinstance(node.iter, ast.Call)
            self._count(node, node.iter)
            return
        value = self.value(node.iter)
        if not isinstance(value, Group):
            said = f"a loop over `{ast.unparse(node.iter)[:60]}`"
            raise self.refuse(node, said, "loop over a range of indices")
        end = self.code.append_basic_block()
        for item in value.items:
            following = self.code.append_basic_block()
            self.assign(node.target, item)
            self._body(node.body, following, end)
            self.build.position_at_end(following)
        self.build.branch(end)
        self.build.position_at_end(end)

    def _count(self, node: ast.For, given: ast.Call) -> None:
        """Write a loop over a range, whose bounds are computed once."""
        values = [self.value(each) for each in given.args]
        bounds = [self.number(value, WHOLE, each) for value, each in zip(values, given.args, strict=True)]
        first, last = (INTEGER(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
        step = bounds[2] if len(bounds) > 2 else INTEGER(1)
        if not isinstance(step, Constant) or not step.constant:
            raise self.refuse(node, f"`{ast.unparse(given)}`", "use a constant step that is not 0")
        at = self.start.alloca(INTEGER)
        self.build.store(first, at)
        head, inner, following, end = (self.code.append_basic_block() for _ in range(4))
        self.build.branch(head)
        self.build.position_at_end(head)
        now = self.build.load(at)
        self.build.cbranch(self.build.icmp_signed(">" if step.constant < 0 else "<", now, last), inner, end)
        self.build.position_at_end(inner)
        natural = step.constant > 0 and (len(values) == 1 or is_natural(values[0]))
        known = values[0] if step.constant < 0 or len(values) == 1 else values[1]
        literal = known.literal if isinstance(known, Number) else None
        most = None if literal is None else literal - (step.constant > 0)
        self.assign(node.target, Number(WHOLE, now, None, natural, most))
        self._body(node.body, following, end)
        self.build.position_at_end(following)
        self.build.store(self.build.add(self.build.load(at), step, flags=["nsw"]), at)
        self.build.branch(head)
        self.build.position_at_end(end)


STATEMENTS: dict[type[ast.AST], Callable[..., None]] = {
    ast.Expr: FunctionWriter.expression,
    ast.Pass: FunctionWriter.nothing,
    ast.Assert: FunctionWriter.nothing,
    ast.Assign: FunctionWriter.assignment,
    ast.AnnAssign: FunctionWriter.declaration,
    ast.AugAssign: FunctionWriter.change,
    ast.Return: FunctionWriter.give_back,
    ast.If: FunctionWriter.condition,
    ast.While: FunctionWriter.repetition,
    ast.For: FunctionWriter.loop,
    ast.Break: FunctionWriter.leave,
    ast.Continue: FunctionWriter.go_on,
}
"""How each kind of statement is written."""
