"""The options of the commands in this package. What a command needs is imported when it runs."""

from __future__ import annotations

from typing import Any

import click

from game.cli.lazy_scene import scene_at_start
from game.cli.options import (
    BIFURCATION_OPTIONS,
    MAP_OPTIONS,
    SCENE_OPTIONS,
    SECTION_OPTIONS,
    AssignmentOption,
    NumberOption,
    options,
)


@click.command()
@options(SCENE_OPTIONS)
@click.option("--over", "over", type=AssignmentOption(), multiple=True, help="A parameter, e.g. sling=3..8:64; twice.")
@click.option("-o", "--output", metavar="FILE", help="FILE.csv, FILE.npz, or - for standard output (default).")
def scan(scene: str, over: tuple[tuple[str, str], ...], output: str | None, **changes: Any) -> int:
    """Range over two parameters of a machine: a table of complete shots."""
    described = scene_at_start(scene, "scan", **changes)
    from game.cli.studies import optimise as tune

    return tune.scan(described, over, output)


@click.command()
@options(SCENE_OPTIONS)
@click.option(
    "--over", "over", type=AssignmentOption(), multiple=True, help="A parameter to vary, e.g. sling=3..8; repeat."
)
@click.option("--objective", default="range", show_default=True, help="What is made as large as possible.")
@click.option(
    "--limit", "limits", type=AssignmentOption(), multiple=True, help="At most so much, e.g. peak_pivot=110000; repeat."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the search.")
@click.option("--json", "as_json", is_flag=True, help="The best machine as JSON on standard output.")
def optimise(
    scene: str,
    over: tuple[tuple[str, str], ...],
    objective: str,
    limits: tuple[tuple[str, str], ...],
    seed: int,
    as_json: bool,
    **changes: Any,
) -> int:
    """Find the machine that throws best when some of its parameters are varied within bounds."""
    described = scene_at_start(scene, "optimise", **changes)
    from game.cli.studies import optimise as tune

    return tune.optimise(described, over, objective, limits, seed, as_json)


@click.command()
@options(SCENE_OPTIONS)
@click.argument("files", metavar="FILE...", nargs=-1)
@click.option(
    "--column",
    "columns",
    type=AssignmentOption(),
    multiple=True,
    help="What a column is, e.g. theta=angle:deg, t=time:ms; repeat (default: as the headings say).",
)
@click.option("--free", metavar="NAMES", help="Parameters and initial values, e.g. length,friction,theta.")
@click.option(
    "--noise",
    "noise",
    type=AssignmentOption(),
    multiple=True,
    help="Standard deviation of single values, e.g. theta=0.5deg; repeat (default: found from the data).",
)
@click.option("--window", metavar="A..B", help="Only rows from A to B seconds; of recordings the flights, A..B,C..D.")
@click.option("--run", default="", metavar="N", help="The run, where the table has several, e.g. 2 or latest.")
@click.option("--shift", type=click.IntRange(-1, 1), help="Rows by which the times of a recording stand aside.")
@click.option("--rate", type=NumberOption("rate", "Hz", 1e-3), help="Of a film: the true number of frames a second.")
@click.option("--length", type=NumberOption("length", "m", 1e-6), help="Of the pendulum in a film: then g is found.")
@click.option("--gaps", is_flag=True, help="Count frames of a film that seem lost.")
@click.option("--unit", default="", metavar="UNIT", help="Of the rates of a recording whose headings give none.")
@click.option(
    "--reverse", type=click.Choice(("x", "y", "z", "all")), help="The axis of a recording that has the wrong sense."
)
@click.option(
    "--loss",
    type=click.Choice(("soft_l1", "linear")),
    default="soft_l1",
    show_default=True,
    help="soft_l1: outliers hardly count; linear: plain least squares.",
)
@click.option("--starts", type=click.IntRange(1, 100), default=4, show_default=True, help="Starts tried at most.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of further starts.")
@click.option("--segment", type=NumberOption("segment", "s"), help="Begin the motion anew after each S seconds.")
@click.option("-o", "--output", metavar="FILE", help="FILE.toml: the scene with the fitted values.")
@click.option("--json", "as_json", is_flag=True, help="As JSON on standard output, with all correlations.")
def fit(
    scene: str,
    files: tuple[str, ...],
    columns: tuple[tuple[str, str], ...],
    free: str | None,
    noise: tuple[tuple[str, str], ...],
    window: str | None,
    run: str,
    shift: int | None,
    rate: float | None,
    length: float | None,
    gaps: bool,
    unit: str,
    reverse: str | None,
    loss: Any,
    starts: int,
    seed: int,
    segment: float | None,
    output: str | None,
    as_json: bool,
    **changes: Any,
) -> int:
    """Fit parameters and the start of SCENE to the measured motion in FILE, a table such as CSV.

    Without SCENE, FILE... are recordings of a thrown telephone: free flights and ratios of its inertia are found. With
    the word pendulum in its place and without --free, FILE is a film of one, as its angle or points of its bob.
    """
    from game.cli.studies.fit import check_fit_files, is_film

    if is_film(scene, free):
        from game.cli.studies.fit_film import fit_films

        return fit_films(files, columns, run, window, rate, length, gaps, as_json)
    of_recordings = {
        "unit": unit,
        "reverse": reverse,
        "shift": shift is not None,
        "rate": rate,
        "length": length,
        "gaps": gaps,
    }
    recordings = check_fit_files(scene, files, free, of_recordings)
    if recordings:
        from game.cli.studies.fit_recording import fit_files

        return fit_files(recordings, columns, unit, window, reverse, output, as_json, run, shift)
    described = scene_at_start(scene, "fit", **changes)
    from game.cli.studies.fit import fit as fit_table

    return fit_table(
        described, files[0], columns, free or "", noise, window, loss, starts, seed, segment, output, as_json, run
    )


@click.command()
@options(SCENE_OPTIONS)
@click.option(
    "--over", "over", type=AssignmentOption(), multiple=True, help="Only these, e.g. theta2=-90deg..90deg; twice."
)
@click.option("--cells", type=click.IntRange(2, 4096), default=512, show_default=True, help="Along each side.")
@click.option(
    "--duration", type=NumberOption("duration", "s"), default=20.0, show_default=True, help="Simulated seconds."
)
@click.option("-o", "--output", metavar="FILE", help="FILE.csv, FILE.npz, or - for standard output (default).")
def flips(
    scene: str, over: tuple[tuple[str, str], ...], cells: int, duration: float, output: str | None, **changes: Any
) -> int:
    """First flip of a double pendulum over its initial angles: a table of times."""
    described = scene_at_start(scene or "double-pendulum", "flips", **changes)
    from game.cli.studies.flips import compute

    return compute(described, over, cells, duration, output)


@click.command(name="map")
@options(SCENE_OPTIONS, MAP_OPTIONS)
def map_command(
    scene: str, over: tuple[tuple[str, str], ...], of: str, size: tuple[int, int], seconds: float, output: str | None,
    **changes: Any,
) -> int:  # fmt: skip
    """Map an outcome of many runs over any two parameters or initial values, as a picture or a table."""
    described = scene_at_start(scene, "map", **changes)
    from game.cli.studies.maps import compute

    return compute(described, over, of, size, seconds, output)


@click.command()
@options(SCENE_OPTIONS, BIFURCATION_OPTIONS)
def bifurcation(
    scene: str, over: tuple[tuple[str, str], ...], of: str, at: str | None, every: float | None, cells: int,
    points: int, seconds: float, transient: float | None, output: str | None, **changes: Any,
) -> int:  # fmt: skip
    """Bifurcation diagram: a quantity in a section of the motion, against a parameter or an initial value."""
    described = scene_at_start(scene, "bifurcation", **changes)
    from game.cli.studies.poincare_plots import bifurcation as draw

    return draw(described, over, of, at, every, cells, points, seconds, transient, output)


@click.command()
@options(SCENE_OPTIONS, SECTION_OPTIONS)
def section(
    scene: str, at: str | None, across: str, up: str, others: int, points: int, output: str | None, **changes: Any
) -> int:
    """Poincaré section: where a motion, and others of its energy, pass a plane."""
    described = scene_at_start(scene, "section", **changes)
    from game.cli.studies.poincare_plots import section as draw

    return draw(described, at, across, up, others, points, output)


@click.command()
@options(SCENE_OPTIONS)
@click.option("--exponents", type=click.IntRange(1), help="How many, the largest first (default: all).")
@click.option("--time", type=NumberOption("time", "s"), default=1000.0, show_default=True, help="Of the means.")
@click.option("--transient", type=NumberOption("transient", "s"), help="Before the means begin (default: a tenth).")
@click.option("--precision", type=NumberOption("precision", "", 1e-9), help="End when lambda_1 is so exact [1/s].")
@click.option("--json", "as_json", is_flag=True, help="As JSON on standard output.")
def lyapunov(
    scene: str, exponents: int | None, time: float, transient: float | None, precision: float | None, as_json: bool,
    **changes: Any,
) -> int:  # fmt: skip
    """Lyapunov exponents of a motion with their errors: whether it is chaotic, and how fast neighbours part."""
    from game.cli.studies.lyapunov import compute

    described = scene_at_start(scene, "lyapunov", **changes)
    return compute(described, exponents or 0, time, transient, precision, as_json)


@click.command()
@options(SCENE_OPTIONS)
@click.option("--json", "as_json", is_flag=True, help="As JSON on standard output.")
def trial(scene: str, as_json: bool, **changes: Any) -> int:
    """One step of the method on trial: is it symplectic, does it lead back, and which order does it show?"""
    from game.cli.studies.step_trial import compute

    return compute(scene_at_start(scene, "trial", **changes), as_json)


COMMANDS = (scan, optimise, fit, flips, map_command, bifurcation, section, lyapunov, trial)
