"""Make docs/samples: small tables that the examples of the documents read, and a scene that names one of them.

    python -m tools.assets.make_samples

A test says when the files are not those that this makes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
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


def phone() -> str:
    """Return what a telephone of 75 x 155 x 8 mm records that rests, is thrown with a spin, and is caught.

    Its gyroscope has a bias, and its accelerometer is 32 mm from the centre of mass.
    """
    dice, arm = np.random.default_rng(3), np.array([0.010, 0.030, 0.004])
    moments = {"I1": 3.81e-4, "I2": 9.1e-5, "I3": 4.69e-4, "I12": 2.0e-5, "I13": -4e-6, "I23": -1.3e-5}
    start = {"omega_1": 6.0, "omega_2": 5.0, "omega_3": 6.0}
    run = physics.simulate(
        "free-body", duration=0.9, every=0.01, parameters={"body": "given", **moments}, initial=start
    )
    flight = np.column_stack([run[name] for name in start])
    rise, fall = np.linspace(0.0, 1.0, 31)[:-1, None], np.exp(-np.arange(1, 31) / 6.0)[:, None]
    omega = np.concatenate([np.zeros((110, 3)), flight[0] * rise, flight, flight[-1] * fall])
    slope = np.gradient(omega, 0.01, axis=0)
    felt = np.cross(slope, arm) + np.cross(omega, np.cross(omega, arm))
    first, last = 140, 140 + len(flight)
    felt[:first] += np.array([0.0, 0.0, 9.81]) + 12.0 * np.concatenate([np.zeros((110, 1)), rise])
    slope[first], slope[last - 1] = slope[first + 1], slope[last - 2]
    for row in (first, last - 1):
        felt[row] = np.cross(slope[row], arm) + np.cross(omega[row], np.cross(omega[row], arm))
    felt[last:] += 9.0 * dice.standard_normal((30, 3)) + np.array([4.0, 6.0, 7.0])
    omega = omega + np.array([0.010, 0.020, -0.020]) + 0.005 * dice.standard_normal(omega.shape)
    felt = felt + 0.05 * dice.standard_normal(felt.shape)
    heads = [f"Gyroscope {axis} (rad/s)" for axis in "xyz"] + [f"Acceleration {axis} (m/s^2)" for axis in "xyz"]
    rows = (
        f"{0.01 * k:.2f}," + ",".join(f"{value:.4f}" for value in (*w, *a))
        for k, (w, a) in enumerate(zip(omega.tolist(), felt.tolist(), strict=True))
    )
    return "\n".join([",".join(["Time (s)", *heads]), *rows]) + "\n"


def shown_scene(page: Path, number: int = 0, language: str = "toml") -> str:
    """Return a scene file, or a file in another language, that a document shows."""
    found = re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    assert len(found) > number, f"{page} shows {len(found)} files of this kind"
    return str(found[number])


FILES: dict[str, Callable[[], str]] = {
    "swing.csv": swing, "film.csv": film, "egg.csv": egg, "drag.csv": drag, "phone.csv": phone,
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
