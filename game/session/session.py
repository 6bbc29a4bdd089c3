"""Session: a simulation, its clock, timeline, traces and experiments, without a window.

Keys and panels act on a `Session` only through `actions` and `edits`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import physics
from game.experiments.cloud import Cloud, cloud_of, default_ensemble
from game.experiments.duel import Duel, DuelSetup, RunVariant
from game.experiments.exponents import ExponentTask
from game.experiments.live_trial import LiveTrial
from game.experiments.measurements.measured import MeasuredTable
from game.experiments.measurements.measured_state import MeasuredState
from game.experiments.measurements.scene_table import scene_tables
from game.experiments.poincare import BackgroundSection
from game.experiments.sculpting import SculptureState
from game.experiments.shots import Shots
from game.experiments.tuning_state import TuningState
from game.experiments.work_precision import WorkPrecision
from game.looks import look_for
from game.looks.generic import Look
from game.model.frame import Room
from game.model.quality import AUTO
from game.model.trails import TRACE_POINTS, ToWorld, Traces
from game.scenefile import OVERLAYS, EnsembleSpec, Scene, SculptureSpec
from game.session.forecast import Forecast
from game.session.next_looks import LookPreparation
from game.session.pacing import SpeedMeter, TickPace
from game.session.past.playback import Playback
from game.session.past.scene_run import SceneRun
from game.session.past.timeline import Timeline
from game.session.past.undo import UndoStack
from game.session.slow_motion import SlowMotion
from game.sound.tape import MotionTape
from physics import Simulation, System
from physics.simulation.poincare import SectionPlane
from physics.simulation.run import configuration
from physics.types import Floats, Vector3

if TYPE_CHECKING:
    from game.experiments.outcome_map import MapTask
    from physics.studies.outcome_map import MapRequest


class Session:
    """One simulated system with all that is shown of it.

    overlays: those that the user wants to see where a scene file does not say. room: where the table stands, AUTO: as
    usual for the system; usual_room: the room that the user wants where a scene file does not say. trial: of the step,
    while it is shown. plotted: whether plots are shown. passed: simulated seconds between the last picture and the
    present one. cloud: None while there is none; ensemble: its copies and spread, or those it would have. outcome_map,
    section, exponents: computed in the background, or None. measured: how tables of measured motion are drawn and
    fitted to. sculpting: the phase sculpture, computed while it is shown. arrival: the tick up to which it runs at
    once, because its scene opens there; 0 once there. undo: what was done. aside: the runs of scenes opened before.
    playback: loop and direction. tables: those plotted beside the run. tape: where the run is written down for its
    sound, or None.

    Raises BadInput when a scene or an edit is invalid; nothing is changed then.
    """

    simulation: Simulation
    past: Timeline
    contest: DuelSetup

    def __init__(self, scene: Scene) -> None:
        self._unlaid: deque[tuple[System, Floats, ToWorld, float]] = deque(maxlen=TRACE_POINTS)
        self.looks = LookPreparation()
        self.precision: WorkPrecision | None = None
        self.trial = LiveTrial()
        self.plotted = False
        self.passed = 0.0
        self.cloud: Cloud | None = None
        self.ensemble = EnsembleSpec()
        self.overlays = OVERLAYS
        self.usual_room = self.room = AUTO
        self.shots = Shots()
        self.tuning = TuningState()
        self.outcome_map: MapTask | None = None
        self.section: BackgroundSection | None = None
        self.exponents: ExponentTask | None = None
        self.sculpting = SculptureState(SculptureSpec())
        self.tables: tuple[MeasuredTable, ...] = ()
        self.measured = MeasuredState()
        self.undo = UndoStack()
        self.tape: MotionTape | None = None
        self.aside: list[SceneRun] = []
        self.open(scene)
        self.past = Timeline(scene, self.simulation)

    def open(self, scene: Scene) -> None:
        """Replace the scene by one in the state that its file defines; raises BadInput, with nothing changed.

        Only what the user has chosen for all scenes stays: overlays that the file says nothing about, and the list of
        shots of the same kind of machine.
        """
        simulation = scene.simulation()
        contest, tables = DuelSetup(simulation, scene.duel), scene_tables(scene, simulation.system)
        arrival = scene.opening_tick(simulation.dt)
        cloud = cloud_of(simulation, scene.ensemble) if scene.ensemble.copies else None
        clock, sculpting = physics.Clock(simulation.dt, scene.speed), SculptureState(scene.sculpture)
        self.leave()
        self.cloud, self.ensemble = cloud, scene.ensemble if cloud else default_ensemble(simulation.system)
        self.precision, self.outcome_map, self.section, self.exponents = None, None, None, None
        self.tuning, self.measured, self.sculpting = TuningState(), self.measured.opened(), sculpting
        self.clock, self.simulation, self.scene = clock, simulation, scene
        self.use_overlays(scene.overlays.shown(self.overlays))
        self.room = scene.room if scene.room != AUTO else self.usual_room
        self.look = self.looks.made_look(simulation.system)
        self.contest, self.tables = contest, tables
        self.shots = self.shots.opened(simulation.system)
        self.slow = SlowMotion(scene.slow_motion)
        self.playback = Playback()
        self.arrival = arrival
        simulation.paused = scene.paused and not arrival
        self.entered()
        self.restart_traces()
        if self.sculpture:
            self.sculpting.follow(simulation)

    def use_overlays(self, shown: Mapping[str, bool]) -> None:
        """Show or hide the overlays of these names, as in `OVERLAYS`."""
        self.vectors, self.traces = shown["vectors"], shown["traces"]
        self.geometry, self.body_view, self.binet = shown["geometry"], shown["body_view"], shown["binet"]
        self.sculpture = shown["sculpture"]

    def toggle_overlay(self, name: str) -> None:
        """Show or hide an overlay, also in the scenes that are opened later and say nothing about it."""
        self.overlays = {**self.overlays, name: not getattr(self, name)}
        setattr(self, name, self.overlays[name])

    @property
    def look(self) -> Look[Any]:
        """How the system is drawn."""
        return self._look

    @look.setter
    def look(self, look: Look[Any]) -> None:
        self._look = look
        look.room = type(look).room if self.room == AUTO else Room(self.room)

    def use_room(self, name: str) -> None:
        """Show the table in the room of this name, or AUTO, also in scenes opened later that say nothing about it."""
        self.usual_room = self.room = name
        self.look = self.look

    def leave(self) -> None:
        """Cancel what is computed beside the run of the scene that is left; what has been found so far is kept."""
        self.compare_methods(False)
        self.tuning.cancel()
        self.measured.cancel()
        self.sculpting.leave()
        self.trial.stop()
        for task in (self.outcome_map, self.section, self.exponents):
            if task is not None:
                task.cancel()

    def entered(self) -> None:
        """Measure speed and look ahead anew, in the run of another scene."""
        self.speed_meter, self.pace = SpeedMeter(), TickPace()
        self.forecast: Forecast | None = None

    # Run ------------------------------------------------------------------------------------------------

    def pause(self, paused: bool) -> None:
        """Pause or go on; a run that diverged stays paused until something about it is changed."""
        self.playback.backwards = False
        if self.simulation.divergence is None:
            self.simulation.paused = paused
            self.clock.hold()

    def reset(self) -> None:
        """Go back to the start, paused where the scene begins so; what came before stays in the history."""
        self.past.reset(self.simulation)
        self.arrival = 0
        self.playback = Playback()  # A and B belonged to the run before
        self.simulation.paused = self.simulation.paused or self.scene.paused
        self.start_run()

    def start_run(self) -> None:
        """Reset look, clock, traces, duel and cloud to a run at its start."""
        self.look = look_for(self.simulation.system, self.look)
        self.clock.hold()
        self.restart_traces()
        self.contest.again(self.simulation)
        if self.cloud is not None:
            self.cloud.gather(self.simulation)

    def fit_formulation(self) -> None:
        """Adapt look, cloud and ensemble to the variables of the present formulation."""
        simulation = self.simulation
        self.look = look_for(simulation.system, self.look)
        known = simulation.system.entered().keys()
        cloud_fits = self.cloud is None or self.cloud.is_of(simulation.system)
        if not (cloud_fits and known >= self.ensemble.spread.keys()):
            self.cloud = None if self.cloud is None else self.cloud.of(simulation)
            if self.cloud is None:
                self.ensemble = default_ensemble(simulation.system)

    # Cloud, duel and background computations ------------------------------------------------------------

    @property
    def duel(self) -> Duel | None:
        """Return the duel, or None."""
        return self.contest.duel

    @property
    def contenders(self) -> tuple[RunVariant, ...]:
        """Return the variants that take part in a duel."""
        return self.contest.contenders

    def compare_methods(self, wanted: bool) -> None:
        """Start the work-precision diagram from the present start, in the background, or cancel it."""
        if self.precision is not None:
            self.precision.cancel()
        if wanted:
            self.precision = WorkPrecision(self.simulation.system)

    def compute_map(self, request: MapRequest) -> None:
        """Start a map in the background, in place of the present one."""
        from game.experiments.outcome_map import MapTask

        self.forget_map()
        self.outcome_map = MapTask(request, paints=True)

    def forget_map(self) -> None:
        """Cancel the map and discard its result."""
        if self.outcome_map is not None:
            self.outcome_map.cancel()
        self.outcome_map = None

    def run_section(self, plane: SectionPlane, others: int = 0) -> None:
        """Start a Poincaré section of the coming run and of others of its energy, in place of the present one.

        Raises BadInput.
        """
        fresh = BackgroundSection(self.simulation, plane, others)
        self.forget_section()
        self.section = fresh

    def forget_section(self) -> None:
        """Cancel the section in the background and discard its result."""
        if self.section is not None:
            self.section.cancel()
        self.section = None

    def measure_exponents(self, count: int, duration: float) -> None:
        """Start measuring Lyapunov exponents from the present state in the background, in place of the present ones.

        count: how many, 0 for all. duration: time of the mean [s].
        """
        if self.exponents is not None:
            self.exponents.cancel()
        self.exponents = ExponentTask(self.simulation, count, duration)

    # Timeline -------------------------------------------------------------------------------------------

    # Time -----------------------------------------------------------------------------------------------

    @property
    def computing(self) -> bool:
        """True while something is computed beside the run, in the background."""
        tasks = (
            self.precision, self.outcome_map, self.section, self.exponents, self.tuning.search, self.measured.fit,
        )  # fmt: skip
        return (
            self.trial.pending or self.sculpting.computing or any(task is not None and not task.done for task in tasks)
        )

    @property
    def foresees(self) -> bool:
        """True while a forecast is being extended."""
        return self.forecast is not None and not self.forecast.done

    @property
    def throws(self) -> bool:
        """True where the system throws something."""
        return self.simulation.system.thrown(self.simulation.y) is not None

    @property
    def speed(self) -> float:
        """Return the present speed in simulated seconds per wall second: that of the clock, less in slow motion."""
        return self.clock.speed * float(self.slow.share)

    def described(self) -> list[str]:
        """Return what is being simulated now, as lines of TOML."""
        simulation = self.simulation
        method = simulation.integrator.name
        return configuration(simulation.system, method, simulation.settings, simulation.dt)

    # Picture --------------------------------------------------------------------------------------------

    def restart_traces(self) -> None:
        """Begin new traces at the present state."""
        self.trails = Traces(self.simulation.system, self.simulation.y)
        self.lay_traces()

    @property
    def trails(self) -> Traces:
        """The traces up to the present; states wait to be laid into them until this is read, as by a picture."""
        while self._unlaid:
            self._trails.lay(*self._unlaid.popleft())
        return self._trails

    @trails.setter
    def trails(self, fresh: Traces) -> None:
        self._unlaid.clear()
        self._trails = fresh

    def lay_traces(self) -> None:
        """Add the present state to the traces, of the duel's ghosts too."""
        simulation = self.simulation
        state = memoryview(bytes(simulation.y)).cast("d")
        self._unlaid.append((simulation.system, state, self.look.to_world, simulation.time))
        if self.duel is not None:
            self.duel.lay_traces(self.look.to_world)

    @property
    def shown(self) -> Floats:
        """Return the state to draw: interpolated between the last two ticks while the run goes on."""
        return self.simulation.shown(self.part)

    @property
    def part(self) -> float:
        """The fraction between the last two ticks at which the run is shown."""
        return 1.0 - self.clock.part if self.playback.backwards else self.clock.part

    @property
    def behind(self) -> float:
        """Simulated seconds from the state that is drawn to that of the last tick."""
        return 0.0 if self.simulation.paused else (1.0 - self.part) * self.simulation.dt

    @property
    def split(self) -> bool:
        """True while two pictures are shown side by side."""
        return self.stage_beside is not None

    @property
    def shows_binet(self) -> bool:
        """True while the second picture is Binet's construction, which comes before the view in body axes."""
        return self.binet and not self.sculpture and self.look.momentum_stage() is not None

    @property
    def stage_beside(self) -> tuple[Vector3, float] | None:
        """Centre (3,) and radius [m] of what the second picture shows; None while there is none.

        The phase sculpture comes before all others.
        """
        if self.sculpture:
            return self.sculpting.stage
        if self.shows_binet:
            return self.look.momentum_stage()
        return self.look.second_stage() if self.body_view else None
