"""Session: a simulation, its clock, timeline, traces and experiments, without a window.

Keys and panels act on a `Session` only through `actions` and `edits`.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import Any

from game.experiments.cloud import default_ensemble
from game.experiments.duel import Duel, RunVariant
from game.experiments.live_trial import LiveTrial
from game.looks import look_for
from game.looks.generic import Look
from game.scenefile import Scene
from game.session.next_looks import LookPreparation
from game.session.open_run import OpenRun
from game.session.pacing import RunPacing
from game.session.past.playback import Playback
from game.session.past.timeline import Timeline
from game.session.past.undo import UndoStack
from game.session.shown_overlays import UserChoices
from game.session.workshop.state import BuildState
from game.sound.tape import MotionTape
from physics import Clock, Simulation
from physics.simulation.run import configuration
from physics.types import Floats


class Session:
    """A run of a scene, with what stays when another scene is opened.

    run: that of the scene that is open. aside: those of scenes opened before. undo: what was done. choices: of the
    user, for all scenes. looks: those made in the background. trial: of the step, while it is shown. tape: where the
    run is written down for its sound, or None. workshop: what is going on there. patient: what takes longer than a
    picture is made in the background, as a window needs it, and comes then.

    Raises BadInput when a scene or an edit is invalid; nothing is changed then.
    """

    def __init__(self, scene: Scene, patient: bool = False) -> None:
        self.choices = UserChoices()
        self.looks = LookPreparation()
        self.trial = LiveTrial()
        self.undo = UndoStack()
        self.aside: list[OpenRun] = []
        self.tape: MotionTape | None = None
        self.workshop = BuildState()
        self.patient = patient
        self.run = OpenRun.of(scene, self.choices, self.looks, None)

    @property
    def scene(self) -> Scene:
        """The scene that is open."""
        return self.run.scene

    @property
    def simulation(self) -> Simulation:
        """What is simulated."""
        return self.run.simulation

    @property
    def clock(self) -> Clock:
        """The clock of the run."""
        return self.run.clock

    @property
    def past(self) -> Timeline:
        """The timeline of the run."""
        return self.run.past

    @property
    def look(self) -> Look[Any]:
        """How the system is drawn."""
        return self.run.look

    # Scenes ---------------------------------------------------------------------------------------------

    def open(self, scene: Scene) -> None:
        """Open another scene in the state that its file defines; raises BadInput, with nothing changed.

        Only what the user has chosen for all scenes stays: overlays and room that the file says nothing about, and the
        list of shots of the same kind of machine.
        """
        self.enter(OpenRun.of(scene, self.choices, self.looks, self.run))

    def enter(self, run: OpenRun) -> None:
        """Show another run in place of the present one, for which it is made ready to be put aside."""
        self.trial.stop()
        self.run.set_aside()
        run.past.follow(self.run.past)
        run.pacing = RunPacing()
        self.workshop = BuildState()
        if not run.has_look:
            run.use_look(self.looks.made_look(run.simulation.system))
        self.run = run

    def leave(self) -> None:
        """Cancel what is computed beside the run; what has been found so far is kept."""
        self.trial.stop()
        self.run.leave()

    @property
    def computing(self) -> bool:
        """True while something is computed beside the run, in the background."""
        return self.trial.pending or self.run.computing or self.workshop.computing

    def toggle_overlay(self, name: str) -> None:
        """Show or hide an overlay, also in the scenes that are opened later and say nothing about it."""
        shown = not self.run.shown.by_name[name]
        self.choices.overlays = {**self.choices.overlays, name: shown}
        self.run.shown = replace(self.run.shown, **{name: shown})

    def use_room(self, name: str) -> None:
        """Show the table in the room of this name, or AUTO, also in scenes opened later that say nothing about it."""
        self.choices.usual_room = self.run.room = name
        self.run.use_look(self.look)

    # Run ------------------------------------------------------------------------------------------------

    def pause(self, paused: bool) -> None:
        """Pause or go on; a run that diverged stays paused until something about it is changed."""
        self.run.playback.backwards = False
        if self.simulation.divergence is None:
            self.simulation.paused = paused
            self.clock.hold()

    def reset(self) -> None:
        """Go back to the start, paused where the scene begins so; what came before stays in the history."""
        self.past.reset(self.simulation)
        self.run.arrival = 0
        self.run.playback = Playback()  # A and B belonged to the run before
        self.simulation.paused = self.simulation.paused or self.scene.paused
        self.start_run()

    def start_run(self) -> None:
        """Reset look, clock, traces, duel, cloud and attempt to a run at its start."""
        run = self.run
        run.use_look(look_for(run.simulation.system, run.look))
        run.clock.hold()
        run.arrows.jump()
        run.restart_traces()
        run.contest.again(run.simulation)
        if run.attempt is not None:
            run.attempt.begin(run.simulation)
        if run.cloud is not None:
            run.cloud.gather(run.simulation)

    def fit_formulation(self) -> None:
        """Adapt look, cloud and ensemble to the variables of the present formulation."""
        run, system = self.run, self.simulation.system
        run.use_look(self.looks.look_after(run.look, system))
        known = system.entered().keys()
        cloud_fits = run.cloud is None or run.cloud.is_of(system)
        if not (cloud_fits and known >= run.ensemble.spread.keys()):
            run.cloud = None if run.cloud is None else run.cloud.of(run.simulation)
            if run.cloud is None:
                run.ensemble = default_ensemble(system)

    @property
    def duel(self) -> Duel | None:
        """Return the duel, or None."""
        return self.run.contest.duel

    @property
    def contenders(self) -> tuple[RunVariant, ...]:
        """Return the variants that take part in a duel."""
        return self.run.contest.contenders

    @property
    def throws(self) -> bool:
        """True where the system throws something."""
        return self.simulation.system.thrown(self.simulation.y) is not None

    @property
    def speed(self) -> float:
        """Return the present speed in simulated seconds per wall second: that of the clock, less in slow motion."""
        return self.clock.speed * float(self.run.slow.share)

    def described(self) -> list[str]:
        """Return what is being simulated now, as lines of TOML."""
        simulation = self.simulation
        method = simulation.integrator.name
        return configuration(simulation.system, method, simulation.settings, simulation.dt)

    # Picture --------------------------------------------------------------------------------------------

    @property
    def shown(self) -> Floats:
        """Return the state to draw: interpolated between the last two ticks while the run goes on.

        While a body is dragged in the workshop, that is the pose to which it has been.
        """
        held, pose = self.run.workshop, self.workshop.pose
        if pose is not None and held is not None and self.workshop.pose_of == held.sketch:
            return memoryview(array("d", pose))
        return self.simulation.shown(self.part)

    @property
    def is_built(self) -> bool:
        """True while a machine is being built: the workshop is open, and the run waits at its start."""
        return self.workshop.active and self.simulation.tick == 0 and self.simulation.paused

    @property
    def part(self) -> float:
        """The fraction between the last two ticks at which the run is shown."""
        return 1.0 - self.clock.part if self.run.playback.backwards else self.clock.part

    @property
    def behind(self) -> float:
        """Simulated seconds from the state that is drawn to that of the last tick."""
        return 0.0 if self.simulation.paused else (1.0 - self.part) * self.simulation.dt
