"""LLVM code as text: modules, functions, blocks and instructions, as far as kernels need them.

Names are those of `llvmlite.ir`, which does the same for any code in several times the time. Operands may be constants
of it, and types its types.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

SIGNED = {"<": "slt", "<=": "sle", ">": "sgt", ">=": "sge", "==": "eq", "!=": "ne"}
ORDERED = {"<": "olt", "<=": "ole", ">": "ogt", ">=": "oge", "==": "oeq", "!=": "one"}
UNORDERED = {"<": "ult", "<=": "ule", ">": "ugt", ">=": "uge", "==": "ueq", "!=": "une", "uno": "uno"}
"""Words for comparisons: of whole numbers, and of doubles where nan makes them false or true."""


class Type:
    """A type of LLVM: `text` names it, its call makes a constant. pointee: what a pointer points to."""

    __slots__ = ("pointee", "text")

    def __init__(self, text: str, pointee: Any = None) -> None:
        self.text, self.pointee = text, pointee

    def __str__(self) -> str:
        return self.text

    def __call__(self, value: float | None) -> Constant:
        """Return a constant: a number, or None for a null pointer."""
        if value is None:
            return Constant(self, "null", None)
        if self.text == "double":
            return Constant(self, f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016x}", value)
        return Constant(self, str(int(value)), value)

    def as_pointer(self) -> Type:
        """Return the type of pointers to values of this type."""
        return pointer_to(self)


@lru_cache
def pointer_to(kind: Any) -> Type:
    """Return the type of pointers to values of a type."""
    return Type("ptr", kind)


class FunctionType(Type):
    """The type of functions with a type of result and types of arguments."""

    __slots__ = ("arguments", "result")

    def __init__(self, result: Any, arguments: Sequence[Any]) -> None:
        super().__init__("function")
        self.result, self.arguments = result, arguments


VOID, DOUBLE, INTEGER, BIT = map(Type, ("void", "double", "i64", "i1"))


class Code:
    """A value in LLVM: its type, how it is written, and how with its type."""

    __slots__ = ("ref", "type", "typed")

    def __init__(self, kind: Any, ref: str) -> None:
        self.type, self.ref, self.typed = kind, ref, f"{kind} {ref}"


class Constant(Code):
    """A value that is known while compiling."""

    __slots__ = ("constant",)

    def __init__(self, kind: Any, ref: str, value: float | None) -> None:
        super().__init__(kind, ref)
        self.constant = value


class StackRoom(Code):
    """The address of room on the stack, the instruction that takes it, and a multiple of which the address must be."""

    __slots__ = ("align", "taken")

    def __init__(self, kind: Any, ref: str, taken: str) -> None:
        super().__init__(kind, ref)
        self.taken, self.align = taken, 0

    def __str__(self) -> str:
        return f"{self.taken}, align {self.align}" if self.align else self.taken


class Phi(Code):
    """A value that depends on the block from which the code came."""

    __slots__ = ("incoming",)

    def __init__(self, kind: Any, ref: str) -> None:
        super().__init__(kind, ref)
        self.incoming: list[tuple[Any, BasicBlock]] = []

    def add_incoming(self, value: Any, block: BasicBlock) -> None:
        """Let it be a value where the code came from a block."""
        self.incoming.append((value, block))

    def __str__(self) -> str:
        ways = ", ".join(f"[ {written(value)}, %{block.name} ]" for value, block in self.incoming)
        return f" {self.ref} = phi {self.type} {ways}"


@dataclass(slots=True)
class BasicBlock:
    """A row of instructions; terminated: whether the last of them leads elsewhere."""

    function: Function
    name: str
    lines: list[Any] = field(default_factory=list)
    is_terminated: bool = False


class Function(Code):
    """A function of a module, which is only declared as long as it has no blocks.

    linkage: a word of LLVM; attributes: such words.
    """

    __slots__ = ("args", "attributes", "blocks", "function_type", "linkage", "module", "name", "numbers")

    def __init__(self, module: Module, kind: FunctionType, name: str) -> None:
        super().__init__(pointer_to(kind), f'@"{name}"')
        self.module, self.name, self.function_type, self.linkage = module, name, kind, ""
        self.attributes: set[str] = set()
        self.blocks: list[BasicBlock] = []
        self.args = [Code(each, f"%a{number}") for number, each in enumerate(kind.arguments)]
        self.numbers = 0
        module.globals[name] = self

    def append_basic_block(self) -> BasicBlock:
        """Append an empty block and return it."""
        self.blocks.append(BasicBlock(self, f"b{len(self.blocks)}"))
        return self.blocks[-1]

    def __str__(self) -> str:
        kind = self.function_type
        if not self.blocks:
            return f"declare {kind.result} {self.ref}({', '.join(map(str, kind.arguments))})"
        given = ", ".join(f"{each.type} {each.ref}" for each in self.args)
        lines = [f"define {self.linkage} {kind.result} {self.ref}({given}) {' '.join(sorted(self.attributes))} {{"]
        for block in self.blocks:
            lines += [f"{block.name}:", *map(str, block.lines)]
        return "\n".join([*lines, "}"])


class External(Code):
    """A constant of a module whose value is not in the module."""

    __slots__ = ()

    def __init__(self, module: Module, kind: Type, name: str) -> None:
        super().__init__(pointer_to(kind), f"@{name}")
        module.globals[name] = self

    def __str__(self) -> str:
        return f"{self.ref} = external constant {self.type.pointee}"


class Module:
    """Functions and constants by their names; its text is LLVM assembly."""

    def __init__(self) -> None:
        self.globals: dict[str, Any] = {}

    def declare_intrinsic(self, name: str, kind: FunctionType) -> Any:
        """Return a function that LLVM writes as an instruction."""
        return self.globals.get(name) or Function(self, kind, name)

    def __str__(self) -> str:
        return "\n".join(map(str, self.globals.values()))


def written(value: Any) -> str:
    """Return how an operand is written."""
    ref: str = value.ref if isinstance(value, Code) else value.get_reference()
    return ref


def typed(value: Any) -> str:
    """Return how an operand is written with its type."""
    text: str = value.typed if isinstance(value, Code) else f"{value.type} {value.get_reference()}"
    return text


def _operation(word: str) -> Callable[..., Code]:
    """Return the method that writes an operation on two values of the same type, which the result has, too."""

    def write(self: NumberBuilder, one: Any, other: Any, flags: Iterable[str] = ()) -> Code:
        return self.named(one.type, f"{' '.join((word, *flags))} {typed(one)}, {written(other)}")

    return write


def _conversion(word: str) -> Callable[..., Code]:
    """Return the method that writes a conversion to a type."""

    def write(self: NumberBuilder, value: Any, kind: Any) -> Code:
        return self.named(kind, f"{word} {typed(value)} to {kind}")

    return write


class NumberBuilder:
    """Writes instructions on numbers at the end of a block."""

    fadd, fsub, fmul, fdiv, frem = map(_operation, ("fadd", "fsub", "fmul", "fdiv", "frem"))
    add, sub, mul, sdiv, srem = map(_operation, ("add", "sub", "mul", "sdiv", "srem"))
    shl, ashr, lshr, and_, or_, xor = map(_operation, ("shl", "ashr", "lshr", "and", "or", "xor"))
    zext, trunc, sitofp, uitofp = map(_conversion, ("zext", "trunc", "sitofp", "uitofp"))
    fptosi, inttoptr = map(_conversion, ("fptosi", "inttoptr"))

    def __init__(self, block: BasicBlock) -> None:
        self.block = block

    @property
    def module(self) -> Module:
        """The module that it writes."""
        return self.block.function.module

    def position_at_end(self, block: BasicBlock) -> None:
        """Go on in another block."""
        self.block = block

    def append_basic_block(self, _: str = "") -> BasicBlock:
        """Append an empty block to the function and return it."""
        return self.block.function.append_basic_block()

    def named(self, kind: Any, text: str) -> Code:
        """Write an instruction with a result."""
        code = Code(kind, self._name())
        self.block.lines.append(f" {code.ref} = {text}")
        return code

    def _name(self) -> str:
        function = self.block.function
        function.numbers += 1
        return f"%v{function.numbers}"

    def _end(self, text: str) -> None:
        self.block.lines.append(text)
        self.block.is_terminated = True

    def fneg(self, value: Any) -> Code:
        """Write the negative of a double."""
        return self.named(value.type, f"fneg {typed(value)}")

    def neg(self, value: Any) -> Code:
        """Write the negative of a whole number."""
        return self.sub(value.type(0), value)

    def not_(self, value: Any) -> Code:
        """Write the opposite of a bit."""
        return self.xor(value, value.type(1))

    def icmp_signed(self, sign: str, one: Any, other: Any) -> Code:
        """Write a comparison of whole numbers."""
        return self._compared(f"icmp {SIGNED[sign]}", one, other)

    def fcmp_ordered(self, sign: str, one: Any, other: Any) -> Code:
        """Write a comparison of doubles that is false of nan."""
        return self._compared(f"fcmp {ORDERED[sign]}", one, other)

    def fcmp_unordered(self, sign: str, one: Any, other: Any) -> Code:
        """Write a comparison of doubles that is true of nan."""
        return self._compared(f"fcmp {UNORDERED[sign]}", one, other)

    def _compared(self, words: str, one: Any, other: Any) -> Code:
        return self.named(BIT, f"{words} {typed(one)}, {written(other)}")

    def select(self, test: Any, yes: Any, no: Any) -> Code:
        """Write a choice of one of two values."""
        return self.named(yes.type, f"select {typed(test)}, {typed(yes)}, {typed(no)}")

    def insert_element(self, vector: Any, value: Any, place: Any) -> Code:
        """Write a vector with one number replaced."""
        return self.named(vector.type, f"insertelement {typed(vector)}, {typed(value)}, {typed(place)}")

    def insert_value(self, array: Any, value: Any, place: int) -> Code:
        """Write an array with one value replaced."""
        return self.named(array.type, f"insertvalue {typed(array)}, {typed(value)}, {place}")

    def extract_value(self, array: Any, place: int) -> Code:
        """Write one value of an array."""
        return self.named(array.type.element, f"extractvalue {typed(array)}, {place}")


class Builder(NumberBuilder):
    """Writes instructions at the end of a block: those on numbers, on memory, and on the flow of control."""

    def alloca(self, kind: Any, size: Any = None) -> StackRoom:
        """Write room for a value, or for several, on the stack."""
        name = self._name()
        room = StackRoom(pointer_to(kind), name, f" {name} = alloca {kind}{f', {typed(size)}' if size else ''}")
        self.block.lines.append(room)
        return room

    def load(self, place: Any, align: int = 0) -> Code:
        """Write what is at a place."""
        kind = place.type.pointee
        return self.named(kind, f"load {kind}, {typed(place)}{f', align {align}' if align else ''}")

    def store(self, value: Any, place: Any, align: int = 0, volatile: bool = False) -> None:
        """Write a value to a place."""
        words = "store volatile" if volatile else "store"
        self.block.lines.append(f" {words} {typed(value)}, {typed(place)}{f', align {align}' if align else ''}")

    def gep(self, place: Any, indices: Sequence[Any], inbounds: bool = False) -> Code:
        """Write the address of an item of an array."""
        words = "getelementptr inbounds" if inbounds else "getelementptr"
        return self.named(place.type, f"{words} {place.type.pointee}, {typed(place)}, {typed(indices[0])}")

    def bitcast(self, place: Any, kind: Any) -> Code:
        """Return a pointer as one to something else, which is no instruction."""
        return Code(pointer_to(kind.pointee), written(place))

    def phi(self, kind: Any) -> Phi:
        """Write a value that depends on the block from which the code came."""
        phi = Phi(kind, self._name())
        self.block.lines.append(phi)
        return phi

    def call(self, function: Any, arguments: Sequence[Any]) -> Code:
        """Write a call of a function, or through its address."""
        kind = function.type.pointee
        text = f"call {kind.result} {written(function)}({', '.join(map(typed, arguments))})"
        if kind.result is not VOID:
            return self.named(kind.result, text)
        self.block.lines.append(f" {text}")
        return Code(VOID, "")

    def branch(self, block: BasicBlock) -> None:
        """Write a jump."""
        self._end(f" br label %{block.name}")

    def cbranch(self, test: Any, yes: BasicBlock, no: BasicBlock) -> None:
        """Write a jump to one of two blocks."""
        self._end(f" br {typed(test)}, label %{yes.name}, label %{no.name}")

    def ret(self, value: Any) -> None:
        """Write the return of a value."""
        self._end(f" ret {typed(value)}")

    def ret_void(self) -> None:
        """Write the return of nothing."""
        self._end(" ret void")

    def unreachable(self) -> None:
        """Write that this place is never reached."""
        self._end(" unreachable")
