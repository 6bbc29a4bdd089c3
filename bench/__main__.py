"""`python -m bench [-o FILE]`: all tables, printed as they are made, and kept as Markdown."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from bench import ensembles, equal_error, integrators, machine, physics_step

INTRODUCTION = """# Measured

Written by `make bench`. Contenders take turns in one run; times are medians of rounds, so that ratios mean more than
times. One thread, seconds of the process; pictures by the wall. Everyone first shows that it follows the
same motion.
"""
STEP = """
The paper's cone, 1 ms. All make 4 evaluations; C is `bench/top.c`, Kutta's method as a C programmer would write it.
MuJoCo steps a body on a ball joint with contacts and constraints switched off, a thousand steps a call; Exudyn a body
that turns about its centre under the same torque.
"""
MANY = """
Copies of the cone, 1 ms, 20 steps a call, per member and step on one thread. C may fuse multiplications with additions,
which changes the last bits, and does not do so in the row that says it; MuJoCo by its rollout.
"""
EQUAL = f"""
The paper's cone for {equal_error.DURATION:g} s with the tip of its axis, at distance 1, within {equal_error.ERROR:g}
of where it must be: each with about the fewest steps, or the loosest tolerance, that does it.
"""


def lines(picture: bool) -> Iterator[str]:
    """The whole report."""
    yield from (INTRODUCTION, *machine.described())
    there, missing = physics_step.contenders()
    yield from ("", "## One step", STEP, *physics_step.report(there))
    yield from ("", *(f"Missing: {problem}." for problem in missing)) if missing else ()
    yield from ("", "## Many copies", MANY, *ensembles.report())
    yield from ("", "## The same error", EQUAL, *equal_error.report(there))
    yield from ("", "## Integrators in CPython", "", *integrators.report())
    if picture:
        from bench import picture as pictures

        yield from ("", "## Picture", "", *pictures.report())


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(prog="polhode bench", description="Measure speed against peers, side by side.")
    parser.add_argument("-o", "--output", metavar="FILE", help="also write the tables as Markdown")
    parser.add_argument("--no-picture", dest="picture", action="store_false", help="physics only, no OpenGL")
    given = parser.parse_args()
    said = []
    for line in lines(given.picture):
        print(line, flush=True)
        said.append(line)
    if given.output:
        Path(given.output).write_text("\n".join(said) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
