"""A machine built in a real window, with the mouse and keys, and the file that is saved of it."""

import os
import tomllib
from pathlib import Path

import pytest
from PIL import Image

from tests.e2e.test_window import SIZE

PIVOT, ENDS = (720, 200), ((720, 330), (720, 430), (720, 500))


def look(program, name):
    """Keep a picture where a person wants to see them."""
    if folder := os.environ.get("POLHODE_LOOK"):
        Image.fromarray(program.photograph()).save(Path(folder) / f"{name}.png")


@pytest.mark.long
def test_triple_pendulum_is_built_run_and_saved(polhode, tmp_path):
    program = polhode("heavy-top", *SIZE)
    program.key("ctrl+n")
    program.until("the tool for bars", lambda now: now["building"] == "bar")
    program.quiet()
    program.still()
    look(program, "1-new")
    program.click(PIVOT)
    for k, place in enumerate(ENDS):
        program.click(place)
        program.frames(3)
        look(program, f"2-bar-{k}")
    program.key("Escape")
    program.until("no tool", lambda now: now["building"] == "select")
    program.click(PIVOT)
    program.key("1", "0", "0", "Return", "Tab", "Tab", "Tab", "0", "period", "6", "Return")
    look(program, "3-joint")
    program.key("ctrl+s", "Return")
    (file,) = program.captured("*.toml")
    tables = tomllib.loads(file.read_text("utf-8"))
    assert list(tables["bodies"]) == ["bar", "bar_2", "bar_3"]
    joints = tables["joints"]
    assert [each["hinge"] for each in joints.values()] == [["ground", "bar"], ["bar", "bar_2"], ["bar_2", "bar_3"]]
    first = joints["A"]
    assert first["angle"] == "100 deg"
    assert float(str(first["torque"]).split()[0]) == pytest.approx(0.6)
    bars = [tables["bodies"][name] for name in tables["bodies"]]
    assert bars[0]["to"] == bars[1]["from"] and bars[1]["to"] == bars[2]["from"]
    program.key("space")
    now = program.until("a run", lambda now: now["time"] > 0.2)
    assert now["finite"]
    look(program, "4-run")
    program.key("ctrl+z")
