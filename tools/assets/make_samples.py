"""Make docs/samples: small tables that the examples of the documents read, and a scene that names one of them.

    python -m tools.assets.make_samples

A test says when the files are not those that this makes.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import numpy as np

import physics
from tools.command_line import command_line

FOLDER = Path(__file__).parents[2] / "docs" / "samples"
SCENE_PAGE, MACHINE_PAGE, OWN_PAGE = (FOLDER.parent / f"{name}.md" for name in ("scene-files", "machines", "your-own"))
DEGREE = np.pi / 180.0


def measured(run: physics.Run, names: dict[str, str], noise: float, seed: int, begins: float = 0.0) -> str:
    """Return a table as a camera would give it: times, and angles with noise [degrees], in two decimals.

    names: the heading of each value of the run. begins: time in the table at which the run begins [s].
    """
    dice = np.random.default_rng(seed)
    columns = [run[name] / DEGREE + noise * dice.standard_normal(len(run.t)) for name in names]
    rows = (
        f"{t:.2f}," + ",".join(f"{value:.2f}" for value in row)
        for t, *row in zip(run.t + begins, *columns, strict=True)
    )
    return "\n".join(["t [s]," + ",".join(f"{heading} [deg]" for heading in names.values()), *rows]) + "\n"


def swing() -> str:
    """Return the angle of a pendulum with friction in its joint."""
    parameters = {"count": 1, "length": 1.0, "friction": 0.05}
    run = physics.simulate(
        "planar-chain", duration=8, every=0.04, parameters=parameters, initial={"theta_1": 60 * DEGREE}
    )
    return measured(run, {"theta_1": "angle"}, 0.3, seed=1)


def film() -> str:
    """Return the angles of the axis of a top on the Moon, that of the scene, from 1.5 s on."""
    initial = {"theta": 30 * DEGREE, "phi_dot": 400.0, "psi_dot": 0.0}
    run = physics.simulate("gyroscope", duration=8, every=0.04, dt=5e-4, parameters={"gravity": 1.62}, initial=initial)
    return measured(run, {"theta": "theta", "psi": "psi"}, 0.1, seed=2, begins=1.5)


def egg() -> str:
    """Return the profile of an egg: radii and heights [m] from below upwards."""
    at = np.linspace(0.0, np.pi, 25)
    heights = 0.03 * (1.0 - np.cos(at))
    radii = 0.022 * np.sin(at) * (1.0 + 0.12 * np.cos(at))
    return "\n".join(["r,z", *(f"{r:.5f},{z:.5f}" for r, z in zip(radii, heights, strict=True))]) + "\n"


def drag() -> str:
    """Return the drag coefficient of a smooth sphere at some Reynolds numbers, read from a usual textbook curve."""
    rows = ((1e3, 0.45), (1e4, 0.41), (1e5, 0.47), (2e5, 0.45), (3e5, 0.25), (4e5, 0.09), (1e6, 0.13), (3e6, 0.19))
    return "\n".join(["Re,C_d", *(f"{number:g},{coefficient:g}" for number, coefficient in rows)]) + "\n"


def shown_scene(page: Path, number: int = 0, language: str = "toml") -> str:
    """Return a scene file, or a file in another language, that a document shows."""
    found = re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    assert len(found) > number, f"{page} shows {len(found)} files of this kind"
    return str(found[number])


FILES = {
    "swing.csv": swing, "film.csv": film, "egg.csv": egg, "drag.csv": drag,
    "my.toml": partial(shown_scene, SCENE_PAGE), "double-pendulum.toml": partial(shown_scene, MACHINE_PAGE, 0),
    "four-bar.toml": partial(shown_scene, MACHINE_PAGE, 1), "barrier.toml": partial(shown_scene, MACHINE_PAGE, 2),
    "my_method.py": partial(shown_scene, OWN_PAGE, 0, "python"),
    "robot.urdf": partial(shown_scene, MACHINE_PAGE, 0, "xml"),
    "driven-oscillator.toml": partial(shown_scene, MACHINE_PAGE, 3),
}  # fmt: skip
"""What makes each file."""


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        (FOLDER / name).write_text(make(), "utf-8")


if __name__ == "__main__":
    command_line().parse_args()
    main()
