"""Thrown bodies with known truth: files, and motions computed by a method that the fit does not use."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np

from physics.fitting.flight.recordings import ThrownRecording
from physics.fitting.flight.unknowns import RatesFlight

FOLDER = Path(__file__).parents[3] / "data" / "thrown"
TRUTH: dict[str, Any] = json.loads((FOLDER / "truth.json").read_text())
PHONE = np.array(TRUTH["flip"]["inertia_phone_axes"])
RATIOS = TRUTH["flip"]["ratios_of_inertia"]
BIAS, NOISE = np.array([0.02, -0.015, 0.01]), 0.005
PLACES = {
    "flip": (0, (1, 2, 3), None),
    "wobbling-disc": (1, (4, 3, 2), None),
    "throw-and-catch": (0, (1, 2, 3), (4, 5, 6)),
}


def case(name: str) -> ThrownRecording:
    """Return the recording of a file; its columns are told here, so that readers of tables are not tested with it."""
    degrees = name == "throw-and-catch"
    with (FOLDER / f"{name}.csv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file, delimiter=";" if degrees else ","))[1:]
    values = np.array([[float(cell.replace(",", ".")) for cell in row] for row in rows])
    time, rates, acceleration = PLACES[name]
    return ThrownRecording(
        name, values[:, time] * (1e-3 if degrees else 1.0), values[:, rates] * (np.pi / 180.0 if degrees else 1.0),
        values[:, acceleration] if acceleration else None,
    )  # fmt: skip


def rates_of(
    J: np.ndarray, air: np.ndarray, omega: list[float], duration: float, rate: float = 100.0
) -> tuple[np.ndarray, np.ndarray]:
    """Return times (rows,) [s] and rates (rows, 3) of a body with air, by the classical method of Runge and Kutta."""
    inverse, (a, f, e), (_, b, d), c = np.linalg.inv(J), J[0], J[1], J[2, 2]

    def slope(w: np.ndarray) -> np.ndarray:
        x, y, z = w.tolist()
        k, m, n = a * x + f * y + e * z, f * x + b * y + d * z, e * x + d * y + c * z
        torque = np.array([m * z - n * y, n * x - k * z, k * y - m * x])
        return np.asarray(inverse @ torque - np.sqrt(w @ w) * air * w)

    steps = 6
    h, w, found = 1.0 / rate / steps, np.array(omega, float), [np.array(omega, float)]
    for _ in range(round(duration * rate)):
        for _ in range(steps):
            one = slope(w)
            two = slope(w + 0.5 * h * one)
            three = slope(w + 0.5 * h * two)
            w = w + h / 6.0 * (one + 2.0 * two + 2.0 * three + slope(w + h * three))
        found.append(w)
    return np.arange(len(found)) / rate, np.array(found)


def thrown(
    J: np.ndarray, omega: list[float], duration: float, seed: int, air: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> RatesFlight:
    """Return a flight as a gyroscope with `BIAS` and `NOISE` shows it."""
    t, rates = rates_of(J, np.array(air), omega, duration)
    return RatesFlight(t, rates + BIAS + np.random.default_rng(seed).normal(0.0, NOISE, rates.shape))
