import numpy as np
import pytest
from msgspec.structs import replace

from game import scenefile
from game.camera.camera import TURN_PER_POINT
from game.render.tiers import TIERS
from game.session.compose import compose_frames
from tests.game import golden

PRESETS = scenefile.presets()


@pytest.mark.parametrize("preset", PRESETS)
def test_the_pictures_are_those_that_were_looked_at(preset):
    shown = golden.studio(preset)
    assert [tier for tier in TIERS if not golden.same(golden.picture(shown, tier), golden.kept(preset, tier))] == []
    allowed = {kind for kind, presets in UNNOTICED.items() if preset in presets}
    assert unnoticed(shown, golden.kept(preset, "low")) <= allowed


UNNOTICED = {
    # Nothing catches it in the void, it falls behind the body or out of sight, or a gorge's shade is its own.
    "shadow": {
        "free-chain",
        "bungee",
        "book",
        "wing-nut",
        "free-asymmetric-2",
        "free-asymmetric-1",
        "free-asymmetric-3",
        "free-symmetric",
        "tennis-racket",
        "coin-straight",
        "backyard-pumpkin",
        "golf-ball",
        "headwind",
    },
    # They are where no picture looks.
    "labels": {
        "kovalevskaya",
        "fixed-counterweight",
        "scale-model",
        "scale-model-as-printed",
        "trebuchet-paper",
        "trebuchet",
        "warwolf",
    },
    # A letter of a few pixels.
    "names": {
        "four-bar",
        "backyard-pumpkin",
    },
    # The run has hardly begun, or they are hidden.
    "ribbons": {
        "sleeping-top",
        "bungee",
        "rattleback",
        "rattleback-preferred",
        "catenary",
        "golf-ball",
    },
    # Arcs of angles that are too small are not drawn.
    "curves": {
        "sleeping-top",
    },
    # The contact, a few pixels wide.
    "points": {
        "book",
        "double-pendulum-cloud",
        "wing-nut",
        "free-asymmetric-1",
        "free-asymmetric-3",
        "tennis-racket",
        "rattleback-preferred",
        "coin",
        "coin-straight",
        "egg-rolling",
        "paper-rolling-top",
        "rolling-tippe-top",
        "peg-top",
        "egg-rising",
        "tippe-no-flip",
        "flipping-tippe-top",
    },
}
"""What may be missing from the picture of which preset without being missed."""


def unnoticed(shown, kept):
    """Which losses of a picture in tier low pass for the same."""

    def drawn(**changes):
        with golden.instead(shown, **changes):
            return golden.picture(shown, "low")

    frame = compose_frames(shown.session, shown.eyes.views(golden.SIZE), 1 / golden.FPS)[0]
    kinds = [kind for kind in ("ribbons", "curves", "arrows", "labels", "points") if getattr(frame, kind)]
    losses = {kind: drawn(**{kind: []}) for kind in kinds}
    if frame.arrows:
        losses["names"] = drawn(arrows=lambda arrows: [replace(arrow, label="") for arrow in arrows])
    losses["colour"] = drawn(instances=golden.other_colour)
    with golden.no_shadow():
        losses["shadow"] = drawn()
    return {kind for kind, picture in losses.items() if golden.same(picture, kept)}


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("preset", ["fast-cone", "trebuchet", "tennis-racket"])
class TestTolerance:
    def test_a_slight_shimmer_is_the_same_picture(self, preset, tier):
        kept = golden.kept(preset, tier)
        shimmer = np.random.default_rng(0).normal(0, 3, kept.shape)
        assert golden.same(np.clip(np.roll(kept, 1, axis=1) + shimmer, 0, 255), kept)

    def test_a_camera_a_little_aside_is_not(self, preset, tier):
        shown = golden.studio(preset)
        shown.camera.orbit(1.0 / np.degrees(TURN_PER_POINT), 0.0)
        shown.camera.settle()
        assert not golden.same(golden.picture(shown, tier), golden.kept(preset, tier))
