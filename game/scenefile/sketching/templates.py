"""Machines to begin with: those of `assets/workshop`, some presets, and chains of any number of bars."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from game.model import resources
from game.model.words import later
from game.scenefile.loading import parsed, path_of, read
from game.scenefile.sketch import Sketch, SketchAnchor
from game.scenefile.sketching.placing import place_bar
from physics.errors import unknown

FOLDER = "assets/workshop"
MOST_BARS = 20
"""Greatest number of bars of a chain."""


class Template(NamedTuple):
    """A machine to begin with. title: in English; source: a file of `FOLDER`, or a preset; "" for a chain."""

    title: str
    source: str


TEMPLATES: dict[str, Template] = {
    "pendulum": Template(later("Pendulum"), "pendulum.toml"),
    "chain": Template(later("Chain"), ""),
    "four-bar": Template(later("Four-bar"), "four-bar.toml"),
    "slider-crank": Template(later("Slider-crank"), "slider-crank.toml"),
    "gear-pair": Template(later("Gear pair"), "gear-pair.toml"),
    "leg": Template(later("Leg"), "jansen-leg"),
    "governor": Template(later("Governor"), "governor"),
    "catapult": Template(later("Catapult"), "catapult"),
    "cart-pole": Template(later("Cart and pole"), "cart-and-pole"),
}
"""What the drawer offers, by name."""


@cache
def template(name: str, count: int = 5) -> Sketch:
    """Return a machine to begin with, its main pivot at the origin or beside it. count: bars of a chain.

    Raises BadInput.
    """
    if name not in TEMPLATES:
        raise unknown("template", name, TEMPLATES)
    source = TEMPLATES[name].source
    if not source:
        return chain(min(max(count, 1), MOST_BARS))
    path = resources.path(f"{FOLDER}/{source}") if source.endswith(".toml") else path_of(source)
    assert path is not None, source
    return Sketch.of(parsed(path))  # the files are right: its first picture need not wait for a check


def machine_of(name: str) -> Sketch:
    """Return what the drawer places: a template by its name, or a machine of one's own by its file. Raises BadInput."""
    if name in TEMPLATES:
        return template(name)
    path = Path(name)
    return _own(path, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(16)
def _own(path: Path, changed: int) -> Sketch:
    """Return the machine of a scene file. changed: when that was, so that another one is read anew."""
    return Sketch.of(read(path))


def title_of(name: str) -> str:
    """Return the title of what the drawer places."""
    return TEMPLATES[name].title if name in TEMPLATES else machine_of(name).rest.title


def chain(count: int, length: float = 0.2) -> Sketch:
    """Return a chain of bars that hangs from the ground level to the right."""
    sketch, before = Sketch.new("Chain"), ""
    for k in range(count):
        ends = (round(k * length, 9), 0.0, 0.0), (round((k + 1) * length, 9), 0.0, 0.0)
        sketch, before = place_bar(sketch, *ends, from_anchor=SketchAnchor(before, "end") if before else None)
    return sketch
