from __future__ import annotations

import pytest

from game.learn.page import Equation, Paragraph, parsed
from game.learn.prose import Span, spans
from game.learn.trial import Trial
from physics import BadInput

PAGE = """# Tops
systems: gyroscope, heavy-top

## What you see
A top, with $\\theta$
and **more**.

## Equations
$$a = b$$ (13)

## Source
A book.

# heavy-top

## Equations
$$c = d$$ *

# fast-cone

## What you see
The cone.
check: max theta over 1 = 46.7 deg

## Try it
- [Spin it](do: phi_dot=800; watch=energy) it sinks
to 32.7°
check: max theta over 1 = 32.7 deg
"""


def test_a_page_takes_sections_of_the_scene_then_the_system_then_the_family() -> None:
    file = parsed(PAGE, "en", "tops.en.md")
    assert (file.title, file.systems) == ("Tops", ("gyroscope", "heavy-top"))
    page = file.page("fast-cone", "heavy-top")
    assert page.see == (Paragraph((Span("The cone."),)),)
    assert page.equations == (Equation("c = d", "", main=True),)
    assert page.reference == "A book."
    assert file.page("other", "gyroscope").equations == (Equation("a = b", "13"),)
    assert file.page("other", "gyroscope").trials == ()


def test_trials_have_changes_and_numbers_to_measure() -> None:
    file = parsed(PAGE, "en", "tops.en.md")
    (trial,) = file.page("fast-cone", "gyroscope").trials
    assert trial == Trial(
        "Spin it",
        (Span("it sinks to 32.7°"),),
        (("phi_dot", "800"), ("watch", "energy")),
        ("max theta over 1 = 32.7 deg",),
    )
    assert file.parts["fast-cone"].checks == ["max theta over 1 = 46.7 deg"]


def test_prose_has_words_equations_and_emphasis() -> None:
    assert spans(r"at $\theta$, **now**") == (
        Span("at "),
        Span(r"\theta", "equation"),
        Span(", "),
        Span("now", "strong"),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# A\n## Wrong\n", "line 2: heading 'Wrong': must be one of What you see, Equations, Try it, Source"),
        ("# A\nwords\n", "line 2: text outside of a section"),
        ("# A\nsystems: a\n# b\n# b\n", "line 4: a second part 'b'"),
        ("# A\n## Try it\n- do this\n", "line 4: '- do this': must be - [title](do: name=value; ...) text"),
        ("# A\n## Try it\n- [b](do: c) d\n", "line 4: 'c': must be name=value"),
        ("# A\n## Equations\n$$ a\n", "line 3: an equation must stand as $$...$$ (number) on a line of a section"),
        ("# A\n## Source\nx\n", "x.md: the line 'systems: ...' is missing"),
    ],
)
def test_a_bad_page_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(BadInput) as error:
        parsed(text, "en", "x.md")
    assert said in str(error.value)
    assert "\n" not in str(error.value)
