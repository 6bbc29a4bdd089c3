"""Scripts that are run as modules: each tells with --help what it does, and does nothing then."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def is_script(path: Path) -> bool:
    """Return whether a module does something where it is run."""
    text = path.read_text("utf-8")
    if "__main__" not in text:
        return False
    tests = (node.test for node in ast.parse(text).body if isinstance(node, ast.If))
    return any(ast.unparse(test) == "__name__ == '__main__'" for test in tests)


SCRIPTS = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for folder in ("bench", "tests", "tools") for path in sorted((ROOT / folder).rglob("*.py")) if is_script(path)
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_answer_help(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    source = (ROOT / name.replace(".", "/")).with_suffix(".py").read_text("utf-8")
    assert "parse_args()" in source, f"{name}: must parse its arguments, see tools/command_line.py"
    monkeypatch.setattr(sys, "argv", [name, "--help"])
    with pytest.raises(SystemExit) as end:
        runpy.run_module(name.removesuffix(".__main__"), run_name="__main__", alter_sys=True)
    said = capsys.readouterr().out
    assert end.value.code == 0 and said.startswith("usage: ") and len(said.splitlines()) > 3


@pytest.mark.filterwarnings("ignore:.*found in sys.modules:RuntimeWarning")
@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("tools.words", ["xx"], "unknown: xx; known: fr"),
        ("tools.words", ["en"], "unknown: en; known: fr"),
        ("tools.words", ["../fr", "--fix"], "unknown: ../fr; known: fr"),
        ("tools.run_notebooks", ["precession", "nope"], "unknown: nope; known: precession, tippe-top, trebuchet"),
        ("tools.measure_framing", ["nope"], "unknown: nope; known: fast-cone, "),
        ("tools.assets.make_environment", ["nope"], "unknown: nope; known: environment, "),
        ("tools.contact_sheets", ["nowhere", "--views", "nope"], "unknown: nope; known: "),
        ("tools.contact_sheets", ["nowhere", "--languages", "xx"], "unknown: xx; known: en, fr"),
        ("tools.contact_sheets", ["nowhere", "--themes", "xx"], "unknown: xx; known: "),
        (
            "tools.contact_sheets",
            ["nowhere", "--sizes", "wide"],
            "--sizes wide: must be WIDTHxHEIGHT, such as 12",
        ),
        ("tests.game.export.measure_pages", ["nope"], "unknown: nope; known: "),
    ],
)
def test_scripts_refuse_names_of_nothing_before_any_work(
    name: str, arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    with pytest.raises(SystemExit) as end:
        runpy.run_module(name, run_name="__main__", alter_sys=True)
    assert end.value.code == 2 and said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
