"""`polhode export SCENE -o scene.glb`: a scene as an animated binary glTF file, for Blender, viewers and the web."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import physics
from game.export.glb_container import VERTICES, GlbContainer
from game.export.glb_motion import Y_UP, NodeAnimation, add_parts
from game.export.glb_surfaces import Surfaces
from game.export.pose_recording import FPS, SIZE, RecordedRun, run_scene
from game.learn.pages import page_of
from game.model.colors import QUANTITY_COLORS
from game.model.frame import FARTHEST, Surroundings, View
from game.model.recording import Progress
from game.model.replacement import replacing
from game.render.gpu.frame_block import far_plane, grid_spacing
from game.scenefile import Scene
from physics import BadInput
from physics.core.system import System
from physics.maths import dense, rounded

Floats64 = NDArray[np.float64]
SECONDS, MAX_SECONDS = 10.0, 120.0
"""Duration of the animation as shown [s], and the longest."""
MAX_FPS = 240
STEP = 1.5
"""Greatest rotation between two keys [rad] that the number of keys in a second is chosen for."""
MAX_KEYS = 24_000
"""Greatest number of keys."""
TRACE_POINTS = 20_000
POLAR_STEPS = 4
"""Steps from single precision to rounding, each of which doubles the digits."""
STEPS = 3
"""Steps of an export: the run, what moves and is drawn, the file."""
WOOD = 1.0 / 6.0
"""Repeats of the picture of wood along the profile, in a fine spacing of the floor's lines (shaders/materials)."""


class ExportedGlb(NamedTuple):
    """A written file. size [bytes]. seconds: of the animation. keys: in a second of it. left_out: in English."""

    path: Path
    size: int
    seconds: float
    keys: int
    left_out: list[str]


def export_glb(
    scene: Scene,
    path: Path,
    duration: float | None = None,
    fps: int = FPS,
    progress: Progress = lambda done, steps: None,
) -> ExportedGlb:
    """Write a scene as a binary glTF file, which appears complete or not at all.

    duration: of the animation as shown [s], at most; None: 10 s, or until a throw is over. fps: keys in a second, more
    where something turns faster than these can show. progress(done, steps) is called before the first step and after
    each. Raises BadInput, and RecordingError when it cannot be written.
    """
    if duration is not None and not 0.0 < duration <= MAX_SECONDS:
        raise BadInput(f"duration = {duration:g} s: must be above 0 and at most {MAX_SECONDS:g} s")
    if not 1 <= fps <= MAX_FPS:
        raise BadInput(f"fps = {fps}: must be from 1 to {MAX_FPS}")
    progress(0, STEPS)
    system = scene.simulation().system
    seconds = duration or (None if system.ends else SECONDS)
    stride = _stride(scene, fps, seconds or SECONDS)
    run = run_scene(scene, None if seconds is None else seconds + 1.0 / (fps * stride), fps * stride)
    progress(1, STEPS)
    file = GlbContainer(f"Polhode {physics.__version__}")
    left_out = _fill(file, scene, run, fps, stride)
    progress(2, STEPS)
    data = file.packed()
    with replacing(path) as part:
        part.write_bytes(data)
    progress(STEPS, STEPS)
    return ExportedGlb(path, len(data), (len(run.moments) - 1) / (fps * stride), fps * stride, left_out)


def _stride(scene: Scene, fps: int, seconds: float) -> int:
    """Return how many times `fps` the keys must be, so that nothing turns by more than `STEP` between two of them."""
    simulation = scene.changed(duel=(), paused=False).simulation()
    before = [np.array(body.rotation) for body in simulation.system.bodies(simulation.y)]
    simulation.advance(1)
    after = [np.array(body.rotation) for body in simulation.system.bodies(simulation.y)]
    cosines = [0.5 * (dense.dot(a.ravel(), b.ravel()) - 1.0) for a, b in zip(before, after, strict=True)]
    least = min((cosine for cosine in cosines if math.isfinite(cosine)), default=1.0)
    turned = rounded.acos(min(max(least, -1.0), 1.0))
    needed = math.ceil(turned / simulation.dt * scene.speed / (fps * STEP))
    return max(1, min(needed, math.floor(MAX_KEYS / (fps * seconds))))


def _fill(file: GlbContainer, scene: Scene, run: RecordedRun, fps: int, stride: int) -> list[str]:
    """Write all parts of the file; return what is left out."""
    look = run.look
    surfaces = Surfaces(file, WOOD / grid_spacing(float(look.radius))[0])
    times = key_times(run, scene.speed, fps * stride)
    animation = NodeAnimation(file, times, stride)
    moments = [run.shown(moment) for moment in run.moments]
    nodes, left_out = add_parts(animation, file, look, moments, surfaces.mesh)
    nodes += _traces(file, scene, run, surfaces)
    nodes.append(_camera(file, animation, [moment.view for moment in run.moments]))
    animation.write({"simulated_seconds": [round(each, 9) for each in _simulated(times, run, scene.speed)]})
    file.add("scenes", {"name": scene.title or scene.name, "nodes": nodes, "extras": _about(scene, run, fps)})
    file.content["scene"] = 0
    stage = look.frame(moments[0].system, moments[0].y, moments[0].view, 0.0).stage
    always = {Surroundings.FIELD: "ground and sky", Surroundings.VOID: "background"}.get(stage, "floor and background")
    left_out = [always, "lights", "vectors and labels", *left_out]
    if any(kind.kind.patterned and not kind.kind.picture and kind.kind.paint == "" for kind in surfaces.used):
        left_out.append("grain and speckle of materials without pictures")
    if scene.duel:
        left_out.append("the ghosts of other methods")
    if scene.measured is not None:
        left_out.append("the measured motion")
    if scene.ensemble.copies:
        left_out.append("the ensemble")
    if scene.overlays.sculpture:
        left_out.append("the phase sculpture")
    return left_out


def key_times(run: RecordedRun, speed: float, rate: int) -> Floats64:
    """Return the times of the keys as shown [s]: those of the states, at a constant speed, so that these are exact.

    Where the speed changes, as in slow motion, keys are 1 / rate apart.
    """
    simulated = np.array([moment.time for moment in run.moments])
    even = np.arange(len(simulated)) / rate
    times = (simulated - simulated[0]) / speed
    steady = np.abs(times - even).max() < 1.5 / rate and np.all(np.diff(times) > 0.0)
    return times if steady else even


def _simulated(times: Floats64, run: RecordedRun, speed: float) -> list[float]:
    """Return the simulated times [s] of all keys, or only of the first and the last where time passes evenly."""
    simulated = [moment.time for moment in run.moments]
    even = np.abs(simulated[0] + speed * times - simulated).max() < 1e-9
    return [simulated[0], simulated[-1]] if even else simulated


def _traces(file: GlbContainer, scene: Scene, run: RecordedRun, surfaces: Surfaces) -> list[int]:
    """Add the paths of the traced points as lines; return their nodes."""
    nodes = []
    for name, points in trace_points(scene, run).items():
        world = dense.product(run.look.to_world(points), Y_UP.T)
        finite = (np.abs(world) <= FARTHEST).all(axis=1)
        ends = np.flatnonzero(~finite)
        lines = [piece[kept] for piece, kept in zip(np.split(world, ends), np.split(finite, ends), strict=True)]
        primitives = [
            {
                "attributes": {"POSITION": file.floats(line, VERTICES, bounds=True)}, "mode": 3,
                "material": surfaces.line(QUANTITY_COLORS["trace"], "trace"),
            }
            for line in lines if len(line) > 1
        ]  # fmt: skip
        if primitives:
            mesh = file.add("meshes", {"name": f"trace of {name}", "primitives": primitives})
            nodes.append(file.add("nodes", {"name": f"trace of {name}", "mesh": mesh}))
    return nodes


def trace_points(scene: Scene, run: RecordedRun) -> dict[str, Floats64]:
    """Return the places in the lab of the traced points, (n, 3) [m] each, at ticks of the run."""
    simulation = scene.changed(duel=(), paused=False).simulation()
    simulation.compile()
    dt, rate = simulation.dt, run.look.trace_rate / min(scene.speed, 1.0)
    first, last = (round(run.moments[k].time / dt) for k in (0, -1))
    every = max(1, round(1.0 / (rate * dt)), math.ceil((last - first) / TRACE_POINTS))
    simulation.advance(first)
    found: dict[str, list[Floats64]] = {}
    while True:
        for name, point in simulation.system.traces(simulation.y).items():
            found.setdefault(name, []).append(np.array(point, float))
        if simulation.tick >= last or not simulation.advance(min(every, last - simulation.tick)):
            return {name: np.array(points) for name, points in found.items()}


def _camera(file: GlbContainer, animation: NodeAnimation, views: list[View]) -> int:
    """Add the camera, which moves as in the program; return its node."""
    projection = views[0].projection
    far = far_plane(projection)
    near = float(projection[3, 2]) / (float(projection[2, 2]) - 1.0)
    perspective = {
        "yfov": 2.0 * rounded.atan(1.0 / float(projection[1, 1])), "aspectRatio": SIZE[0] / SIZE[1], "znear": near,
        **({"zfar": far} if far < 1e8 else {}),
    }  # fmt: skip
    camera = file.add("cameras", {"type": "perspective", "perspective": perspective})
    models = dense.inverse([view.view for view in views])
    models[:, :3] = np.concatenate([_orthonormal(models[:, :3, :3]), np.zeros((len(models), 3, 1))], axis=2)
    turned = models.copy()
    turned[:, :, :3] = dense.product(models[:, :, :3], Y_UP.T)
    node = animation.node("camera", turned, camera=camera)
    assert node is not None
    return node


def _orthonormal(axes: Floats64) -> Floats64:
    """Return the nearest rotations of matrices (n, 3, 3) in single precision.

    Newton's method for the polar decomposition (Higham, SIAM J. Sci. Stat. Comput. 7, 1986, 1160).
    """
    for _ in range(POLAR_STEPS):
        axes = 0.5 * (axes + np.swapaxes(dense.inverse(axes), 1, 2))
    return axes


def _about(scene: Scene, run: RecordedRun, fps: int) -> dict[str, Any]:
    """Return what the file says of the scene: its name, numbers with units, method, source."""
    system, simulation = run.system, run.session.simulation
    page = page_of(scene.name, scene.system, "en")
    return {
        "name": scene.name, "title": scene.title, "note": scene.note,
        "system": {"name": system.name, "title": system.title},
        "parameters": {
            name: {"value": system.parameters[name], "unit": getattr(system.fields[name], "unit", ""),
                   "meaning": system.fields[name].meaning}
            for name in system.applicable()
        },
        "initial": _initial(system),
        "method": {"name": simulation.integrator.name, "step": simulation.dt, "settings": dict(simulation.settings)},
        "speed": scene.speed, "fps": fps,
        "units": {"length": "m", "time": "s", "angle": "rad", "mass": "kg"},
        "source": page.reference if page is not None else "",
    }  # fmt: skip


def _initial(system: System) -> dict[str, Any]:
    units = {variable.name: variable.unit for variable in system.entries()}
    return {name: {"value": value, "unit": units.get(name, "")} for name, value in system.initial.items()}
