"""`python -m bench [-o FILE]`: all tables, printed as they are computed, and written as Markdown.

`python -m bench --only small-errors ... [-o FILE]` measures these sections alone, and keeps the others of the file.

`python -m bench --long-run FOLDER` instead follows the energy over a million nutations: a table and a picture.
`python -m bench --card FILE [--size 1920x1080 ...] [--preset NAME ...]` instead asks the graphics card for its times.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path

from bench import (
    bodies,
    ensembles,
    equal_error,
    integrators,
    interface,
    linkages,
    long_run,
    machine,
    pendulums,
    physics_step,
    planar_chains,
    rattle_chains,
    sections,
    spatial_chains,
    tolerances,
    trebuchet,
)
from bench.tops import Contender, Missing
from game import scenefile
from physics import BadInput

INTRODUCTION = """# Measured

Written by `make bench`, each section at its date. Contenders take turns in one run; times are medians of rounds, so
that ratios mean more than times. One thread, seconds of the process; pictures by the wall. Everyone first shows that it
follows the same motion. [The energy over a million nutations](long-run.md) takes a quarter of an hour.
"""
PICTURES = "Picture"
STEP = """
The paper's cone, 1 ms. All make 4 evaluations; C is `bench/top.c`, Kutta's method as a C programmer would write it.
MuJoCo steps a body on a ball joint with contacts and constraints switched off, a thousand steps a call; Exudyn a body
that turns about its centre under the same torque.
"""
BODIES = f"""
Steps of {bodies.DT * 1e3:g} ms, after each of which q is put back to length 1, and what slides on the table. C is
`bench/bodies.c` and the like: the same maths for one surface and one law of friction, without flight; gimbals that are
free. It may fuse multiplications with additions, but for the column that says so, and must come to our state within
{bodies.SAME:g}. "Checked" is `Simulation.advance`, which also looks after every step for events and for where the
equations fail. Ratios are to the faster C.
"""
PENDULUMS = f"""
Steps of {bodies.DT * 1e3:g} ms of two unequal bars turning over. C is `bench/pendulum.c`: Lagrange's equations with our
sine or that of its library; it may fuse multiplications with additions, but for the row that says so.
"""
CHAINS = f"""
Steps of {planar_chains.DT * 1e3:g} ms of rods of {planar_chains.LENGTH * 1e2:g} cm, each hinged to the one before in a
plane, or joined to it by a ball. MuJoCo with contacts and constraints switched off, many steps a call, in each round
fewer than ours (at least {planar_chains.FEWEST}); its places must be ours within {planar_chains.SAME:g} after
{planar_chains.TRIED} steps.
"""
RATTLE = f"""
Steps of `splitting`, order 2, of the chains in a plane: the impulses that close the joints are solved for by Newton's
iteration. C is `bench/rattle.c`, whose state must be ours within {planar_chains.SAME:g} after {planar_chains.TRIED}
steps.
"""
SPATIAL_RATTLE = """
The chains in space, to `bench/spatial_rattle.c` in the same way.
"""
MACHINES = f"""
Steps of {linkages.DT * 1e3:g} ms of machines that a scene file describes; loops are closed again after each. C is
`bench/linkages.c` and `bench/pendulum.c`: equations that a person chose for the one machine. MuJoCo has the machine as
`polhode export` writes it, without contacts, trees without constraints; coordinates must be ours within
{linkages.SAME:g} after {linkages.TRIED} steps, with loops, which it keeps by stiff springs, within {linkages.SOFT:g}.
"Checked" as above. "Made in" is the time from the description to a machine that can run, in CPython.
"""
MANY = """
Copies of the cone, 1 ms, 20 steps a call, per member and step on one thread. C may fuse multiplications with additions,
which changes the last bits, and does not do so in the row that says it; both go on from where they are. MuJoCo by its
rollout, which returns every state.
"""
EQUAL = f"""
The paper's cone for {equal_error.DURATION:g} s with the tip of its axis, at distance 1, within {equal_error.ERROR:g}
of where it must be: each with about the fewest steps, or the loosest tolerance, that does it. Our
adaptive methods run in ticks of a second.
"""
TOLERANCES = """
Ten seconds by adaptive methods, from loose tolerances to the smallest: time to come within an error of the true state,
the largest of all variables, absolute below 1 and relative above, interpolated between tolerances a power of ten apart.
Ours run in ticks of a second. heyoka (Biscani, Izzo 2021) has our equations, without parameters that are zero; what it
takes to compile them is not counted. The true state is heyoka's in 80 bits.

Runs are called from Python, which is counted. heyoka writes code for one order and the numbers of one body, without
the zeros of its inertia; ours is one text for any order and any body.
"""
SHOTS = """
The default machine from the trigger to the landing: slide, swing, flight with drag, every event located. A shot is
seconds of the process, methods with their usual tolerances; scipy's is written as its users write it, phase by phase.
"""

PICTURE = """
The top on its peg and its floor, without what explains them: {size} pixels, made from the state, drawn and read, by
the wall. MuJoCo has our triangles, our pictures of wood, our eye and our lamp. Classic is its renderer as it comes: a
shadow map of 4096 texels, 4 samples of each pixel; bare is without shadow and with one sample. Filament is its new
renderer as it comes (shadow, ambient occlusion, film curve), on OpenGL in a process of its own; "physical" has wood
described by its roughness and a floor that reflects, and so shows what our tier high shows; bare has neither shadow nor
anything after the drawing. `python -m bench.rivals FOLDER` writes the pictures.

Where a processor draws, ours draws again only what may differ from the last picture: here the top and its stand, their
shadow and their image, which stay in one place but are made anew each time. With "eye moving" all of it is drawn.
"""
INTERFACE = f"""
Building the panels and labels of a window of {"x".join(map(str, interface.SIZE))} points, on the thread that also runs
the ticks, which are not counted; drawing them is part of the pictures below.
"""
TIERS = """
With panels, arrows and traces, by the wall; the second column is to the first row.
"""
CLOUDS = """
Dots of a cloud of copies, and lines that a thousand copies draw behind them.
"""
LONG_RUN = """# A million nutations

Written by `make long-run`. The paper's cone, steps of 1 ms, compiled, checked in every step; seconds of the process.
Errors of the energy are relative to E(0) + 2 m g d. Bins of time, the first one nutation long, grow evenly on the
picture's scale; a drift is how far the middle between the least and the largest error of a bin has moved, from the
first bin to the last, in the mean over a nutation. Memory is counted from the end of the first.
"""


@cache
def contenders() -> tuple[list[Contender], list[str]]:
    """Return those that step the top, and messages about what is missing."""
    return physics_step.contenders()


def report() -> sections.Sections:
    """Return the sections of the whole report."""
    return {
        "One step": below(STEP, one_step),
        "One RK4 step of the tops": below(BODIES, bodies.report),
        "One RK4 step of the double pendulum": below(PENDULUMS, pendulums.report),
        "One RK4 step of chains in a plane": below(CHAINS, planar_chains.report),
        "One RK4 step of chains in space": below("", spatial_chains.report),
        "One step of RATTLE": below(RATTLE, lambda: rattle_chains.report(rattle_chains.PLANAR)),
        "One step of RATTLE in space": below(SPATIAL_RATTLE, lambda: rattle_chains.report(rattle_chains.SPATIAL)),
        "One RK4 step of machines": below(MACHINES, linkages.report),
        "Many copies": below(MANY, ensembles.report),
        "The same error": below(EQUAL, lambda: equal_error.report(contenders()[0])),
        "Small errors": below(TOLERANCES, tolerances.report),
        "Shots": below(SHOTS, trebuchet.report),
        "Integrators in CPython": below("", integrators.report),
        "The interface of one frame": below(INTERFACE, interface.report),
        PICTURES: pictured,
    }


def below(words: str, measure: Callable[[], Iterable[str]]) -> Callable[[], Iterator[str]]:
    """Return what yields the lines of a section: words, and what is measured then."""

    def lines() -> Iterator[str]:
        yield words
        yield from measure()

    return lines


def one_step() -> Iterator[str]:
    """Yield the lines on the step of the top, and messages about what is missing."""
    there, missing = contenders()
    yield from physics_step.report(there)
    yield from ("", *(f"Missing: {problem}." for problem in missing)) if missing else ()


def pictured() -> Iterator[str]:
    """Yield the lines of the report on pictures, or the reason why there is none."""
    from bench import picture, rivals
    from game.model.errors import NoOpenGL
    from game.render.gpu.gl_context import describe

    try:
        studio = picture.opened()
    except NoOpenGL as problem:
        yield from ("", f"No picture: {problem}")
        return
    yield PICTURE.format(size="x".join(map(str, picture.SIZE)))
    yield from (f"{describe(studio.renderer.ctx)['renderer']}.", "", *rivals.report(studio, picture.SIZE))
    with studio.renderer.ctx:  # other contexts have been current meanwhile
        yield from ("", "### Tiers", TIERS, *picture.tiers(studio))
        yield from ("", "### Clouds", CLOUDS, *picture.clouds(studio))


def long_lines(folder: Path) -> Iterator[str]:
    """Yield the report on long runs, and write its picture to the folder; raises Missing."""
    picture = folder / "long-run.svg"
    yield from (LONG_RUN, *machine.described(), "")
    yield from long_run.report(picture=picture)
    yield from ("", f"![The largest error of the energy over the nutations]({picture.name})")


def said(lines: Iterable[str]) -> str:
    """Print lines as they come, and return them as one text."""
    whole = []
    for line in lines:
        print(line, flush=True)
        whole.append(line)
    return "\n".join(whole) + "\n"


def measure(output: Path | None, picture: bool, only: Sequence[str]) -> None:
    """Measure the sections of the report, or only those of these names, and write them to a file, if one is named."""
    wanted = report()
    names = only or [sections.anchor(title) for title in wanted if picture or title != PICTURES]
    text = said(chain((INTRODUCTION, *machine.described()), sections.measured(wanted, names)))
    if output:
        output.write_text(sections.merged(wanted, text, output) if only else text, encoding="utf-8")


def measure_card(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """Write the report on the graphics card; invalid arguments end the program with one line."""
    from bench import card

    try:
        sizes = [card.size_of(text) for text in given.size or ()] or card.SIZES
        for name in given.preset or ():
            scenefile.load(name)
    except BadInput as problem:
        parser.error(str(problem))
    given.card.write_text(said(card.lines(given.preset or (), sizes)), encoding="utf-8")


def main() -> None:
    """Run the benchmarks and write the report."""
    parser = argparse.ArgumentParser(prog="polhode bench", description="Measure speed against peers, side by side.")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("-o", "--output", metavar="FILE", type=Path, help="also write the tables as Markdown")
    where.add_argument(
        "--long-run",
        metavar="FOLDER",
        type=Path,
        help="instead, follow the energy over a million nutations and write long-run.md and long-run.svg there",
    )
    where.add_argument("--card", metavar="FILE", type=Path, help="instead, write what pictures cost the graphics card")
    parser.add_argument("--size", metavar="WxH", action="append", help="with --card: of the pictures; may be repeated")
    parser.add_argument("--preset", metavar="NAME", action="append", help="with --card: only these; may be repeated")
    parser.add_argument("--no-picture", dest="picture", action="store_false", help="physics only, no OpenGL")
    parser.add_argument(
        "--only",
        metavar="SECTION",
        nargs="+",
        default=(),
        choices=[sections.anchor(title) for title in report()],
        help="measure only these sections, named as in links (small-errors), and keep the others of FILE",
    )
    given = parser.parse_args()
    if given.card is not None:
        measure_card(parser, given)
        return
    if given.long_run is None:
        measure(given.output, given.picture, given.only)
        return
    if not given.long_run.is_dir():
        parser.error(f"--long-run {given.long_run}: must be a folder that is there")
    try:
        (given.long_run / "long-run.md").write_text(said(long_lines(given.long_run)), encoding="utf-8")
    except Missing as problem:
        parser.error(f"--long-run: {problem}; type: make long-run")


if __name__ == "__main__":
    main()
