"""Session: a simulation, its clock, timeline, traces and experiments, without a window.

Keys and panels act on a `Session` only through `actions` and `edits`.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from fractions import Fraction
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
from game.model.shown.sentence import Sentence
from game.model.trails import TRACE_POINTS, ToWorld, Traces
from game.model.words import later
from game.scenefile import OVERLAYS, EnsembleSpec, Scene, SculptureSpec
from game.session.exposure import Exposure
from game.session.forecast import Forecast, extended_forecast
from game.session.next_looks import NextLooks, neighbours
from game.session.pacing import SpeedMeter, TickPace, processor_time, sampling_strides
from game.session.past.playback import Playback
from game.session.past.scene_run import SceneRun
from game.session.past.timeline import Timeline
from game.session.past.undo import UndoStack
from game.session.slow_motion import SlowMotion
from game.sound.tape import MotionPiece, MotionTape
from physics import Simulation, System
from physics.simulation.poincare import SectionPlane
from physics.simulation.run import configuration
from physics.types import Floats, Vector3

GONE_ON = later("Gone on from the past")
FREE = 1 << 62
"""Number of ticks beyond any that are run at once."""

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
        self._next_looks: NextLooks | None = None
        self._wanted_looks: NextLooks | None = None
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
        self.look = self.made_look(simulation.system)
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

    def made_look(self, system: System) -> Look[Any]:
        """Return the look for a system: one that was made in the background, or a new one."""
        for looks in (self._wanted_looks, self._next_looks):
            if looks is not None and (made := looks.look_of(system)) is not None:
                return made
        return look_for(system)

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

    def prepare_next(self) -> None:
        """Make the looks of the neighbouring presets in the background, so that these open without a pause."""
        if self._next_looks is not None:
            self._next_looks.cancel()
        self._next_looks = NextLooks(neighbours(self.scene.name))

    def prepare(self, scene: str | Scene) -> bool:
        """Make the look of a scene in the background, by name or file, too; return True where it is there already."""
        if self.is_prepared(scene):
            return True
        if self._wanted_looks is not None:
            self._wanted_looks.cancel()
        self._wanted_looks = NextLooks([scene])
        return False

    def is_prepared(self, scene: str | Scene) -> bool:
        """Return whether the look of a scene has been made, as far as it can be."""
        return any(looks is not None and looks.is_made(scene) for looks in (self._wanted_looks, self._next_looks))

    # Run ------------------------------------------------------------------------------------------------

    def pause(self, paused: bool) -> None:
        """Pause or go on; a run that diverged stays paused until something about it is changed."""
        self.playback.backwards = False
        if self.simulation.divergence is None:
            self.simulation.paused = paused
            self.clock.hold()

    def play_backwards(self) -> None:
        """Show the kept states in the order back in time, down to the start of the run."""
        self.seek(self.past.now(self.simulation), play=True)
        self.clock.hold()
        self.playback.backwards = True

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

    def seek(self, moment: int, play: bool = False) -> None:
        """Show the kept state of a tick of the history, or the nearest one, and pause; play: go on instead.

        Where a run has diverged, it is shown as diverged again.
        """
        simulation, self.arrival = self.simulation, 0
        rewinds = self.playback.backwards and play and moment < self.past.now(simulation)
        shown = simulation.system
        self.past.restore(simulation, moment)
        if not play:
            simulation.divergence = self.past.tree.divergence_at(self.past.now(simulation))
        simulation.paused = not play
        self.playback.backwards = self.playback.backwards and play
        if not play or self.clock.dt != simulation.dt:
            self.clock.dt = simulation.dt
        self.fit_formulation()
        if not (rewinds and simulation.system is shown and self.past.rewind(self.trails, simulation, self.look)):
            self.trails = Traces(simulation.system, simulation.y)
            self.past.lay(self.trails, simulation, self.look)
        self._lay_traces()
        self.contest.again(simulation)

    def step(self) -> None:
        """Go one tick forward: to a kept state, or by a new tick after the last one."""
        self.pause(True)
        now = self.past.now(self.simulation)
        if now < self.past.history.newest:
            self.seek(now + 1)
        else:
            self._advance(1)

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

    def advance(self, wall_nanoseconds: int, budget: int, seconds: float = math.inf) -> int:
        """Let wall time pass, at most `budget` ticks, or `seconds` of computing; returns the number of ticks run."""
        if self.arrival:
            return self.arrive(seconds)
        wall = wall_nanoseconds * 1e-9
        share = self._share(wall)
        if self.simulation.paused:
            self.speed_meter.rest()
            return 0
        before = self.clock.part
        due = self.clock.advance(wall_nanoseconds, budget, share)
        ends = processor_time() + seconds
        ticks = self._play_back(due) if self.playback.backwards else self._advance(due, ends=ends)
        if ticks < due and self.simulation.divergence is None:
            self.clock.drop(due - ticks)
        self.passed = (ticks + self.clock.part - before) * self.simulation.dt
        self.speed_meter.measure(wall * float(share), ticks * self.simulation.dt)
        return ticks

    def arrive(self, seconds: float = math.inf) -> int:
        """Run to the time at which the scene opens, for so many `seconds` of computing; returns the number of ticks."""
        ends = processor_time() + seconds
        done = self._advance(self.arrival - self.simulation.tick, ends=ends)
        if self.simulation.tick >= self.arrival or self.simulation.divergence is not None:
            self.arrival = 0
            self.clock.hold()
        return done

    def advance_frame(self, fps: int, exposure: Exposure | None = None) -> int:
        """Run the ticks of one frame of a recording, independent of wall time; returns their number.

        exposure: keeps the states that the frame's picture is the mean of.
        """
        share = self._share(1 / fps)
        if self.simulation.paused:
            return 0
        before, simulation = self.clock.part, self.simulation
        due = self.clock.advance_frame(fps, share)
        fractions: list[float] = []
        if exposure is not None:
            seconds = (due + self.clock.part - before) * simulation.dt
            fractions = exposure.fractions(self.look, simulation.system, simulation.y, seconds)
        if self.playback.backwards:
            self.passed = self._play_back(due) * simulation.dt
            return due
        filmed: list[Floats] = []
        ticks = self._advance(due, [before + part * (due + self.clock.part - before) for part in fractions], filmed)
        self.passed = (ticks + self.clock.part - before) * simulation.dt
        if exposure is not None:
            exposure.keep(filmed, fractions)
        return ticks

    def cut_tape(self, wall: float) -> MotionPiece:
        """Return what the tape holds of the run since the last call, in so many seconds; silence without one."""
        if self.tape is None:
            return MotionPiece(wall)
        simulation = self.simulation
        moves = not (simulation.paused or self.playback.backwards or self.arrival)
        return self.tape.cut(wall, simulation, self.clock.part, moves)

    @property
    def throws(self) -> bool:
        """True where the system throws something."""
        return self.simulation.system.thrown(self.simulation.y) is not None

    @property
    def speed(self) -> float:
        """Return the present speed in simulated seconds per wall second: that of the clock, less in slow motion."""
        return self.clock.speed * float(self.slow.share)

    def look_ahead(self) -> None:
        """Extend the forecast a little, where there is something to forecast."""
        self.forecast = extended_forecast(self.forecast, self.past, self.simulation)

    def _share(self, wall: float) -> Fraction:
        """Return the part of the clock's speed for the next `wall` seconds."""
        self.look_ahead()
        moment = None if self.forecast is None else self.forecast.moment
        return self.slow.take(moment, self.clock, self.simulation.time, wall)

    def _advance(
        self, ticks: int, marks: Sequence[float] = (), filmed: list[Floats] | None = None, ends: float = math.inf
    ) -> int:
        """Run ticks, at least one; record traces and states on the way. Returns their number.

        filmed: gets the states to draw after so many ticks, with fractions, as `marks` tells. ends: the processor
        time [s] at which no more ticks are run.
        """
        simulation, left = self.simulation, list(marks)
        tape = None if self.arrival else self.tape
        sides = 1 + len(self.duel.ghosts) if self.duel else 1
        trace, row = sampling_strides(self.speed, simulation.dt, sides if self.plotted else 0, self.look.trace_rate)
        done = 0
        while done < ticks:
            self._film(left, done, filmed)
            stop = min(ticks, int(left[0])) if left else ticks
            free = self._follow_kept()
            heard = FREE if tape is None else tape.due(simulation, self.look, self.speed)
            most = min(trace - done % trace, row - done % row, stop - done, free, heard)
            step = simulation.advance(self.pace.ticks(most, ends))
            if not step:
                break
            done += step
            if tape is not None:
                tape.note(simulation)
            ticks = done if self.pace.took(step) >= ends else ticks
            if self.duel is not None:
                self.duel.advance(step, simulation.dt)
            if done % row == 0 or done == ticks:
                self._keep()
            if done % trace == 0 or done == ticks:
                self._lay_traces()
        self._film(left, ticks, filmed)
        if simulation.divergence is not None:
            self.past.ran(simulation)
        if self.cloud is not None and done:
            self.cloud.advance(simulation, done)
        return done

    def _follow_kept(self) -> int:
        """Return how many ticks may be run before the kept past has to be looked at again, at least one.

        Kept states that lie ahead are run through without a change. Where the run was changed the kept part becomes a
        branch, from which the run now departs; within a loop the run is changed as it was.
        """
        past, simulation, loop = self.past, self.simulation, self.playback.loop
        now = past.now(simulation)
        if loop is not None and now >= loop[1]:
            self.seek(loop[0], play=True)
            now = past.now(simulation)
        if now >= past.history.newest:
            return FREE if loop is None else max(loop[1] - now, 1)
        change = past.next_change(simulation)
        end = past.history.newest if loop is None else min(loop[1], past.history.newest)
        if change is None or change > end:
            return max(end - now, 1)
        if change > now + 1:
            return change - 1 - now
        if loop is None:
            past.fork(simulation, Sentence(GONE_ON), ahead=True)
            return FREE
        self.seek(change, play=True)
        return self._follow_kept()

    def _play_back(self, ticks: int) -> int:
        """Show the kept state so many ticks before the present one; pauses at the start of the run. Returns `ticks`."""
        past, simulation, loop = self.past, self.simulation, self.playback.loop
        now, history = past.now(simulation), past.history
        first = max(past.began(simulation), history.oldest)
        wanted = now - ticks
        if loop is not None and now >= loop[0] > wanted:
            wanted = loop[1]
        if ticks and wanted <= first:
            self.seek(first)
        elif ticks:
            self.seek(wanted, play=True)
        return ticks

    def _film(self, marks: list[float], ticks: int, filmed: list[Floats] | None) -> None:
        """Move the marks up to so many ticks, with any fraction, from the list into states to draw."""
        while filmed is not None and marks and int(marks[0]) <= ticks:
            at = marks.pop(0)
            filmed.append(memoryview(bytes(self.simulation.shown(at - int(at)))).cast("d"))

    def _keep(self) -> None:
        self.past.ran(self.simulation)
        self.shots.watch(self.past.history, self.past.events, self.simulation, self.scene, self.look)
        if self.duel is not None:
            self.duel.record()

    def described(self) -> list[str]:
        """Return what is being simulated now, as lines of TOML."""
        simulation = self.simulation
        method = simulation.integrator.name
        return configuration(simulation.system, method, simulation.settings, simulation.dt)

    # Picture --------------------------------------------------------------------------------------------

    def restart_traces(self) -> None:
        """Begin new traces at the present state."""
        self.trails = Traces(self.simulation.system, self.simulation.y)
        self._lay_traces()

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

    def _lay_traces(self) -> None:
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

    def run_ticks(self, ticks: int) -> int:
        """Run so many ticks, whether paused or not; returns how many were run, fewer where the run has stopped."""
        return self._advance(ticks)

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
