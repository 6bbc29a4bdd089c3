"""Every panel, menu, list and message of the interface, opened without a window: for checks and for contact sheets."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from game import scenefile
from game.experiments.measurements.column_uses import ColumnUse
from game.experiments.measurements.fit_task import FitRequest, FitTask
from game.experiments.measurements.measured import MeasuredTable
from game.experiments.measurements.table_file import FileColumn, FileTable, read_table
from game.experiments.measurements.thrown_state import AskedTable, ThrownState, read_recording
from game.experiments.measurements.thrown_task import ThrownRequest, ThrownTask, find
from game.experiments.work_precision import WorkPrecision
from game.model import resources
from game.model.edit import Edit
from game.model.input import Action, Key, Text
from game.model.messages import FileProgress, InterfaceStatus
from game.model.recording import JobStatus
from game.model.scene_marks import SceneMarks
from game.model.words import tr
from game.scenefile import sketching
from game.scenefile.schema import LessonStepSpec
from game.scenefile.sketch import PartName, Sketch, SketchAnchor
from game.session import advancing, edits
from game.session.files.shown_tables import show_table
from game.session.session import Session
from game.session.workshop.desk import Workshop
from game.session.workshop.state import Tool
from game.ui.file_dialogs.column_dialog import COUNTS
from game.ui.panels.outcome_map import MapChoices
from game.ui.panels.plots.plot import RunPlot
from game.ui.widgets.item_boxes import BOXES
from physics.fitting.fit import Fit, fit
from tools.interface_driver import BOOKMARKS, CAMERAS, Driver

FITTED = "a-real-double-pendulum"
FREE = ("theta", "theta_dot", "gravity", "lengths_1", "friction_1")
"""Scene with a measured table, and the numbers that are free in the fit of its view."""
JOBS = (
    JobStatus(1, "polhode 2026-05-01 12.00.00.mp4", (1920, 1080), "running", 120, 600, 24.5, 20.0),
    JobStatus(2, "polhode.webm", (1280, 720), "running"),
    JobStatus(6, "polhode.html", None, "running", 1, 4),
    JobStatus(3, "polhode.gif", (720, 720), "running", 3, 50),
    JobStatus(4, "polhode.mp4", (854, 480), "done", 60, 60, bytes=2_400_000),
    JobStatus(5, "polhode.webp", (854, 480), "failed", problem="cannot write polhode.webp: No space left on device"),
)


class View(NamedTuple):
    """A state of the interface: its scene, and what leads to it. prose: it shows texts with files of their own."""

    name: str
    scene: str
    prepare: Callable[[Driver], None]
    prose: bool = False


@contextmanager
def opened(
    view: View, size: tuple[int, int] = (1280, 720), scale: float = 1.0, theme: str = "dark"
) -> Iterator[Driver]:
    """Yield a driver that shows a view."""
    session = Session(scenefile.load(view.scene))
    driver = Driver(session, size, scale, theme, SceneMarks(recent=("book",)))
    try:
        driver.settle()
        view.prepare(driver)
        driver.settle()
        yield driver
    finally:
        session.leave()
        driver.interface.close()


def _acts(*wanted: Action) -> Callable[[Driver], None]:
    return lambda driver: driver.act(*wanted)


def _maps(outcome: str, seconds: float) -> Callable[[Driver], None]:
    """Compute a small map of an outcome, over runs of so many seconds."""

    def prepare(driver: Driver) -> None:
        driver.act(Action.TUNING)
        panel = driver.interface.panels.map
        panel.choices = MapChoices(outcome, seconds=seconds, cells=8)
        driver.settle()
        driver.session.run.beside.compute_map(panel.request(driver.session))
        assert driver.session.run.beside.outcome_map is not None
        driver.session.run.beside.outcome_map.wait()

    return prepare


def _runs_not(driver: Driver) -> None:
    """Leave the scene as it opens."""


def _won(driver: Driver) -> None:
    """Win the challenge of a push; the result is kept in no folder of a person's."""
    driver.interface.panels.challenges.kept_in = Path(tempfile.mkdtemp(prefix="polhode-challenges-"))
    edits.change_start(driver.session, "lean_rate", 0.513)
    driver.session.pause(False)
    advancing.advance(driver.session, 10**10, 10**6)


def _optimises(driver: Driver) -> None:
    """Show the page of the optimisation."""
    driver.act(Action.TUNING)
    driver.interface.panels.map.searching = True


def _runs(driver: Driver) -> None:
    """Let the simulation run for a while."""
    driver.session.pause(False)
    for _ in range(20):
        advancing.advance(driver.session, 20_000_000, 1000)


def _tries(driver: Driver) -> None:
    """Show the methods, and what the present step does."""
    driver.act(Action.METHOD)
    driver.session.trial.wait()


def _many_edits(driver: Driver) -> None:
    """Do one of each kind of thing that can be undone, and go back to a branch."""
    system = driver.session.simulation.system
    _runs(driver)
    name, field = next((each, field) for each, field in system.applicable().items() if hasattr(field, "log"))
    driver.edit(Edit("parameter", 0.9 * system.parameters[name] or field.high / 2, name))
    _runs(driver)
    variable = system.entries()[0]
    driver.edit(Edit("initial", system.entered()[variable.name] * 0.9 + 0.01, variable.name))
    driver.act(Action.RESET)
    _runs(driver)
    driver.edit(Edit("dt", 0.002), Edit("speed", 0.5), Edit("integrator", "gauss4"))
    _runs(driver)
    driver.act(Action.GHOSTS, Action.GHOSTS, Action.CLOUD, Action.CLOUD, Action.VECTORS, Action.LOOP_START)
    _runs(driver)
    driver.act(Action.LOOP_END, Action.LOOP, Action.UNDO, Action.UNDO_LIST)


def _diverges(driver: Driver) -> None:
    driver.edit(Edit("integrator", "euler-cromer"), Edit("dt", 0.01))
    for _ in range(200):
        if driver.session.simulation.divergence is None:
            driver.session.simulation.advance(100)
    driver.settle()


def _asks(driver: Driver) -> None:
    driver.status = InterfaceStatus(
        recording=75.0, unsaved=True, renders=JOBS, gamepad="Pad", bookmarks=BOOKMARKS, cameras=CAMERAS,
        quality="auto", drawn="medium@0.75", qualities=("auto", "low", "medium", "medium@0.75"), frames_per_second=57.0,
    )  # fmt: skip
    driver.act(Action.CLOSE)


def _finds(driver: Driver) -> None:
    """Find what has to do with an angle, with the pages of explanation."""
    driver.act(Action.FIND)
    reading = driver.interface.finder.pages
    assert reading is not None
    reading.wait()
    driver.interface.feed(Text("theta"))


def _helps_with_pad(driver: Driver) -> None:
    driver.status = InterfaceStatus(gamepad="Pad", sound="on")
    driver.act(Action.HELP)


def _renders(driver: Driver) -> None:
    driver.status = InterfaceStatus(renders=JOBS, recording=75.0, sound="off")


def _looks(driver: Driver) -> None:
    """Open the view panel where quality is chosen by the program."""
    driver.status = InterfaceStatus(
        bookmarks=BOOKMARKS, cameras=CAMERAS, lens=True, quality="auto", drawn="medium@0.75",
        qualities=("auto", "low", "medium", "medium@0.75", "high"), frames_per_second=57.0,
    )  # fmt: skip
    driver.act(Action.VIEW)


def _sculpts(driver: Driver) -> None:
    """Open the view panel with the controls of the phase sculpture."""
    driver.act(Action.SCULPTURE)
    driver.session.run.sculpting.finish(driver.session.simulation)
    _looks(driver)


def _records(what: str) -> Callable[[Driver], None]:
    def prepare(driver: Driver) -> None:
        _runs(driver)
        driver.act(Action.LOOP_START)
        _runs(driver)
        driver.status = replace(driver.status, sound="on")
        driver.act(Action.LOOP_END, Action.RECORD_DIALOG)
        if driver.box(f"record {what}") is not None:  # in a low window it must be scrolled to
            driver.click(f"record {what}")

    return prepare


def _compares(driver: Driver) -> None:
    _runs(driver)
    driver.act(Action.GHOSTS, Action.COMPARE)
    _runs(driver)
    driver.act(Action.CLOUD)
    driver.settle()


def _parts(driver: Driver) -> None:
    """Show a spectrum of Lyapunov exponents."""
    driver.act(Action.COMPARE)
    for name in ("Other integrators", "Ensemble"):
        if driver.box(tr(name)) is not None:  # in a low window it must be scrolled to
            driver.click(tr(name))
    driver.session.run.beside.measure_exponents(driver.session.simulation, 0, 10.0)
    if driver.session.run.beside.exponents is not None:
        driver.session.run.beside.exponents.wait()


def _menu(name: str) -> Callable[[Driver], None]:
    def prepare(driver: Driver) -> None:
        if driver.box(name) is not None:  # a narrow window has no list of cameras
            driver.click(name)

    return prepare


def _browses(category: str) -> Callable[[Driver], None]:
    def prepare(driver: Driver) -> None:
        driver.act(Action.SCENES)
        if driver.box(category) is not None:
            driver.click(category)

    return prepare


def _tour(driver: Driver) -> None:
    from game.learn.tour import TOURS, Tour
    from game.model.words import language_in_use

    driver.act(Action.GUIDED_TOUR)
    driver.interface.panels.tours.tour = Tour(next(iter(TOURS)), language_in_use(), driver.session)


def _teaches(driver: Driver) -> None:
    """Show a step of a lesson with its answer."""
    words = "The cone falls, and turns aside: its axis draws cusps, where it stands still for a moment."
    steps = LessonStepSpec(words, question="Where does the energy of the fall go?", answer="Into the precession.")
    driver.edit(Edit("scene", driver.session.scene.changed(lesson=(steps, LessonStepSpec("The end.")))))
    driver.act(Action.LESSON, Action.NEXT_SCENE)


def _plots(driver: Driver) -> None:
    """Compare runs, and show two plots, the lower of two units."""
    driver.act(Action.GHOSTS, Action.PLOTS)
    _runs(driver)
    driver.interface.panels.plots.plots.append(RunPlot(["theta", "psi_dot"]))


def _cuts(driver: Driver) -> None:
    _runs(driver)
    driver.act(Action.PLOTS)
    driver.interface.panels.plots.show_diagram("section")


def _steady(driver: Driver) -> None:
    """Show the stability of steady motions."""
    driver.act(Action.PLOTS)
    driver.interface.panels.plots.show_diagram("stability")
    driver.frame()
    task = driver.interface.panels.plots.stability.task
    assert task is not None
    task.wait()


def _precision(duration: float) -> Callable[[Driver], None]:
    """Show work and precision, computed over a duration [s] unless that is 0."""

    def prepare(driver: Driver) -> None:
        driver.act(Action.PLOTS)
        driver.interface.panels.plots.show_diagram("precision")
        if duration:
            driver.session.run.beside.precision = WorkPrecision(driver.session.simulation.system, duration)
            driver.session.run.beside.precision.wait()

    return prepare


def _messages(driver: Driver) -> None:
    """Provoke refusals that are shown as messages."""
    driver.act(Action.UNDO, Action.REDO, Action.SHOTS)


def _shoots(driver: Driver) -> None:
    driver.act(Action.FIRE)
    for _ in range(60):
        advancing.advance(driver.session, 100_000_000, 1000)
    driver.act(Action.SHOTS)


def _folded(driver: Driver) -> None:
    """Restart twice, so that there are earlier runs, and show the panels of time."""
    for _ in range(2):
        _runs(driver)
        driver.act(Action.RESET)
    driver.act(Action.BRANCHES)


def _columns(driver: Driver) -> None:
    """Ask what the columns of a table are."""
    angles = FileColumn.of("theta", "deg", np.array([30.0, 31.5, math.nan]))
    times = FileColumn.of("t", "s", np.array([0.0, 0.1, 0.2]))
    driver.interface.ask_columns(FileTable(Path("1.csv"), (times, angles)))


def _names(driver: Driver) -> None:
    """Ask for the name under which the scene is saved."""
    driver.interface.list_saved(lambda: Path("scenes"))
    driver.interface.act(Action.SAVE_AS)


def _counts(driver: Driver) -> None:
    """Ask for the counts in a turn of an encoder, in a table without times of several runs."""
    driver.interface.ask_columns(FileTable(Path("1.csv"), (FileColumn.of("theta", "", np.array([3.0, 1.0, 2.0])),)))
    driver.settle()
    dialog = driver.interface.files.columns
    dialog._runs, dialog._uses = ("1", "2"), {0: ColumnUse("theta", COUNTS)}


def _angles(driver: Driver) -> None:
    """Ask for the angle between points of a table without times."""
    columns = (FileColumn.of(f"column {i}", "", np.array([3.0, 1.0, 2.0])) for i in range(1, 7))
    driver.interface.ask_columns(FileTable(Path("1.csv"), tuple(columns)))
    driver.settle()
    driver.click(tr("Angle from positions…"))


def _rates(driver: Driver) -> None:
    """Ask what the columns of a table are that has no times, and tell what is wrong with the choice."""
    _angles(driver)
    driver.click(tr("Add the angle"))
    driver.click(tr("Show in the plots"))


def _chooses(driver: Driver) -> None:
    """Choose a file of a folder, which is typed."""
    driver.act(Action.OPEN_FILE)
    driver.interface.feed(Text(f"{resources.path('assets/presets')}/"))
    driver.settle()
    for down in (True, False):
        driver.interface.feed(Key("return", down))
        driver.settle()


def _reads(driver: Driver) -> None:
    """Show a file that is read while a log is replayed."""
    driver.status = InterfaceStatus(reading=FileProgress("1.csv", 0.6), replay=FileProgress("polhode", 0.3))


def _replays(driver: Driver) -> None:
    """Show a log that is replayed, and a table beside the run."""
    table = MeasuredTable("1.csv", np.array([0.0, 0.01, 0.02]), {"theta": np.array([0.5, 0.6, 0.7])})
    show_table(driver.session, table)
    driver.interface.plot_table(table)
    driver.status = InterfaceStatus(replay=FileProgress("polhode", 0.3))
    _runs(driver)


def _measures(driver: Driver) -> None:
    """Show a table that does not tell the whole motion, in the panel of comparisons."""
    t = np.linspace(0.0, 1.0, 50)
    show_table(driver.session, MeasuredTable("1.csv", t, {"theta": 0.5 + 0.1 * np.sin(9.0 * t)}))
    driver.act(Action.COMPARE)


class _ShownFit(FitTask):
    """A fit that stays at 40 %, or one whose result is there at once."""

    def _work(self) -> None:
        if len(self.request.free) < 5:
            self.part = 0.4
            self._cancelled.wait()
        else:
            self.found = _found()


@cache
def _found() -> Fit:
    """Return a fit to a short part of a measured motion, which leaves much open."""
    session = Session(scenefile.load(FITTED))
    system, table = session.simulation.system, session.run.tables[0]
    return fit(system, table.t, table.columns, FREE, dt=0.005, window=(0.0, 0.3), starts=1)


def _fits(count: int) -> Callable[[Driver], None]:
    """Return what shows a fit of so many numbers to the table of the scene."""

    def prepare(driver: Driver) -> None:
        session = driver.session
        request = FitRequest.of(session.simulation, session.run.tables[0], FREE[:count], (0.0, 0.3))
        session.run.measured.fit = task = _ShownFit(request, session.run.tables[0])
        if count == len(FREE):
            task.wait()
        driver.act(Action.COMPARE)

    return prepare


def _fit_options(driver: Driver) -> None:
    """Open the further choices of a fit, with segments and a known noise."""
    driver.act(Action.COMPARE)
    driver.settle()
    driver.point(tr("Measured motion"))
    driver.scroll(-60.0)
    driver.click(tr("Noise, starts, segments"))
    for notches in (-60.0, *12 * (2.0,)):  # to the end, and back as far as needed where letters are large
        driver.scroll(notches)
        if driver.box(tr("Begin anew in segments")) is not None:
            break
    driver.click(tr("Begin anew in segments"))
    driver.click(tr("The noise of {name} is known", name=next(iter(driver.session.run.tables[0].columns))))
    driver.scroll(-60.0)


def _fitted(driver: Driver) -> None:
    """Show the results of a fit, down to the last."""
    _fits(len(FREE))(driver)
    driver.settle()
    driver.point(tr("Measured motion"))
    driver.scroll(-60.0)


class _HereThrown(ThrownTask):
    """What is asked of recordings, found in this process."""

    def _work(self) -> None:
        find(self.request, lambda name, value: setattr(self, name, value))


def _records_throw(driver: Driver) -> None:
    """Show the recording of a thrown telephone, with its flight."""
    thrown = driver.session.run.thrown = ThrownState()
    thrown.add(read_recording(read_table(resources.path("docs/samples/phone.csv"))))
    thrown.cancel()
    thrown.looked = _HereThrown(ThrownRequest(thrown.used(), ((),), False))
    thrown.looked.wait()
    driver.act(Action.COMPARE)


def _asks_throw(driver: Driver) -> None:
    """Ask for the run of a further recording, and whether times are to be moved."""
    _records_throw(driver)
    thrown = driver.session.run.thrown
    assert thrown is not None
    thrown.stamps[0] = 1, 0.4
    thrown.asked = AskedTable(read_table(resources.path("docs/samples/phone.csv")), ("1", "2"))


def _throws(driver: Driver) -> None:
    """Show what a recording of a thrown telephone tells, down to the last."""
    _records_throw(driver)
    thrown = driver.session.run.thrown
    assert thrown is not None
    thrown.task = _HereThrown(ThrownRequest(thrown.used(), (((1.42, 2.27),),), True))
    thrown.task.wait()
    for _ in range(300):
        driver.settle()
        if driver.session.run.thrown is not thrown:
            break
    driver.session.pause(True)
    driver.settle()
    driver.point(tr("Recording"))
    driver.scroll(-60.0)


def _opens(words: str, *wanted: Action) -> Callable[[Driver], None]:
    """Open the drop-down list that shows these words, in a panel."""

    def prepare(driver: Driver) -> None:
        driver.act(*wanted)
        name = f"choose {tr(words)}"
        if any(each.endswith(f"/{name}") for each in BOXES.found):  # in a low window it must be scrolled to
            driver.click(name)

    return prepare


def _points(name: str, *wanted: Action) -> Callable[[Driver], None]:
    """Point at a control of a panel until its tooltip is shown."""

    def prepare(driver: Driver) -> None:
        driver.act(*wanted)
        if driver.box(name) is not None:
            driver.point(name)
            driver.frame(1.0)

    return prepare


FOUR_BAR: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = (
    ((0.0, 0.8), (0.16, 1.05)), ((0.16, 1.05), (0.62, 1.2)), ((0.62, 1.2), (0.6, 0.8)),
)  # fmt: skip
"""Bars of a four-bar linkage in the plane of drawing, x and z [m]."""


def four_bar(last: float) -> Sketch:
    """Return a four-bar linkage whose rocker ends at another height [m], where it cannot reach."""
    sketch, before = Sketch.new("Machine 1"), None
    for (x, z), (u, w) in FOUR_BAR:
        start = None if before is None else SketchAnchor(before, "end")
        sketch, before = sketching.place_bar(sketch, (x, 0.0, z), (u, 0.0, w), from_anchor=start)
    assert before is not None
    sketch, _ = sketching.join(sketch, "hinge", SketchAnchor("ground", (0.6, 0.0, last)), SketchAnchor(before, "end"))
    first = next(iter(sketch.tables["joints"]))
    sketch = sketching.set_value(sketch, ("joints", first), "angle", "10 deg")
    for word, text in (("torque", "0.6 N m"), ("damping", "0.01"), ("stiffness", "2")):
        sketch = sketching.set_value(sketch, ("joints", first), word, text)
    return sketch


def _builds(
    sketch: Sketch | None = None, selection: tuple[PartName, ...] = (), tool: Tool = Tool.SELECT
) -> Callable[[Driver], None]:
    """Open the workshop with a sketch, None: that of the scene; with parts selected and a tool in hand."""

    def prepare(driver: Driver) -> None:
        desk = Workshop(driver.session)
        if sketch is not None:
            driver.edit(Edit("machine", sketch, "machine"))
        desk.enter()
        desk.use(tool)
        desk.select(selection)
        driver.settle()

    return prepare


def _unfolds(part: PartName) -> Callable[[Driver], None]:
    """Open the workshop with a part of the scene selected, and all that its card has."""

    def prepare(driver: Driver) -> None:
        _builds(None, (part,))(driver)
        if driver.box("more of the part") is not None:  # not where the window is too low to show it
            driver.click("more of the part")

    return prepare


def _pauses_machine(driver: Driver) -> None:
    """Let a machine of the workshop run for a moment."""
    _builds(four_bar(0.8), (("joints", "A"),))(driver)
    driver.session.simulation.advance(50)
    driver.settle()


VIEWS = (
    View("first", "fast-cone", lambda driver: driver.interface.greet()),
    View("running", "wing-nut", _runs),
    View("waiting machine", "trebuchet", _acts()),
    View("scenes", "fast-cone", _browses("All")),
    View("scenes favourites", "fast-cone", _browses("Favourites")),
    View("scenes own", "fast-cone", _browses("My scenes")),
    View("body", "fast-cone", _acts(Action.BODY)),
    View("body of a machine", "trebuchet", _acts(Action.BODY)),
    View("body of a chain", "chain-50", _acts(Action.BODY)),
    View("method", "fast-cone", _tries),
    View("method of a machine", "trebuchet", _tries),
    View("compare", "fast-cone", _compares),
    View("measured motion", "fast-cone", _measures),
    View("fit that runs", FITTED, _fits(1)),
    View("fit", FITTED, _fits(len(FREE))),
    View("fit, below", FITTED, _fitted),
    View("fit, further choices", FITTED, _fit_options),
    View("recording", "free-asymmetric-1", _records_throw),
    View("questions about a recording", "free-asymmetric-1", _asks_throw),
    View("recording, found", "free-asymmetric-1", _throws),
    View("exponents", "double-pendulum-2", _parts),
    View("view", "free-asymmetric-1", _looks),
    View("sculpture", "double-pendulum", _sculpts),
    View("list of formulations", "fast-cone", _opens("Gyroscope", Action.BODY)),
    View("list of bodies", "fast-cone", _opens("cone", Action.BODY)),
    View("list of methods", "fast-cone", _opens("Euler–Cromer", Action.GHOSTS, Action.COMPARE)),
    View("list of differences", "fast-cone", _opens("as the run", Action.GHOSTS, Action.COMPARE)),
    View("list of units", "fast-cone", _opens("m", Action.SETTINGS)),
    View("tip of a parameter", "fast-cone", _points("mass", Action.BODY)),
    View("tip of a button", "fast-cone", _points("dock/more")),
    View("explain", "fast-cone", _acts(Action.EXPLAIN), prose=True),
    View("tours", "fast-cone", _acts(Action.GUIDED_TOUR), prose=True),
    View("tour", "fast-cone", _tour, prose=True),
    View("start", "fast-cone", _acts(Action.START)),
    View("challenges", "fast-cone", _acts(Action.CHALLENGES)),
    View("challenge", "town-gate", _runs_not, prose=True),
    View("challenge won", "no-hands", _won, prose=True),
    View("lesson", "fast-cone", _teaches, prose=True),
    View("photo", "fast-cone", _acts(Action.PHOTO)),
    View("record now", "fast-cone", _records("now")),
    View("record last", "fast-cone", _records("last")),
    View("record range", "fast-cone", _records("range")),
    View("record loop", "fast-cone", _records("loop")),
    View("renders", "fast-cone", _renders),
    View("undo list", "fast-cone", _many_edits),
    View("earlier runs", "fast-cone", _folded),
    View("plots", "fast-cone", _plots),
    View("section", "double-pendulum", _cuts),
    View("stability", "bicycle", _steady),
    View("chart of stability", "rope-trick", _steady),
    View("work and precision", "fast-cone", _precision(0.0)),
    View("work and precision, computed", "fast-cone", _precision(0.02)),
    View("shots", "trebuchet", _shoots),
    View("map", "fast-cone", _acts(Action.TUNING)),
    View("map of flips", "double-pendulum", _maps("flip-time", 2.0)),
    View("map of a passage", "coin", _maps("passage", 0.1)),
    View("range map", "trebuchet", _maps("range", 1.0)),
    View("optimisation", "trebuchet", _optimises),
    View("camera menu", "fast-cone", _menu("camera")),
    View("menu", "double-pendulum", _menu("more")),
    View("record menu", "fast-cone", _menu("dock/record")),
    View("share menu", "fast-cone", _menu("dock/share")),
    View("help", "fast-cone", _helps_with_pad),
    View("find", "fast-cone", _finds, prose=True),
    View("settings", "fast-cone", _acts(Action.SETTINGS)),
    View("quit", "fast-cone", _asks),
    View("stopped", "fast-cone", _diverges),
    View("columns of a table", "fast-cone", _columns),
    View("name of a scene", "fast-cone", _names),
    View("columns without times", "double-pendulum", _rates),
    View("columns with counts", "fast-cone", _counts),
    View("angle from positions", "double-pendulum", _angles),
    View("file chooser", "fast-cone", _chooses, prose=True),
    View("reading", "fast-cone", _reads),
    View("replay, and a table", "fast-cone", _replays),
    View("messages", "fast-cone", _messages),
    View("workshop, empty", "fast-cone", _builds(Sketch.new("Machine 1"), tool=Tool.BAR)),
    View("workshop, joint", "fast-cone", _builds(four_bar(0.8), (("joints", "A"),))),
    View("workshop, open loop", "fast-cone", _builds(four_bar(-0.4), (("bodies", "bar_2"),))),
    View("workshop, bodies", "fast-cone", _builds(four_bar(0.8), tool=Tool.BODY)),
    View("workshop, kinds of joints", "fast-cone", _builds(four_bar(0.8), (("joints", "C"),), Tool.JOINT)),
    View("workshop, running", "fast-cone", _pauses_machine),
    View("workshop, machines to place", "fast-cone", _builds(Sketch.new("Machine 1"), tool=Tool.PARTS)),
    View("workshop, several", "engine", _builds(None, (("bodies", "crank"), ("bodies", "rod")))),
    View("workshop, machine", "governor", _builds()),
    View("workshop, rope", "catapult", _unfolds(("ropes", "sling"))),
    View("workshop, end of the run", "catapult", _builds(None, (("ends", "ground"),))),
    View("workshop, two joints", "two-bars", _builds(None, (("joints", "shoulder"), ("joints", "elbow")))),
    View("workshop, body unfolded", "governor", _unfolds(("bodies", "ball_1"))),
)
"""The views, in the order of the contact sheets."""
