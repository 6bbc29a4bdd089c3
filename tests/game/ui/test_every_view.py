"""Every panel, list, menu and message: all words are in the language in use, and none is cut or drawn over another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from unittest import mock

import pytest
from imgui_bundle import imgui

import physics
from game.model import key_bindings, words
from game.model.input import Action
from game.ui.widgets.item_boxes import ItemBoxes
from physics.simulation.report_track import reportable
from tools.contact_sheets import wrong
from tools.drawn_texts import DrawnText, clipped, colliding, foreign_words, outside, overlapping, recorded
from tools.interface_driver import Driver
from tools.interface_views import VIEWS, View, opened
from tools.tooltip_places import covered, tips_of

Texts = tuple[dict[str, str], dict[str, str]]
NEUTRAL = frozenset(
    (
        *(
            "kg",
            "rad",
            "cm",
            "mm",
            "ms",
            "deg",
            "fps",
            "log",
            "sin",
            "cos",
            "tan",
            "dt",
            "rtol",
            "min",
            "max",
            "Pad",
        ),  # units, functions
        *(
            "MP",
            "WebM",
            "WebP",
            "GIF",
            "PNG",
            "CSV",
            "SVG",
            "NPZ",
            "csv",
            "mp",
            "webm",
            "webp",
            "gif",
            "phone",
            "polhode",
            "html",
        ),  # formats, names of files
        *("Polhode", "English", "Fran", "ais", "SSPRK"),
    )
)
"""Words that are the same in every language."""
ELSEWHERE = ("readings",)
"""Panels whose words are not looked at here."""


@cache
def identifiers() -> frozenset[str]:
    """Return names of systems, methods, variables and parameters, and words that are the same in every language."""
    found = {*physics.integrators(), *physics.systems()}
    for kind in physics.systems().values():
        made = kind()
        found |= {*kind.fields, *made.groups, *(each.name for each in (*made.variables, *made.aliases))}
        found |= {each.name for each in (*kind.quantities, *kind.invariants)}
        found |= set(reportable(made)) if made.reports else set()
    return NEUTRAL | frozenset(
        part
        for name in found
        for part in (name, *name.replace("-", " ").replace("_", " ").split(), *re.findall("[A-Za-z]+", name))
    )


def own_names(driver: Driver) -> frozenset[str]:
    """Return the names that a person has given: of the parts of a machine in the workshop, and of its scene."""
    made = driver.session.run.workshop if driver.session.workshop.active else None
    if made is None:
        return frozenset()
    names = [name for _, name in made.sketch.parts()]
    return frozenset(word for name in (*names, made.sketch.rest.title) for word in re.findall("[A-Za-z]+", name))


def pretended(text: str) -> str:
    """Return a text with letters of no alphabet in place of its own, as if it were another language."""
    parts, at = [], 0
    for field in words.FIELD.finditer(text):
        parts += [_strange(text[at : field.start()]), field[0]]
        at = field.end()
    return "".join([*parts, _strange(text[at:])])


def _strange(text: str) -> str:
    return "".join(chr(0xE000 + ord(letter)) if letter.isascii() and letter.isalpha() else letter for letter in text)


@cache
def strange(language: str, load: Callable[[str], Texts] = words.load) -> Texts:
    """Return what `words.load` does, in letters of no alphabet."""
    texts, patterns = load(language)
    return {text: pretended(text) for text in texts}, {text: pretended(text) for text in patterns}


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use a language in which every text that has a French translation is written in letters of no alphabet."""
    monkeypatch.setattr(words, "load", strange)
    monkeypatch.setattr(key_bindings, "_labels", {})
    words.use_language("fr")
    yield
    words.use_language("en")


def all_texts(driver: Driver) -> list[DrawnText]:
    """Return the texts of a frame, and of one in which the pointer is on everything at once, with all tooltips."""

    def hovered(*flags: int) -> bool:
        return imgui.internal.get_current_window_read().root_window.name not in ELSEWHERE

    with recorded() as plain:
        driver.frame()
    with recorded() as pointed, mock.patch.object(imgui, "is_item_hovered", hovered):
        driver.frame()
    return [text for text in (*plain, *pointed) if text.window not in ELSEWHERE]


@pytest.mark.parametrize(
    "view",
    [
        pytest.param(view, id=view.name, marks=() if k % 2 else pytest.mark.long)
        for k, view in enumerate(view for view in VIEWS if not view.prose)
    ],
)
def test_every_word_is_translated(view: View, pretend: None) -> None:
    with opened(view) as driver:
        known = identifiers() | own_names(driver)
        said = {text.words: foreign_words(text.words, known) for text in all_texts(driver)}
    assert len(said) > 20
    assert {text: foreign for text, foreign in said.items() if foreign} == {}


def test_an_english_word_is_noticed(pretend: None) -> None:
    with opened(VIEWS[0]) as driver:
        driver.interface.say("Saved polhode.png")
        found = [
            foreign_words(text.words, identifiers()) for text in all_texts(driver) if text.window.startswith("toast")
        ]
    assert ["Saved", "png"] in found


# Nothing is cut -------------------------------------------------------------------------------------------------

TIGHT = [((400, 600), 1.0), ((1280, 720), 2.0)]
"""Window sizes and text scales where there is little room; `tools.contact_sheets --check` tries all."""
SHOWN = [
    *(pytest.param(*tight, VIEWS[k :: len(TIGHT)], id=f"some-{k}") for k, tight in enumerate(TIGHT)),
    *(pytest.param(*tight, VIEWS, id=f"all-{k}", marks=pytest.mark.long) for k, tight in enumerate(TIGHT)),
]
"""These, and the views that are looked at: `make test` looks at each view once."""


@pytest.mark.parametrize(("size", "scale", "views"), SHOWN)
def test_no_text_is_cut_and_nothing_lies_over_another(
    size: tuple[int, int], scale: float, views: tuple[View, ...], french: None
) -> None:
    wrong_texts = []
    for view in views:
        with opened(view, size, scale) as driver:
            with recorded() as texts:
                driver.frame()
            wrong_texts += [f"{view.name}: {line}" for line in (*wrong(texts, view), *outside(size), *colliding())]
            wrong_texts += [f"{view.name}: {line}" for line in covered(tips_of(driver))]
            wrong_texts += [f"{view.name}: no key reaches {name}" for name in out_of_reach(driver)]
    assert wrong_texts == []


BY_POINTER = ("track", "close hint", "edge", "plot", "lanes", "diagram", "name", "range", "bar ")
"""Beginnings of the names of controls that only the pointer uses; other keys, or other controls, do the same."""


def out_of_reach(driver: Driver) -> list[str]:
    """Return the controls to which no key moves while the keys are those of the panels."""
    driver.interface.act(Action.CONTROLS)
    driver.settle()
    found = set()

    def control(boxes: ItemBoxes, name: str) -> None:
        last, within = imgui.get_current_context().last_item_data, imgui.internal.get_current_window()
        kept = last.item_flags & imgui.ItemFlags_.no_nav.value or within.flags & imgui.WindowFlags_.no_nav_inputs.value
        own = within.root_window.name == "open a file"  # arrows choose there, while a path is typed
        if last.id_ and kept and imgui.is_item_visible() and not (own or name.startswith(BY_POINTER)):
            found.add(f"{within.root_window.name}/{name}")

    with mock.patch.object(ItemBoxes, "control", control):
        driver.frame()
    return sorted(found)


def test_a_cut_text_is_noticed(french: None) -> None:
    clip = 0.0, 0.0, 100.0, 20.0
    whole = DrawnText("words", "panel", (0.0, 0.0, 100.0, 16.0), clip)
    assert clipped([whole]) == []
    assert clipped([whole._replace(box=(0.0, 0.0, 110.0, 16.0))])
    assert clipped([whole._replace(fits=False)])
    assert clipped([whole._replace(box=(0.0, 30.0, 110.0, 46.0))]) == []  # reached by scrolling
    below = whole._replace(box=(0.0, 17.0, 100.0, 33.0), words="more")
    assert overlapping([whole, below]) == []
    assert overlapping([whole, below._replace(box=(50.0, 8.0, 120.0, 24.0))])
    assert overlapping([whole, below._replace(box=(50.0, 8.0, 120.0, 24.0), window="other")]) == []
