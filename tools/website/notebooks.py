"""Notebooks as Markdown, with the outputs that they keep."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any


def write_notebooks(folder: Path, to: Path) -> list[str]:
    """Write a page for each notebook of a folder, its pictures, and the notebook to download; return their names."""
    to.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("*.ipynb")):
        text, pictures = converted(json.loads(path.read_text("utf-8")), path.stem)
        offer = f"{{download}}`The notebook <{path.name}>`, to run it in Jupyter."
        (to / f"{path.stem}.md").write_text(f"{text}\n\n{offer}\n", encoding="utf-8")
        (to / path.name).write_bytes(path.read_bytes())
        for name, data in pictures.items():
            (to / name).write_bytes(data)
    return [f"notebooks/{path.stem}" for path in sorted(folder.glob("*.ipynb"))]


def converted(notebook: dict[str, Any], name: str) -> tuple[str, dict[str, bytes]]:
    """Return a notebook as Markdown, and its pictures by the names of their files, which begin with `name`."""
    parts: list[str] = []
    pictures: dict[str, bytes] = {}
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        elif cell["cell_type"] == "code":
            parts.append(f"```python\n{source}\n```")
            for output in cell.get("outputs", []):
                parts.append(_output(output, f"{name}-{len(pictures) + 1}.png", pictures))
    return "\n\n".join(parts), pictures


def _output(output: dict[str, Any], file: str, pictures: dict[str, bytes]) -> str:
    """Return an output as Markdown, and add its picture under the name `file`."""
    if output["output_type"] == "stream":
        return _printed(output["text"])
    data = output["data"]
    if "image/png" in data:
        pictures[file] = base64.b64decode("".join(data["image/png"]))
        return f"![A figure that the cell above draws]({file})"
    return _printed(data["text/plain"])


def _printed(lines: list[str] | str) -> str:
    text = "".join(lines).rstrip("\n")
    return f"```{{code-block}} text\n:class: output\n\n{text}\n```"
