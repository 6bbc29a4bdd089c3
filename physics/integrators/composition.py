"""Compositions of a symmetric step of order 2 with itself: methods of order 4, 6 and 8.

With g_i = g_(s+1-i), and S the step of the base method, one step is S(g_s h) ... S(g_1 h), each from where and when the
one before it ends. It is symmetric, and symplectic where S is. Some g are negative: no such method of order above 2
exists without (Sheng 1989; Suzuki 1991). Hairer, Lubich, Wanner, Geometric Numerical Integration, II.4 and V.3.2.
"""

from __future__ import annotations

from math import fsum
from typing import NamedTuple

from physics.core.integrator import Integrator, Kernel, Rate
from physics.core.kernel_source import kernel_of_source
from physics.core.work import begin_step
from physics.integrators import gauss
from physics.integrators.splitting import INTEGRATORS as SPLITTING
from physics.types import Floats

(splitting,), midpoint = SPLITTING, gauss.INTEGRATORS[0]


class Composition(NamedTuple):
    """Shares of the step: `half` has g_1 to the middle one, and the rest mirrors them. about: sentence with source."""

    name: str
    title: str
    order: int
    half: tuple[float, ...]
    about: str

    @property
    def weights(self) -> tuple[float, ...]:
        """All shares of the step, in turn; their sum is 1."""
        return (*self.half, *self.half[-2::-1])

    @property
    def nodes(self) -> tuple[float, ...]:
        """Where each of them begins, as a share of the step, exactly rounded."""
        return tuple(fsum(self.weights[:i]) for i in range(len(self.weights)))


# Published with 25 digits or in closed form; refined by the order conditions in the free algebra, residual below 1e-45.
# fmt: off
YOSHIDA4 = Composition(
    "yoshida4",
    "Yoshida 4",
    4,
    (1.35120719195965763404768780897146083, -1.70241438391931526809537561794292165),
    "Three steps, forward beyond the end, back, and forward: g = 1/(2 − ∛2), the best known and least accurate of "
    "order 4. Yoshida, Phys. Lett. A 150, 1990, 262.",
)
SUZUKI4 = Composition(
    "suzuki4",
    "Suzuki 4",
    4,
    (
        0.414490771794375737142354062860761496, 0.414490771794375737142354062860761496,
        -0.657963087177502948569416251443045983,
    ),
    "Five steps, g = 1/(4 − ∛4): with the middle one back, the error is about 70 times smaller than Yoshida's. "
    "Suzuki, Phys. Lett. A 146, 1990, 319.",
)
KAHAN_LI6 = Composition(
    "kahan-li6",
    "Kahan–Li 6",
    6,
    (
        0.392161444007314139279250557422671404, 0.332599136789359438599748637500049647,
        -0.706246172557639359809964819549256459, 0.0822135962935508002314904481020563311,
        0.798543990934829963398950353048958155,
    ),
    "Nine steps. Kahan and Li, Math. Comp. 66, 1997, 1089, s9odr6a.",
)
KAHAN_LI8 = Composition(
    "kahan-li8",
    "Kahan–Li 8",
    8,
    (
        0.130202483088890080878817632096700522, 0.561162981775108384561964407700150567,
        -0.389474962644847286408078598235248389, 0.158841906555155600896210745707152481,
        -0.395903894133237577336231539347938936, 0.184539640978315707091832541533375463,
        0.258374387686322047293979109994939472, 0.295011723609310298870966240218228113,
        -0.605508533830034511698921079334718588,
    ),
    "Seventeen steps. Kahan and Li, Math. Comp. 66, 1997, 1089, s17odr8a.",
)
# fmt: on
COMPOSITIONS = (YOSHIDA4, SUZUKI4, KAHAN_LI6, KAHAN_LI8)


def composed(
    base: Kernel, weights: tuple[float, ...], nodes: tuple[float, ...],
    rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int,
) -> int:  # fmt: skip
    """Integrate by the steps weights[i] h of a kernel, from nodes[i] h on; the workspace begins with the start (n,).

    A step of which one part fails is not completed.
    """
    n = len(y)
    start, work = w[0:n], w[n : len(w)]
    for step in range(steps):
        begin_step(w, step)
        now = t + step * h
        for q in range(n):
            start[q] = y[q]
        for i in range(len(weights)):
            if base(rate, now + nodes[i] * h, weights[i] * h, 1, y, p, s, work, lanes) == 0:
                for q in range(n):
                    y[q] = start[q]
                return step
    return steps


SOURCE = (
    "def kernel(rate, t, h, steps, y, p, s, w, lanes):",
    "    return composed(base, weights, nodes, rate, t, h, steps, y, p, s, w, lanes)",
)


def composition(base: Integrator, given: Composition) -> Integrator:
    """Return a composition of a base method, which must be symmetric, of order 2 and without memory.

    The method must be called by its name in this module too: other processes find its kernel there.
    """
    title = base.title.removeprefix("Implicit ").capitalize()
    name = f"{base.name.removeprefix('implicit-')}-{given.name}"
    known = {"composed": composed, "base": base.kernel, "weights": given.weights, "nodes": given.nodes}
    return Integrator(
        name=name,
        title=f"{title}, {given.title}",
        order=given.order,
        kind=base.kind,
        evaluations=len(given.weights) * base.evaluations,
        about=f"{base.title} composed with itself. {given.about}",
        kernel=kernel_of_source(SOURCE, "kernel", __name__, f"{name.replace('-', '_')}.kernel", known),
        workspace=base.workspace + 1,
        matrices=base.matrices,
        symplectic=base.symplectic,
        reversible=True,
        rate_name=base.rate_name,
        second_order=base.second_order,
        separable=base.separable,
        side_by_side=base.side_by_side,
    )


splitting_yoshida4 = composition(splitting, YOSHIDA4)
splitting_suzuki4 = composition(splitting, SUZUKI4)
splitting_kahan_li6 = composition(splitting, KAHAN_LI6)
splitting_kahan_li8 = composition(splitting, KAHAN_LI8)
midpoint_yoshida4 = composition(midpoint, YOSHIDA4)
midpoint_suzuki4 = composition(midpoint, SUZUKI4)
midpoint_kahan_li6 = composition(midpoint, KAHAN_LI6)
midpoint_kahan_li8 = composition(midpoint, KAHAN_LI8)

INTEGRATORS = (
    splitting_yoshida4,
    splitting_suzuki4,
    splitting_kahan_li6,
    splitting_kahan_li8,
    midpoint_yoshida4,
    midpoint_suzuki4,
    midpoint_kahan_li6,
    midpoint_kahan_li8,
)
