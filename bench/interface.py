"""Processor time of building the interface of one frame, without and with plots; no OpenGL."""

from __future__ import annotations

import time
from collections.abc import Iterator

from msgspec.structs import replace

from bench.timing import Timed, medians, quantity, ratio, table
from game import scenefile
from game.model import resources
from game.model.edit import Edit
from game.model.input import Action
from game.model.messages import InterfaceStatus
from game.session import advancing, edits
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels.plots.plot import RunPlot
from tools.command_line import command_line

SIZE, FRAMES = (1280, 720), 60
POINTS = 2000
"""Points of each plotted curve."""
PLOTTED = ("theta", "psi_dot")
TICKS_A_FRAME = 4
"""Ticks between two frames, as many as there are at the scene's own speed."""
ALL_READINGS, SECTIONS = "readings with all sections", ("Energy", "State", "Derived", "Others")
WITH_BRANCHES, BRANCHES = "time strip with branches", 4
"""Number of branches that lie beside the shown line there."""


def report() -> Iterator[str]:
    """Yield the table: the interface of a run that goes on, at rest in its past, with a panel, and with two plots."""
    timed, made = [], []
    for name, actions, runs in (
        ("no panel", (), True),
        ("no panel, paused", (), False),
        (ALL_READINGS, (), True),
        (WITH_BRANCHES, (), True),
        ("panel of the body", (Action.BODY,), True),
        ("panel of the integrator", (Action.METHOD,), True),
        ("explanation", (Action.EXPLAIN,), True),
        ("scene browser", (Action.SCENES,), True),
        (f"plots of {len(PLOTTED)} quantities, {POINTS} points each", (Action.PLOTS,), True),
    ):
        interface, session = opened(actions)
        if name == ALL_READINGS:
            interface.panels.state = replace(interface.panels.state, sections=dict.fromkeys(SECTIONS, True))
        elif name == WITH_BRANCHES:
            branch(session)
        made.append(interface)
        frames = Frames(interface, session, runs)
        timed.append(Timed(name, frames.build, FRAMES, lambda frames=frames: frames.spent))  # type: ignore[misc]
    times = medians(timed)
    first = next(iter(times.values()))
    yield from table(
        ("shown", "one frame", "to the first"),
        [(name, quantity(value), ratio(value, first)) for name, value in times.items()],
    )
    for interface in made:
        interface.close()


def opened(actions: tuple[Action, ...]) -> tuple[Interface, Session]:
    """Return the interface of the default scene with so many points kept, and what these actions open."""
    session = Session(scenefile.load(scenefile.DEFAULT))
    session.choices.plotted = True
    interface = Interface(session, resources.path("assets/fonts"))
    for action in actions:
        interface.act(action)
    interface.panels.plots.plots = [RunPlot([name]) for name in PLOTTED]
    session.pause(False)
    for _ in range(POINTS):
        advancing.advance(session, round(1e9 * session.simulation.dt / session.clock.speed), TICKS_A_FRAME)
    return interface, session


def branch(session: Session) -> None:
    """Leave branches, each by a step back and another length of the step."""
    for place in range(BRANCHES):
        advancing.seek(session, session.past.history.newest - 40 * TICKS_A_FRAME)
        edits.apply(session, Edit("dt", session.simulation.dt * (0.5 if place % 2 else 2.0)))
        session.pause(False)
        for _ in range(20):
            advancing.advance(session, 16_666_667, TICKS_A_FRAME)


class Frames:
    """Frames of an interface, and the time that building them has taken so far [s of the process]; ticks do not count.

    runs: the run goes on before each frame.
    """

    def __init__(self, interface: Interface, session: Session, runs: bool) -> None:
        self.interface, self.session, self.runs = interface, session, runs
        self.spent = 0.0

    def build(self) -> None:
        """Build some frames."""
        status = InterfaceStatus()
        self.session.pause(not self.runs)
        for _ in range(FRAMES):
            if self.runs:
                advancing.advance(self.session, 16_666_667, TICKS_A_FRAME)
            before = time.process_time()
            self.interface.frame(SIZE, 1 / 60, status)
            self.spent += time.process_time() - before


if __name__ == "__main__":
    command_line().parse_args()
    for line in report():
        print(line)
