"""Measure what a window makes people wait for, on a screen such as `xvfb-run -a -s "-screen 0 1280x720x24"` offers.

    python -m tools.measure_waits scenes            all presets, opened one after another: the longest stop of each
    python -m tools.measure_waits scenes --after 90 the same, begun 90 s after the start
    python -m tools.measure_waits browser           the same in a random order, as from the scene browser
    python -m tools.measure_waits rest              processor time of a window that is hidden or paused (needs xdotool)

A stop is the processor time of the main thread from a key press to the end of the next picture, or between two later
pictures; what other programs take does not count. Its share for the picture itself is the time of `Renderer.draw`
without the shader programs that it makes. A scene that waits for its look or its shaders is waited for, too: while the
one before it goes on, and its stops count for the one that waits.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from game import scenefile
from game.app.app import App
from game.model.input import Action
from game.render.gpu.shader_programs import Shaders

BETWEEN = 1.0
"""Seconds for which each scene is shown."""
SETTLE, SPAN = 3.0, 15.0
"""Seconds after a change of the window's state that do not count, and seconds that are measured then."""
SIZE = 1280, 720


class Stop(NamedTuple):
    """Processor time of the main thread from one picture to the next [ms]: all, and that of drawing; wall time [ms]."""

    work: float
    drawing: float
    wall: float


class Meter:
    """Sums up the processor time of functions in one thread [s]."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, whose time is added up."""

        def measured(*arguments: Any, **options: Any) -> Any:
            begun = time.thread_time()
            try:
                return function(*arguments, **options)
            finally:
                self.seconds += time.thread_time() - begun

        return measured


class PagingApp(App):
    """The program, which opens the presets one after another; `stops`: of each scene, from the key press on.

    waits: of each scene, the wall time from the key press until it was opened [s].
    order: names of the presets, opened as from the browser; None: by the key for the next one.
    """

    def __init__(self, after: float, order: Sequence[str] | None) -> None:
        self.drawing, self.making = Meter(), Meter()
        Shaders.program = self.making.timed(Shaders.program)  # type: ignore[method-assign]
        super().__init__(scenefile.load(scenefile.DEFAULT), SIZE)
        self.renderer.draw = self.drawing.timed(self.renderer.draw)  # type: ignore[method-assign]
        self.stops: dict[str, list[Stop]] = {}
        self.waits: dict[str, float] = {}
        self._next, self._left = time.perf_counter() + after, len(scenefile.presets())
        self._last: tuple[float, float] | None = None
        self._order, self._name, self._asked = order, "", 0.0

    def _handle_events(self) -> None:
        super()._handle_events()
        now = time.perf_counter()
        if self.opening.waits:
            self._next = now + BETWEEN
            self.waits[self._name] = now - self._asked
        if now < self._next:
            return
        self.running = self._left > 0
        self._left -= 1
        self._begin()
        if self._order is None:
            self._perform(Action.NEXT_SCENE)
        elif self.running:
            self.opening.ask(self._order[self._left])
        self._asked = time.perf_counter()
        self._next, self._name = self._asked + BETWEEN, self.opening.name
        self.stops[self._name] = []

    def _begin(self) -> None:
        self._last = time.thread_time(), time.perf_counter()
        self.drawing.seconds = self.making.seconds = 0.0

    def _frame(self, wall: int) -> None:
        super()._frame(wall)
        if self._last is not None:
            work, passed = time.thread_time() - self._last[0], time.perf_counter() - self._last[1]
            drawing = self.drawing.seconds - self.making.seconds
            self.stops[self._name].append(Stop(1e3 * work, 1e3 * drawing, 1e3 * passed))
            self._begin()


def measure_scenes(after: float, shuffled: bool) -> None:
    """Print the longest stops, the longest first. shuffled: in a random order, else page by page."""
    names = scenefile.presets()
    app = PagingApp(after, random.Random(0).sample(names, len(names)) if shuffled else None)
    app.run()
    longest = {name: max(stops) for name, stops in app.stops.items() if stops}
    print(f"{'scene':<28} {'stop':>6} {'of it drawing':>14} {'wall':>6}   [ms], {len(longest)} scenes")
    for name, stop in sorted(longest.items(), key=lambda item: -item[1].work)[:10]:
        print(f"{name:<28} {stop.work:6.0f} {stop.drawing:14.0f} {stop.wall:6.0f}")
    waits = sorted(app.waits.items(), key=lambda item: -item[1])
    print("longest waits until a scene was opened [s]:", ", ".join(f"{name} {wait:.1f}" for name, wait in waits[:5]))


class RestingApp(App):
    """The program, whose window is hidden, shown paused, and hidden again."""

    STEPS = (("running, hidden", "windowunmap"), ("paused, seen", "windowmap"), ("paused, hidden", "windowunmap"))

    def __init__(self) -> None:
        super().__init__(scenefile.load(scenefile.DEFAULT), SIZE)
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--pid", str(os.getpid())],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        self._place = found.stdout.split()[-1]
        self._script, self._due = self._steps(), 0.0

    def _handle_events(self) -> None:
        super()._handle_events()
        if time.perf_counter() >= self._due:
            self._due = time.perf_counter() + next(self._script, math.inf)

    def _steps(self) -> Iterator[float]:
        """Go through the states; yields the seconds until the next step."""
        yield 2.0 * SETTLE
        for state, command in self.STEPS:
            subprocess.run(["xdotool", command, "--sync", self._place], check=True)
            self.session.pause(state.startswith("paused"))
            yield SETTLE
            begun, work = time.perf_counter(), time.process_time()
            yield SPAN
            share = (time.process_time() - work) / (time.perf_counter() - begun)
            print(f"{state:<16} {100.0 * share:5.2f} % of a core", flush=True)
        self.running = False


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("scenes", "browser", "rest"))
    parser.add_argument("--after", type=float, default=6.0, help="seconds from the start to the first scene")
    asked = parser.parse_args()
    if asked.what == "rest":
        RestingApp().run()
    else:
        measure_scenes(asked.after, shuffled=asked.what == "browser")


if __name__ == "__main__":
    main()
