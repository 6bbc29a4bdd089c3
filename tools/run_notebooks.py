"""Runs the notebooks of docs/notebooks and keeps their outputs: `python -m tools.run_notebooks [NAMES]`.

It needs no Jupyter. Kept are printed text, figures of matplotlib as PNG, and results as text; pages, which have half a
megabyte each, are left out: a notebook shows them when it is run.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
from pathlib import Path
from typing import Any

from tools.command_line import check_names, command_line

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
DOTS_PER_INCH = 80


def run_cells(path: Path) -> list[list[dict[str, Any]]]:
    """Run the cells of code of a notebook in order and return the outputs of each; raises what they raise."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [_run("".join(cell["source"]), names) for cell in cells if cell["cell_type"] == "code"]


def _run(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run one cell and return its outputs as a notebook has them."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, found, shown = io.StringIO(), [], plt.show
    plt.show = lambda: found.extend(_figures())
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, "<cell>", "exec"), names)
            value = None if last is None else eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    finally:
        plt.show = shown
    if printed.getvalue():
        found.insert(
            0, {"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(keepends=True)}
        )
    if value is not None:
        data = {"text/plain": [repr(value)]}
        found.append({"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None})
        if hasattr(value, "_repr_html_"):
            value._repr_html_()
    return found


def _figures() -> list[dict[str, Any]]:
    """Return all open figures as outputs, and close them."""
    import matplotlib.pyplot as plt

    found = []
    for number in plt.get_fignums():
        file = io.BytesIO()
        plt.figure(number).savefig(
            file, format="png", dpi=DOTS_PER_INCH, bbox_inches="tight", metadata={"Software": None}
        )
        picture = base64.b64encode(file.getvalue()).decode()
        data = {"image/png": picture, "text/plain": ["<Figure>"]}
        found.append({"output_type": "display_data", "data": data, "metadata": {}})
    plt.close("all")
    return found


def keep(path: Path) -> None:
    """Run a notebook and write its outputs into it."""
    outputs = run_cells(path)
    notebook = json.loads(path.read_text("utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, found) in enumerate(zip(code, outputs, strict=True), 1):
        cell["execution_count"] = number
        cell["outputs"] = [
            {**each, **({"execution_count": number} if "execution_count" in each else {})} for each in found
        ]
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    options = command_line()
    options.add_argument("names", nargs="*", help="of the notebooks, without suffix; all where none is given")
    known = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
    names = options.parse_args().names
    check_names(options, names, known)
    for each in names or known:
        keep(FOLDER / f"{each}.ipynb")
        print(f"docs/notebooks/{each}.ipynb")
