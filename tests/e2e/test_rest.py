"""A real window draws only what changes: it rests while nothing moves, and goes on at once."""

import time

import numpy as np
import pytest
from PIL import ImageGrab

from tests.e2e.conftest import noteless

SIZE = ("--size", "1280x720", "--quality", "low@0.5")


def on_screen(program):
    """Return the pixels of the virtual screen, (h, w, 3)."""
    return np.asarray(ImageGrab.grab(xdisplay=program.environment["DISPLAY"]).convert("RGB")).astype(int)


def rested(program):
    """Wait until the window rests and nothing is computed beside the run; return the report."""
    return program.until("rest", lambda now: now["resting"] and not now["busy"])


@pytest.mark.long
def test_a_window_rests_while_nothing_moves_and_goes_on_at_once(polhode, tmp_path):
    program = polhode(noteless("paper-cone", tmp_path), *SIZE)
    program.key("space")
    stands = rested(program)
    shown = on_screen(program)
    time.sleep(0.5)
    assert program.now() == stands, "no picture, no work"

    program.key("period")
    program.until("a step", lambda now: now["tick"] == stands["tick"] + 1)
    assert rested(program)["frame"] > stands["frame"]
    assert np.any(on_screen(program) != shown), "the time went on by a step"

    program.resize(900, 600)
    rested(program)
    program.resize(1280, 720)
    program.quiet()
    stands = rested(program)
    shown = on_screen(program)

    program._xdotool("windowunmap", "--sync", program.window)
    program._xdotool("windowmap", "--sync", program.window)
    program.until("a picture of the window that is back", lambda now: now["frame"] > stands["frame"])
    rested(program)
    assert np.abs(on_screen(program) - shown).max() <= 2, "the same picture"

    program.key("space")
    program.until("a run", lambda now: now["tick"] > stands["tick"] and not now["resting"])
    program._xdotool("windowunmap", "--sync", program.window)
    hidden = program.until("no pictures", lambda now: now["resting"])
    later = program.until("a run that goes on unseen", lambda now: now["tick"] > hidden["tick"])
    assert (later["frame"], later["resting"]) == (hidden["frame"], True)
    program._xdotool("windowmap", "--sync", program.window)
    program.until("pictures again", lambda now: now["frame"] > hidden["frame"] + 3)
    assert program.quit() == (0, "")
