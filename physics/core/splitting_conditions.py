"""What RATTLE needs of a chain, in words: no losses, and a support that is fixed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def lossless(name: str, losses: Mapping[str, Sequence[float]]) -> str:
    """Return what is lacking where one of the numbers of a loss is not 0, or "" if none is.

    name: of the system. losses: the numbers by the parameters that they come from.
    """
    for parameter, numbers in losses.items():
        if any(numbers):
            return f"a motion without losses; {parameter} of {name} is not 0"
    return ""


def at_rest(name: str, stands: bool) -> str:
    """Return what is lacking where the support of a system moves, or "" if it stands."""
    return "" if stands else f"a fixed support; that of {name} moves"


def open_ended(name: str, held: bool) -> str:
    """Return what is lacking where both ends of a system are held, or "" if one is free."""
    return f"a free end; both ends of {name} are held" if held else ""
