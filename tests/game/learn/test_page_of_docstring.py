"""The page that a system has before somebody has written one."""

import physics
from game.learn import pages
from game.learn.page import Page, Paragraph
from game.learn.pages import docstring_page


def words(blocks) -> list[str]:
    assert all(isinstance(block, Paragraph) for block in blocks)
    return ["".join(span.text for span in block.spans) for block in blocks]


class Swing(physics.System):
    """A swing on two ropes.

    One coordinate, theta [rad]:

        theta'' = -g/L sin theta
        E = m L² theta'²/2

    Small swings have one
    period.

    C. Huygens, Horologium oscillatorium (1673).
    """

    name = "swing"
    title = "Swing"


def test_a_docstring_is_cut_into_what_is_seen_equations_and_source() -> None:
    page = docstring_page(Swing)
    assert page.title == "Swing" and page.trials == ()
    assert words(page.see) == ["A swing on two ropes."]
    assert words(page.equations) == ["One coordinate, theta [rad]:", "theta'' = -g/L sin theta", "E = m L² theta'²/2"]
    assert page.reference == "C. Huygens, Horologium oscillatorium (1673)."


def test_every_system_would_have_a_page_of_its_docstring() -> None:
    for name in physics.systems():
        page = docstring_page(physics.system_class(name))
        assert words(page.see)[0].endswith((".", ":")), name


def test_a_system_without_a_file_has_that_page_and_one_without_french_the_english_one(monkeypatch) -> None:
    files = {language: pages.page_files(language) for language in ("en", "fr")}
    known = [file for file in files["en"] if "wilberforce" in file.systems]
    without = {
        "en": tuple(file for file in files["en"] if "wilberforce" not in file.systems),
        "fr": tuple(file for file in files["fr"] if "wilberforce" not in file.systems),
    }
    pages.page_of.cache_clear()
    monkeypatch.setattr(pages, "page_files", lambda language: without[language])
    made = pages.page_of("wilberforce", "wilberforce", "fr")
    assert made == docstring_page(physics.system_class("wilberforce"))
    pages.page_of.cache_clear()
    monkeypatch.setattr(pages, "page_files", lambda language: without["fr"] if language == "fr" else files["en"])
    english = pages.page_of("wilberforce", "wilberforce", "fr")
    assert isinstance(english, Page) and english == known[0].page("wilberforce", "wilberforce")
    pages.page_of.cache_clear()
