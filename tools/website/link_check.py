"""Check of the links of a folder of HTML pages: every file and anchor exists, and nothing is loaded from a network."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src", "video": "src"}
"""Elements that load what their attribute names."""


class PageLinks(HTMLParser):
    """The links and the anchors of a page. loaded: which links are loaded with the page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element."""
        given = {name: value for name, value in attrs if value}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        self.links |= {given[name] for name in ("href", "src") if name in given}
        if (name := LOADED.get(tag)) in given:
            self.loaded.add(given[name])


def broken_links(folder: Path, alone: tuple[str, ...] = ()) -> list[str]:
    """Return what is wrong with the links of all pages in a folder, a line each.

    alone: folders in it whose pages are not read; they may be linked to.
    """
    pages = {
        path: PageLinks(path.read_text("utf-8"))
        for path in sorted(folder.rglob("*.html"))
        if path.relative_to(folder).parts[0] not in alone
    }
    return [
        f"{path.relative_to(folder)}: {fault}" for path, page in pages.items() for fault in _faults(path, page, pages)
    ]


def _faults(path: Path, page: PageLinks, pages: dict[Path, PageLinks]) -> list[str]:
    found = []
    for link in sorted(page.links):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            if link in page.loaded and parts.scheme != "data":
                found.append(f"{link}: loaded from a network")
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
        if not target.is_file():
            found.append(f"{link}: no such file")
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
            found.append(f"{link}: no such anchor")
    return found
