"""Colours that notes and explanations name are those of the picture: the hue of the ink or the tint is measured."""

import re

import numpy as np
import pytest

from game import scenefile
from game.camera.rig import CameraRig
from game.looks.satellite.satellite import STABLE, UNSTABLE
from game.model import resources
from game.model.colors import GHOST_COLORS, QUANTITY_COLORS, dark_ink
from game.session.compose import compose_frames
from game.session.session import Session
from physics.maths.elementary import power
from tests.game.model.test_colors import oklab

HUES = {
    "red": (10.0, 36.0),
    "orange": (36.0, 76.0),
    "gold": (76.0, 98.0),
    "yellow": (98.0, 125.0),
    "green": (135.0, 172.0),
    "teal": (172.0, 215.0),
    "blue": (235.0, 275.0),
    "violet": (275.0, 310.0),
    "pink": (335.0, 370.0),
}
"""Hues [degrees of OKLab] that have these names."""
WORDS = re.compile(
    r"\b(red|orange|gold|golden|yellow|green|teal|turquoise|blue|violet|purple|pink|vermilion|mint|cyan)\b",
    re.I,
)
SIZE = (640, 360)

INKS = {
    "egg-rolling": {"pink": "herpolhode", "teal": "polhode"},
    "free-asymmetric-1": {"green": "polhode"},
    "free-asymmetric-3": {"orange": "separatrix"},
    "free-symmetric": {"green": "body cone", "pink": "space cone"},
    "rolling-tippe-top": {"pink": "herpolhode", "teal": "polhode"},
    "wing-nut": {"orange": "separatrix"},
}
"""For each preset whose note names colours of lines: the quantity whose ink it is."""
LINKS = {"catenary": ("teal", "gold"), "chain-50": ("blue", "red")}
"""For each preset whose note names colours of links: those of the least pull that it speaks of, and of the greatest."""
GHOSTS = {"paper-rolling-top": ("blue", "pink")}


def hue(color) -> float:
    """Return the hue of a colour (sRGB) in OKLab [degrees]."""
    _, a, b = oklab(color, "full")
    return float(np.degrees(np.arctan2(b, a)))


def is_called(color, word: str) -> bool:
    """Return whether a colour (sRGB) has a hue of this name."""
    low, high = HUES[word]
    return (hue(color) - low) % 360.0 <= high - low


def frame_of(name: str):
    """Return the picture of a preset at its start, with all its lines."""
    session = Session(scenefile.load(name))
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open()
    return compose_frames(session, rig.views(SIZE), 1 / 60)[0]


@pytest.mark.parametrize(("name", "word", "quantity"), [(n, w, q) for n, each in INKS.items() for w, q in each.items()])
def test_a_note_names_the_ink_of_a_line(name, word, quantity):
    assert word in scenefile.load(name).note.lower()
    color = QUANTITY_COLORS[quantity]
    assert is_called(dark_ink(color) if frame_of(name).bright else color, word)


@pytest.mark.parametrize("name", GHOSTS)
def test_a_note_names_the_colours_of_ghosts(name):
    bright = frame_of(name).bright
    for word, color in zip(GHOSTS[name], GHOST_COLORS, strict=False):
        assert f"({word})" in scenefile.load(name).note
        assert is_called(dark_ink(color) if bright else color, word)


def test_the_catenary_is_coloured_from_teal_to_gold_beside_a_key():
    note = scenefile.load("catenary").note
    assert "from the middle to the ends, from teal to gold" in note
    session = Session(scenefile.load("catenary"))
    system, look = session.simulation.system, session.look
    pulls = np.array(system.tensions(session.simulation.y))
    tints = [power(np.array(tint), 1.0 / 2.2) for tint in look.tension_tints.of(pulls)]
    assert is_called(tints[int(pulls.argmin())], "teal")
    assert is_called(tints[int(pulls.argmax())], "gold")
    assert "tension" in [label.text for label in frame_of("catenary").labels]


def test_links_of_chain_50_are_blue_without_tension_and_red_beyond_its_weight():
    look = Session(scenefile.load("chain-50")).look
    tints = look.tension_tints
    slack, weight, most = (power(np.array(tints.of(np.array([pull]))[0]), 1.0 / 2.2)
                           for pull in (0.0, 2.0 * 9.81, tints.tensions[-1]))  # fmt: skip
    assert is_called(slack, "blue") and is_called(most, "red")
    assert is_called(weight, "gold") or is_called(weight, "orange"), "red bears more"
    assert tints.tensions[-1] == 30.0


def test_every_note_that_names_a_colour_is_compared():
    named = {name for name in scenefile.presets() if WORDS.search(scenefile.load(name).note)}
    assert named == {*INKS, *LINKS, *GHOSTS}


def test_the_page_of_satellites_names_inks_of_separatrix_and_turns_at_rest():
    page = (resources.root() / "assets/explain/satellite.en.md").read_text("utf-8")
    assert {word.lower() for word in WORDS.findall(page)} == {"green", "orange"}
    assert is_called(UNSTABLE, "orange") and is_called(QUANTITY_COLORS["separatrix"], "orange")
    assert is_called(STABLE, "green")
