"""Time, scenes, settings and films by mouse and keys at the window, and the panels by keys alone."""

import json
from itertools import pairwise

import pytest
from PIL import Image

SIZE = ("--size", "1280x720", "--quality", "low@0.5")


def test_time_loops_goes_back_and_is_undone(polhode):
    program = polhode("fast-cone", *SIZE, "--speed", "1")
    program.until("A", lambda now: now["time"] > 0.5)
    program.key("i")
    began = program.now()["time"]
    program.until("B", lambda now: now["time"] > began + 0.5)
    program.key("shift+i")
    program.until("A again", lambda now: any(b["time"] < a["time"] - 0.3 for a, b in pairwise(program.said)))
    program.key("ctrl+i", "space")
    program.drag(program.place("timeline/track", 0.1), program.place("timeline/track", 0.9))
    late = program.now()["time"]
    program.key("shift+space")
    program.until("an earlier moment", lambda now: now["time"] < late - 0.1)
    program.key("space")

    method = program.now()["integrator"]
    program.key("Tab")
    left = program.now()["time"]
    program.key("space")
    program.until("a branch", lambda now: now["time"] > left + 0.2)
    program.key("space", "shift+Left")
    assert abs(program.now()["time"] - left) < 0.1, "the change is an event"
    program.key("ctrl+u")
    assert program.now()["integrator"] != method
    program.until("the list", lambda now: sum(name.startswith("undo/row") for name in now["boxes"]) > 2)
    program.click(program.place("undo/row 0"))
    assert program.now()["integrator"] == method
    program.key("ctrl+u", "ctrl+shift+z")
    assert program.quit() == (0, "")


@pytest.mark.long
def test_scenes_settings_and_films_by_mouse_and_keys(polhode):
    program = polhode("fast-cone", *SIZE)
    program.key("F3")
    program.click(program.place("scenes/star kovalevskaya"))
    program.click(program.place("scenes/Favourites"))
    program.click(program.place("scenes/kovalevskaya"))
    program.until("the scene", lambda now: now["scene"] == "kovalevskaya")
    program.until("a closed browser", lambda now: "scenes" not in now["boxes"])
    program.key("space")  # the film below shows all that has moved until then

    program.key("ctrl+comma")
    program.click(program.place("settings/key of pause"))
    program.key("F10")
    program.click(program.place("settings/theme high-contrast"))
    program.click(program.place("settings/language fr"))
    program.click(program.place("settings/Fermer"))
    paused = program.now()["paused"]
    program.key("F10")
    assert program.now()["paused"] is not paused
    program.key("F10")
    kept = json.loads((program.captures.parent / "polhode" / "settings.json").read_text("utf-8"))
    assert (kept["language"], kept["theme"], kept["keys"]) == ("fr", "high-contrast", {"pause": ["f10"]})
    assert kept["scenes"]["favourites"] == ["kovalevskaya"]

    before = program.now()["integrator"]
    for _ in range(4):  # rail, dock, readings, and the rail again
        program.key("ctrl+Tab")
        program.frames(3)
    program.key("Down", "Return")
    program.until("the second panel of the rail", lambda now: "body" in now["boxes"])
    program.key("Escape", "Tab")
    assert program.now()["integrator"] != before, "the keys are the scene's again"

    program.key("F10")
    began = program.now()["time"]
    program.until("a part of a second", lambda now: now["time"] > began + 0.1)
    program.key("F10", "shift+F9")
    program.click(program.place("record/record last"))
    program.click(program.place("record/GIF"))
    program.choose("record/##record size", "854x480")
    program.choose("record/##record quality", "low")
    program.choose("record/##record blur", "1")
    program.click(program.place("record/Calculer"))
    (film,) = program.captured("[!.]*.gif")
    program.key("ctrl+F9")
    (plate,) = program.captured("[!.]*.png")
    with program.hidden():
        program.until("both, complete", lambda now: film.stat().st_size > 0 and plate.stat().st_size > 0)
    for made in (film, plate):
        with Image.open(made) as picture:
            assert picture.size == (854, 480)
    program.key("shift+F9", "F4")
    assert program.quit() == (0, "")
