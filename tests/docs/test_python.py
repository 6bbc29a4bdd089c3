"""The blocks of Python of the documents run, those of one document one after another, as one would type them.

Where a block shows a value in a comment, as in `# 49.7 found`, it is not compared: that is for a test of physics.
"""

from __future__ import annotations

import ast
import importlib
import re
import shutil

import pytest

import physics
from game.cli.new import write_system
from game.export import notebook
from tests.docs.documents import NAMES, ROOT, Block, blocks

PYTHON = {document: found for document in NAMES if (found := [b for b in blocks(document) if b.language == "python"])}
NOT_RUN = {"from distributed import": "it starts the processes of a cluster; the names that it imports are looked up"}
"""Texts of blocks that are not run, each with the reason."""
SMALLER = (("duration=10", "duration=0.2"), ("10_000,", "100,"), ("duration=5, dt=2.5e-4", "duration=5, dt=1e-3"))
"""What is replaced in `make test`: blocks run as they are printed among the long tests."""


def smaller(text: str) -> str:
    for long, short in SMALLER:
        text = text.replace(long, short)
    return text


def run(document: str, change) -> None:
    """Run the blocks of a document; an error names the block and its line."""
    names = {"__name__": "__main__"}
    for block in PYTHON[document]:
        if any(text in block.text for text in NOT_RUN):
            continue
        source = "\n" * (block.line - 1) + change(block.text)
        try:
            exec(compile(source, block.document, "exec"), names)
        except Exception as error:
            line = error.__traceback__.tb_next.tb_lineno if error.__traceback__.tb_next else block.line
            pytest.fail(f"{document}:{line}: a block of Python fails: {type(error).__name__}: {error}; correct it")


@pytest.fixture
def beside(tmp_path, monkeypatch):
    """A folder to work in with the samples and a system of one's own, no pages, and the libraries that blocks use."""
    for library in ("pandas", "pyarrow", "matplotlib"):
        pytest.importorskip(library)
    importlib.import_module("matplotlib").use("Agg")
    shutil.copytree(ROOT / "docs/samples", tmp_path / "docs/samples")
    write_system("bead", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(notebook, "page_text", lambda scene: "<p></p>")
    yield
    importlib.import_module("matplotlib.pyplot").close("all")  # a notebook would show them


@pytest.mark.parametrize("document", PYTHON)
def test_blocks_run(document, beside):
    run(document, smaller)


@pytest.mark.long
@pytest.mark.parametrize("document", PYTHON)
def test_blocks_run_as_they_are_printed(document, beside):
    run(document, str)


@pytest.mark.parametrize("block", [b for found in PYTHON.values() for b in found], ids=lambda block: block.where)
def test_what_is_imported_exists(block: Block):
    """Also of blocks that are not run."""
    for node in ast.walk(ast.parse(block.text)):
        if isinstance(node, ast.ImportFrom) and node.module.startswith(("physics", "game")):
            for each in node.names:
                assert hasattr(importlib.import_module(node.module), each.name), f"{block.where}: no {each.name}"
    for name in re.findall(r"\bphysics\.([a-z_A-Z]+)\(", block.text):
        assert hasattr(physics, name), f"{block.where}: there is no physics.{name}"
