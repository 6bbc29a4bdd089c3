"""LLVM code of the sums of products of `physics/core/series.py`, several of them side by side in a vector.

Each is rounded and summed as in CPython. The code generator splits vectors that are wider than those of a processor.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from physics.core.series import LANES

DOUBLE, INTEGER = ir.DoubleType(), ir.IntType(64)
VECTOR, SIZE = ir.VectorType(DOUBLE, LANES), 8 * LANES


def factor_rows(builder: Any, numbers: Any) -> Any:
    """Return the address of so many doubles on the stack, where a vector can begin."""
    place = builder.alloca(DOUBLE, size=numbers)
    place.align = SIZE
    return place


def store_factors(builder: Any, w: Any, order: Any, factors: Any) -> None:
    """Write the row of an order as vectors: to read numbers as a vector right after they are stored one by one is slow.

    w: double *; order: i64; factors: an array of double.
    """
    row = builder.gep(w, [builder.mul(order, INTEGER(len(factors.type)))])
    for start in range(0, len(factors.type), LANES):
        value = ir.Constant(VECTOR, ir.Undefined)
        for lane in range(LANES):
            value = builder.insert_element(value, builder.extract_value(factors, start + lane), ir.IntType(32)(lane))
        builder.store(value, _place(builder, row, start), align=SIZE)


def sum_products(builder: Any, w: Any, order: Any, *_: Any, width: int) -> None:
    """Write the sums of an order into the first `width` numbers of w; w: double *; order: i64."""
    one, zero, starts = INTEGER(1), INTEGER(0), range(0, width, LANES)

    def row(number: Any) -> Any:
        return builder.gep(w, [builder.mul(number, INTEGER(2 * width))])

    def read(at: Any, beside: int) -> Any:
        return builder.load(_place(builder, at, beside), align=SIZE)

    middle, odd = row(builder.lshr(order, one)), builder.trunc(order, ir.IntType(1))
    none = ir.Constant(VECTOR, [0.0] * LANES)
    first = [builder.select(odd, none, builder.fmul(read(middle, i), read(middle, width + i))) for i in starts]
    pairs = builder.lshr(builder.sub(order, one), one)
    before, loop, end = builder.block, builder.append_basic_block("pairs"), builder.append_basic_block("summed")
    builder.cbranch(builder.icmp_signed(">", pairs, zero), loop, end)
    builder.position_at_end(loop)
    each, totals = builder.phi(INTEGER), [builder.phi(VECTOR) for _ in starts]
    i, j, sums = row(each), row(builder.sub(order, each)), []
    for start, total in zip(starts, totals, strict=True):
        one_way = builder.fmul(read(i, start), read(j, width + start))
        other_way = builder.fmul(read(j, start), read(i, width + start))
        sums.append(builder.fadd(total, builder.fadd(one_way, other_way)))
    left = builder.sub(each, one)
    builder.cbranch(builder.icmp_signed(">", left, zero), loop, end)
    builder.position_at_end(end)
    results = [builder.phi(VECTOR) for _ in starts]
    _join([each, *totals], before, [pairs, *first], loop, [left, *sums])
    _join(results, before, first, loop, sums)
    for start, result in zip(starts, results, strict=True):
        _store_volatile(builder, result, _place(builder, w, start))


def _join(phis: list[Any], before: Any, first: list[Any], loop: Any, later: list[Any]) -> None:
    """Let values be the first ones where the control flow comes from `before`, and the later ones from `loop`."""
    for phi, value, last in zip(phis, first, later, strict=True):
        phi.add_incoming(value, before)
        phi.add_incoming(last, loop)


def _place(builder: Any, row: Any, place: int) -> Any:
    """Return the address of the vector that begins at a place of a row."""
    return builder.bitcast(builder.gep(row, [INTEGER(place)]), VECTOR.as_pointer())


def _store_volatile(builder: Any, value: Any, place: Any) -> None:
    """Store a vector so that the optimiser reads its numbers from memory: to take the vector apart is slower."""
    if isinstance(builder, ir.IRBuilder):
        builder._insert(_VolatileStore(builder.block, value, place))
    else:
        builder.store(value, place, align=SIZE, volatile=True)


class _VolatileStore(ir.instructions.StoreInstr):  # type: ignore[misc]
    """A volatile store of a vector, which llvmlite does not know."""

    def descr(self, buf: list[str]) -> None:
        """Append the instruction to a text."""
        value, place = self.operands
        buf.append(
            f"store volatile {value.type} {value.get_reference()}, {place.type} {place.get_reference()}, align {SIZE}\n"
        )
