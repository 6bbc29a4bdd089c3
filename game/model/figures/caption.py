"""What stands below a poster, as plain data: title, equations of motion, parameters and start."""

from __future__ import annotations

from typing import NamedTuple


class CaptionValue(NamedTuple):
    """A value: its symbol, what stands behind that, such as "(0)", the value with its unit, and what it means."""

    symbol: str
    behind: str
    value: str
    meaning: str


class PosterCaption(NamedTuple):
    """The words of a poster. equations: in the subset of LaTeX of the explanations; source: where they are from."""

    title: str
    subtitle: str
    equations: tuple[str, ...]
    values: tuple[CaptionValue, ...]
