"""The notebooks of the guide: their code runs, and prints what is written in them."""

import json

import pytest

from game.export import notebook
from tools.run_notebooks import FOLDER, run_cells

NOTEBOOKS = sorted(path.stem for path in FOLDER.glob("*.ipynb"))


def texts(outputs):
    """Return the lines that cells have printed."""
    return ["".join(each["text"]) for found in outputs for each in found if each["output_type"] == "stream"]


def kinds(outputs):
    return [[each["output_type"] for each in found] for found in outputs]


def test_there_are_notebooks():
    assert NOTEBOOKS == ["precession", "tippe-top", "trebuchet"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook_prints_what_is_written_in_it(name, monkeypatch):
    pytest.importorskip("matplotlib")
    pages = []
    monkeypatch.setattr(notebook, "page_text", lambda scene: f"<p>{pages.append(scene.system)}</p>")
    outputs = run_cells(FOLDER / f"{name}.ipynb")
    written = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))["cells"]
    kept = [cell["outputs"] for cell in written if cell["cell_type"] == "code"]
    assert kinds(outputs) == kinds(kept)
    assert texts(outputs) == texts(kept)
    assert len(pages) == 1
