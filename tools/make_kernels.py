"""Makes the LLVM texts of all systems and methods that are missing or stale: python -m tools.make_kernels.

They lie in physics/compiled/kernels and are committed. --all makes all of them anew (one to two minutes). The texts do
not depend on the processor, and for one version of numba they are the same whenever they are made.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator

import physics
from physics.batch.copies import shape_for
from physics.compiled import kernel_texts, native
from physics.compiled.code_generation import optimised
from physics.compiled.native import CompileKey, CompileUnit


def main() -> None:
    """Make the texts, say which, and remove those of sources that no longer exist."""
    units = kept_units()
    for path in kernel_texts.FOLDER.glob("*.xz"):
        if path.name.removesuffix(".xz") not in units:
            path.unlink()
            print("removed", path.stem)
    for name, unit in units.items():
        if "--all" in sys.argv or unit.kept_text() is None:
            make(unit)
            print("made", name, flush=True)


def kept_units() -> dict[str, CompileUnit]:
    """Return the functions whose texts are kept, by the names of these."""
    return {part.text_name: part for shape in kept_shapes() for unit in native.units_of(shape) for part in unit.whole}


def kept_shapes() -> Iterator[CompileKey]:
    """Yield every pair of system and method, alone, as a long one, and as copies side by side."""
    for name, method in itertools.product(physics.systems(), physics.integrators().values()):
        system = physics.system(name)
        if not method.reason_against(system):
            alone = native.shape(system, method)
            yield from (alone, alone._replace(n=native.MIN_VECTOR_VARIABLES), shape_for(system, method))


def make(unit: CompileUnit) -> None:
    """Make the text of one function."""
    kernel_texts.write(unit.text_name, unit.roots, optimised(unit.numba_text()))


if __name__ == "__main__":
    main()
