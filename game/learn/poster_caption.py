"""The words below a poster of a session: from its scene, its system, and the page that explains it."""

from __future__ import annotations

import math
from itertools import chain

from game.learn.page import LANGUAGES, Equation
from game.learn.pages import page_of
from game.model.figures.axis import brief
from game.model.figures.caption import CaptionValue, PosterCaption
from game.model.shown.shown_units import DEGREES
from game.model.words import decimal, language_in_use, tr
from game.session.session import Session
from physics.core.fields import Measured

EQUATIONS = 3
"""Greatest number of equations."""
VALUES = 14
"""Greatest number of values, the parameters before the start."""
NO_UNIT = ("", "1")


def poster_caption(session: Session) -> PosterCaption:
    """Return the words below a poster of a session as it is now."""
    simulation = session.simulation
    system, scene = simulation.system, session.scene
    title = tr(scene.title) if scene.title else tr(system.title)
    parts = [tr(system.title) if title != tr(system.title) else "", f"t = {decimal(f'{simulation.time:.2f}')} s"]
    return PosterCaption(title, " · ".join(filter(None, parts)), _equations(session), tuple(_values(session)[:VALUES]))


def _equations(session: Session) -> tuple[str, ...]:
    """Return the main equations of the page that explains the scene; where none is marked, the first ones."""
    chosen = language_in_use() if language_in_use() in LANGUAGES else "en"
    page = page_of(session.scene.name, session.simulation.system.name, chosen)
    found = [] if page is None else [block for block in page.equations if isinstance(block, Equation)]
    chosen_ones = [each for each in found if each.main] or found
    return tuple(each.text for each in chosen_ones[:EQUATIONS])


def _values(session: Session) -> list[CaptionValue]:
    """Return the parameters that have a symbol and the initial values, without those that are zero."""
    system = session.simulation.system
    values = []
    for name, field in system.applicable().items():
        value = system.parameters[name]
        if field.symbol and isinstance(field, Measured) and isinstance(value, int | float) and value:
            values.append(CaptionValue(field.symbol, "", _shown(float(value), field.unit), tr(field.meaning)))
    start, seen = system.entered(), {value.symbol for value in values}
    for each in chain(system.aliases, system.variables):
        value = start.get(each.name, 0.0)
        if each.symbol and each.symbol not in seen and abs(value) > 1e-12 and len(each.symbol) < 6:
            seen.add(each.symbol)
            values.append(CaptionValue(each.symbol, "(0)", _shown(value, each.unit), tr(each.meaning)))
    return values


def _shown(value: float, unit: str) -> str:
    """Return a value with its unit, angles in degrees."""
    value, unit = DEGREES.shown(value, unit), DEGREES.of(unit)
    words = (
        brief(value) if not math.isclose(value, round(value), rel_tol=1e-9, abs_tol=1e-9) else brief(round(value), 6)
    )
    words = words.rstrip("0").rstrip(decimal("0.5")[1]) if decimal("0.5")[1] in words and "×" not in words else words
    return words if unit in NO_UNIT else f"{words}{'' if unit == '°' else chr(160)}{unit}"
