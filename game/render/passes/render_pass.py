"""What a pass of the renderer is, and what all passes of one picture share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from game.model.frame import SceneFrame
from game.render.dirty.dirty_regions import DirtyRegions
from game.render.gpu.render_targets import RenderTargets
from game.render.stage.scene_buffers import SceneBuffers
from game.render.stage.stage_programs import StagePrograms
from game.render.tiers import Tier


class FrameContext(NamedTuple):
    """What the passes of one picture draw, into what, with which programs, and where.

    regions: the only thing that says which parts of the picture a pass has to draw.
    """

    frame: SceneFrame
    targets: RenderTargets
    tier: Tier
    scene: SceneBuffers
    programs: StagePrograms
    regions: DirtyRegions


class RenderPass(Protocol):
    """One step of a picture. `pass_list.py` holds all of them in their order."""

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw, and yield after each part for which a program may have to be compiled."""

    def release(self) -> None:
        """Free everything on the card but the programs."""
