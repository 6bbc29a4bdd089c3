"""The laboratory without its window: a simulation, its clock, its traces, and what was asked of them.

Keys and panels reach the mechanics only through `Session.act` and `Session.edit`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import physics
from game import scenefile
from game.cloud import Cloud
from game.duel import Contender, Duel, fitting, usual_contenders
from game.input import Action
from game.past import Past
from game.picture import SceneFrame, View
from game.precision import Precision
from game.scenefile import Scene
from game.scenes import look_for
from game.series import RATE, Series, names_of, record
from game.trail import Trail
from physics.run import configuration
from physics.system import Floats

TRACE_RATE = 240
"""Points of a trace per simulated second at full speed; slow motion asks for more."""
TRACE_SECONDS = 3.0
TRACE_POINTS = 3000
SCRUB_SECONDS = 0.1
"""Wall time of a run that a key goes back or forth."""
SHUTTER = 0.5
"""Part of a frame during which the eye sees the body turn: blur, not strobing."""


@dataclass(frozen=True)
class Edit:
    """A change a user made, as data. what: which kind of thing; name: which one, where there are several.

    value: a name for "scene" and "integrator", a tuple of `Contender` for "contenders", a number or text with a
    unit for the others.
    """

    what: Literal["scene", "integrator", "dt", "speed", "parameter", "initial", "setting", "contenders"]
    value: Any
    name: str = ""


class Session:
    """One system being simulated for somebody who watches.

    Raises BadInput when a scene or an edit cannot be; nothing is changed then.
    """

    def __init__(self, scene: Scene) -> None:
        self.precision: Precision | None = None
        self.vectors = scene.overlays.vectors
        self.traces = scene.overlays.traces
        self.cloud: Cloud | None = None
        self._open(scene)
        self.past = Past(scene, self.simulation)

    def _open(self, scene: Scene) -> None:
        simulation = scene.simulation()
        if scene.ensemble.copies:
            self.cloud = Cloud(simulation, scene.ensemble.copies, scene.ensemble.checked(simulation.system))
        elif self.cloud is not None:
            self.cloud = self.cloud.of(simulation)
        self.clock = physics.Clock(simulation.dt, scene.speed)
        self.simulation = simulation
        self.scene = scene
        self.look = look_for(simulation.system)
        self.compare_methods(False)
        self.precision = None
        self.duel: Duel | None = None
        self.contenders: tuple[Contender, ...] = usual_contenders(simulation)
        self.series = Series(names_of(simulation.system))
        self._restart_traces()
        self._wall = self._simulated = 0.0

    # What is asked of it --------------------------------------------------------------------------------

    def edit(self, edit: Edit) -> None:
        """Make a change; raises BadInput and changes nothing when it cannot be."""
        self._make(edit)
        what = edit.what
        if what != "scene" and what != "speed" and what != "contenders":
            self.past.changed(self.simulation, what, edit.value, edit.name)

    def _make(self, edit: Edit) -> None:
        simulation = self.simulation
        match edit.what:
            case "scene":
                self._open(edit.value if isinstance(edit.value, Scene) else scenefile.load(edit.value))
                self.past.started(self.simulation, simulation.tick, "scene", self.scene)
            case "integrator":
                self._try_method(edit.value)
            case "setting":
                self._try_method(simulation.integrator.name, {**simulation.settings, edit.name: edit.value})
            case "dt":
                stopped = simulation.divergence is not None
                simulation.set_dt(edit.value)
                self.clock.dt = simulation.dt
                self._fit_duel()
                if stopped:
                    self.act(Action.RESET)
            case "speed":
                self.clock.speed = edit.value
            case "parameter":
                simulation.set_parameters({edit.name: edit.value})
                self.look = look_for(simulation.system, self.look)
                self._lift_pens()
                self._pass_on({edit.name: edit.value})
            case "initial":
                simulation.set_initial({edit.name: edit.value})
            case "contenders":
                self._choose_contenders(edit.value)

    def act(self, action: Action) -> bool:
        """Do what a key asks for; False when the action is none of the laboratory's."""
        match action:
            case Action.PAUSE:
                self.pause(not self.simulation.paused)
            case Action.STEP:
                self._step()
            case Action.STEP_BACK:
                self.seek(self.simulation.tick - 1)
            case Action.BACK:
                self._scrub(-1)
            case Action.FORTH:
                self._scrub(1)
            case Action.RESET:
                tick = self.simulation.tick
                self.simulation.reset()
                self.past.started(self.simulation, tick, "reset")
                self.clock.hold()
                self._restart_traces()
                if self.duel is not None:
                    self._begin_duel()
                if self.cloud is not None:
                    self.cloud.gather(self.simulation)
            case Action.GHOSTS:
                self._toggle_duel()
            case Action.NEXT_INTEGRATOR:
                self._next_integrator(1)
            case Action.PREVIOUS_INTEGRATOR:
                self._next_integrator(-1)
            case Action.NEXT_SCENE:
                self._next_scene(1)
            case Action.PREVIOUS_SCENE:
                self._next_scene(-1)
            case Action.FASTER:
                self.clock.speed = min(self.clock.speed * 2, 64.0)
            case Action.SLOWER:
                self.clock.speed = max(self.clock.speed / 2, 1 / 1024)
            case Action.VECTORS:
                self.vectors = not self.vectors
            case Action.TRACES:
                self.traces = not self.traces
            case _:
                return False
        return True

    def pause(self, paused: bool) -> None:
        """Hold or go on; a run that diverged stays held until something about it is changed."""
        if self.simulation.divergence is None:
            self.simulation.paused = paused
            self.clock.hold()

    def _try_method(self, name: str, settings: dict[str, Any] | None = None) -> None:
        """Go on with a method. After a divergence it begins anew: the last state is not its fault."""
        stopped = self.simulation.divergence is not None
        self.simulation.use(name, settings)
        if stopped:
            self.act(Action.RESET)

    def _next_integrator(self, step: int) -> None:
        system = self.simulation.system
        names = [name for name, method in physics.integrators().items() if not method.reason_against(system)]
        at = names.index(self.simulation.integrator.name)
        self.edit(Edit("integrator", names[(at + step) % len(names)]))

    def _next_scene(self, step: int) -> None:
        names = scenefile.presets()
        at = names.index(self.scene.name) if self.scene.name in names else -step
        self.edit(Edit("scene", names[(at + step) % len(names)]))

    # The past -------------------------------------------------------------------------------------------

    def seek(self, tick: int) -> None:
        """Show a kept tick, or the nearest one, and hold. What lies ahead of it stays until the run goes on."""
        simulation = self.simulation
        self.past.history.restore(simulation, tick)
        self.clock.dt = simulation.dt
        self.look = look_for(simulation.system, self.look)
        self.trails = {name: Trail(TRACE_POINTS) for name in simulation.system.traces(simulation.y)}
        self.past.lay(self.trails, simulation, self.look, TRACE_SECONDS)
        self._lay_traces()
        if self.duel is not None:
            self._begin_duel()

    def _scrub(self, direction: int) -> None:
        """Go as far as the run goes in `SCRUB_SECONDS`, at least to the next tick."""
        simulation = self.simulation
        tick = self.past.history.tick_at(simulation.time + direction * SCRUB_SECONDS * self.clock.speed)
        self.seek(tick if (tick - simulation.tick) * direction > 0 else simulation.tick + direction)

    def _step(self) -> None:
        """One tick forward: along what is kept, and from its end on a new one."""
        self.pause(True)
        if self.simulation.tick < self.past.history.newest:
            self.seek(self.simulation.tick + 1)
        else:
            self._advance(1)

    # Duel -----------------------------------------------------------------------------------------------

    def _toggle_duel(self) -> None:
        """Begin a duel from the present state, or end it."""
        if self.duel is None:
            self._begin_duel()
        else:
            self.duel = None

    def _begin_duel(self) -> None:
        self.contenders = fitting(self.simulation, self.contenders)
        self.duel = Duel(self.simulation, self.contenders)

    def _fit_duel(self) -> None:
        """After a change of the run: a duel in which somebody no longer fits begins anew."""
        before, self.contenders = self.contenders, fitting(self.simulation, self.contenders)
        if self.duel is not None and self.contenders != before:
            self._begin_duel()

    def _choose_contenders(self, contenders: tuple[Contender, ...]) -> None:
        """Take other contenders; a duel that is on begins anew from the present state."""
        duel = Duel(self.simulation, contenders)
        self.contenders = contenders
        if self.duel is not None:
            self.duel = duel

    def _pass_on(self, parameters: dict[str, Any]) -> None:
        """Give the ghosts the same parameters; what is plotted begins a new line."""
        self.series.lift()
        if self.duel is not None:
            self.duel.set_parameters(parameters)

    def compare_methods(self, wanted: bool) -> None:
        """Begin to work out error against evaluations from the present start, in the background; or cancel that."""
        if self.precision is not None:
            self.precision.cancel()
        if wanted:
            self.precision = Precision(self.simulation.system)

    # Time -----------------------------------------------------------------------------------------------

    def advance(self, wall_nanoseconds: int, budget: int) -> int:
        """Let so much wall time pass, at most `budget` ticks; returns the ticks that were run."""
        if self.simulation.paused:
            self._wall = self._simulated = 0.0
            return 0
        ticks = self._advance(self.clock.advance(wall_nanoseconds, budget))
        self._measure(wall_nanoseconds * 1e-9, ticks * self.simulation.dt)
        return ticks

    def advance_frame(self, frame: int, fps: int) -> int:
        """Run the ticks of one frame of a recording, whatever the speed of the machine; returns how many."""
        if self.simulation.paused:
            return 0
        return self._advance(self.clock.ticks_for_frame(frame, fps))

    @property
    def achieved_speed(self) -> float:
        """Simulated seconds per wall second over the last second or so; 0 until there is something to measure."""
        return self._simulated / self._wall if self._wall > 0 else 0.0

    def _measure(self, wall: float, simulated: float) -> None:
        if self._wall > 1.0:
            self._wall, self._simulated = self._wall / 2, self._simulated / 2
        self._wall += wall
        self._simulated += simulated

    def _advance(self, ticks: int) -> int:
        """Run ticks and lay the traces as they go."""
        simulation = self.simulation
        stride = max(1, round(min(1.0, self.clock.speed) / (TRACE_RATE * simulation.dt)))
        sides = 1 + len(self.duel.ghosts) if self.duel else 1  # rows cost the same however many take part
        rows = max(1, round(sides * max(1.0, self.clock.speed) / (RATE * simulation.dt)))
        if ticks:
            self.past.branch(simulation)
        done = 0
        while done < ticks:
            due = min(stride - done % stride, rows - simulation.tick % rows)
            step = simulation.advance(min(due, ticks - done))
            if not step:
                break
            done += step
            if self.duel is not None:
                self.duel.advance(step, simulation.dt)
            if simulation.tick % rows == 0:
                self._record()
            if done % stride == 0 or done == ticks:
                self._lay_traces()
                self.past.ran(simulation)
        if simulation.divergence is not None:
            self.past.ran(simulation)
        if self.cloud is not None and done:
            self.cloud.advance(simulation, done)
        return done

    def _record(self) -> None:
        """Lay a row of everything that can be plotted."""
        record(self.series, self.simulation)
        if self.duel is not None:
            self.duel.record()

    def described(self) -> list[str]:
        """What is being simulated now, as lines of TOML."""
        simulation = self.simulation
        method = simulation.integrator.name
        return configuration(simulation.system, method, simulation.settings, simulation.dt)

    # Picture --------------------------------------------------------------------------------------------

    def _restart_traces(self) -> None:
        names = self.simulation.system.traces(self.simulation.y)
        self.trails = {name: Trail(TRACE_POINTS) for name in names}
        self._lay_traces()
        record(self.series, self.simulation)

    def _lay_traces(self) -> None:
        simulation = self.simulation
        for name, point in simulation.system.traces(simulation.y).items():
            self.trails[name].add(self.look.to_world(point), simulation.time)
        if self.duel is not None:
            self.duel.lay_traces(self.look.to_world)

    def _lift_pens(self) -> None:
        for trail in self.trails.values():
            trail.lift()

    @property
    def shown(self) -> Floats:
        """The state to draw: between the last two ticks while it runs."""
        return self.simulation.shown(self.clock.part)

    def frame(self, view: View, frame_seconds: float) -> SceneFrame:
        """The picture as it is now; frame_seconds is how long one picture stands (for the blur of the spin)."""
        simulation, y = self.simulation, self.shown
        moving = 0.0 if simulation.paused else frame_seconds * self.clock.speed * SHUTTER
        frame = self.look.frame(simulation.system, y, view, moving)
        if self.vectors:
            self.look.add_arrows(frame, simulation.system, y)
        if self.duel is not None:
            part = 1.0 if simulation.paused else self.clock.part
            self.look.add_ghosts(frame, self.duel, part, TRACE_SECONDS if self.traces else 0.0)
        if self.traces:
            self.look.add_traces(frame, self.trails, simulation.time, TRACE_SECONDS)
        if self.cloud is not None:
            self.cloud.add_to(frame, self.look, simulation)
        return frame
