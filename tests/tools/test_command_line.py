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
    tests = (node.test for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.If))
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
