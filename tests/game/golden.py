"""Golden pictures: a few presets, as approved, that together show all features, and the comparison with them.

`make golden` renders those in pictures.toml and writes what is missing or looks different; `make golden ARGS="coin
book"` renders these alone, `make golden ARGS="coin --seconds 9.5"` after that time, and `make golden ARGS="coin --tier
low"` in that tier, too. Look at each before keeping it. To remove one, delete its file and its entry.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomli_w
from msgspec.structs import replace
from PIL import Image

from game import scenefile
from game.app.offline import OfflineRenderer
from game.model.frame import CheckerPattern, Instance, SceneFrame, SpokePattern, SurfacePattern
from game.render.gpu.gl_context import headless_context
from game.render.meshes.scene_meshes import SceneMeshes
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from game.session.compose import compose_frames
from game.session.exposure import Exposure
from game.ui.label_placement import LabelPlacement
from tests.game.features import LEAST, MaterialMap, features

FOLDER = Path(__file__).parents[1] / "data" / "golden"
SIZE = (320, 180)
FPS = 60
USUALLY = 3.0
"""Wall seconds before a picture is taken, by default."""
NOTES = FOLDER / "pictures.toml"
HEADER = """# The golden pictures; read and written by `make golden`.
#
# tiers: of the pictures.
# seconds: of watching before they are taken; usually 3.
# camera: as on the command line, where the scene's own would follow a forecast that the last bits of numbers change.
# shows: their features (tests/game/features.py). A test names those that a preset shows and no golden picture.
# unnoticed: what may be missing from the picture in the first tier without the test seeing it. A shadow may fall out of
# sight, a label or a name be of a few pixels, a path have hardly begun, an angle be too small to be drawn, a contact
# be a point. Of a picture that is meant to show it, it should not be here.

"""
SHOWN = 2
"""Greatest number of pictures whose states one picture is the mean of (`Exposure`): those before need none."""
TIER = "medium"
"""Tier of a picture of a preset that has none yet."""
QUALITIES = (80, 90, 96, 100)
"""Qualities of the files, of which the first is taken whose losses are within a part of the tolerance below."""
BLOCK = 6
MEAN, WORST = 0.5, 13.0
"""Allowed difference of blocks of pixels, in levels of 255: on average, and in the worst of two thousand."""
LOSSES = 0.85
"""Part of that which the losses of a file may take: drivers need the rest."""

KINDS = ("ribbons", "curves", "arrows", "labels", "points")
"""Parts of a frame drawn over the bodies."""

_renderer: list[Renderer] = []


def renderer(size: tuple[int, int] = SIZE) -> Renderer:
    """Return the one renderer of a process, whose programs are compiled once; its context is made the current one.

    Other tests have contexts of their own: what is drawn in the wrong one crashes.
    """
    if not _renderer:
        _renderer.append(Renderer(headless_context(), size, "low"))
    _renderer[0].ctx.__enter__()
    _renderer[0].resize(size)
    return _renderer[0]


def forget_renderer() -> None:
    """Let the next picture be drawn by a new renderer.

    Where a window of SDL without a screen has been closed, no context of before can be made the current one any more:
    SDL ends the display that they share.
    """
    _renderer.clear()


def opened(
    preset: str, seconds: float = 1.0, size: tuple[int, int] = SIZE, camera: str | None = None
) -> OfflineRenderer:
    """Return a preset after some wall seconds, ready to be drawn."""
    scene = scenefile.load(preset)
    scene.simulation().compile()  # for the forecast, too; the numbers are those of CPython
    made = OfflineRenderer(scene, size, FPS, hud=False, camera=camera, renderer=renderer())
    made.session.simulation.compile()
    unseen = round(seconds * FPS) - SHOWN
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Exposure, "fractions", lambda *_: [])
        for _ in range(unseen):
            made.advance()
    for _ in range(SHOWN):
        made.advance()
    return made


def studio(preset: str) -> OfflineRenderer:
    """Return a preset as its golden pictures show it."""
    said = notes()[preset]
    return opened(preset, said.get("seconds", USUALLY), camera=said.get("camera"))


def picture(shown: OfflineRenderer, tier: str) -> np.ndarray:
    """Return the picture, (h, w, 3) uint8, in a tier.

    Names stand straight ahead of their arrows: which side they choose where several are crowded hangs on differences
    that no picture shows, and is tested in tests/game/ui/test_label_placement.py.
    """
    renderer()  # its context may not be the current one any more
    shown.renderer.use(tier)
    shown.interface.lettering.reset()  # nothing fades that the picture before had
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LabelPlacement, "_way", lambda *_: 0)
        return shown.picture()


@contextmanager
def instead(shown: OfflineRenderer, **changes) -> Iterator[None]:
    """Change parts of the scene within the block; a change is a value, or a function of the original."""

    def changed(*arguments):
        return [
            replace(each, **{key: new(getattr(each, key)) if callable(new) else new for key, new in changes.items()})
            for each in compose_frames(*arguments)
        ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.app.offline.compose_frames", changed)
        yield


@contextmanager
def no_shadow() -> Iterator[None]:
    """Draw without shadows within the block."""
    draw_all = SceneMeshes.draw_shadow_casters
    SceneMeshes.draw_shadow_casters = lambda self, programs, into: None
    try:
        yield
    finally:
        SceneMeshes.draw_shadow_casters = draw_all


def other_colour(instances: list[Instance]) -> list[Instance]:
    """Return the bodies with red, green and blue exchanged."""

    def turned(
        paint: SurfacePattern | CheckerPattern | SpokePattern | None,
    ) -> SurfacePattern | CheckerPattern | SpokePattern | None:
        if paint is None or isinstance(paint, SpokePattern):
            return paint
        return replace(paint, light=paint.light[::-1], dark=paint.dark[::-1])

    def tinted(tint: tuple[float, float, float]) -> tuple[float, float, float]:
        return 0.35 * tint[2], 0.8 * tint[1], 1.6 * tint[0]

    return [replace(each, tint=tinted(each.tint), paint=turned(each.paint)) for each in instances]


def blocks(picture: np.ndarray) -> np.ndarray:
    """Return means over blocks of pixels."""
    h, w = (side // BLOCK * BLOCK for side in picture.shape[:2])
    rows = picture[:h, :w].reshape(h // BLOCK, BLOCK, w, 3).sum(axis=1, dtype=np.uint16)
    return rows.reshape(h // BLOCK, w // BLOCK, BLOCK, 3).sum(axis=2, dtype=np.uint16) / float(BLOCK * BLOCK)


def difference(picture: np.ndarray, golden: np.ndarray) -> np.ndarray:
    """Return the difference of each block from the golden picture shifted by up to a pixel: drivers differ by that."""
    aside = np.stack([blocks(np.roll(golden, (dy, dx), axis=(0, 1))) for dy in (-1, 0, 1) for dx in (-1, 0, 1)])
    found = blocks(picture)
    beyond: np.ndarray = np.maximum(aside.min(axis=0) - found, found - aside.max(axis=0)).max(axis=-1)
    return np.maximum(beyond[1:-1, 1:-1], 0.0)


def same(picture: np.ndarray, golden: np.ndarray, part: float = 1.0) -> bool:
    """Return whether two pictures show the same, within the differences of drivers, or a part of these."""
    beyond = difference(picture, golden)
    return bool(beyond.mean() <= part * MEAN and np.quantile(beyond, 0.9995) <= part * WORST)


def drawn_from(shown: OfflineRenderer) -> str:
    """Return what the picture was drawn from, for the message of a test: state, scales, camera, and places of names."""
    session, camera = shown.session, shown.camera.pose()
    names = {key: (known.way, known.place) for key, known in shown.interface.lettering._placer.known.items()}
    return (
        f"t = {session.simulation.time}, y = {session.simulation.y.tolist()}, {session.run.arrows.scales}, {camera}, "
        f"names {names}, Interface {shown.interface.free}, {shown.interface.corner}"
    )


def told(picture: np.ndarray, golden: np.ndarray) -> str:
    """Return how much a picture differs and where, for the message of a test."""
    beyond = difference(picture, golden)
    y, x = np.nonzero(beyond > WORST)
    where = f", x {x.min() * BLOCK}..{x.max() * BLOCK}, y {y.min() * BLOCK}..{y.max() * BLOCK}" if len(x) else ""
    return f"mean {beyond.mean():.2f} of {MEAN}, worst {beyond.max():.0f} of {WORST:.0f} in {len(x)} blocks{where}"


def place(preset: str, tier: str) -> Path:
    """Return the file of a golden picture."""
    return FOLDER / f"{preset}-{tier}.avif"


def kept(preset: str, tier: str) -> np.ndarray:
    """Return the golden picture of a preset in a tier, (h, w, 3) uint8."""
    with Image.open(place(preset, tier)) as image:
        return np.asarray(image.convert("RGB"))


def pictures() -> list[tuple[str, str]]:
    """Return the golden pictures: presets and tiers."""
    return [(preset, tier) for preset, said in notes().items() for tier in said["tiers"]]


def frames(shown: OfflineRenderer) -> list[SceneFrame]:
    """Return what the picture shows, in the lab and beside it."""
    return compose_frames(shown.session, shown.rig.views(SIZE), 1 / FPS)


def features_of(shown: OfflineRenderer, tiers: Iterable[str], least: int = LEAST) -> set[str]:
    """Return the features of the pictures in some tiers."""
    drawn = MaterialMap(renderer().ctx)
    return {each for tier in tiers for each in features(shown.session.look, frames(shown), tier, drawn, least)}


def covered() -> set[str]:
    """Return the features of all golden pictures, as noted."""
    return {each for said in notes().values() for each in said["shows"].split(", ")}


def unnoticed(shown: OfflineRenderer, tier: str, kept: np.ndarray) -> set[str]:
    """Return the losses of the picture in a tier that the comparison does not notice."""

    def drawn(**changes) -> np.ndarray:
        with instead(shown, **changes):
            return picture(shown, tier)

    frame = frames(shown)[0]
    losses = {kind: drawn(**{kind: []}) for kind in KINDS if getattr(frame, kind)}
    if frame.arrows:
        losses["names"] = drawn(arrows=lambda arrows: [replace(arrow, label="") for arrow in arrows])
    losses["colour"] = drawn(instances=other_colour)
    with no_shadow():
        losses["shadow"] = drawn()
    return {kind for kind, other in losses.items() if same(other, kept)}


def notes() -> dict[str, dict[str, Any]]:
    """Return the entry of each preset in pictures.toml."""
    return tomllib.loads(NOTES.read_text("utf-8"))


def note(preset: str, **said: Any) -> None:
    """Write settings of a preset to pictures.toml; default values are left out."""
    every = notes()
    entry = {**every.pop(preset, {}), **said}
    entry = {key: value for key, value in entry.items() if value not in (USUALLY, [])}
    every |= {preset: entry}
    NOTES.write_text(HEADER + tomli_w.dumps(dict(sorted(every.items()))), "utf-8")


def keep(shown: np.ndarray, path: Path) -> None:
    """Write a picture as small as the tolerance allows, with a colour for each pixel, as thin saturated lines need."""
    for quality in QUALITIES:
        Image.fromarray(shown).save(path, "AVIF", quality=quality, subsampling="4:4:4", speed=4)
        if same(shown, np.asarray(Image.open(path).convert("RGB")), LOSSES):
            break


def make(preset: str) -> str:
    """Render a preset and write its pictures that are missing or look different; return what was done."""
    shown, tiers = studio(preset), notes()[preset]["tiers"]
    pictures = {tier: picture(shown, tier) for tier in tiers}
    shows = ", ".join(sorted(features_of(shown, tiers)))
    written = [
        tier for tier in tiers if not (place(preset, tier).is_file() and same(pictures[tier], kept(preset, tier)))
    ]
    for tier in written:
        keep(pictures[tier], place(preset, tier))
    if not written and notes()[preset].get("shows") == shows:
        return f"{preset}: looks the same, kept"
    lost = sorted(unnoticed(shown, tiers[0], kept(preset, tiers[0])))
    note(preset, shows=shows, unnoticed=lost)
    files = ", ".join(str(place(preset, tier)) for tier in tiers)
    return f"{preset}: written, look at {files}; unnoticed: {', '.join(lost) or 'nothing'}"


def main() -> None:
    """Render the presets that the arguments name, or all that have golden pictures."""
    arguments = argparse.ArgumentParser(description="Make golden pictures that are missing or look different.")
    arguments.add_argument("names", nargs="*", metavar="PRESET", help="only these")
    arguments.add_argument("--seconds", type=float, help="of watching before the pictures of these are taken")
    arguments.add_argument("--tier", choices=TIERS, help=f"of a picture of these that is new (default: {TIER})")
    chosen = arguments.parse_args()
    if unknown := set(chosen.names) - set(scenefile.presets()):
        arguments.error(f"{', '.join(sorted(unknown))}: no preset; there are {', '.join(scenefile.presets())}")
    if not chosen.names and (chosen.seconds is not None or chosen.tier):
        arguments.error("--seconds and --tier: say of which presets")
    for preset in chosen.names or notes():
        tiers = set(notes().get(preset, {}).get("tiers", ())) | ({chosen.tier} if chosen.tier else set())
        note(preset, tiers=[tier for tier in TIERS if tier in (tiers or {TIER})])
        if chosen.seconds is not None:
            note(preset, seconds=chosen.seconds)
        sys.stdout.write(f"{make(preset)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
