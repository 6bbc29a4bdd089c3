from __future__ import annotations

from collections.abc import Iterator

import pytest
from imgui_bundle import implot

from game.experiments.poincare import OTHERS
from game.model import resources
from game.model.input import Action, Button, PointerMotion
from game.model.messages import InterfaceStatus
from game.scenefile import Scene
from game.session import advancing
from game.session.session import Session
from game.ui.interface import Interface
from physics.simulation.poincare import SectionPlane

SIZE = (1280, 800)


@pytest.fixture
def session() -> Session:
    made = Session(Scene(system="double-pendulum", name="dp", initial={"theta2": 0.9, "theta3": 1.3}))
    for _ in range(300):
        advancing.advance_frame(made, 60)
    return made


@pytest.fixture
def interface(session: Session) -> Iterator[Interface]:
    made = Interface(session, resources.path("assets/fonts"))
    made.act(Action.PLOTS)
    made.panels.plots.show_diagram("section")
    frames(made)
    yield made
    session.run.beside.forget_section()
    made.close()


def frames(interface: Interface, count: int = 3):
    for _ in range(count):
        frame = interface.frame(SIZE, 0.1, InterfaceStatus())
    return frame


def middle(interface: Interface, name: str) -> tuple[float, float]:
    """Return the middle of a control of the panel."""
    interface.report()
    frames(interface)
    left, top, right, bottom = interface.report()["boxes"][f"section/{name}"]
    return (left + right) / 2, (top + bottom) / 2


def click(interface: Interface, x: float, y: float) -> None:
    interface.feed(PointerMotion(x, y, 0.0, 0.0))
    frames(interface, 2)
    for down in (True, False):
        interface.feed(Button("left", down, x, y))
        frames(interface, 2)


@pytest.fixture
def scattered(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Labels and numbers of the drawn dots."""
    drawn: list[tuple[str, int]] = []
    scatter = implot.plot_scatter

    def noted(label, x, y, spec):
        drawn.append((label, len(x)))
        scatter(label, x, y, spec)

    monkeypatch.setattr(implot, "plot_scatter", noted)
    return drawn


def test_one_dot_is_drawn_for_each_crossing(
    interface: Interface, session: Session, scattered: list[tuple[str, int]]
) -> None:
    frames(interface)
    assert scattered[-1][0] == "##here" and scattered[-1][1] >= 2
    before = scattered[-1][1]
    for _ in range(300):
        advancing.advance_frame(session, 60)
    frames(interface)
    assert scattered[-1][1] > before


def test_buttons_close_the_section_and_continue_the_run(
    interface: Interface, session: Session, scattered: list[tuple[str, int]]
) -> None:
    click(interface, *middle(interface, "Continue"))
    section = session.run.beside.section
    assert section is not None and len(section.cuts) == 1
    section.most = 20
    section.wait()
    frames(interface)
    assert ("##run 0", section.count) in scattered
    session.run.beside.forget_section()
    frames(interface)
    click(interface, *middle(interface, "More orbits of this energy"))
    assert session.run.beside.section is not None and len(session.run.beside.section.cuts) == 1 + OTHERS
    click(interface, *middle(interface, "Stop"))
    session.run.beside.section.wait()
    assert session.run.beside.section.progress < 1.0
    click(interface, *middle(interface, "close"))
    assert interface.panels.plots.diagram is None


def test_another_plane_drops_the_background_points(
    interface: Interface, session: Session, scattered: list[tuple[str, int]]
) -> None:
    plot = interface.panels.plots.section
    session.run.beside.run_section(session.simulation, plot.plane)
    session.run.beside.section.cancel()
    session.run.beside.section.wait()
    frames(interface)
    assert any(label == "##run 0" for label, _ in scattered)
    scattered.clear()
    plot._cut(SectionPlane("theta3", 0.1, "both"))
    frames(interface)
    assert {label for label, _ in scattered} == {"##here"}


def test_another_system_has_its_own_default_plane() -> None:
    session = Session(Scene(system="gyroscope", name="gyroscope"))
    interface = Interface(session, resources.path("assets/fonts"))
    interface.act(Action.PLOTS)
    interface.panels.plots.show_diagram("section")
    frames(interface)
    names = [variable.name for variable in session.simulation.system.variables]
    assert interface.panels.plots.section.plane.name in names
    interface.close()
