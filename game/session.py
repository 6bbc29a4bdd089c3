"""The laboratory without its window: a simulation, its clock, its traces, and what was asked of them.

Keys and panels reach the mechanics only through `Session.act` and `Session.edit`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import physics
from game import scenefile
from game.input import Action
from game.picture import SceneFrame, View
from game.scenefile import Scene
from game.scenes import look_for
from game.trail import Trail
from physics.run import configuration
from physics.system import Floats

TRACE_RATE = 240
"""Points of a trace per simulated second at full speed; slow motion asks for more."""
TRACE_SECONDS = 3.0
TRACE_POINTS = 3000
SHUTTER = 0.5
"""Part of a frame during which the eye sees the body turn: blur, not strobing."""


@dataclass(frozen=True)
class Edit:
    """A change a user made, as data. what: which kind of thing; name: which one, where there are several.

    value: a name for "scene" and "integrator", a number or text with a unit for the others.
    """

    what: Literal["scene", "integrator", "dt", "speed", "parameter", "initial", "setting"]
    value: Any
    name: str = ""


class Session:
    """One system being simulated for somebody who watches.

    Raises BadInput when a scene or an edit cannot be; nothing is changed then.
    """

    def __init__(self, scene: Scene) -> None:
        self.vectors = scene.overlays.vectors
        self.traces = scene.overlays.traces
        self._open(scene)

    def _open(self, scene: Scene) -> None:
        simulation = scene.simulation()
        self.clock = physics.Clock(simulation.dt, scene.speed)
        self.simulation = simulation
        self.scene = scene
        self.look = look_for(simulation.system)
        self._restart_traces()
        self._wall = self._simulated = 0.0

    # What is asked of it --------------------------------------------------------------------------------

    def edit(self, edit: Edit) -> None:
        """Make a change; raises BadInput and changes nothing when it cannot be."""
        simulation = self.simulation
        match edit.what:
            case "scene":
                self._open(scenefile.load(edit.value))
            case "integrator":
                self._try_method(edit.value)
            case "setting":
                self._try_method(simulation.integrator.name, {**simulation.settings, edit.name: edit.value})
            case "dt":
                stopped = simulation.divergence is not None
                simulation.set_dt(edit.value)
                self.clock.dt = simulation.dt
                if stopped:
                    self.act(Action.RESET)
            case "speed":
                self.clock.speed = edit.value
            case "parameter":
                simulation.set_parameters({edit.name: edit.value})
                self.look = look_for(simulation.system, self.look)
                self._lift_pens()
            case "initial":
                simulation.set_initial({edit.name: edit.value})

    def act(self, action: Action) -> bool:
        """Do what a key asks for; False when the action is none of the laboratory's."""
        match action:
            case Action.PAUSE:
                self.pause(not self.simulation.paused)
            case Action.STEP:
                self.pause(True)
                self._advance(1)
            case Action.RESET:
                self.simulation.reset()
                self.clock.hold()
                self._restart_traces()
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
        self._try_method(names[(at + step) % len(names)])

    def _next_scene(self, step: int) -> None:
        names = scenefile.presets()
        at = names.index(self.scene.name) if self.scene.name in names else -step
        self._open(scenefile.load(names[(at + step) % len(names)]))

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
        done = 0
        while done < ticks:
            step = simulation.advance(min(stride, ticks - done))
            if not step:
                break
            done += step
            self._lay_traces()
        return done

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

    def _lay_traces(self) -> None:
        simulation = self.simulation
        for name, point in simulation.system.traces(simulation.y).items():
            self.trails[name].add(self.look.to_world(point), simulation.time)

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
        if self.traces:
            self.look.add_traces(frame, self.trails, simulation.time, TRACE_SECONDS)
        return frame
