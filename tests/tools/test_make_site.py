"""The pages of the site before they are built: each is listed, its links lead somewhere, equations and outputs stay."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from game import scenefile
from game.model.equations.parse import EquationError
from tools import make_gallery, make_site
from tools.website import live_pages
from tools.website.equations import mathml
from tools.website.guide import LINK, with_links
from tools.website.markup import block, described
from tools.website.mechanics import SMALL, command, preset_page
from tools.website.notebooks import converted


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, gallery = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("gallery")
    (gallery / "book.jpg").write_bytes(b"a picture")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(make_gallery, "FOLDER", gallery)
        make_site.write_sources(folder, ["fast-cone"])
    return folder


def without_code(text: str) -> str:
    return re.sub(r"`[^`\n]+`", "", re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.DOTALL | re.MULTILINE))


@pytest.mark.long
def test_every_link_of_the_sources_leads_somewhere(sources: Path) -> None:
    found = [(page, link) for page in sources.rglob("*.md") for link in LINK.findall(without_code(page.read_text()))]
    links = [(page, link.partition("#")[0]) for page, link in found if not re.match(r"[a-z]+:|#", link)]
    assert len(links) > 100
    assert not [(page.name, link) for page, link in links if not (page.parent / link).is_file()]


@pytest.mark.long
def test_every_page_is_in_the_contents(sources: Path) -> None:
    listed = set((sources / "index.md").read_text().splitlines())
    pages = {path.relative_to(sources).with_suffix("").as_posix() for path in sources.rglob("*.md")}
    apart = {page for page in pages if page.startswith(("source/", "gallery/")) or page == "index"}
    assert not pages - apart - listed
    gallery = (sources / "gallery" / "index.md").read_text().splitlines()
    assert not set(scenefile.presets()) - set(gallery)


@pytest.mark.long
def test_preset_is_alive_where_its_page_was_exported(sources: Path) -> None:
    assert 'src="../live/fast-cone.html"' in (sources / "gallery" / "fast-cone.md").read_text()
    loops = (sources / "gallery" / "loops.md").read_text()
    assert "iframe" not in loops and 'src="../thumbnails/loops.webp"' in loops
    book = (sources / "gallery" / "book.md").read_text()
    assert "](pictures/book.jpg)" in book and (sources / "gallery" / "pictures" / "book.jpg").is_file()


@pytest.mark.long
def test_pictures_of_the_first_page_lead_to_presets(sources: Path) -> None:
    assert "](docs/gallery/loops.jpg)](gallery/loops.md)" in (sources / "index.md").read_text()


def test_links_are_moved_but_for_code_and_addresses() -> None:
    text = "[a](b.md#c) [d](https://e.org)\n```\n[a](b.md)\n```\n"
    moved = with_links(text, "docs/page.md", lambda target: f"other/{target}")
    assert moved == "[a](../other/docs/b.md#c) [d](https://e.org)\n```\n[a](b.md)\n```\n"


def test_equation_keeps_its_number_and_loses_the_name_of_its_quantity() -> None:
    from game.learn.page import Equation

    assert block(Equation(r"\of{energy}{E} = T", "13")) == "$$\n{E} = T \\tag{13}\n$$"


def test_docstring_keeps_equations_and_names_as_code() -> None:
    docstring = "Says `a_b` of a*b.\n\n        x = y\n          + z\n\n    It is\n    so.\n    "
    assert described(docstring) == "Says `a_b` of a\\*b.\n\n```text\nx = y\n  + z\n```\n\nIt is so."


def test_thing_to_try_has_a_command_that_does_it() -> None:
    from game.learn.pages import page_of

    scene = scenefile.load("fast-cone")
    page = page_of("fast-cone", scene.system, "en")
    assert page is not None
    assert "fast-cone?phi_dot=800" in command(scene, page.trials[-1])
    assert command(scene, page.trials[-1]) in preset_page(scene, SMALL)


def test_notebook_keeps_its_outputs() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# A\n", "text"]},
        {
            "cell_type": "code",
            "source": ["print(1)"],
            "outputs": [
                {"output_type": "stream", "text": ["1\n"]},
                {"output_type": "display_data", "data": {"image/png": "aGk="}},
            ],
        },
    ]
    text, pictures = converted({"cells": cells}, "n")
    assert text.startswith("# A\ntext\n\n```python\nprint(1)\n```") and "\n1\n```" in text
    assert pictures == {"n-1.png": b"hi"} and "(n-1.png)" in text


@pytest.mark.parametrize(
    "path", sorted((make_site.ROOT / "docs" / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem
)
def test_equations_of_notebooks_are_understood(path: Path) -> None:
    text, _ = converted(json.loads(path.read_text("utf-8")), path.stem)
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    assert all(mathml(first or second) for first, second in re.findall(r"(?s)\$\$(.+?)\$\$|\$(.+?)\$", text))


def test_functions_stand_apart_from_what_they_are_of() -> None:
    assert mathml(r"d\cos\theta").count("<mspace") == 2
    assert "<mspace" not in mathml(r"\cos(\theta)")
    assert "𝒂" in mathml(r"\mathbf a") and ">(13)<" in mathml(r"a \tag{13}", display=True)
    with pytest.raises(EquationError):
        mathml(r"\unknown a")


def test_pages_are_made_again_only_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Sequence[str]] = []

    def write(names: Sequence[str], to: Path, jobs: int, told: object) -> None:
        made.append(names)
        to.mkdir(exist_ok=True)
        (to / "coin.html").write_text(f"page {len(made)}")

    monkeypatch.setattr(live_pages, "write_web", write)
    kept = tmp_path / "kept"
    told = [
        live_pages.copy_pages(program, kept, tmp_path / f"to-{program}", ["coin"], lambda *_: None)
        for program in ("1", "1", "2")
    ]
    assert told == [True, False, True] and made == [["coin"]] * 2
    assert [(tmp_path / f"to-{each}" / "coin.html").read_text() for each in "12"] == ["page 1", "page 2"]


def test_the_fingerprint_of_pages_tells_what_they_depend_on(tmp_path: Path) -> None:
    (tmp_path / "game" / "cli").mkdir(parents=True)
    (tmp_path / "game" / "page.py").write_text("a")
    first = live_pages.fingerprint(tmp_path, ["coin"])
    (tmp_path / "game" / "cli" / "main.py").write_text("a")
    assert live_pages.fingerprint(tmp_path, ["coin"]) == first != live_pages.fingerprint(tmp_path, ["loops"])
    (tmp_path / "game" / "page.py").write_text("b")
    assert live_pages.fingerprint(tmp_path, ["coin"]) != first
