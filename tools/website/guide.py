"""The pages that are written by hand (docs/*.md, README.md and others), copied with links that hold within the site."""

from __future__ import annotations

import posixpath
import re
import shutil
from collections.abc import Callable
from pathlib import Path

PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
"""Pages beside docs/*.md."""
INDEX = "index.md"
"""Name of README.md in the site."""
GALLERY = "docs/gallery.md"
PRESETS = "assets/presets/"
"""A page, and files, that the site replaces by pages of its own."""
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^\s*(```|~~~)")
LANGUAGES = {".py": "python", ".ts": "typescript", ".toml": "toml", ".sh": "sh", ".css": "css"}


def copy_guide(root: Path, to: Path) -> None:
    """Write the pages with their pictures, and a page of source for each file that they link to.

    Raises FileNotFoundError for a link to a file that does not exist.
    """
    sources: set[str] = set()
    for page in sorted([*(root / name for name in PAGES), *(root / "docs").glob("*.md")]):
        name = page.relative_to(root).as_posix()
        if name != GALLERY:
            text = with_links(page.read_text("utf-8"), name, lambda target: _target(root, target, sources))
            _write(to / (INDEX if name == "README.md" else name), text)
    gallery = root / "docs" / "gallery"
    for picture in (*(root / "docs").glob("*.svg"), *gallery.rglob("*.jpg"), *gallery.rglob("*.svg")):
        copied = to / picture.relative_to(root)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture, copied)
    for name in sorted(sources):
        write_source(root, to, name)


def with_links(text: str, name: str, target: Callable[[str], str]) -> str:
    """Return the Markdown of the page `name` with every link outside of code replaced.

    target: takes a path from the root of the repository, with its anchor, and returns it in the site.
    """
    folder, fenced, lines = posixpath.dirname(name), False, []
    here = posixpath.dirname(INDEX if name == "README.md" else name)

    def replaced(found: re.Match[str]) -> str:
        link = found[1]
        if re.match(r"[a-z]+:|#", link):
            return found[0]
        path, _, anchor = link.partition("#")
        moved = target(posixpath.normpath(posixpath.join(folder, path)) + (f"#{anchor}" if anchor else ""))
        return f"]({posixpath.relpath(moved, here or '.')})"

    for line in text.splitlines():
        fenced ^= bool(FENCE.match(line))
        lines.append(line if fenced else LINK.sub(replaced, line))
    return "\n".join(lines) + "\n"


def _target(root: Path, target: str, sources: set[str]) -> str:
    path = target.partition("#")[0]
    if not (root / path).is_file():
        raise FileNotFoundError(f"link to {path}: no such file")
    if path == GALLERY:
        return "gallery/index.md"
    if path.startswith(PRESETS):
        return f"gallery/{Path(path).stem}.md"
    if path == "README.md":
        return target.replace("README.md", INDEX)
    if path.startswith("docs/notebooks/"):
        return f"notebooks/{Path(path).stem}.md"
    if path.endswith((".md", ".svg", ".jpg", ".png")):
        return target
    sources.add(path)
    return source_page(path)


def source_page(path: str) -> str:
    """Return the page that shows a file of the repository."""
    return f"source/{path}.md"


def write_source(root: Path, to: Path, path: str) -> None:
    """Write the page that shows a file of the repository."""
    shutil.copyfile(root / path, _made(to / "source" / path))
    language = LANGUAGES.get(Path(path).suffix, "text")
    text = (
        f"---\norphan: true\n---\n\n# {path}\n\n```{{literalinclude}} {Path(path).name}\n:language: {language}\n```\n"
    )
    _write(to / source_page(path), text)


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _write(path: Path, text: str) -> None:
    _made(path).write_text(text, encoding="utf-8")
