"""Scales of arrows for tests that draw a state without a session."""

from collections.abc import Sequence
from typing import Any

from game.looks.generic import Look
from game.model.arrow_scales import ArrowScales, arrow_scales
from physics import System


def scales_at(look: Look[Any], system: System, *states: Sequence[float]) -> ArrowScales:
    """Return the scales of arrows for these states, or for the start."""
    chosen = states or (system.start(),)
    return arrow_scales(look.arrow_rules(system), [look.vectors(system, memoryview(y)) for y in chosen])
