"""Words below a poster: title, the equations of the page, values with units; what is zero is left out."""

from __future__ import annotations

import pytest

from game import scenefile
from game.learn.poster_caption import EQUATIONS, VALUES, poster_caption
from game.model.equations.parse import parse
from game.model.words import use_language
from game.session.session import Session


def test_of_a_gyroscope() -> None:
    caption = poster_caption(Session(scenefile.load("loops")))
    assert (caption.title, caption.subtitle) == ("Loops", "Gyroscope · t = 0.00 s")
    assert len(caption.equations) == EQUATIONS and caption.equations[0].startswith(r"\ddot\theta =")
    values = {value.symbol + value.behind: value.value for value in caption.values}
    assert values["m"] == "0.12\u00a0kg" and values["θ(0)"] == "35°" and values["g"] == "9.81\u00a0m/s²"
    assert not any(value.value.startswith("0\u00a0") for value in caption.values)


def test_main_equations_are_those_of_the_motion() -> None:
    """Of the trebuchet neither the places of its parts nor its potential, but what says how it moves."""
    first, second = poster_caption(Session(scenefile.load("trebuchet"))).equations
    assert first.startswith(r"\frac{d}{dt}\frac{\partial(T-V)}") and second.startswith(r"m\ddot{\mathbf r}=")


def test_in_french_numbers_have_commas() -> None:
    use_language("fr")
    try:
        caption = poster_caption(Session(scenefile.load("loops")))
        assert {value.symbol: value.value for value in caption.values}["m"] == "0,12\u00a0kg"
    finally:
        use_language("en")


@pytest.mark.parametrize("name", ["trebuchet", "chain-50", "euler-disk", "levitron", "bicycle", "tennis-racket"])
def test_each_family_has_equations_that_can_be_set(name: str) -> None:
    caption = poster_caption(Session(scenefile.load(name)))
    assert caption.equations and all(parse(text) for text in caption.equations)
    assert 0 < len(caption.values) <= VALUES
