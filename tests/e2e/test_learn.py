"""Explanations and tours in a real window."""

import pytest

SIZE = ("--size", "1280x900", "--quality", "low@0.5")


@pytest.mark.long
def test_things_to_try_and_tours_at_the_window(polhode):
    program = polhode("fast-cone", *SIZE)
    program.key("F8")
    program.click(program.place("explain/Change to Euler–Cromer and watch E", 0.5))
    program.until("the other method", lambda now: now["integrator"] == "euler-cromer")
    program.key("F8", "shift+F8")
    program.until("no page", lambda now: "explain" not in now["boxes"])
    program.click(program.place("tour/Tops"))
    program.click(program.place("tour/Skip"))
    program.until("half a second of the motion", lambda now: "tour/Next" in now["boxes"])
    program.key("shift+F8")
    program.until("no tour", lambda now: "tour" not in now["boxes"])
    code, errors = program.quit()
    assert (code, errors) == (0, "")
