"""What a page draws: meshes, instances and how they hang, light, programs, all as the renderer has them.

The page has the passes of the tier medium. What it cannot draw is named in `PagePicture.left_out`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game.export.attachment import Hung, described_anchor, hung_at, local_points
from game.export.overlay_parts import (
    Seen,
    describe_axes,
    describe_curves,
    describe_dots,
    describe_labels,
    facing_models,
)
from game.export.page_textures import stage_textures
from game.export.sections import Sections
from game.export.shader_translation import ProgramSources
from game.looks.generic import LastChange, Look, whole_pose
from game.looks.kit.curve_frames import Rope
from game.looks.kit.tension_tints import TensionTints
from game.model.frame import Instance, Mesh, SceneFrame, Surroundings, View
from game.model.hold import Bent, is_same
from game.model.material import Material
from game.model.words import later
from game.render.gpu.frame_block import FrameData, described_block
from game.render.gpu.mirrored_block import shape_counts, shown_order, shown_shapes
from game.render.lights import light_of
from game.render.meshes.mesh_buffers import INSTANCE_FLOATS, detail_levels, fill_row, half_length
from game.render.meshes.mesh_programs import is_polished, special_materials
from game.render.meshes.scene_meshes import GROUND
from game.render.stage.floor import CELLS, disc_mesh, edge_ring, screen_cells
from game.render.stage.grid import LINES, grid_strips
from game.render.stage.stage_programs import FIELD_STRIPS, STRIPS, ZONES, screen_strips, stage_defines
from game.render.tiers import TIERS
from physics import System
from physics.types import Floats

TIER = TIERS["medium"]
EVERYWHERE = 1e9
"""Depth at which a view has all of the scenery in its sight."""
SIZE = 1280, 720
"""Size [pixels] that the uniform block is filled for; the page fills in its own."""
Floats64 = NDArray[np.float64]
SAME = 1e-5
"""Greatest difference of a tint from that of its tension."""
SAME_VERTICES = 1e-9
"""Greatest difference of vertices that is rounding, of their own units."""


class Shown(NamedTuple):
    """A state of a system, the view that shows it, and the last change of the run before it."""

    system: System
    y: Floats
    view: View
    since: LastChange


class PagePicture(NamedTuple):
    """The picture of a page: its description as JSON, the parts whose places must be recorded, what is left out.

    moving: by the numbers of the instances.
    """

    described: dict[str, Any]
    moving: dict[int, Hung]
    left_out: list[str]


def tensions_of(system: System, y: Floats) -> Floats64:
    """Return the tensions that the kernel `pose` of a system writes, (n,) [N]."""
    return system.pose_layout.tensions_of(system.posed(y)) if system.has_pose else np.empty(0)


def frame_of(look: Look[Any], shown: Shown, overlays: bool) -> SceneFrame:
    """Return the frame of a state with all scenery, also what is out of sight."""
    view = shown.view
    wide = np.zeros((4, 4), np.float32)
    wide[0, 0], wide[1, 1], wide[3, 3] = view.projection[1, 1], view.projection[1, 1], EVERYWHERE
    frame = look.frame(shown.system, shown.y, replace(view, view=np.eye(4, dtype=np.float32), projection=wide), 1.0)
    frame.view = view
    frame.labels.clear()
    if overlays:
        look.add_overlays(frame, shown.system, shown.y, shown.since)
    return frame


def same_parts(one: SceneFrame, other: SceneFrame) -> bool:
    """Return whether two pictures have the same parts, hung in the same way, but for what a page leaves out."""
    return len(one.instances) == len(other.instances) and all(map(_same_part, one.instances, other.instances))


def _same_part(one: Instance, other: Instance) -> bool:
    """Return whether two parts are the same; their tints may be those of tensions, which a page follows."""
    if one.on is None or other.on is None:
        return one.on is other.on
    a, b = one.mesh.vertices, other.mesh.vertices
    same = a is b or (a.shape == b.shape and bool((np.abs(a - b) <= SAME_VERTICES).all()))
    painted, like = ((each.paint, each.opacity, each.veil, each.roughness) for each in (one, other))
    return same and is_same(one.on, other.on) and painted == like


def describe_picture(
    look: Look[Any],
    states: Sequence[Shown],
    others: Sequence[Shown],
    changed: Sequence[Shown],
    overlays: bool,
    sections: Sections,
) -> PagePicture:
    """Return the picture of a look.

    states: of the run, the first being its start; others: from other starts, at which what hangs must hang as well.
    changed: starts with other parameters, at which lines, dots, axes and names must be the same to be shown.
    """
    every = [*states, *others]
    seen = _seen(look, [*every, *changed], len(states), overlays)
    frames = seen.frames[: len(every)]
    bodies = [whole_pose(look, shown.system, shown.y) for shown in every]
    count = min(len(frame.instances) for frame in frames)
    first, programs, ropes = frames[0], ProgramSources(), list[Bent]()
    hung = [hung_at([frame.instances[k] for frame in frames], len(states)) for k in range(count)]
    own = min(len(frame_of(look, shown, overlays=False).instances) for shown in (states[0], states[-1]))
    hidden = {k for k in range(own, count) if hung[k].moves}
    tints = _tension_numbers(look, every, frames, count)
    left_out = _left_out(frames, count, hidden, tints)
    curves, no_curves = describe_curves(seen, sections)
    dots, no_dots = describe_dots(seen, sections)
    left_out += no_curves + no_dots
    if any(frame.strands for frame in frames) and not no_dots:
        left_out.append(later("points of special meaning"))
    mirrored, shapes = _mirrored(frames, bodies)
    described: dict[str, Any] = {
        "stage": int(first.stage),
        "bright": first.bright,
        "block": sections.add(np.frombuffer(_block(first), np.float32), "f4"),
        "frame": described_block(),
        "focus": (look.lit_at_middle and followed(look, states[0].system)) or [-1, *map(float, first.focus)],
        "radius": float(first.radius),
        "mirror": float(first.mirror),
        "reach": light_of(first).reach,
        "shadow": TIER.shadow_size,
        "anisotropy": TIER.anisotropy,
        "lift": float(look.lift),
        "meshes": _meshes(first, hung, tints, hidden, shapes, programs, ropes, sections),
        "ropes": described_ropes(ropes, sections),
        "tints": describe_scale(look.tension_tints),
        "middle": list(map(float, look.focus)),
        "spheres": _spheres(frames, bodies),
        "mirrored": mirrored,
        "curves": curves,
        "dots": dots,
        "axes": describe_axes(seen),
        "labels": describe_labels(seen),
        "sheets": _sheets(first.stage, programs, sections),
        **_line_programs(programs),
        "textures": stage_textures(first.place, _has(first, Material.COIN), sections),
    }
    described["programs"] = programs.sources
    return PagePicture(described, {k: hung[k] for k in range(own) if hung[k].moves}, left_out)


def _left_out(frames: Sequence[SceneFrame], count: int, hidden: set[int], tints: Mapping[int, int | None]) -> list[str]:
    """Return what the bodies of a page lack, in English; count: of the instances that all pictures have."""
    reasons = {
        later("parts that come and go"): bool(hidden) or any(len(frame.instances) != count for frame in frames),
        later("light gathered by clear bodies"): any(frame.pools for frame in frames),
        later("colours that change with tension"): None in tints.values(),
    }
    return [words for words, lacks in reasons.items() if lacks]


def followed(look: Look[Any], system: System) -> list[float] | None:
    """Return what the middle of a look is fixed on (-1: the world) and its place there [m]; None: it moves otherwise.

    Of a point above the origin of a body, at a constant height [m], the height comes last.
    """
    found = look.followed(system)
    return None if found is None else found.described()


def phase_of(system: System, y: Floats) -> tuple[float, ...]:
    """Return the values of the discrete variables at a state."""
    return tuple(y[k] for k in system.places("discrete"))


def _seen(look: Look[Any], every: Sequence[Shown], run: int, overlays: bool) -> Seen:
    """Return pictures of states, the first so many of which are of the run."""
    holders = []
    for shown in every:
        models = whole_pose(look, shown.system, shown.y)
        bodies = models[: len(shown.system.bodies(shown.y))]
        holders.append([*models, *facing_models(shown.view, look.focus, bodies)])
    return Seen([frame_of(look, shown, overlays) for shown in every], holders, run, len(models))


def _has(frame: SceneFrame, material: Material) -> bool:
    return any(material in special_materials(mesh) for mesh in {id(i.mesh): i.mesh for i in frame.instances}.values())


def _block(frame: SceneFrame) -> bytes:
    data, light = FrameData(), light_of(frame)
    data.isotropic = TIER.anisotropy == 1.0
    data.light(light, _irradiance(light.environment))
    data.fill(frame, SIZE, TIER.shadow_size, _has(frame, Material.GLASS))
    return data.content


def _irradiance(environment: str) -> Any:
    from game.model import resources

    return np.load(resources.path(f"assets/{environment}_irradiance.npy"))


# Meshes and their instances ---------------------------------------------------------------------------------


def _meshes(
    frame: SceneFrame,
    hung: Sequence[Hung],
    tints: Mapping[int, int | None],
    hidden: set[int],
    shapes: Mapping[str, int],
    programs: ProgramSources,
    ropes: list[Bent],
    sections: Sections,
) -> list[dict[str, Any]]:
    """Return the meshes with their instances but the hidden ones; translucent ones are meshes of their own.

    shapes: the numbers of shapes that polished metal mirrors, as `shape_counts`. ropes: those of parts are appended.
    """
    groups: dict[tuple[int, bool, bool], list[int]] = {}
    for k in (k for k in range(len(hung)) if k not in hidden):
        instance = frame.instances[k]
        groups.setdefault((id(instance.mesh), instance.opacity < 1.0, instance.veil), []).append(k)
    geometry: dict[int, dict[str, Any]] = {}
    found = []
    for (key, ghost, veil), members in groups.items():
        mesh = frame.instances[members[0]].mesh
        if key not in geometry:
            geometry[key] = _geometry(mesh, sections)
        drawn = (
            _ghost_programs(veil, frame.stage, programs) if ghost else _programs(mesh, frame.stage, shapes, programs)
        )
        rows = np.zeros((len(members), INSTANCE_FLOATS), np.float32)
        for row, k in zip(rows, members, strict=True):
            fill_row(row, replace(frame.instances[k], model=np.asarray(hung[k].model, np.float32)), half_length(mesh))
        found.append({
            **geometry[key], **drawn,
            "rows": sections.add(rows, "f4"),
            "hung": [{**hung[k].described(ropes), **_tinted(tints.get(k))} for k in members],
            "index": members,
        })  # fmt: skip
    return found


def described_ropes(ropes: Sequence[Bent], sections: Sections) -> list[dict[str, Any]]:
    """Return what a page needs to lay pieces along ropes."""
    found = []
    for rope in ropes:
        assert isinstance(rope, Rope)
        strands = [
            {
                "wide": each.wide if isinstance(each.wide, float) else sections.add(each.wide, "f4"),
                "aside": None if each.aside is None else sections.add(each.aside, "f4"),
            }
            for each in rope.strands
        ]
        found.append({
            "places": [described_anchor(each) for each in rope.places], "steps": rope.steps, "side": list(rope.side),
            "crossed": rope.crossed, "strands": strands,
        })  # fmt: skip
    return found


def _tinted(tension: int | None) -> dict[str, int]:
    return {} if tension is None else {"tension": tension}


def _geometry(mesh: Mesh, sections: Sections) -> dict[str, Any]:
    """Return vertices in 16 bits and the triangles of the finest level, by materials."""
    levels, indices = detail_levels(mesh)
    finest = levels[0]
    order = indices[: finest.whole.length].astype(np.int64)
    change = np.diff(order, prepend=0)
    folded = np.where(change < 0, -2 * change - 1, 2 * change)
    planes = np.stack([folded >> shift & 255 for shift in (0, 8, 16)]).astype(np.uint8)
    vertices = mesh.vertices.astype(np.float64)
    vertices[:, 3:6] = np.rint(vertices[:, 3:6] * 511.0) / 511.0
    return {
        "vertices": sections.add_columns(vertices),
        "triangles": sections.add(planes, "u1"),
        "parts": [[None if p.material is None else int(p.material), p.first, p.length] for p in finest.parts],
    }


def _programs(mesh: Mesh, stage: Surroundings, shapes: Mapping[str, int], programs: ProgramSources) -> dict[str, Any]:
    defines, kinds = stage_defines(TIER, stage, silvered=True), special_materials(mesh)
    if Material.GLASS in kinds:
        glass = {**defines, "MIRROR": 0}
        return {
            "glass": [
                programs.of_material(Material.GLASS, {**glass, "BACK": back}, fragment="glass.frag") for back in (1, 0)
            ],
            "shadow": programs.of_material(Material.GLASS, TIER.defines(), "shadow.vert", "shadow.frag"),
        }
    materials: list[Material | None] = [*sorted(kinds)] or [None]
    drawn: dict[str, Any] = {
        "draw": {_key(kind): programs.of_material(kind, {**defines, "MIRROR": 0}) for kind in materials}
    }
    if any(shapes.values()) and is_polished(mesh):
        polished = {**defines, **shapes, "MIRROR": 0}
        drawn["polished"] = {_key(kind): programs.of_material(kind, polished) for kind in materials}
    if stage is Surroundings.STUDIO:
        drawn["mirror"] = {_key(kind): programs.of_material(kind, {**defines, "MIRROR": 1}) for kind in materials}
    if kinds != GROUND:
        drawn["shadow"] = programs.of_material(None, TIER.defines(), "shadow.vert", "shadow.frag")
    return drawn


def _key(material: Material | None) -> str:
    return "" if material is None else str(int(material))


def _ghost_programs(veil: bool, stage: Surroundings, programs: ProgramSources) -> dict[str, Any]:
    defines = {**stage_defines(TIER, stage, silvered=True), "MIRROR": 0, "VEIL": int(veil)}
    outlines = programs.of_material(None, {**TIER.defines(), "MIRROR": 0}, fragment="shadow.frag")
    return {
        "ghost": programs.of_material(None, defines, fragment="ghost.frag"),
        "veil": veil,
        "outline": outlines,
    }


# Lines, spheres and floor -----------------------------------------------------------------------------------


def _spheres(frames: Sequence[SceneFrame], bodies: Sequence[Sequence[Floats64]]) -> list[list[float]]:
    """Return the spheres that shade the floor: what each is fixed on (-1: the world), its place and radius.

    Those of which that is not said, or that move otherwise, are left out.
    """
    found = []
    for k in range(min(len(frame.occluders) for frame in frames)):
        said, places = [f.occluders_on[k : k + 1] for f in frames], [f.occluders[k : k + 1, :3] for f in frames]
        held = _held(said, places, bodies)
        if held is not None:
            number, (place,) = held
            found.append([number, *map(float, place), float(frames[0].occluders[k, 3])])
    return found


def _held(
    said: Sequence[tuple[int | None, ...]], points: Sequence[Any], bodies: Sequence[Sequence[Floats64]]
) -> tuple[int, Floats64] | None:
    """Return what points (n, 3) of each picture are on (-1: the world), and their places there (n, 3) [m], or None."""
    number = said[0][0] if said[0] else None
    if number is None or any(each != (number,) for each in said):
        return None
    axes = [np.eye(4) if number < 0 else state[number] for state in bodies]
    local = local_points([np.asarray(each, float) for each in points], axes)
    return None if local is None else (number, local)


def _mirrored(
    frames: Sequence[SceneFrame], bodies: Sequence[Sequence[Floats64]]
) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Return the shapes that polished metal mirrors, with what their ends are fixed on, and their numbers.

    Those of which that is not said, or that move otherwise, are left out.
    """
    every = [shown_shapes(frame.mirrored) for frame in frames]
    said = [tuple(f.mirrored_on[j] for j in shown_order(f.mirrored)) if f.mirrored_on else () for f in frames]
    count = 0 if frames[0].stage is Surroundings.FIELD else min(map(len, every))
    kept, found = [], []
    for k in range(count):
        held = _held([each[k : k + 1] for each in said], [each[k, :2, :3] for each in every], bodies)
        if held is not None:
            number, ends = held
            radius, width, color = every[0][k, 0, 3], every[0][k, 1, 3], every[0][k, 2, :3]
            kept.append(k)
            found.append({
                "ends": [[number, *map(float, end)] for end in ends],
                "radius": float(radius), "width": float(width), "color": list(map(float, color)),
            })  # fmt: skip
    return found, shape_counts(every[0][kept])


def _sheets(stage: Surroundings, programs: ProgramSources, sections: Sections) -> dict[str, Any]:
    """Return the meshes of floor, its edge, sky and scale lines, and their programs."""
    defines = stage_defines(TIER, stage, silvered=True)

    def sheet(program: int, mesh: tuple[Any, Any]) -> dict[str, Any]:
        return {"program": program, "vertices": sections.add(mesh[0], "f4"), "indices": sections.add(mesh[1], "u4")}

    if stage is Surroundings.FIELD:
        strips = screen_strips(*FIELD_STRIPS)
        return {
            "land": [
                sheet(programs.number("field.vert", "field.frag", {**defines, "ZONE": zone}), disc_mesh(rings))
                for zone, rings in ZONES
            ],
            "sky": [
                sheet(programs.number("field_sky.vert", "field_sky.frag", {**defines, "BAND": band}), strips)
                for band in (0, 1)
            ],
        }
    found = {
        "sky": [sheet(programs.number("backdrop.vert", "backdrop.frag", defines), screen_cells(*STRIPS))],
        "grid": sheet(programs.number("grid.vert", "grid.frag", {**defines, "LINES": LINES}), grid_strips()),
    }
    if stage is Surroundings.STUDIO:
        floor = [
            programs.number("floor.vert", "floor.frag", {**defines, "INNER": 1, "IMAGE": image}) for image in (0, 1)
        ]
        found["floor"] = [sheet(program, screen_cells(*CELLS)) for program in floor]
        edge = programs.number("floor.vert", "floor.frag", {**defines, "INNER": 0, "IMAGE": 0, "EDGE": 1})
        found["edge"] = sheet(edge, edge_ring())
    return found


def _line_programs(programs: ProgramSources) -> dict[str, int]:
    """Return the numbers of the programs that draw ribbons, lines, tubes, arrows and dots."""
    return {
        "ribbon": programs.number("ribbon.vert", "ribbon.frag", {**TIER.defines(), "FLAT": 0, "TUBE": 0}),
        "line": programs.number("ribbon.vert", "ribbon.frag", {"FLAT": 1, "TUBE": 0, "HDR": 0}),
        "tube": programs.number("ribbon.vert", "ribbon.frag", {"FLAT": 1, "TUBE": 1, "HDR": 0}),
        "arrow": programs.number("arrow.vert", "arrow.frag"),
        "dot": programs.number("point.vert", "point.frag", {"BEADS": 0}),
    }


# Tensions ---------------------------------------------------------------------------------------------------


def _tension_numbers(
    look: Look[Any], every: Sequence[Shown], frames: Sequence[SceneFrame], count: int
) -> dict[int, int | None]:
    """Return the `tension_numbers` of the first so many instances in the pictures of states.

    Where a part has another mesh or turns to glass, as what is nearer to the eye does, its tint says nothing.
    """
    first = frames[0].instances[:count]
    return tension_numbers(
        [
            [
                each.tint if (each.mesh, each.opacity) == (one.mesh, one.opacity) else one.tint
                for one, each in zip(first, frame.instances, strict=False)
            ]
            for frame in frames
        ],
        [tensions_of(shown.system, shown.y) for shown in every],
        look.tension_tints,
    )


def tension_numbers(
    tints: Sequence[Sequence[Sequence[float]]], tensions: Sequence[NDArray[np.float64]], scale: TensionTints | None
) -> dict[int, int | None]:
    """Return, of the instances whose tints change, the numbers of the tensions they show; None where there is none.

    tints: linear RGB of each instance at each state. tensions: at each state, (n,) [N]. Of tensions that were always
    alike, as in a chain that hangs symmetrically, the next after that of the instance before is taken.
    """
    every = np.array(tints, float)
    shown = None if scale is None else np.array([scale.of(each) for each in tensions])
    found: dict[int, int | None] = {}
    last = 0
    for k in np.flatnonzero(np.ptp(every, axis=0).max(axis=1, initial=0.0) > 0.0).tolist():
        found[k] = None
        if shown is None or not shown.size:
            continue
        alike = np.flatnonzero(np.abs(shown - every[:, k, None]).max(axis=(0, 2)) < SAME)
        if len(alike):
            found[k] = last = int(next((each for each in alike if each >= last), alike[0]))
    return found


def describe_scale(scale: TensionTints | None) -> dict[str, Any] | None:
    """Return the tensions [N] and tints of a scale as JSON."""
    return None if scale is None else {"tensions": list(scale.tensions), "tints": [list(each) for each in scale.tints]}
