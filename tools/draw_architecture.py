"""Draw docs/architecture.svg: the packages of game and physics, with an arrow from each to those it imports from.

`python -m tools.draw_architecture` writes the picture, the same for the same source. Packages and imports are read from
the source itself, lazy and type-only imports included. A package is drawn above all that it imports from; packages that
import from one another are drawn side by side, with a red arrow each way. Arrows implied by others are left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tools.command_line import command_line

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "architecture.svg"
HALVES = ("game", "physics")
"""Top-level packages that are drawn, the upper one first."""
Graph = dict[str, set[str]]

ROW, BOX_HEIGHT, GAP, MARGIN = 58.0, 30.0, 18.0, 30.0
LETTER, PADDING = 7.6, 12.0
"""Width of a letter and of the padding beside a name in its box [pixels]."""
PASSING = 12.0
"""Width of an arrow in the rows that it passes [pixels]."""
SWEEPS = 24
PULL = 0.9
"""Number of improvements of the positions in the rows, and how far each moves towards the mean of its neighbours."""
STYLE = """
  text { font: 13px 'DejaVu Sans Mono', monospace; fill: #1b2733; text-anchor: middle; }
  .half { fill: #f2f5f8; stroke: #c3cdd6; }
  .title { font-weight: bold; fill: #5a6b7a; text-anchor: start; }
  .box { fill: #ffffff; stroke: #33658a; stroke-width: 1.4; }
  .arrow { fill: none; stroke: #6d8294; stroke-width: 1.2; marker-end: url(#head); }
  .circle { stroke: #c0392b; }
"""


class Place(NamedTuple):
    """One place in a row: a package, or where an arrow passes between packages; width in pixels."""

    name: str
    width: float


def packages(root: Path = ROOT) -> Graph:
    """Return each package directly in a half, or module there, with those it imports from."""
    files = {_module_name(root, path): path for half in HALVES for path in sorted((root / half).rglob("*.py"))}
    homes = {name: ".".join(name.split(".")[:2]) for name in files}
    graph: Graph = {home: set() for home in homes.values()}
    for name, path in files.items():
        for imported in _imports(name, path):
            parts = imported.split(".")
            found = next((".".join(parts[:n]) for n in range(len(parts), 0, -1) if ".".join(parts[:n]) in homes), None)
            if found and homes[found] != homes[name]:
                graph[homes[name]].add(homes[found])
    return {name: below for name, below in graph.items() if below or any(name in others for others in graph.values())}


def _module_name(root: Path, path: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imports(name: str, path: Path) -> Iterator[str]:
    """Yield the full name of everything that a module imports, at any level."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def reachable(graph: Graph, start: str) -> set[str]:
    """Return all that `start` imports from, directly or through others."""
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += graph[name]
    return found


def reduced(graph: Graph) -> Graph:
    """Return the graph without arrows implied by others; arrows of a circle stay."""
    below = {name: reachable(graph, name) for name in graph}

    def follows(name: str, target: str) -> bool:
        if name in below[target]:
            return False
        lower = [other for other in graph[name] - {target} if name not in below[other]]
        return any(target in below[other] and other not in below[target] for other in lower)

    return {name: {each for each in targets if not follows(name, each)} for name, targets in graph.items()}


def layers(graph: Graph) -> dict[str, int]:
    """Return the layer of each package, 0 the lowest: one above all it imports from, every half above the next."""
    below = {name: reachable(graph, name) for name in graph}
    found: dict[str, int] = {}

    def layer(name: str) -> int:
        if name not in found:
            lower = [each for each in below[name] if name not in below[each]]
            found[name] = max([floor, *(layer(each) + 1 for each in lower)])
        return found[name]

    for half in reversed(HALVES):
        floor = max(found.values(), default=-1) + 1
        for name in sorted(graph):
            if name.split(".")[0] == half:
                layer(name)
    return found


def rows_of(graph: Graph, level: dict[str, int]) -> tuple[list[list[Place]], dict[tuple[str, str], list[str]]]:
    """Return the rows, the lowest first, and the places that each arrow passes, from its start to its end."""
    rows: list[list[Place]] = [[] for _ in range(max(level.values()) + 1)]
    for name in sorted(graph):
        rows[level[name]].append(Place(name, len(name) * LETTER + 2 * PADDING))
    ways = {}
    for name, target in sorted((start, end) for start in graph for end in graph[start]):
        between = range(level[name] - 1, level[target], -1)
        passed = [f"{name} {target} {n}" for n in between]
        for n, place in zip(between, passed, strict=True):
            rows[n].append(Place(place, PASSING))
        ways[name, target] = [name, *passed, target]
    return rows, ways


def arranged(rows: list[list[Place]], ways: Iterable[list[str]]) -> dict[str, float]:
    """Return the x of every place: ordered so that few arrows cross, and near those it is joined to."""
    joined: dict[str, list[str]] = {place.name: [] for row in rows for place in row}
    for way in ways:
        for a, b in pairwise(way):
            joined[a].append(b)
            joined[b].append(a)
    x: dict[str, float] = {}
    for row in rows:
        x |= _spread(row, {place.name: 0.0 for place in row})
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 else rows[::-1]:
            wished = {place.name: PULL * _mean([x[other] for other in joined[place.name]]) for place in row}
            row.sort(key=lambda place: (wished[place.name], place.name))
            x |= _spread(row, wished)
    return x


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _spread(row: list[Place], wished: dict[str, float]) -> dict[str, float]:
    """Return x of the places of a row in its order, as near to the wished ones as their widths allow."""
    blocks: list[tuple[list[Place], float]] = []
    for place in row:
        block, middle = [place], wished[place.name]
        while blocks and blocks[-1][1] + _width(blocks[-1][0]) / 2 + GAP > middle - _width(block) / 2:
            before, at = blocks.pop()
            middle = (at * len(before) + middle * len(block)) / (len(before) + len(block))
            block = before + block
        blocks.append((block, middle))
    found = {}
    for block, middle in blocks:
        left = middle - _width(block) / 2
        for place in block:
            found[place.name] = left + place.width / 2
            left += place.width + GAP
    return found


def _width(block: list[Place]) -> float:
    return sum(place.width for place in block) + GAP * (len(block) - 1)


def drawing(graph: Graph) -> str:
    """Return the picture of a graph as SVG."""
    arrows, level = reduced(graph), layers(graph)
    rows, ways = rows_of(arrows, level)
    x = arranged(rows, ways.values())
    width = {place.name: place.width for row in rows for place in row}
    left = min(x[name] - width[name] / 2 for name in x) - 2 * MARGIN
    right = max(x[name] + width[name] / 2 for name in x) + 2 * MARGIN
    y = {place.name: (len(rows) - n) * ROW for n, row in enumerate(rows) for place in row}
    boxes = [_box(name, x[name] - left, y[name], width[name]) for name in sorted(graph)]
    halves = [_half(half, [y[name] for name in graph if name.split(".")[0] == half], right - left) for half in HALVES]
    lines = []
    for (start, end), way in ways.items():
        points = [(x[name] - left, y[name]) for name in way]
        lines.append(_arrow(points, circle=start in reachable(graph, end)))
    size = f"{right - left:.0f} {(len(rows) + 0.7) * ROW:.0f}"
    head = '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">',
        f"<style>{STYLE}</style>",
        f'<defs>{head}<path d="M0,0 L8,4 L0,8 z" fill="#6d8294"/></marker></defs>',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        *halves, *lines, *boxes,
        "</svg>", "",
    ])  # fmt: skip


def _half(name: str, heights: list[float], width: float) -> str:
    if not heights:
        return ""
    top, bottom = min(heights) - ROW / 2, max(heights) + ROW / 2
    frame = f'x="{MARGIN / 2:.0f}" y="{top + 4:.0f}" width="{width - MARGIN:.0f}" height="{bottom - top - 8:.0f}"'
    title = f'<text class="title" x="{MARGIN:.0f}" y="{top + 24:.0f}">{name}/</text>'
    return f'<rect class="half" {frame} rx="8"/>{title}'


def _box(name: str, x: float, y: float, width: float) -> str:
    half, _, rest = name.partition(".")
    frame = f'x="{x - width / 2:.1f}" y="{y - BOX_HEIGHT / 2:.1f}" width="{width:.1f}" height="{BOX_HEIGHT:.0f}"'
    text = escape(rest or half)
    return f'<rect class="box" {frame} rx="5"/><text x="{x:.1f}" y="{y + 4.5:.1f}">{text}</text>'


def _arrow(points: list[tuple[float, float]], circle: bool) -> str:
    """Return a curve from the lower edge of the first box through the points to the upper edge of the last."""
    (x, y), (end_x, end_y) = points[0], points[-1]
    if y == end_y:
        side = 0.5 * BOX_HEIGHT
        path = f"M{x:.1f},{y + side:.1f} C{x:.1f},{y + 3 * side:.1f} {end_x:.1f},{y + 3 * side:.1f} "
        path += f"{end_x:.1f},{y + side:.1f}"
    else:
        stops = [(x, y + BOX_HEIGHT / 2), *points[1:-1], (end_x, end_y - BOX_HEIGHT / 2)]
        path = f"M{stops[0][0]:.1f},{stops[0][1]:.1f}"
        for (ax, ay), (bx, by) in pairwise(stops):
            middle = (ay + by) / 2
            path += f" C{ax:.1f},{middle:.1f} {bx:.1f},{middle:.1f} {bx:.1f},{by:.1f}"
    return f'<path class="arrow{" circle" if circle else ""}" d="{path}"/>'


def main() -> None:
    """Write the picture."""
    TARGET.write_text(drawing(packages()), encoding="utf-8")


if __name__ == "__main__":
    command_line().parse_args()
    main()
