"""How much work goes into a picture: what was asked for, or what the machine allows."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from game.app import shader_warmup
from game.model.frame import SceneFrame
from game.model.quality import AUTO, QualitySetting, quality_setting
from game.render.auto_tier import AutoTier
from game.render.renderer import Renderer
from game.scenefile import Scene

if TYPE_CHECKING:
    import subprocess

PREPARE_AFTER = 2.0
"""Seconds from the first frame on, and between looks whether there is anything to make ready for the other tiers."""
PREPARE_SHARE = 0.1
"""Part of the time that making ready takes meanwhile."""
HITCH = 0.04
"""Seconds of one step of it that a person would see: the driver has to compile what it has never seen."""


class Quality:
    """Keeps a renderer at what was asked for, and ready for the rest.

    name: what was asked for, as text, such as `auto` or `medium@0.75`. software: a processor draws.
    """

    def __init__(self, name: str, software: bool) -> None:
        self.name = name
        self._auto = AutoTier(software)
        self._prepare_at = time.perf_counter() + PREPARE_AFTER
        self._warmed: Scene | None = None
        self._other: subprocess.Popen[bytes] | None = None

    @property
    def drawn(self) -> QualitySetting:
        """Tier and scale to draw with."""
        return quality_setting(self.name) or self._auto.setting

    def ask(self, name: str, renderer: Renderer) -> None:
        """Go on with another. Raises BadInput for a text that stands for none."""
        quality_setting(name)
        self.name = name
        renderer.use(*self.drawn)

    def measure(self, milliseconds: float, renderer: Renderer) -> None:
        """Take how long a picture took [ms], 0 where that is not known yet; what is automatic may follow from it."""
        if self.name == AUTO and milliseconds and self._auto.feed(milliseconds):
            renderer.use(*self.drawn)

    def prepare(self, renderer: Renderer, frame: SceneFrame, scene: Scene) -> None:
        """Now and then a step towards the other tiers, so that nobody waits who changes to one of them.

        Where a step takes long another process goes ahead with this scene, whose frame this is.
        """
        now = time.perf_counter()
        if now < self._prepare_at or (self._other is not None and self._other.poll() is None):
            return
        more = renderer.prepare(frame)
        took = time.perf_counter() - now
        self._prepare_at = now + (took / PREPARE_SHARE if more else PREPARE_AFTER)
        if more and took > HITCH and self._warmed is not scene:
            self._warmed, self._other = scene, shader_warmup.start(scene)

    def close(self) -> None:
        """Let the other process go on with nothing."""
        if self._other is not None:
            self._other.terminate()
            self._other.wait()
