"""Reduction of a filmed double pendulum to the angles of its arms, as shipped in `assets/measured`.

Source: run 0 of the Double Pendulum Chaotic data set (A. Asseman, T. Kornuta, A. Ozcan, "Learning beyond simulated
physics", 2018), licence CDLA-Sharing-1.0. Its file has no header and six columns: places of the markers at the pivot
and at the ends of both arms, (row, column) each, in fifths of a pixel, at 400 frames a second; rows count downwards.

    python -m tools.assets.make_double_pendulum original/dpc_dataset_csv/0.csv
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tools.command_line import command_line

FRAMES_A_SECOND, EVERY, SECONDS = 400, 4, 10
"""Of the film; frames from row to row; length of the table."""
TARGET = Path(__file__).parents[2] / "assets" / "measured" / "double-pendulum.csv"
HEAD = """\
# Double pendulum, filmed: angles of both arms from the downward vertical, counterclockwise as seen by the camera.
# From run 0 of the Double Pendulum Chaotic data set: A. Asseman, T. Kornuta, A. Ozcan, Learning beyond simulated
# physics (2018). Licence: CDLA-Sharing-1.0, see double-pendulum-LICENSE.pdf. Arms as published: 91 mm and 70 mm.
# Changed: from marker places to angles, every fourth frame of the first ten seconds (make_double_pendulum.py).
"""


def angles(places: np.ndarray) -> np.ndarray:
    """Return the angles (frames, 2) [rad] of both arms from marker places (frames, 6), without jumps by a turn."""
    down, right = places[:, 0::2], places[:, 1::2]
    return np.unwrap(np.arctan2(np.diff(right, axis=1), np.diff(down, axis=1)), axis=0)


def main(source: str) -> None:
    """Write the table of the source."""
    places = np.loadtxt(source, delimiter=",")[: FRAMES_A_SECOND * SECONDS + 1]
    rows = np.degrees(angles(places))[::EVERY]
    times = np.arange(len(rows)) * EVERY / FRAMES_A_SECOND
    lines = [f"{t:.2f},{one:.3f},{other:.3f}" for t, (one, other) in zip(times, rows, strict=True)]
    TARGET.write_text(HEAD + "t [s],theta_1 [deg],theta_2 [deg]\n" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    options = command_line()
    options.add_argument("file", help="places of the markers")
    main(options.parse_args().file)
