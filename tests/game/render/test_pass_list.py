"""The passes of each tier, in order, and which of them a picture without changes skips."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from game.render.passes.render_pass import FrameContext, RenderPass
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import SIZE, ribbon, scene

Make = Callable[..., Renderer]
SCENE = ["Shadow", "Mirror", "Opaque", "Background", "Caustic", "Glass", "Ghost", "Resolve"]
LIGHT = ["AmbientOcclusion", "DepthOfField", "Ribbon", "Bloom", "ToneMap"]
OVERLAY = {
    "low": ["Compose", "Ribbon", "Overlay"],
    "medium": ["Compose", "Ribbon", "Overlay"],
    "high": ["Compose", "Overlay"],
}


def names(passes: list[RenderPass]) -> list[str]:
    return [type(each).__name__.removesuffix("Pass") for each in passes]


@pytest.mark.parametrize("tier", TIERS)
def test_passes_run_in_the_usual_order(make: Make, tier: str) -> None:
    passes = make(tier=tier, software=True)._pass_lists[tier]
    assert names(passes.scene) == SCENE + (LIGHT if tier == "high" else []) + ["Fxaa", "Upscale"]
    assert names(passes.overlay) == OVERLAY[tier]


@pytest.mark.parametrize("tier", TIERS)
def test_an_unchanged_picture_runs_only_the_overlay(make: Make, tier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    renderer, drawn = make(SIZE, tier, software=True), []
    for each in {*renderer._pass_lists[tier].scene, *renderer._pass_lists[tier].overlay}:

        def noted(
            context: FrameContext,
            draw: Callable[[FrameContext], Iterator[None]] = each.draw,
            name: str = names([each])[0],
        ) -> Iterator[None]:
            drawn.append(name)
            yield from draw(context)

        monkeypatch.setattr(each, "draw", noted)
    frame = scene()
    renderer.draw(frame)
    passes = renderer._pass_lists[tier]
    assert drawn == names([*passes.scene, *passes.overlay])
    drawn.clear()
    renderer.draw(frame)
    assert drawn == OVERLAY[tier]
    drawn.clear()
    renderer.draw(scene(ribbons=[ribbon()]))
    assert ("Bloom" in drawn) == (tier == "high"), "a ribbon is light only where there is bloom"
