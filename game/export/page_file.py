"""`polhode export`: a scene as one HTML file that needs no network."""

from __future__ import annotations

import base64
import html
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

import physics
from game.app.offline import OfflineRenderer
from game.export.arrow_lengths import arrows_of, bars_of, page_scales
from game.export.explanation import check_lesson, explanations, lesson_steps
from game.export.exported_picture import (
    Shown,
    describe_picture,
    followed,
    frame_of,
    phase_of,
    tensions_of,
)
from game.export.live_run import (
    Sliding,
    can_live,
    describe_live,
    entries,
    joint_changes,
    sliding_parameters,
    start_limits,
    start_values,
)
from game.export.page_numbers import energy_formulas
from game.export.page_textures import webp
from game.export.page_words import words_of
from game.export.pose_recording import (
    RecordedRun,
    describe_camera,
    describe_recording,
    run_scene,
    samples,
)
from game.export.sections import Sections
from game.export.shaped_parameters import described_shapes, shaped_parameters
from game.looks.generic import Look, further_points
from game.model import resources
from game.model.colors import QUANTITY_COLORS, dark_ink
from game.model.errors import NoOpenGL
from game.model.frame import SceneFrame
from game.model.recording import Progress
from game.model.replacement import replacing
from game.model.trails import FadingPaths, TraceRing
from game.model.words import later
from game.scenefile import Scene
from game.scenefile.share_line import line_of
from game.session.actions import BESIDE
from physics import BadInput, System
from physics.compiled.measure_text import compiled_names
from physics.core.fields import Invariant, Quantity, Variable
from physics.core.units import LISTED, OFFERED, factor
from physics.simulation.energy_budget import energy_quantities

MAX_BYTES = 1_500_000
"""Size of a page [bytes] above which the user is told."""
INKED = "color", "body_color", "lab_color"
"""Names of the colours of lines, arrows and words."""
POSTER, POSTER_SECONDS, POSTER_QUALITY = (960, 540), 1.0, 70
"""Size of the picture for browsers without WebGL [pixels], the time that it shows [s], and its quality as WebP."""
LIVE_SECONDS = 4.0
"""Duration of a run as shown [s] in which it is looked up how the parts of a live page hang."""
STEPS = 4
"""Steps of an export: the run, what is drawn and computed, the picture for browsers without WebGL, the file."""
FEW = 1
"""Greatest number of parts that a live page leaves out because they hang in no simple way."""
MORE = {"rad": ("degrees", "degree", "turn"), "rad/s": ("°/s", "Hz"), "kg m²": ("kg m^2", "g cm^2")}
"""Spellings of units that a page understands beside those that messages and menus name, by the SI unit."""
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:"
)


class Exported(NamedTuple):
    """A written page. size [bytes]. live: the physics runs in it. left_out: what the page does not show, in English."""

    path: Path
    size: int
    live: bool
    left_out: list[str]
    poster: bool


def export(scene: Scene, path: Path, progress: Progress = lambda done, steps: None) -> Exported:
    """Write a scene as one HTML file, which appears complete or not at all.

    A live page opens at the time of the scene, and has its past; a recording begins there. progress(done, steps) is
    called before the first step and after each. Raises BadInput for another ending than .html, and RecordingError when
    the file cannot be written.
    """
    if path.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"output = {path.name}: must end in .html, .glb, or of a machine .xml or .urdf")
    page, live, left_out, poster = _made(scene, progress)
    with replacing(path) as part:
        part.write_bytes(page)
    progress(STEPS, STEPS)
    return Exported(path, len(page), live, left_out, poster)


def page_text(scene: Scene) -> str:
    """Return the page of a scene as HTML. Raises BadInput for an invalid scene."""
    return _made(scene, lambda done, steps: None)[0].decode()


class MadePage(NamedTuple):
    """A page before it is a file: what its script reads as JSON, and the arrays to which that refers."""

    described: dict[str, Any]
    sections: Sections
    left_out: list[str]


def _made(scene: Scene, progress: Progress) -> tuple[bytes, bool, list[str], bool]:
    """Return a page, whether it is live, what it leaves out, and whether it has a picture."""
    described, sections, left_out = made_page(scene, progress)
    poster = picture_of(scene)
    progress(3, STEPS)
    return _page(described, sections, poster), described["live"], left_out, poster is not None


def made_page(scene: Scene, progress: Progress = lambda done, steps: None) -> MadePage:
    """Return the page of a scene. Raises BadInput for an invalid one."""
    check_lesson(scene)
    progress(0, STEPS)
    system = scene.simulation().system
    live = can_live(system)
    sections = Sections()
    if live:
        # A live page has no slow motion, and its camera follows in the time that passes there.
        run = run_scene(scene.changed(time=0.0, slow_motion=False), None if system.ends else LIVE_SECONDS)
        progress(1, STEPS)
        described, left_out = describe(scene, run, True, sections)
        live = described["live"]
    if not live:
        run, sections = run_scene(scene), Sections()
        described, left_out = describe(scene, run, False, sections)
    progress(2, STEPS)
    return MadePage(described, sections, left_out)


def _left_out_of(scene: Scene, system: System, live: bool) -> Iterator[str]:
    """Yield what a page leaves out of what a scene asks for."""
    overlays = scene.overlays.shown()
    asked = {
        later("sliders of further initial values"): live and len(entries(system)) < len(system.entries()),
        later("the ghosts of other methods"): scene.duel,
        later("the measured motion"): scene.measured is not None,
        later("the ensemble"): scene.ensemble.copies,
        later("the phase sculpture"): overlays["sculpture"],
        later("the second picture"): overlays["body_view"] or overlays["binet"],
    }
    return (words for words, is_asked in asked.items() if is_asked)


def describe(scene: Scene, run: RecordedRun, live: bool, sections: Sections) -> tuple[dict[str, Any], list[str]]:
    """Return all that the page reads, as JSON, and what it leaves out.

    Where too many parts hang in no simple way to be left out, "live" is False, and nothing else is returned.
    """
    system, look, first = run.system, run.look, run.moments[0]
    phases = [phase_of(system, moment.y) for moment in run.moments]
    states = [run.shown(run.moments[k]) for k in samples(phases)]
    motion: dict[str, Any]
    made = [each for variable in entries(system) for each in start_values(system, variable)] if live else []
    sliding, unlike = sliding_parameters(look, states[0]) if live else ([], [])
    others, changed = _with(states[0], made), _with(states[0], [end for each in sliding for end in each.ends])
    overlays, scales = scene.overlays.shown(), page_scales(run, scene)
    picture = describe_picture(look, states, others, changed, overlays["geometry"], sections)
    left_out = list(picture.left_out)
    if live and len(picture.moving) > FEW:
        return {"live": False}, []
    if live:
        motion = _live_motion(scene, look, states, picture.described, (sliding, unlike), sections)
        if picture.moving:
            left_out.append(later("parts that hang in no simple way"))
    else:
        motion = describe_recording(run, picture.moving, sections)
    left_out += _left_out_of(scene, system, live)
    if live and any(each.name not in compiled_names(system) for each in system.invariants):
        left_out.append(later("invariants whose value is not compiled"))
    picture.described["programs"] = [
        [sections.add_text(shader) for shader in program] for program in picture.described["programs"]
    ]
    arrows = arrows_of(run, [*states, *others], scales)
    described = {
        "version": physics.__version__,
        "live": live,
        "picture": picture.described,
        "motion": motion,
        "camera": describe_camera(run, sections),
        "follow": followed(look, system),
        "speed": scene.speed,
        "opens": scene.opening_tick(run.session.simulation.dt) if live else 0,
        "bodies": len(system.bodies(first.y)),
        "points": len(further_points(system, first.y)),
        "tensions": len(tensions_of(system, first.y)),
        "arrows": arrows,
        "bars": bars_of(scales, arrows),
        "unseen": run.session.run.arrows.unseen(),
        "traces": _traces(run),
        **_numbers(system, live),
        "energies": _energies(run, changed, sections) if live else {"parts": [], "formulas": []},
        "scales": [each.reference(system, first.y)[1] for each in system.invariants],
        "show": {"vectors": overlays["vectors"], "traces": overlays["traces"], "curves": overlays["geometry"]},
        "method": {"name": scene.integrator, "dt": run.session.simulation.dt},
        **_texts(scene, run, left_out),
    }
    if described["picture"]["bright"]:
        described = _with_dark_inks(described)
    described["words"] = words_of(_all_texts(described))
    return described, left_out


def _live_motion(
    scene: Scene, look: Look[Any], states: Sequence[Shown], picture: dict[str, Any],
    parameters: tuple[Sequence[Sliding], Sequence[Sliding]], sections: Sections,
) -> dict[str, Any]:  # fmt: skip
    """Return the physics of a page, and add to its picture the shapes that some parameters give it.

    parameters: as `sliding_parameters` returns them.
    """
    alike, others = parameters
    start = scene.changed(duel=(), paused=False).simulation()
    shapes = shaped_parameters(look, states[0], others, picture)
    picture["shapes"] = described_shapes(shapes, picture, sections)
    every, y = [*alike, *(each.sliding for each in shapes)], [each.y for each in states]
    limits = start_limits(look, states[0])
    joint = joint_changes(look, states[0], alike, limits)
    return describe_live(start, every, sections, y, limits, list(picture["shapes"]), joint)


def _numbers(system: System, live: bool) -> dict[str, Any]:
    """Return what a page says of the numbers of a system: those it has values of are known; and units to type."""
    known = compiled_names(system) if live else frozenset()
    fields = (*system.variables, *system.aliases, *system.applicable().values())
    return {
        "variables": [_quantity(each, known=live) for each in system.variables],
        "invariants": [_quantity(each, known=not live or each.name in known) for each in system.invariants],
        "quantities": [_quantity(each, known=live and each.name in known) for each in system.quantities],
        "units": units_of(getattr(each, "unit", "") for each in fields),
    }


def _energies(run: RecordedRun, changed: Sequence[Shown], sections: Sections) -> dict[str, Any]:
    """Return the parts of the energy, whose symbols a page makes of their names, and their formulas, if any."""
    system, states = run.system, [moment.y for moment in run.moments]
    formulas = energy_formulas(system, states, [each.system for each in changed], sections)
    parts = zip(system.energy_parts, energy_quantities(system), strict=True) if formulas else ()
    return {
        "formulas": formulas,
        "parts": [
            {**_quantity(quantity, known=True), "symbol": part.name, "meaning": part.meaning}
            for part, quantity in parts
        ],
    }


def _quantity(of: Variable | Quantity | Invariant, known: bool) -> dict[str, Any]:
    """Return what a page says of a number of the state or of what is computed from it; known: whether it has values."""
    angle = getattr(of, "angle", False)
    return {
        "name": of.name, "symbol": of.symbol, "unit": of.unit, "meaning": of.meaning, "angle": angle, "known": known,
    }  # fmt: skip


def units_of(units: Iterable[str]) -> dict[str, dict[str, float]]:
    """Return, for each of these SI units and seconds, the factors to it from the units that may be typed."""
    return {
        unit: {other: scale for other in others if (scale := factor(other, unit)) is not None}
        for unit in dict.fromkeys(("s", *units))
        if (others := dict.fromkeys((*LISTED.get(unit, ()), *OFFERED.get(unit, ()), *MORE.get(unit, ()))))
    }


def _with_dark_inks(part: Any) -> Any:
    """Return data with the colours of lines, arrows and words as a bright room needs them."""
    if isinstance(part, dict):
        return {
            name: dark_ink(tuple(each)) if name in INKED and each is not None else _with_dark_inks(each)
            for name, each in part.items()
        }
    return [_with_dark_inks(each) for each in part] if isinstance(part, list) else part


def _with(start: Shown, systems: Sequence[System]) -> list[Shown]:
    """Return the starts of other systems, seen as that of the scene."""
    return [start._replace(system=each, y=memoryview(each.start())) for each in systems]


def _traces(run: RecordedRun) -> dict[str, Any]:
    look, y = run.look, run.moments[0].y
    on_bodies = run.system.body_traces(y)
    return {
        "points": _drawn_traces(run), "life": look.life, "rate": look.trace_rate,
        "bodies": [body for body, _ in on_bodies.values()], "body_life": getattr(look, "body_life", look.life),
        "body_color": QUANTITY_COLORS["polhode"], "lab_color": QUANTITY_COLORS["herpolhode"],
    }  # fmt: skip


def _drawn_traces(run: RecordedRun) -> list[dict[str, Any] | None]:
    """Return how the look draws the path of each traced point, looked up in the paths of a run; None where not at all.

    color; width [pixels of 720]; life [s]; length [m]: as `Look.path_length`, None: any; height [m]: of a path that is
    drawn there, whatever the height of the point, None for another; near: whether it lies on a surface, which must not
    hide it.
    """
    look, last = run.look, run.moments[-1]
    names = list(run.system.traces(last.y))
    rings = {name: TraceRing(len(run.moments)) for name in names}
    for moment in run.moments:
        for name, point in run.system.traces(moment.y).items():
            rings[name].add(look.to_world(point), moment.time)
    every = _paths_drawn(run, rings)
    found: list[dict[str, Any] | None] = []
    for name in names:
        own = rings[name].points
        ribbon = next((each for each in every.ribbons if np.array_equal(each.points[:, :2], own[:, :2])), None)
        curves = [] if ribbon is not None else _paths_drawn(run, {name: rings[name]}).curves
        if ribbon is not None:
            flat = float(np.ptp(ribbon.points[:, 2])) == 0.0 < float(np.ptp(own[:, 2]))
            length = look.path_length(name)
            short = math.isfinite(length)
            found.append({
                "color": ribbon.color, "width": ribbon.width,
                "life": min(_slow_life(run, name) if short else ribbon.life, look.life),
                "length": length if short else None,
                "height": float(ribbon.points[0, 2]) if flat else None, "near": False,
            })  # fmt: skip
        elif curves:
            curve = curves[-1]
            found.append({
                "color": curve.color, "width": curve.width,
                "life": look.life, "length": None, "height": None, "near": True,
            })  # fmt: skip
        else:
            found.append(None)
    return found


def _slow_life(run: RecordedRun, name: str) -> float:
    """Return the life [s] of the path of a point that has hardly moved."""
    last, ring = run.moments[-1], TraceRing(2)
    for _ in range(2):
        ring.add(run.look.to_world(run.system.traces(last.y)[name]), last.time)
    return next(each.life for each in _paths_drawn(run, {name: ring}).ribbons)


def _paths_drawn(run: RecordedRun, rings: dict[str, TraceRing]) -> SceneFrame:
    """Return a frame that has the lines of these paths alone, at the end of a run."""
    last = run.moments[-1]
    frame = frame_of(run.look, run.shown(last), overlays=False)
    frame.ribbons.clear()
    frame.curves.clear()
    run.look.add_traces(frame, FadingPaths(rings, last.time, run.look.life))
    return frame


def _texts(scene: Scene, run: RecordedRun, left_out: list[str]) -> dict[str, Any]:
    return {
        "name": scene.name,
        "line": _line(scene),
        "title": scene.title or scene.name,
        "note": scene.note,
        "system": run.system.title,
        "explained": explanations(scene),
        "lesson": lesson_steps(scene, run.views),
        "left_out": left_out,
        "lines": run.session.described(),
    }


def _line(scene: Scene) -> str:
    """Return the share line of a scene; "" where none can say it."""
    with suppress(BadInput):
        return line_of(scene.changed(paused=False))
    return ""


def _all_texts(described: dict[str, Any]) -> list[str]:
    """Return the texts that the page shows in the language of its reader."""
    motion = described["motion"]
    found = [described["title"], described["note"], described["system"], *described["left_out"]]
    found += [label["text"] for label in described["picture"]["labels"]]
    found += described["unseen"]
    for name in ("arrows", "invariants", "variables", "quantities"):
        found += [each["meaning"] for each in described.get(name, ())]
    found += [each[name] for each in described["energies"]["parts"] for name in ("symbol", "meaning")]
    for name in ("events", "starts", "parameters", "fixed"):
        found += [each["meaning"] for each in motion.get(name, ())]
    return found + [each["title"] for each in motion.get("methods", ())]


# The file ---------------------------------------------------------------------------------------------------


def picture_of(scene: Scene, size: tuple[int, int] = POSTER) -> bytes | None:
    """Return a picture of the scene as WebP, without a second one beside it; None where there is no OpenGL."""
    try:
        alone = msgspec.structs.replace(scene.overlays, **dict.fromkeys(BESIDE, False))
        bare = scene.changed(duel=(), measured=None, slow_motion=False, quality="medium", overlays=alone)
        studio = OfflineRenderer(bare, size, 30, hud=False)
    except NoOpenGL:
        return None
    for _ in range(round(POSTER_SECONDS * 30)):
        studio.advance()
    picture = webp(studio.picture(), POSTER_QUALITY)
    studio.renderer.release()
    return picture


def _page(described: dict[str, Any], sections: Sections, poster: bytes | None) -> bytes:
    data = base64.b64encode(sections.packed(described)).decode()
    # Neither ends the script, nor begins a comment in it.
    script = re.sub(r"<(?=/script|!--)", r"<\\", page_script(), flags=re.IGNORECASE)
    return page_html(
        described,
        POLICY,
        f"<style>\n{resources.text('assets/page/page.css')}\n</style>",
        f'<script type="application/octet-stream" id="data">{data}</script>\n<script>\n{script}\n</script>',
        "" if poster is None else "data:image/webp;base64," + base64.b64encode(poster).decode(),
    )


def page_script() -> str:
    """Return the script of all pages, without the line that says what it was built from."""
    return resources.text("assets/page/page.js").partition("\n")[2]


def page_html(described: dict[str, Any], policy: str, style: str, scripts: str, poster: str, back: str = "") -> bytes:
    """Return the file of a page. style, scripts, back: elements; poster: the address of a picture, "" for none."""
    parts = {
        "TITLE": html.escape(described["title"]),
        "DESCRIPTION": html.escape(described["note"], quote=True),
        "POLICY": policy,
        "POSTER": poster,
        "STYLE": style,
        "SCRIPTS": scripts,
        "BACK": back,
    }
    return filled("assets/page/page.html", parts)


def filled(template: str, parts: Mapping[str, str]) -> bytes:
    """Return a template with parts in place of their @NAMES@; what looks like a name within a part stays as it is."""
    return re.sub(r"@([A-Z]+)@", lambda found: parts[found[1]], resources.text(template)).encode()
