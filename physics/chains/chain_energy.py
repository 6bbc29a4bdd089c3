"""The parts of the energy of a chain: the motion of each of a few links, else translation and rotation of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from physics.core.fields import EnergyPart
from physics.linkages.links import subscript

FEW = 3
"""Greatest number of links of which each has a part of its own."""


def _few(chain: Any) -> bool:
    return len(chain.chain) <= FEW


def _many(chain: Any) -> bool:
    return not _few(chain)


def _link(i: int) -> EnergyPart:
    """Return the part of one link, counted from 1."""
    low = subscript(i)
    return EnergyPart(
        f"link {i}", f"½ m{low} v{low}² + ½ J{low} ω{low}²", "motion of the centre of mass of this link, and rotation",
        "kinetic", applies=lambda chain: i <= len(chain.chain) <= FEW,
    )  # fmt: skip


def chain_parts(zero: str, *more: EnergyPart) -> tuple[EnergyPart, ...]:
    """Return the parts of a chain. zero: what its potential energy is counted from; more: parts after the weight."""
    return (
        *(_link(i) for i in range(1, FEW + 1)),
        EnergyPart("translation", "½ Σ m v²", "motion of the centres of mass", "kinetic", applies=_many),
        EnergyPart(
            "rotation", "½ Σ J ω²", "rotation of the links about their centres of mass", "kinetic", applies=_many
        ),
        EnergyPart("weight", "g Σ m z", zero, "potential"),
        *more,
        EnergyPart("losses", "", "energy lost in the joints and to the air, as heat", "lost"),
        EnergyPart("work of the support", "", "work that the moving support has done on the chain", "work"),
    )


def split_motion(translation: Sequence[float], rotation: Sequence[float]) -> dict[str, float]:
    """Return the kinetic parts [J] of a chain from those of its links."""
    if len(translation) > FEW:
        return {"translation": sum(translation), "rotation": sum(rotation)}
    return {f"link {i}": a + b for i, (a, b) in enumerate(zip(translation, rotation, strict=True), 1)}
