"""The same picture drawn by MuJoCo's classic renderer: our triangles, textures, camera and lamp."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bench.tops import Missing
from game.model import resources
from game.model.frame import Instance, SceneFrame, SurfacePattern
from game.model.material import Material
from game.render.gpu.frame_block import grid_spacing
from game.render.lights import LIGHTS

try:
    import mujoco
except ImportError:
    mujoco = None

METALS = {Material.BRASS: (0.78, 0.57, 0.26), Material.STEEL: (0.62, 0.63, 0.66)}
WOOD_TEXTURE = 1024, 512
"""Width and height [pixels] of the texture round a turned body: wood and paint."""
TWICE = 2.0
"""Length of plane [m] over which MuJoCo counts the repeats of a texture."""
ROOM = (0.30, 0.30, 0.31), (0.36, 0.36, 0.37)
"""Colours of the room, sRGB: at the horizon and overhead."""
REFLECTANCE = 0.2
"""Reflectance of a polished floor, as in MuJoCo's own models."""

Picture = np.ndarray
"""Pixels (h, w, 3) uint8, top row first."""


@dataclass(frozen=True)
class Drawing:
    """Settings of MuJoCo's drawing.

    mirror: the floor reflects. samples: of each pixel's edges. physical: wood, too, is described by its roughness, and
    so shaded by Filament as metal is; the classic renderer ignores it. post: Filament's post-processing, ambient
    occlusion and the film's curve.
    """

    shadows: bool = True
    mirror: bool = False
    samples: int = 4
    physical: bool = False
    post: bool = True


AS_IT_COMES = Drawing()


def model(frame: SceneFrame, size: tuple[int, int], drawing: Drawing = AS_IT_COMES) -> mujoco.MjModel:
    """Return the model of a frame, on the studio's floor; raises Missing."""
    if mujoco is None:
        raise Missing("MuJoCo: not installed (pip install mujoco)")
    spec = mujoco.MjSpec()
    spec.stat.extent, spec.stat.center = float(frame.radius), np.asarray(frame.focus, float)
    view = spec.visual
    view.global_.offwidth, view.global_.offheight = size
    view.quality.offsamples = drawing.samples
    view.headlight.ambient, view.headlight.diffuse, view.headlight.specular = [0.35] * 3, [0.25] * 3, [0.1] * 3
    view.map.znear, view.rgba.haze = 0.02, [*ROOM[0], 1.0]
    light = spec.worldbody.add_light(
        type=mujoco.mjtLightType.mjLIGHT_DIRECTIONAL,
        dir=-LIGHTS[frame.place].to_light,
        pos=np.asarray(frame.focus, float) + 3.0 * float(frame.radius) * LIGHTS[frame.place].to_light,
        diffuse=[1.0, 0.93, 0.83],
        specular=[0.5] * 3,
    )
    light.castshadow = drawing.shadows
    add_room(spec, frame, drawing)
    for number, instance in enumerate(frame.instances):
        add_body(spec, f"body {number}", instance)
    if drawing.physical:
        for material in spec.materials:
            if material.metallic < 0.0:
                material.metallic, material.roughness = 0.0, 0.4
    return spec.compile()


def add_room(spec: mujoco.MjSpec, frame: SceneFrame, drawing: Drawing) -> None:
    """Add the wooden floor and the dark room round it."""
    spec.add_texture(
        name="room", type=mujoco.mjtTexture.mjTEXTURE_SKYBOX, builtin=mujoco.mjtBuiltin.mjBUILTIN_GRADIENT,
        rgb1=ROOM[1], rgb2=ROOM[0], width=256, height=256,
    )  # fmt: skip
    light = np.load(resources.path("assets/floor_wood.npy")).astype(float)[..., None] / 255.0
    light = light[..., 0] if light.ndim == 4 else light
    albedo = mixed((0.0, 0.0, 0.0), (0.410, 0.226, 0.126), light**2)
    fine, _ = grid_spacing(float(frame.radius))
    add_material(spec, "floor", seen(albedo), repeat=(TWICE / (48.0 * fine), TWICE / (24.0 * fine)))
    spec.material("floor").reflectance = REFLECTANCE if drawing.mirror else 0.0
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[0.0, 0.0, 0.1], material="floor", **UNTOUCHED)


def add_body(spec: mujoco.MjSpec, name: str, instance: Instance) -> None:
    """Add one mesh of ours, a geom for each of its materials."""
    rows, triangles = instance.mesh.vertices, instance.mesh.indices.reshape(-1, 3)
    model = np.asarray(instance.model, float)
    places = rows[:, :3] @ model[:3, :3] + model[3, :3]
    normals = rows[:, 3:6] @ np.linalg.inv(model[:3, :3]).T
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    kinds = rows[triangles[:, 0], 8].astype(int)
    for kind in np.unique(kinds):
        used, index = np.unique(triangles[kinds == kind], return_inverse=True)
        part = f"{name}, {Material(kind).name}"
        along = rows[used, 7] / max(float(rows[:, 7].max()), 1e-9)
        spec.add_mesh(
            name=part,
            uservert=places[used].ravel(),
            usernormal=normals[used].ravel(),
            usertexcoord=np.stack([rows[used, 6], along], axis=1).ravel(),
            userface=index.ravel().astype(np.int32),
            inertia=mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL,
        )
        add_matter(spec, part, instance, Material(kind))
        spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname=part, material=part, **UNTOUCHED)


def add_matter(spec: mujoco.MjSpec, name: str, instance: Instance, kind: Material) -> None:
    """Add the material of one part."""
    if kind in METALS:
        metal = spec.add_material(name=name, rgba=[*METALS[kind], 1.0], specular=0.9, shininess=0.6)
        metal.metallic, metal.roughness = 1.0, float(instance.roughness)
        return
    add_material(spec, name, seen(wood(instance)))
    spec.material(name).specular, spec.material(name).shininess = 0.5, 0.5


def wood(instance: Instance) -> np.ndarray:
    """Return turned wood with its paint, once round (columns), from the least arc length up (rows); linear."""
    width, height = WOOD_TEXTURE
    grain = np.load(resources.path("assets/turned_wood.npy")).astype(float) / 255.0
    grain = grain.reshape(grain.shape[:2])
    longest = float(instance.mesh.vertices[:, 7].max())
    rows = (np.arange(height) + 0.5) / height * longest
    columns = (np.arange(width) + 0.5) / width
    up = (rows / longest * grain.shape[0]).astype(int) % grain.shape[0]
    light = grain[up][:, (columns * grain.shape[1]).astype(int) % grain.shape[1]][..., None]
    albedo = mixed((0.060, 0.022, 0.008), (0.60, 0.315, 0.125), 1.2 * light**2)
    if isinstance(instance.paint, SurfacePattern) and instance.paint.sectors:
        low, high = instance.paint.band
        sector = (columns * instance.paint.sectors).astype(int) % 2
        colors = np.where(sector[:, None] == 0, instance.paint.light, instance.paint.dark)
        albedo[(rows >= low) & (rows <= high)] = colors
    return albedo


def add_material(spec: mujoco.MjSpec, name: str, pixels: Picture, repeat: tuple[float, float] | None = None) -> None:
    """Add a material with a picture; repeat: tiles per metre, else the mesh's coordinates are used."""
    texture = spec.add_texture(name=name, type=mujoco.mjtTexture.mjTEXTURE_2D, nchannel=3)
    texture.height, texture.width = pixels.shape[:2]
    texture.data = pixels.tobytes()
    material = spec.add_material(name=name)
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = name
    if repeat:
        material.texuniform, material.texrepeat = True, repeat


def mixed(low: tuple[float, ...], high: tuple[float, ...], share: np.ndarray) -> np.ndarray:
    """Return colours from low (share 0) to high (share 1)."""
    return np.asarray(np.array(low) + (np.array(high) - low) * share)


def seen(linear: np.ndarray) -> Picture:
    """Return linear light as bytes of approximate sRGB."""
    return np.asarray(255.0 * np.clip(linear, 0.0, 1.0) ** (1 / 2.2) + 0.5).astype(np.uint8)


UNTOUCHED = {"contype": 0, "conaffinity": 0}


def placed(frame: SceneFrame) -> dict[str, object]:
    """Return our camera as fields of MuJoCo."""
    view, lens = np.asarray(frame.view.view, float), np.asarray(frame.view.projection, float)
    near = lens[3, 2] / (lens[2, 2] - 1.0)
    far = lens[3, 2] / (lens[2, 2] + 1.0)
    top, side = near / lens[1, 1], near / lens[0, 0]
    return {
        "pos": np.asarray(frame.view.eye, float), "forward": -view[:3, 2], "up": view[:3, 1],
        "frustum_bottom": -top, "frustum_top": top, "frustum_width": side, "frustum_near": near, "frustum_far": far,
    }  # fmt: skip


def classic(frame: SceneFrame, size: tuple[int, int], drawing: Drawing) -> Callable[[], Picture]:
    """Return a function that draws and reads one picture by MuJoCo's classic renderer; raises Missing."""
    of = model(frame, size, drawing)
    data = mujoco.MjData(of)
    mujoco.mj_forward(of, data)
    try:
        renderer = mujoco.Renderer(of, size[1], size[0])
    except Exception as problem:
        raise Missing(f"MuJoCo's classic renderer: {' '.join(str(problem).split())}") from None
    renderer.scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = drawing.shadows
    renderer.scene.flags[mujoco.mjtRndFlag.mjRND_REFLECTION] = drawing.mirror
    place = placed(frame)

    def draw() -> Picture:
        renderer.update_scene(data)
        for camera in renderer.scene.camera:
            for name, value in place.items():
                setattr(camera, name, value)
        return renderer.render()

    return draw
