"""Makes the LLVM texts of all systems and methods that are missing or stale: python -m tools.make_kernels.

They lie in physics/compiled/kernels and are committed. --all makes all of them anew (one to two minutes). The texts do
not depend on the processor, and for one version of numba they are the same whenever they are made.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator

import physics
from physics.batch.batch_watch import watch_unit
from physics.batch.cell_counts import cell_counts_unit
from physics.batch.copies import LANES, shape_for
from physics.batch.watches import WATCHES
from physics.compiled import kernel_texts, native
from physics.compiled.code_generation import optimised
from physics.compiled.compile_unit import CompileUnit, pose_unit
from physics.compiled.measure_text import measure_units
from physics.compiled.native import CompileKey
from physics.simulation.split_shadow import split_shadow_unit
from tools.command_line import command_line


def main() -> None:
    """Make the texts, say which, and remove those of sources that no longer exist."""
    units = kept_units()
    for name in kernel_texts.remove_all_but(units):
        print("removed", name)
    for unit in units.values():
        if wanted(unit):
            write(unit)


def wanted(unit: CompileUnit) -> bool:
    """Return whether the text of a function is to be made."""
    return "--all" in sys.argv or unit.kept_text() is None


def kept_units() -> dict[str, CompileUnit]:
    """Return the functions whose texts are kept, by the names of these."""
    found = [part for shape in kept_shapes() for unit in native.units_of(shape) for part in unit.whole]
    others = *pose_units(), *value_units(), *watch_units(), split_shadow_unit(), cell_counts_unit()
    return {unit.text_name: unit for unit in (*found, *others)}


def pose_units() -> Iterator[CompileUnit]:
    """Yield the kernels that write the poses of all systems."""
    for name in physics.systems():
        if unit := pose_unit(physics.system(name)):
            yield unit


def value_units() -> Iterator[CompileUnit]:
    """Yield the values of all invariants and quantities."""
    for name, kind in physics.systems().items():
        yield from measure_units(kind, len(physics.system(name).variables)).values()


def watch_units() -> Iterator[CompileUnit]:
    """Yield the watches, for copies stepped alone and side by side."""
    for watch, lanes in itertools.product(WATCHES, (1, LANES)):
        yield watch_unit(watch, lanes)


def kept_shapes() -> Iterator[CompileKey]:
    """Yield every pair of system and method, alone, as a long one, and as copies side by side."""
    for name, method in itertools.product(physics.systems(), physics.integrators().values()):
        system = physics.system(name)
        if not method.reason_against(system):
            alone = native.shape(system, method)
            yield from (alone, alone._replace(n=native.MIN_VECTOR_VARIABLES), shape_for(system, method))


def write(unit: CompileUnit) -> None:
    """Make the text of one function."""
    kernel_texts.write(unit.text_name, unit.roots, optimised(unit.numba_text()))
    print("made", unit.text_name, flush=True)


if __name__ == "__main__":
    options = command_line()
    options.add_argument("--all", action="store_true", help="also those whose sources have not changed")
    options.parse_args()
    main()
