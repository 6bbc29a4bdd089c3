"""The readings at the window: units, what is remembered, and the links between symbols and arrows."""

import json

import numpy as np
import pytest

from tests.e2e.conftest import noteless

PICTURE = np.s_[60:510, 100:700]
"""A part of the picture with the arrows, left of the readings and above the messages, for which names make room."""


def saved(program):
    """Return a screenshot, once the message that it is saved, which comes later than the file, is gone."""
    pixels = program.photograph()
    program.until("the message that it is saved", lambda now: now["messages"])
    program.quiet()
    return pixels


@pytest.mark.long
def test_units_folding_and_links_to_the_picture(polhode, tmp_path):
    program = polhode(noteless("fast-cone", tmp_path), "--size", "1280x720", "--quality", "low@0.5")
    program.still()
    program.key("space")
    program.quiet()
    program.click(program.place("readings/State"))
    program.click(program.place("readings/angles in turns"))
    program.until("counted turns", lambda now: "readings/psi" in now["boxes"])
    settings = program.captures.parent / "polhode" / "settings.json"  # written once the button is up again

    def kept(unit: str, folded: bool) -> bool:
        read = json.loads(settings.read_text("utf-8"))
        assert read["panels"]["sections"] == {"State": True}
        return read["units"] == {"rad": unit, "rad/s": "rev/s"} and read["panels"]["folded"] is folded

    program.until("the unit in the settings", lambda now: kept("turns", folded=False))

    program.at((800, 400))
    saved(program)  # a label that makes room for the message stays where it then is
    program.until("a still window", lambda now: now["resting"] and not now["busy"])
    before = program.photograph()
    program.at(program.place("readings/L_z", 0.05))
    program.until("a link", lambda now: now["lit"] == ["L"])
    program.frames(8)
    lit = saved(program)
    assert np.abs(lit[PICTURE].astype(int) - before[PICTURE]).max() > 60, "ω and mg are faint now"
    program.at((800, 400))
    program.until("no link", lambda now: not now["lit"])
    program.until("a still window", lambda now: now["resting"])
    after = program.photograph()
    assert np.abs(after[PICTURE].astype(int) - before[PICTURE]).max() < 8, "as before, although nothing moves"

    program.key("F4")
    program.type_over(program.place("body/theta"), "40deg")
    program.key("ctrl+z")
    said = "Undone: Start: θ 0.08333 → 0.1111 turns"
    program.until("the unit of the readings", lambda now: said in now["messages"])
    program.key("F4")

    program.click(program.place("readings/fold"))
    program.until("one line", lambda now: "readings/energy" not in now["boxes"])
    program.until("the fold in the settings", lambda now: kept("turns", folded=True))
    assert program.quit()[0] == 0
