"""Times and their ratios, measured side by side in one run: `make bench`.

Physics: microseconds of one core per tick for each integrator, and its share of a core at 1 kHz. Picture: wall
milliseconds per frame of the default scene at 1280x720 with its interface, for each tier and scale; the card has
finished each frame before the next begins. Shared machines are noisy: medians of interleaved rounds count.
"""

from __future__ import annotations

import statistics
import time

import physics
from game import scenefile
from game.offline import Studio
from game.render.context import describe
from game.render.tiers import TIERS

ROUNDS = 7
TICKS = 2000
FRAMES = 12
SIZE = (1280, 720)


def physics_table() -> list[str]:
    """One tick of the gyroscope by each integrator."""
    simulations = {name: physics.Simulation("gyroscope", name) for name in physics.integrators()}
    times: dict[str, list[float]] = {name: [] for name in simulations}
    for _ in range(ROUNDS):
        for name, simulation in simulations.items():
            simulation.reset()
            started = time.process_time()
            done = simulation.advance(TICKS // 4)
            times[name].append((time.process_time() - started) / done)
    middle = {name: statistics.median(values) for name, values in times.items()}
    rows = ["| integrator | µs per tick | core at 1 kHz | to rk4 |", "|---|---:|---:|---:|"]
    for name, value in middle.items():
        rows.append(f"| {name} | {value * 1e6:.1f} | {value * 1e5:.1f} % | {value / middle['rk4']:.2f} |")
    return rows


def picture_table() -> list[str]:
    """One frame by each tier."""
    studio = Studio(scenefile.load(scenefile.DEFAULT).changed(quality="low"), SIZE, 60, hud=True)
    steps = [(name, scale) for name in TIERS for scale in (1.0, 0.75, 0.5)]
    times: dict[tuple[str, float], list[float]] = {step: [] for step in steps}
    for turn in range(ROUNDS):
        for step in steps:
            studio.renderer.use(*step)
            for frame in range(FRAMES if turn else 2):
                studio.advance(frame)
                started = time.perf_counter()
                studio.draw()
                studio.renderer.ctx.finish()
                if turn and frame >= 2:
                    times[step].append(time.perf_counter() - started)
    middle = {step: statistics.median(values) for step, values in times.items()}
    card = describe(studio.renderer.ctx)["renderer"]
    rows = [f"{card}, {SIZE[0]}x{SIZE[1]}", "", "| tier | scale | ms | to low |", "|---|---:|---:|---:|"]
    for (name, scale), value in middle.items():
        rows.append(f"| {name} | {scale:.0%} | {value * 1e3:.1f} | {value / middle['low', 1.0]:.2f} |")
    return rows


def main() -> None:
    """Print both tables."""
    print("\n".join(["## Physics", "", *physics_table(), "", "## Picture", "", *picture_table()]))


if __name__ == "__main__":
    main()
