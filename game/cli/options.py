"""Options of the command line: their names and the types of their values."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

from game.app.desktop_settings import USUAL_SIZE
from game.model.frame import Room
from game.model.quality import AUTO as AUTO_ROOM
from game.model.quality import quality_setting
from game.model.settings import MAX_SCALE, MIN_SCALE, THEMES
from game.model.words import AUTO, LANGUAGES
from physics import BadInput
from physics.core.units import check_number

ROOMS = AUTO_ROOM, *(str(room) for room in Room)
"""Names of rooms, as `--room` takes them."""
MAX_RATE = 240
"""Greatest number of pictures a second."""
MAX_CELLS = 4096
"""Greatest number of cells of a map along a side."""


def whole_number(text: str, low: int, high: int) -> int | None:
    """Return the number of a text of digits, low to high, else None; a text of thousands of digits is not read."""
    if not text.isdecimal() or len(text) > len(str(high)):
        return None
    number = int(text)
    return number if low <= number <= high else None


class SizeOption(click.ParamType[tuple[int, int]]):
    """WxH in pixels, each at most `largest`."""

    name = "WxH"

    def __init__(self, largest: int) -> None:
        self._largest = largest

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Return the two numbers; fails on anything else."""
        if isinstance(value, tuple):
            return value
        match [whole_number(side, 16, self._largest) for side in value.lower().split("x")]:
            case [int(width), int(height)]:
                return width, height
        self.fail(f"{value!r}: must be WIDTHxHEIGHT in pixels, each from 16 to {self._largest}", param, ctx)


class CellsOption(click.ParamType[tuple[int, int]]):
    """Cells of a map across and up, WxH."""

    name = "WxH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Return the two numbers; fails on anything else."""
        if isinstance(value, tuple):
            return value
        match [whole_number(side, 1, MAX_CELLS) for side in value.lower().split("x")]:
            case [int(columns), int(rows)]:
                return columns, rows
        self.fail(f"{value!r}: must be COLUMNSxROWS, each from 1 to {MAX_CELLS}", param, ctx)


class QualityOption(click.ParamType[str]):
    """A tier, or a tier and the scale of its pixels."""

    name = "TIER"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text itself; fails where it stands for no quality."""
        try:
            quality_setting(value)
        except BadInput as error:
            raise click.UsageError(str(error)) from None
        return str(value)


class AssignmentOption(click.ParamType[tuple[str, str]]):
    """NAME=VALUE."""

    name = "NAME=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Return the name and the text after the first equals sign."""
        if isinstance(value, tuple):
            return value
        name, equals, text = value.partition("=")
        if not equals or not name.strip() or not text.strip():
            self.fail(f"{value!r}: must be NAME=VALUE, such as theta=30deg", param, ctx)
        return name.strip(), text.strip()


class GhostOption(click.ParamType[dict[str, str]]):
    """NAME=VALUE,NAME=VALUE…"""

    name = "NAME=VALUE,…"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, str]:
        """Return the values by name."""
        if isinstance(value, dict):
            return value
        return dict(AssignmentOption().convert(part, param, ctx) for part in str(value).split(","))


class NumberOption(click.ParamType[float]):
    """A number with a unit, or in SI, within bounds."""

    def __init__(self, what: str, unit: str, low: float = -math.inf, high: float = math.inf) -> None:
        self.what, self.unit, self.low, self.high = what, unit, low, high
        self.name = f"{unit or 'NUMBER'}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the value in SI; fails on anything else."""
        if isinstance(value, float):
            return value
        try:
            return check_number(self.what, str(value), self.unit, self.low, self.high)
        except BadInput as error:
            raise click.UsageError(str(error)) from None


class RateOption(click.ParamType[int]):
    """Pictures a second: a whole number."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; fails on anything else, and names the nearest that is allowed."""
        try:
            number = check_number("fps", value if isinstance(value, int) else str(value), "", -math.inf, math.inf)
        except BadInput as error:
            raise click.UsageError(str(error)) from None
        if number.is_integer() and 1 <= number <= MAX_RATE:
            return int(number)
        nearest = min(max(round(number), 1), MAX_RATE)
        raise click.UsageError(f"fps = {value}: must be a whole number from 1 to {MAX_RATE}; the nearest is {nearest}")


def complete_scene(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the presets and systems whose names begin so; else files."""
    from game.scenefile import presets
    from physics import systems

    names = [name for name in dict.fromkeys((*presets(), *systems())) if name.startswith(incomplete)]
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


def complete_outcome(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the outcomes of maps whose names begin so."""
    from physics.studies.outcomes import OUTCOMES

    return [CompletionItem(each.name, help=each.meaning) for each in OUTCOMES if each.name.startswith(incomplete)]


def load_files(ctx: click.Context, param: click.Parameter, files: tuple[str, ...]) -> None:
    """Run the Python files of the option `--load`, before the other options are read; raises BadInput."""
    if files and not ctx.resilient_parsing:
        from physics.own_systems import load_file

        for file in files:
            load_file(file)


SCENE_OPTIONS = (
    click.argument("scene", default="", metavar="[SCENE]", shell_complete=complete_scene),
    click.option(
        "--load",
        metavar="FILE.py",
        multiple=True,
        is_eager=True,
        expose_value=False,
        callback=load_files,
        help="Run a Python file that defines systems or integrators; may be repeated.",
    ),
    click.option("--integrator", metavar="NAME", help="Method of integration (see `polhode list`)."),
    click.option("--dt", type=NumberOption("dt", "s"), help="Step of the simulation [s]."),
    click.option(
        "--set", "sets", type=AssignmentOption(), multiple=True, help="A parameter, e.g. mass=40g; may be repeated."
    ),
    click.option("--init", "inits", type=AssignmentOption(), multiple=True, help="An initial value, e.g. theta=30deg."),
)
PICTURE_OPTIONS = (
    click.option("--speed", type=NumberOption("speed", ""), help="Simulated seconds per second."),
    click.option(
        "--quality",
        type=QualityOption(),
        help="How much work goes into a picture: auto, low, medium, high, or one at a scale, e.g. medium@0.75.",
    ),
    click.option(
        "--room",
        type=click.Choice(ROOMS),
        help="Where the table stands; auto: as usual for the system.",
    ),
    click.option("--binet", is_flag=True, help="Beside a free body or a satellite: Binet's construction."),
    click.option("--sculpture", is_flag=True, help="Beside the body: the phase sculpture."),
    click.option(
        "--sculpt",
        "sculpts",
        type=AssignmentOption(),
        multiple=True,
        help="Of the sculpture: across, up, after, duration, or the spread of a variable, e.g. theta=0.2; repeatable.",
    ),
    click.option(
        "--duel",
        "ghosts",
        type=GhostOption(),
        multiple=True,
        help="A ghost that differs, e.g. integrator=heun,dt=1e-3, formulation=heavy-top, law=viscous; may be repeated.",
    ),
)


SIZE_WORDS = f"{USUAL_SIZE[0]}x{USUAL_SIZE[1]}"
WINDOW_SIZE = (
    click.option(
        "--size",
        type=SizeOption(8192),
        help=f"Size of the window in pixels (default: {SIZE_WORDS}, more where the desktop enlarges what it shows).",
    ),
)
FILM_SIZE = (
    click.option(
        "--size", type=SizeOption(16384), default=SIZE_WORDS, show_default=True, help="Size of the picture in pixels."
    ),
)

LOOK_OPTIONS = (
    click.option(
        "--theme",
        type=click.Choice(THEMES),
        help=f"Colours of the interface (default: as last set; render: {THEMES[0]}).",
    ),
    click.option(
        "--ui-scale",
        type=NumberOption("ui_scale", "", MIN_SCALE, MAX_SCALE),
        help=f"Size of panels and text, {MIN_SCALE:g} to {MAX_SCALE:g} (default: as last set; render: 1).",
    ),
    click.option(
        "--language",
        type=click.Choice((AUTO, *LANGUAGES)),
        help="Language of the interface (default: as last set, else that of the system; render: en).",
    ),
)

ENSEMBLE_OPTIONS = (
    click.option("--ensemble", type=int, metavar="N", help="So many copies at once, spread about the start."),
    click.option(
        "--spread",
        "spreads",
        type=AssignmentOption(),
        multiple=True,
        help="By how much at most the copies start aside, e.g. theta=1e-3; may be repeated.",
    ),
)

FIGURE_OUTPUT = click.option(
    "-o", "--output", metavar="FILE", help="FILE.png, .svg, .npz, .csv, or - for standard output (default)."
)

MAP_OPTIONS = (
    click.option(
        "--over", "over", type=AssignmentOption(), multiple=True, help="An axis, e.g. theta2=-180deg..180deg; twice."
    ),
    click.option(
        "--of",
        metavar="OUTCOME",
        default="",
        shell_complete=complete_outcome,
        help="What is mapped, e.g. lyapunov, final:theta (see `polhode list SYSTEM`; default: the first).",
    ),
    click.option("--size", type=CellsOption(), default="256x256", show_default=True, help="Cells across and up."),
    click.option(
        "--seconds",
        type=NumberOption("seconds", "s"),
        default=20.0,
        show_default=True,
        help="Simulated seconds of each.",
    ),
    FIGURE_OUTPUT,
)

AT_OPTION = click.option(
    "--at", metavar="NAME=VALUE", help="A value that a variable passes upward (default: the first, at 0)."
)

SECTION_OPTIONS = (
    AT_OPTION,
    click.option("--across", metavar="NAME", default="", help="Quantity of the horizontal axis."),
    click.option("--up", metavar="NAME", default="", help="Quantity of the vertical axis."),
    click.option("--others", type=click.IntRange(0, 1000), default=0, show_default=True, help="More, of this energy."),
    click.option("--points", type=click.IntRange(1, 10**6), default=2000, show_default=True, help="Number of points."),
    FIGURE_OUTPUT,
)

BIFURCATION_OPTIONS = (
    click.option(
        "--over", "over", type=AssignmentOption(), multiple=True, help="What is varied, e.g. amplitude_z=0..0.1; once."
    ),
    click.option(
        "--of", metavar="QUANTITY", default="", help="What is drawn (default: the second angle or coordinate)."
    ),
    AT_OPTION,
    click.option("--every", type=NumberOption("every", "s"), help="At the multiples of a period, in place of --at."),
    click.option("--cells", type=click.IntRange(1, 4096), default=400, show_default=True, help="Number of columns."),
    click.option(
        "--points", type=click.IntRange(1, 10_000), default=100, show_default=True, help="Values in a column."
    ),
    click.option(
        "--seconds",
        type=NumberOption("seconds", "s"),
        default=200.0,
        show_default=True,
        help="Simulated seconds at most.",
    ),
    click.option(
        "--transient", type=NumberOption("transient", "s"), help="Before the first value (default: half of it)."
    ),
    FIGURE_OUTPUT,
)


def options(*groups: tuple[Callable[[Any], Any], ...]) -> Callable[[Any], Any]:
    """Return a decorator that adds all options of these groups, in their order."""

    def add(command: Any) -> Any:
        for option in reversed([option for group in groups for option in group]):
            command = option(command)
        return command

    return add
