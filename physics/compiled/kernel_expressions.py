"""Expressions of the kernels' subset of Python as LLVM code.

Each is rounded as in CPython: nothing is reordered, contracted or assumed of numbers. Where CPython raises, the code
goes on: a division by zero gives inf or nan, one of whole numbers 0. Whole numbers have 64 bits.
"""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable
from typing import Any

from physics.compiled.kernel_builder import BIT, DOUBLE, INTEGER, Constant, FunctionType
from physics.compiled.kernel_calls import call_of
from physics.compiled.kernel_text import Need, Needs, place_of
from physics.compiled.kernel_values import (
    REAL,
    TRUTH,
    WHOLE,
    Buffer,
    Fields,
    Group,
    Known,
    Mismatch,
    Number,
    Shape,
    Value,
    assembled,
    buffers_in,
    constant,
    endless_row,
    is_in_range,
    is_natural,
    joined,
    parts_of,
    real,
    shape_of,
    truth,
    types_of,
    whole,
)

FOLDED = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_, ast.RShift: operator.rshift, ast.LShift: operator.lshift,
}  # fmt: skip
"""What is computed while compiling, of numbers that are known."""
ON_REALS = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
ON_WHOLES = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.RShift: "ashr", ast.LShift: "shl", ast.BitAnd: "and_",
    ast.BitOr: "or_",
}  # fmt: skip
NO_OVERFLOW = ast.Add, ast.Sub, ast.Mult
"""Operations on whole numbers whose results are in range: LLVM then knows that i + 1 > 0 where i > 0."""
SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
CURES: dict[type[ast.AST], tuple[str, str]] = {
    ast.Pow: ("a power", "multiply, or call sqrt"),
    ast.ListComp: ("a list", "write into a buffer in a loop"),
    ast.List: ("a list", "use a tuple, or a buffer from scratch"),
    ast.Dict: ("a dictionary", "use a tuple"),
    ast.Set: ("a set", "use a tuple"),
    ast.SetComp: ("a set", "use a tuple"),
    ast.DictComp: ("a dictionary", "use a tuple"),
    ast.GeneratorExp: ("a generator", "write a loop"),
    ast.Lambda: ("a function without a name", "define it with def in the module"),
    ast.FunctionDef: ("a function within a function", "define it in the module"),
    ast.ClassDef: ("a class", "use functions of numbers"),
    ast.JoinedStr: ("a text", "leave it out"),
    ast.Try: ("try", "let numbers become nan, and check them"),
    ast.Raise: ("raise", "return nan"),
    ast.With: ("with", "leave it out"),
    ast.Import: ("an import", "import at the top of the module"),
    ast.ImportFrom: ("an import", "import at the top of the module"),
    ast.Global: ("global", "pass it as an argument"),
    ast.Nonlocal: ("nonlocal", "pass it as an argument"),
    ast.Delete: ("del", "leave it out"),
    ast.NamedExpr: ("an assignment within an expression", "assign in a line of its own"),
    ast.Match: ("match", "use if"),
    ast.MatMult: ("a product of matrices", "write a loop"),
    ast.Yield: ("yield", "write into a buffer"),
}
"""Constructs outside the subset, and what to write instead."""
DEFAULT_CURE = "write it with numbers, tuples, buffers, if, for, while and functions"


class Refused(Exception):
    """Raised for a source that is outside the kernels' subset; the message names file, line, construct and cure."""


class Endless(Refused):
    """Raised for a source that counts from the end of a buffer whose length machine code does not know."""


class Beyond(Refused):
    """Raised for a source that takes an item beyond a buffer whose length is known."""


class NumberWriter:
    """Writes the code of conversions, operations and comparisons at the place of a builder.

    program: the module of code (`physics.compiled.kernel_compiler.Program`). start: a builder at the beginning of the
    function. needs: what it needs of its arguments.
    """

    program: Any
    function: Any
    code: Any
    build: Any
    start: Any
    needs: Needs

    def refuse(self, node: ast.AST, what: str, cure: str) -> Refused:
        """Return the error for a construct."""
        raise NotImplementedError

    def number(self, value: Value, kind: str, node: ast.AST) -> Any:
        """Return the LLVM value of a number of a kind; a real one is not taken for a whole one."""
        if not isinstance(value, Number) or joined(value.kind, kind) != kind:
            found = f"`{ast.unparse(node)}`, which is no {kind} number"
            raise self.refuse(node, found, "use float() or int()")
        if kind == WHOLE and value.literal is not None and not is_in_range(value.literal):
            raise self.refuse(node, f"`{ast.unparse(node)[:60]}`, which has more than 64 bits,", "write it as a float")
        if value.kind == kind:
            return value.code
        if kind == WHOLE:
            return INTEGER(int(value.literal)) if value.literal is not None else self.build.zext(value.code, INTEGER)
        if value.literal is not None:
            return DOUBLE(float(value.literal))
        return (self.build.sitofp if value.kind == WHOLE else self.build.uitofp)(value.code, DOUBLE)

    def fitted(self, value: Value, shape: Shape, node: ast.AST) -> Value:
        """Return a value as one of a shape that it was joined into."""
        if isinstance(shape, str):
            assert isinstance(value, Number)
            code = self.number(value, shape, node)
            return value if value.kind == shape else Number(shape, code)
        if isinstance(value, Group):
            return Group(tuple(self.fitted(a, b, node) for a, b in zip(value.items, shape[1:], strict=True)))
        if isinstance(value, Buffer):
            stride = INTEGER(1) if shape[1] and value.stride is None else value.stride
            return endless_row(value.place, stride) if shape[2] else Buffer(value.place, value.length, stride)
        return value

    def together(self, one: Shape, other: Shape, node: ast.AST) -> Shape:
        """Return the shape of a value that is one or the other."""
        try:
            return joined(one, other)
        except Mismatch as found:
            raise self.refuse(node, f"`{ast.unparse(node)[:60]}`, which is {found}", "use one kind of value") from None

    def known_truth(self, value: Value) -> bool | None:
        """Return whether a value is true, where it is known while compiling."""
        if isinstance(value, Number):
            return None if value.literal is None else bool(value.literal)
        if isinstance(value, Group):
            return bool(value.items)
        return bool(value.value) if isinstance(value, Known) else None

    def test(self, value: Value, node: ast.AST) -> Any:
        """Return the bit that says whether a value is true."""
        known = self.known_truth(value)
        if known is not None:
            return BIT(int(known))
        if not isinstance(value, Number):
            raise self.refuse(node, f"the truth of `{ast.unparse(node)}`", "compare it with a number")
        if value.kind == TRUTH:
            return value.code
        if value.kind == WHOLE:
            return self.build.icmp_signed("!=", value.code, INTEGER(0))
        return self.build.fcmp_unordered("!=", value.code, DOUBLE(0.0))

    def outside(self, node: ast.AST) -> Refused:
        """Return the error for a construct outside the subset."""
        return self.refuse(node, *CURES.get(type(node), (f"`{ast.unparse(node)[:60]}`", DEFAULT_CURE)))

    def operation(self, node: ast.AST, op: ast.operator, one: Value, other: Value) -> Value:
        """Return the result of an operation on two values; node: for errors."""
        kind = type(op)
        if isinstance(one, Group) and isinstance(other, Group) and kind is ast.Add:
            return Group(one.items + other.items)
        if kind in CURES or not isinstance(one, Number) or not isinstance(other, Number):
            raise self.refuse(node, *CURES.get(kind, (f"`{ast.unparse(node)[:60]}`", DEFAULT_CURE)))
        if one.literal is not None and other.literal is not None and kind in FOLDED:
            return constant(FOLDED[kind](one.literal, other.literal))
        if REAL in (one.kind, other.kind) or kind is ast.Div:
            a, b = self.number(one, REAL, node), self.number(other, REAL, node)
            if kind is ast.Mod:
                return real(self._remainder(a, b))
            if kind not in ON_REALS:
                raise self.outside(node)
            return real(getattr(self.build, ON_REALS[kind])(a, b))
        if one.kind == other.kind == TRUTH and kind in (ast.BitAnd, ast.BitOr):
            return truth(getattr(self.build, ON_WHOLES[kind])(one.code, other.code))
        a, b = self.number(one, WHOLE, node), self.number(other, WHOLE, node)
        if kind in ON_WHOLES:
            flags = ("nsw",) if kind in NO_OVERFLOW else ()
            natural = kind in (ast.Add, ast.Mult) and is_natural(one) and is_natural(other)
            return whole(getattr(self.build, ON_WHOLES[kind])(a, b, flags=flags), natural)
        if kind in (ast.FloorDiv, ast.Mod):
            return whole(self._divided(a, b)[kind is ast.Mod])
        raise self.outside(node)

    def _divided(self, a: Any, b: Any) -> tuple[Any, Any]:
        """Return quotient and remainder of whole numbers, rounded down; 0 for a division by 0."""
        build, zero = self.build, INTEGER(0)
        none = build.icmp_signed("==", b, zero)
        by = b if isinstance(b, Constant) and b.constant else build.select(none, INTEGER(1), b)
        quotient, rest = build.sdiv(a, by), build.srem(a, by)
        off = build.and_(build.icmp_signed("!=", rest, zero), build.icmp_signed("<", build.xor(rest, by), zero))
        down, left = build.sub(quotient, build.zext(off, INTEGER)), build.select(off, build.add(rest, by), rest)
        return build.select(none, zero, down), build.select(none, zero, left)

    def _remainder(self, a: Any, b: Any) -> Any:
        """Return a % b of doubles, which has the sign of b, as a zero has."""
        build, zero = self.build, DOUBLE(0.0)
        rest = build.frem(a, b)
        some = build.fcmp_unordered("!=", rest, zero)
        other_sign = build.xor(build.fcmp_ordered("<", rest, zero), build.fcmp_ordered("<", b, zero))
        moved = build.select(build.and_(some, other_sign), build.fadd(rest, b), rest)
        return build.select(some, moved, self.intrinsic("llvm.copysign", zero, b))

    def compared(self, node: ast.AST, op: ast.cmpop, one: Value, other: Value) -> Any:
        """Return the bit of a comparison of two values."""
        if isinstance(op, ast.Is | ast.IsNot) and (isinstance(one, Known) or isinstance(other, Known)):
            return BIT(int((one == other) == isinstance(op, ast.Is)))
        if isinstance(op, ast.In) and isinstance(other, Group):
            found = BIT(0)
            for each in other.items:
                found = self.build.or_(found, self.compared(node, ast.Eq(), one, each))
            return found
        sign = SIGNS.get(type(op))
        if sign is None or not isinstance(one, Number) or not isinstance(other, Number):
            raise self.refuse(node, f"`{ast.unparse(node)[:60]}`", "compare two numbers")
        if REAL in (one.kind, other.kind):
            compare = self.build.fcmp_unordered if sign == "!=" else self.build.fcmp_ordered
            return compare(sign, self.number(one, REAL, node), self.number(other, REAL, node))
        return self.build.icmp_signed(sign, self.number(one, WHOLE, node), self.number(other, WHOLE, node))

    def chosen(self, test: Any, yes: Callable[[], Value], no: Callable[[], Value], node: ast.AST) -> Value:
        """Return one of two values, made where the code has branched."""
        build = self.build
        blocks = self.code.append_basic_block(), self.code.append_basic_block()
        end = self.code.append_basic_block()
        build.cbranch(test, *blocks)
        found = []
        for block, make in zip(blocks, (yes, no), strict=True):
            build.position_at_end(block)
            found.append((make(), build.block))
        (one, _), (other, _) = found
        shape = self.together(shape_of(one), shape_of(other), node)
        ways = []
        for value, block in found:
            build.position_at_end(block)
            ways.append((parts_of(self.fitted(value, shape, node)), build.block))
            build.branch(end)
        build.position_at_end(end)
        phis = [build.phi(kind) for kind in types_of(shape)]
        for parts, block in ways:
            for phi, part in zip(phis, parts, strict=True):
                phi.add_incoming(part, block)
        return assembled(shape, iter(phis))

    def intrinsic(self, name: str, *operands: Any) -> Any:
        """Return the result of an instruction on doubles that LLVM writes as a call."""
        kind = FunctionType(DOUBLE, [DOUBLE] * len(operands))
        return self.build.call(self.program.module.declare_intrinsic(f"{name}.f64", kind), operands)


class ExpressionWriter(NumberWriter):
    """Writes the code of expressions; the subclass knows variables."""

    def variable(self, name: str) -> Value | None:
        """Return the present value of a local variable, or None if there is none."""
        raise NotImplementedError

    def value(self, node: ast.expr) -> Value:
        """Write the code of an expression and return its value."""
        write = EXPRESSIONS.get(type(node))
        if write is None:
            raise self.outside(node)
        found: Value = write(self, node)
        return found

    def named(self, node: ast.Name) -> Value:
        """Return the value of a name: a local variable, or what the function sees from outside."""
        found = self.variable(node.id)
        if found is not None:
            return found
        if node.id in self.function.__code__.co_varnames:
            raise self.refuse(node, f"`{node.id}`, which may have no value yet,", "assign it first")
        inner = dict(zip(self.function.__code__.co_freevars, self.function.__closure__ or (), strict=True))
        if node.id in inner:
            return constant(inner[node.id].cell_contents)
        try:
            known = self.function.__globals__[node.id]
        except KeyError:
            known = getattr(builtins, node.id, None)
            if known is None:
                raise self.refuse(node, f"`{node.id}`, which has no value", "assign it first") from None
        return constant(known)

    def attribute(self, node: ast.Attribute) -> Value:
        """Return an attribute of an object or a module."""
        owner = self.value(node.value)
        if isinstance(owner, Fields) and node.attr in owner.values:
            return owner.values[node.attr]
        if isinstance(owner, Known) and hasattr(owner.value, node.attr):
            return constant(getattr(owner.value, node.attr))
        raise self.refuse(node, f"`{ast.unparse(node)}`", "read numbers of a system from p alone")

    def group(self, node: ast.Tuple) -> Value:
        """Return a tuple; other tuples may be parts of it."""
        return Group(tuple(self.listed(node.elts)))

    def listed(self, nodes: list[ast.expr]) -> list[Value]:
        """Return the values of expressions, those of tuples with a star in place of these."""
        found: list[Value] = []
        for node in nodes:
            if not isinstance(node, ast.Starred):
                found.append(self.value(node))
                continue
            value = self.value(node.value)
            if not isinstance(value, Group):
                raise self.refuse(node, f"`{ast.unparse(node)}`, which is no tuple", "name its numbers")
            found += value.items
        return found

    def unary(self, node: ast.UnaryOp) -> Value:
        """Return `not x` or `-x`."""
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            known = self.known_truth(value)
            return constant(not known) if known is not None else truth(self.build.not_(self.test(value, node.operand)))
        if not isinstance(node.op, ast.USub) or not isinstance(value, Number):
            raise self.outside(node)
        if value.literal is not None:
            return constant(-value.literal)
        if value.kind == REAL:
            return real(self.build.fneg(value.code))
        return whole(self.build.neg(self.number(value, WHOLE, node.operand)))

    def binary(self, node: ast.BinOp) -> Value:
        """Return the result of an operation on two values."""
        return self.operation(node, node.op, self.value(node.left), self.value(node.right))

    def comparison(self, node: ast.Compare) -> Value:
        """Return the result of one comparison, or of several in a row."""
        one, found = self.value(node.left), None
        for op, right in zip(node.ops, node.comparators, strict=True):
            other = self.value(right)
            bit = self.compared(node, op, one, other)
            found, one = bit if found is None else self.build.and_(found, bit), other
        return truth(found)

    def choice(self, node: ast.IfExp) -> Value:
        """Return one of two values, of which only that is computed."""
        test = self.value(node.test)
        known = self.known_truth(test)
        if known is not None:
            return self.value(node.body if known else node.orelse)
        bit = self.test(test, node.test)
        return self.chosen(bit, lambda: self.value(node.body), lambda: self.value(node.orelse), node)

    def either(self, node: ast.BoolOp) -> Value:
        """Return the value of `and` or `or`: that of the last operand that is computed."""
        found, stops = self.value(node.values[0]), isinstance(node.op, ast.Or)
        for before, other in zip(node.values, node.values[1:], strict=False):
            known = self.known_truth(found)
            if known is not None:
                if known == stops:
                    return found
                found = self.value(other)
                continue
            first = found

            def stay(value: Value = first) -> Value:
                return value

            def go_on(node: ast.expr = other) -> Value:
                return self.value(node)

            bit = self.test(first, before)
            found = self.chosen(bit, stay, go_on, node) if stops else self.chosen(bit, go_on, stay, node)
        return found

    def item(self, node: ast.Subscript) -> Value:
        """Return an item of a buffer or a tuple, or a part of it."""
        owner = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            return self._part(owner, node.slice, node)
        if isinstance(owner, Buffer):
            return real(self.build.load(self.place(owner, node)))
        if not isinstance(owner, Group):
            raise self.refuse(node, f"`{ast.unparse(node)[:60]}`", "take items of buffers and tuples alone")
        index = self.value(node.slice)
        if isinstance(index, Number) and index.literal is not None:
            if not -len(owner.items) <= index.literal < len(owner.items):
                raise self.refuse(node, f"`{ast.unparse(node)}` of a tuple of {len(owner.items)}", "take another item")
            item: Value = owner.items[index.literal]
            return item
        at = self._counted(self.number(index, WHOLE, node), INTEGER(len(owner.items)))
        found, shape = owner.items[-1], shape_of(owner.items[-1])
        for each in owner.items:
            shape = self.together(shape, shape_of(each), node)
        for number in reversed(range(len(owner.items) - 1)):
            here = parts_of(self.fitted(owner.items[number], shape, node))
            test = self.build.icmp_signed("==", at, INTEGER(number))
            there = parts_of(self.fitted(found, shape, node))
            found = assembled(shape, iter([self.build.select(test, a, b) for a, b in zip(here, there, strict=True)]))
        return found

    def note_index(self, row: Buffer, index: Value, node: ast.Subscript) -> None:
        """Note how long the argument that a buffer belongs to must be for an index that is known; raises Refused."""
        known = (index.most if index.literal is None else index.literal) if isinstance(index, Number) else None
        if known is None:
            return
        least = known + 1 if known >= 0 else -known
        length = row.length.constant if isinstance(row.length, Constant) and not row.endless else None
        if length is not None and least > length:
            said = f"`{ast.unparse(node)[:60]}` of {length} numbers"
            raise Beyond(str(self.refuse(node, said, f"take an index below {length}")))
        if row.argument is not None:
            place = f"{place_of(self.function, node)}: `{ast.unparse(node)[:60]}`"
            self.needs.add(row.argument, Need(row.first + least, place))

    def check_end(self, row: Buffer, node: ast.AST) -> None:
        """Raise Endless for a buffer whose length is not known."""
        if row.endless:
            said = f"`{ast.unparse(node)[:60]}`, which counts from the end of p,"
            raise Endless(str(self.refuse(node, said, "count from its start")))

    def place(self, row: Buffer, node: ast.Subscript) -> Any:
        """Return the address of an item of a buffer."""
        index = self.value(node.slice)
        self.note_index(row, index, node)
        at = self.number(index, WHOLE, node.slice)
        if isinstance(index, Number) and index.literal is not None:
            if index.literal < 0:
                self.check_end(row, node)
                at = self.build.add(row.length, at, flags=["nsw"])
        elif not is_natural(index):
            at = self._counted(at, row.length)
        return self.build.gep(row.place, [self._apart(row, at)], inbounds=True)

    def _apart(self, row: Buffer, count: Any) -> Any:
        return count if row.stride is None else self.build.mul(count, row.stride, flags=["nsw"])

    def _counted(self, at: Any, length: Any) -> Any:
        """Return an index from the start, for one that may be counted from the end."""
        counted = self.build.add(at, length, flags=["nsw"])
        return self.build.select(self.build.icmp_signed("<", at, INTEGER(0)), counted, at)

    def _part(self, owner: Value, part: ast.Slice, node: ast.AST) -> Value:
        """Return a part of a buffer, which is the same memory, or of a tuple; bounds outside are moved to the ends."""
        low = self.value(part.lower) if part.lower else constant(0)
        high = self.value(part.upper) if part.upper else None
        if part.step is not None:
            raise self.refuse(node, f"`{ast.unparse(node)[:60]}`, a step", "take every number, and skip in a loop")
        if isinstance(owner, Group):
            literals = [None if each is None else getattr(each, "literal", None) for each in (low, high)]
            if literals[0] is None or (high is not None and literals[1] is None):
                raise self.refuse(node, f"`{ast.unparse(node)[:60]}` of a tuple", "use constants as bounds")
            return Group(owner.items[literals[0] : literals[1]])
        if not isinstance(owner, Buffer):
            raise self.outside(node)
        if any((getattr(each, "literal", None) or 0) < 0 for each in (low, high)):
            self.check_end(owner, node)
        first = self._bound(low, owner.length, node)
        last = owner.length if high is None else self._bound(high, owner.length, node)
        length = self.build.sub(last, first)
        if high is not None:
            length = self._least(length, INTEGER(0), ">")
        place = self.build.gep(owner.place, [self._apart(owner, first)])
        start = getattr(low, "literal", None)
        argument = owner.argument if start is not None and start >= 0 else None
        return Buffer(place, length, owner.stride, owner.endless and high is None, argument, owner.first + (start or 0))

    def _bound(self, bound: Value, length: Any, node: ast.AST) -> Any:
        at = self.number(bound, WHOLE, node)
        literal = getattr(bound, "literal", None)
        if literal == 0:
            return at
        if literal is not None and literal < 0:
            at = self.build.add(at, length)
        elif not is_natural(bound):
            at = self._counted(at, length)
        at = at if is_natural(bound) else self._least(at, INTEGER(0), ">")
        return self._least(at, length, "<")

    def _least(self, one: Any, other: Any, sign: str) -> Any:
        return self.build.select(self.build.icmp_signed(sign, one, other), one, other)

    def call(self, node: ast.Call) -> Value:
        """Return the result of a call."""
        callee = self.value(node.func)
        if node.keywords:
            raise self.refuse(node, f"`{ast.unparse(node)[:60]}`, an argument by name", "pass arguments by position")
        if not isinstance(callee, Known):
            raise self.refuse(node, f"a call of `{ast.unparse(node.func)}`", "call functions by their names")
        return call_of(self, node, callee.value, self.listed(node.args))

    def called(self, function: Any, arguments: list[Value], node: ast.AST) -> Value:
        """Return the result of a call of a Python function, which is compiled for the shapes of the arguments."""
        made = self.program.function(function, tuple(map(shape_of, arguments)), self, node)
        for number, argument in enumerate(arguments):
            for name, row in buffers_in(argument):
                if row.argument is not None and (number, name) in made.needs:
                    length, place = made.needs[number, name]
                    self.needs.add(row.argument, Need(row.first + length, place))
        given = [part for each in arguments for part in parts_of(self.fitted(each, shape_of(each), node))]
        results = types_of(made.result)
        if len(results) < 2:
            answer = self.build.call(made.code, given)
            return assembled(made.result, iter([answer]))
        places = [self.start.alloca(kind) for kind in results]
        self.build.call(made.code, given + places)
        return assembled(made.result, iter([self.build.load(place) for place in places]))


def _constant(writer: ExpressionWriter, node: ast.Constant) -> Value:
    return constant(node.value)


EXPRESSIONS: dict[type[ast.AST], Callable[..., Value]] = {
    ast.Constant: _constant,
    ast.Name: ExpressionWriter.named,
    ast.Attribute: ExpressionWriter.attribute,
    ast.Tuple: ExpressionWriter.group,
    ast.UnaryOp: ExpressionWriter.unary,
    ast.BinOp: ExpressionWriter.binary,
    ast.Compare: ExpressionWriter.comparison,
    ast.IfExp: ExpressionWriter.choice,
    ast.BoolOp: ExpressionWriter.either,
    ast.Subscript: ExpressionWriter.item,
    ast.Call: ExpressionWriter.call,
}
"""How each kind of expression is written."""
