"""The run of a scene, with all that is shown of it and computed beside it: what changes with the scene, as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.experiments.cloud import Cloud, cloud_of, default_ensemble
from game.experiments.duel import DuelSetup
from game.experiments.measurements.measured import MeasuredTable
from game.experiments.measurements.measured_state import MeasuredState
from game.experiments.measurements.scene_table import scene_tables
from game.experiments.sculpting import SculptureState
from game.experiments.shots import Shots
from game.looks.generic import Look
from game.model.frame import Room
from game.model.quality import AUTO
from game.model.trails import RunTraces
from game.scenefile import EnsembleSpec, Scene
from game.session.arrow_scaling import ArrowScaling
from game.session.beside_tasks import BesideTasks
from game.session.next_looks import LookPreparation
from game.session.pacing import RunPacing
from game.session.past.event_log import EventLog
from game.session.past.playback import Playback
from game.session.past.sketches import SketchBook, WorkshopState
from game.session.past.timeline import Timeline
from game.session.shown_overlays import ShownOverlays, UserChoices
from game.session.slow_motion import SlowMotion
from physics import Clock, Simulation, System
from physics.types import Vector3

if TYPE_CHECKING:
    from game.challenges.attempt import Attempt
    from game.experiments.measurements.thrown_state import ThrownState


@dataclass(eq=False, kw_only=True)
class OpenRun:
    """The run of a scene, with all that is shown of it and computed beside it. A session swaps it as a whole.

    room: where the table stands, AUTO: as usual for the system. cloud: None while there is none; ensemble: its copies
    and spread, or those it would have. playback: loop and direction. arrival: the tick up to which it runs at once,
    because its scene opens there; 0 once there. tables: those plotted beside the run; measured: how they are drawn and
    fitted to. sculpting: the phase sculpture, computed while it is shown. pacing: made anew whenever the run is taken
    up. arrows: their scales. thrown: recordings of a thrown telephone, None for none. sketches: of machines. file: the
    scene file that it was opened from or saved in, None for none. taught: a step of a lesson has changed it, which its
    file must not be written over with. attempt: at the challenge of the scene, None without one.
    _look: None where it was dropped, to be made anew.
    """

    scene: Scene
    simulation: Simulation
    clock: Clock
    room: str
    contest: DuelSetup
    cloud: Cloud | None
    ensemble: EnsembleSpec
    slow: SlowMotion
    shots: Shots
    arrival: int
    tables: tuple[MeasuredTable, ...]
    measured: MeasuredState
    sculpting: SculptureState
    past: Timeline
    shown: ShownOverlays
    traces: RunTraces
    playback: Playback = field(default_factory=Playback)
    beside: BesideTasks = field(default_factory=BesideTasks)
    pacing: RunPacing = field(default_factory=RunPacing)
    arrows: ArrowScaling = field(default_factory=ArrowScaling)
    thrown: ThrownState | None = None
    sketches: SketchBook = field(default_factory=SketchBook)
    file: Path | None = None
    taught: bool = False
    attempt: Attempt | None = None
    _look: Look[Any] | None = None

    @classmethod
    def of(cls, scene: Scene, choices: UserChoices, looks: LookPreparation, before: OpenRun | None) -> OpenRun:
        """Return the run of a scene that is opened, at the state that its file defines. Raises BadInput.

        before: the run that is shown until then, whose log goes on, and whose list of shots stays for the same kind of
        machine. choices: hold where the file does not say.
        """
        simulation = scene.simulation()
        system = simulation.system
        contest, tables = DuelSetup(simulation, scene.duel), scene_tables(scene, system)
        arrival = scene.opening_tick(simulation.dt)
        cloud = cloud_of(simulation, scene.ensemble) if scene.ensemble.copies else None
        simulation.paused = scene.paused and not arrival
        if before is None:
            past, shots, measured = Timeline(EventLog(scene), simulation), Shots(), MeasuredState()
        else:
            past = before.past.followed(scene, simulation, before.simulation)
            shots, measured = before.shots, before.measured.opened()
        run = cls(
            scene=scene,
            simulation=simulation,
            clock=Clock(simulation.dt, scene.speed),
            room=scene.room if scene.room != AUTO else choices.usual_room,
            contest=contest,
            cloud=cloud,
            ensemble=scene.ensemble if cloud else default_ensemble(system),
            slow=SlowMotion(scene.slow_motion),
            shots=shots.opened(system),
            arrival=arrival,
            tables=tables,
            measured=measured,
            sculpting=SculptureState(scene.sculpture),
            past=past,
            shown=ShownOverlays(**scene.overlays.shown(choices.overlays)),
            traces=RunTraces(simulation),
            thrown=_recordings(scene, system),
            attempt=_attempt(scene, simulation),
        )
        run.use_look(looks.made_look(system))
        run.lay_traces()
        if run.shown.sculpture:
            run.sculpting.follow(simulation)
        return run

    @property
    def computing(self) -> bool:
        """True while something is computed beside the run, in the background."""
        fits = self.measured.fit is not None and not self.measured.fit.done
        thrown = self.thrown is not None and self.thrown.computing
        return self.beside.computing or self.sculpting.computing or fits or thrown or self.arrows.waits

    def leave(self) -> None:
        """Cancel what is computed beside the run; what has been found so far is kept."""
        self.beside.cancel()
        self.measured.cancel()
        if self.thrown is not None:
            self.thrown.cancel()
        self.sculpting.leave()
        self.arrows.cancel()

    def set_aside(self) -> None:
        """Free what is not needed while another run is shown: memory is kept for the states alone.

        Ghosts, copies and traces begin anew when it is taken up.
        """
        self.leave()
        self.contest.suspend()
        if self.cloud is not None:
            self.cloud.clear()
        self.traces.clear()
        self.past.history.pack()

    def open_from(self, file: Path | None) -> None:
        """Note the file of the scene; not one beside which a measured table lies, which saving would not name again."""
        measured = self.scene.measured
        self.file = file if measured is None or measured.is_name else None

    @property
    def workshop(self) -> WorkshopState | None:
        """The sketch of the machine that is shown, None where it is none."""
        return self.sketches.shown(self.simulation.system, self.scene)

    # Picture --------------------------------------------------------------------------------------------

    @property
    def look(self) -> Look[Any]:
        """How the system is drawn."""
        assert self._look is not None, "the look of a run that is shown is there"
        return self._look

    @property
    def has_look(self) -> bool:
        """Whether the look is there."""
        return self._look is not None

    def use_look(self, look: Look[Any]) -> None:
        """Draw the system with a look, in the room of the run."""
        self._look = look
        look.room = type(look).room if self.room == AUTO else Room(self.room)

    def drop_look(self) -> None:
        """Free the look, with its meshes; it is made anew when the run is taken up."""
        self._look = None

    def restart_traces(self) -> None:
        """Begin new traces at the present state."""
        self.traces.restart(self.simulation)
        self.lay_traces()

    def lay_traces(self) -> None:
        """Add the present state to the traces, of the duel's ghosts too."""
        self.traces.lay(self.simulation, self.look.to_world)
        if self.contest.duel is not None:
            self.contest.duel.lay_traces(self.look.to_world)

    @property
    def split(self) -> bool:
        """True while two pictures are shown side by side."""
        return self.stage_beside is not None

    @property
    def shows_binet(self) -> bool:
        """True while the second picture is Binet's construction, which comes before the view in body axes."""
        return self.shown.binet and not self.shown.sculpture and self.look.momentum_stage() is not None

    @property
    def stage_beside(self) -> tuple[Vector3, float] | None:
        """Centre (3,) and radius [m] of what the second picture shows; None while there is none.

        The phase sculpture comes before all others.
        """
        if self.shown.sculpture:
            return self.sculpting.stage
        if self.shows_binet:
            return self.look.momentum_stage()
        return self.look.second_stage() if self.shown.body_view else None


def _attempt(scene: Scene, simulation: Simulation) -> Attempt | None:
    """Return the attempt at the challenge of a scene; None without one. What judges it is loaded with the first."""
    if scene.challenge is None:
        return None
    from game.challenges.attempt import Attempt

    return Attempt(scene, simulation)


def _recordings(scene: Scene, system: System) -> ThrownState | None:
    """Return the recordings that a scene names, None for none; what reads them is loaded with the first ones."""
    if scene.recording is None:
        return None
    from game.experiments.measurements.thrown_state import kept_recordings

    return kept_recordings(scene.recording, system.parameters)
