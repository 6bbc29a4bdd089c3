from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from imgui_bundle import imgui

import physics
from game.experiments.work_precision import WorkPrecisionPoint
from game.model.input import Action, Button, PointerMotion
from game.model.messages import FigureRequest
from game.record.figures.files import csv_text
from game.record.figures.svg import svg_text
from game.session import actions
from game.session.edits import use_method
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.panels.plots.direct_labels import place_labels
from game.ui.panels.plots.plot_data import dashes
from game.ui.panels.plots.precision_curves import curves_of, scales_of
from game.ui.panels.plots.work_precision import point_words
from physics import BadInput
from tests.game.ui.panel_driver import frames, panels

STEPS = (1e-2, 1e-3, 2e-4)


def points() -> list[WorkPrecisionPoint]:
    """Points as of a run: errors by the order of the method; two methods have the same."""
    found = []
    for place, (name, method) in enumerate(physics.integrators().items()):
        for i, step in enumerate(STEPS):
            shift = 1.0 if name.startswith(("cromer", "euler-cromer")) else 1.5 * 1.1**place
            count = round((50 + 7 * (0 if shift == 1.0 else place)) * 1e-2 / step)
            setting = (1e-3, 1e-7, 1e-11)[i] if method.kind == "adaptive" else step
            error = shift * (step / 1e-2) ** method.order * 0.1
            found.append(WorkPrecisionPoint(name, setting, count, error))
    return found


class Done:
    """A finished computation of the diagram."""

    done, progress, floor = True, 1.0, 1e-15

    def __init__(self, system: physics.System) -> None:
        self.system, self.points = system, points()

    def cancel(self) -> None:
        pass


@pytest.fixture
def diagram(session: Session, interface: Interface) -> Interface:
    session.run.beside.precision = Done(session.simulation.system)
    interface.act(Action.PLOTS)
    interface.panels.plots.show_diagram("precision")
    frames(interface)
    return interface


def drawn(interface: Interface):
    return interface.panels.plots.precision._drawn


def test_no_two_curves_look_the_same_and_equal_methods_share_one() -> None:
    curves = curves_of(points())
    names = [name for curve in curves for name in curve.methods]
    assert sorted(names) == sorted(physics.integrators())
    (pair,) = [curve for curve in curves if len(curve.methods) > 1]
    assert pair.methods == ("cromer-positions-first", "euler-cromer") and " = " in pair.title
    assert pair.style.dash and pair.style.second not in (None, pair.style.color)
    assert len({curve.style for curve in curves}) == len(curves)
    looks = {name: curve.style for curve in curves for name in curve.methods}
    assert looks["heun"].color == looks["newmark"].color != looks["rk4"].color, "colour tells the order"
    assert looks["heun"].dash == looks["rk4"].dash != looks["gauss4"].dash != looks["dop853"].dash, "strokes the kind"


def test_curves_that_differ_by_a_hundredth_are_not_joined() -> None:
    near = [WorkPrecisionPoint(name, 1e-3, 100, error) for name, error in (("heun", 1e-3), ("splitting", 1.03e-3))]
    assert len(curves_of(near)) == 2
    near[1] = WorkPrecisionPoint("splitting", 1e-3, 100, 1.001e-3)
    assert len(curves_of(near)) == 1


def test_the_axes_show_all_points_and_what_the_reference_leaves_open() -> None:
    curves = curves_of(points())
    x, y = scales_of(curves, 1e-15)
    assert x.low < 50 and x.high > 2500 and y.low < 1e-15 and y.high > 1.0
    zero = curves_of([WorkPrecisionPoint("rk4", 1e-3, 400, 0.0)])
    assert zero[0].y.min() > 0.0


@pytest.mark.parametrize("size", [(720.0, 430.0), (460.0, 300.0)])
def test_names_stand_at_their_curves_without_overlap(size) -> None:
    methods, top = physics.integrators(), physics.system_class("gyroscope")  # no system takes all methods
    curves = curves_of([point for point in points() if not methods[point.integrator].reason_against(top)])
    assert len(curves) > 20
    x, y = scales_of(curves, 1e-15)
    named = [
        (curve.title, 7.0 * len(curve.title), x.parts(curve.x) * size[0], size[1] - y.parts(curve.y) * size[1])
        for curve in curves
    ]
    labels = [label for label in place_labels(named, (0.0, 0.0, *size), 16.0) if label is not None]
    assert len(labels) >= (len(curves) if size[0] > 700 else 6)
    boxes = [label.box for label in labels]
    for i, one in enumerate(boxes):
        assert one[0] >= 0.0 and one[1] >= 0.0 and one[2] <= size[0] and one[3] <= size[1]
        for other in boxes[:i]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_a_click_on_a_point_uses_the_method_there(diagram: Interface, session: Session) -> None:
    shown = drawn(diagram)
    for name, setting in (("heun", 1e-3), ("dop853", 1e-7)):
        curve = next(i for i, each in enumerate(shown.curves) if name in each.methods)
        at = next(i for i, point in enumerate(shown.curves[curve].points) if point.setting == setting)
        x, y = (float(column[at]) for column in shown.screen[curve])
        _click(diagram, x, y)
        assert session.simulation.integrator.name == name
    assert session.simulation.settings["rtol"] == 1e-7 and session.simulation.settings["atol"] == pytest.approx(1e-10)
    assert session.simulation.dt == 1e-3
    actions.perform(session, Action.UNDO)
    assert session.simulation.integrator.name == "heun", "undone as one change"


def test_a_click_on_a_curve_uses_the_method_at_the_present_step(diagram: Interface, session: Session, tooltips) -> None:
    shown, dt = drawn(diagram), session.simulation.dt
    curve = next(i for i, each in enumerate(shown.curves) if "dop853" in each.methods)
    (x0, x1), (y0, y1) = (column[1:3] for column in shown.screen[curve])
    _click(diagram, float(0.6 * x0 + 0.4 * x1), float(0.6 * y0 + 0.4 * y1))
    assert session.simulation.integrator.name == "dop853" and session.simulation.dt == dt
    assert "Click: use this method" in tooltips
    label = next(label for label, each in zip(shown.labels, shown.curves, strict=True) if "rk4" in each.methods)
    _click(diagram, (label.box[0] + label.box[2]) / 2, (label.box[1] + label.box[3]) / 2)
    assert session.simulation.integrator.name == "rk4", "the name stands for its curve"


def _click(interface: Interface, x: float, y: float) -> None:
    interface.feed(PointerMotion(x, y, 0, 0))
    frames(interface, 2)
    for down in (True, False):
        interface.feed(Button("left", down, x, y))
        frames(interface, 2)


def test_a_method_that_does_not_apply_is_refused_with_nothing_changed(session: Session) -> None:
    before = session.simulation.integrator.name
    with pytest.raises(BadInput, match="stormer-verlet needs"):
        use_method(session, "stormer-verlet")
    with pytest.raises(BadInput, match="rtol"):
        use_method(session, "dop853", settings={"rtol": 5.0})
    assert session.simulation.integrator.name == before and not session.undo.done


def test_the_diagram_is_exported_with_its_names_and_numbers(diagram: Interface) -> None:
    plot, desk = diagram.panels.plots.precision, diagram._desk
    plot._save(desk, desk.session.run.beside.precision, ".svg")
    (request,) = [each for each in diagram.requests() if isinstance(each, FigureRequest)]
    figure = request.make()
    root = ElementTree.fromstring(svg_text(figure))
    curves = root.findall(".//{http://www.w3.org/2000/svg}path[@class='curve']")
    assert len(curves) == len(drawn(diagram).curves) == len(physics.integrators()) - 1
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words.count("Heun") == 2, "in the legend and at the curve"
    lines = csv_text(figure).splitlines()
    heads = lines[2].split(",") if '"' not in lines[2] else []
    at = heads.index("relative error of rk4")
    assert [float(line.split(",")[at]) for line in lines[3:]] == [
        point.error for point in points() if point.integrator == "rk4"
    ]


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (1920, 1080), (400, 600)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_diagram_fits_its_panel(diagram: Interface, size: tuple[int, int], scale: float) -> None:
    diagram.look = type(diagram.look)(diagram.look.theme, scale)
    frames(diagram, size=size)
    left, top, right, bottom = panels()["precision"]
    assert left >= 0 and top >= 0 and right <= size[0] and bottom <= panels()["timeline"][1]
    if min(size[0] / 640, size[1] / 600) >= scale:
        for each in imgui.get_current_context().windows:
            assert not (each.name.startswith("precision") and each.was_active and each.scroll_max.y), "below the fold"


def test_the_words_of_a_point() -> None:
    assert point_words(WorkPrecisionPoint("rk4", 1e-3, 400, 1.25e-9)).splitlines() == [
        "Runge–Kutta 4, Δt 1 ms", "400 evaluations, relative error 1.25×10⁻⁹"
    ]  # fmt: skip
    assert "rtol 10⁻⁸" in point_words(WorkPrecisionPoint("dop853", 1e-8, 400, 1.25e-9))


def test_dashes_of_few_points_are_cut_along_the_line() -> None:
    _, y = dashes(np.array([0.0, 30.0, 10.0]), np.array([0.0, 40.0, 90.0]), (6.0, 4.0), 1.0)
    assert np.isnan(y).sum() == 10, "a gap in each ten points of the length"
