"""The interface of the renderer's passes, and the context that all passes of one picture share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import moderngl

from game.model.frame import SceneFrame
from game.render.dirty.dirty_regions import DirtyRegions
from game.render.gpu.render_targets import RenderTargets, Surface
from game.render.stage.scene_buffers import SceneBuffers
from game.render.stage.stage_programs import StagePrograms
from game.render.tiers import Tier


class FrameContext(NamedTuple):
    """The context of the passes of one picture: scene, targets, programs and regions.

    regions: the parts of the picture that each pass has to draw; nothing else decides this. background: what the
    overlay is drawn over: the finished scene, or the mean of several. glow: the bloom of the whole picture of
    which this is a part, or None. as_light: the film curve is left out, because light is to be added up.
    """

    frame: SceneFrame
    targets: RenderTargets
    tier: Tier
    scene: SceneBuffers
    programs: StagePrograms
    regions: DirtyRegions
    background: Surface
    glow: moderngl.Texture | None = None
    as_light: bool = False


class RenderPass(Protocol):
    """One step of a picture. `pass_list.py` holds all of them in their order."""

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw, and yield after each part for which a program may have to be compiled."""

    def release(self) -> None:
        """Free everything on the card but the programs."""
