"""Quality control: the tier and scale that the user chose, or that the machine allows."""

from __future__ import annotations

import time
from collections.abc import Sequence

from game import scenefile
from game.app import shader_warmup
from game.app.shader_warmup import ShaderWarmup
from game.model.frame import SceneFrame
from game.model.quality import AUTO, QualitySetting, quality_setting
from game.render.auto_tier import AutoTier
from game.render.renderer import Renderer
from game.scenefile import Scene

PREPARE_AFTER = 2.0
"""Seconds after the first frame, and between two checks, until other tiers are prepared."""
PREPARE_SHARE = 0.1
"""Part of the time that this preparation takes."""
HITCH, SOFTWARE_HITCH = 0.04, 0.1
"""Seconds of one step of it above which a helper process compiles the shaders instead. Where the processor draws, a
step takes up to 0.04 s without compiling anything."""
WANTED_FOR = 0.3
"""Seconds for which a scene is waited for until a process of its own is started: many are only passed by."""


class QualityControl:
    """Choice of the renderer's tier and scale, and preparation of the other tiers.

    name: the user's choice as text, such as `auto` or `medium@0.75`. software: rendering by the processor.
    """

    def __init__(self, name: str, software: bool) -> None:
        self.name = name
        self._auto = AutoTier(software)
        # A processor that draws compiles in this thread, which others may hold up; a driver may use threads of its own.
        self._stopwatch = time.thread_time if software else time.perf_counter
        self._hitch = SOFTWARE_HITCH if software else HITCH
        self._prepare_at = time.perf_counter() + PREPARE_AFTER
        self._warmed: Scene | None = None
        self._tier, self._compiled = "", set[str]()
        self._other: ShaderWarmup | None = None
        self._urgent: ShaderWarmup | None = None
        self._wanted, self._wanted_at = "", 0.0

    @property
    def drawn(self) -> QualitySetting:
        """Return tier and scale to draw with."""
        return quality_setting(self.name) or self._auto.setting

    def ask(self, name: str, renderer: Renderer) -> None:
        """Switch to another quality. Raises BadInput for a text that stands for none."""
        quality_setting(name)
        self.name = name
        renderer.use(*self.drawn)

    def measure(self, milliseconds: float, renderer: Renderer) -> None:
        """Feed the drawing time of a picture [ms], 0 where it is not known yet, to the automatic choice."""
        if self.name == AUTO and milliseconds and self._auto.feed(milliseconds):
            renderer.use(*self.drawn)

    def prepare(self, renderer: Renderer, frame: SceneFrame, scene: Scene) -> None:
        """Prepare the other tiers by a small step from time to time, so that a change of tier does not stall.

        Where a step takes long a helper process compiles for this scene, whose frame this is, and the first time for
        all presets.
        """
        now = time.perf_counter()
        self._compiled_by(renderer).add(scene.name)
        if now < self._prepare_at or (self._other is not None and self._other.running):
            return
        begun = self._stopwatch()
        more = renderer.prepare(frame)
        took = self._stopwatch() - begun
        self._prepare_at = now + (took / PREPARE_SHARE if more else PREPARE_AFTER)
        if more and took > self._hitch and self._warmed is not scene:
            presets = outward(scenefile.presets(), scene.name) if self._other is None else ()
            self._warmed, self._other = scene, self._start(scene, presets, renderer)

    def is_compiled(self, name: str, renderer: Renderer) -> bool:
        """Return whether a scene, by name or file, can be drawn without compiling shaders, as far as is known.

        One to which the helper process has not come is compiled by another, which is ended when its scene is no longer
        the last one asked about.
        """
        if self._other is None or not self._other.running or name in self._compiled_by(renderer):
            return True
        now = time.perf_counter()
        if name != self._wanted:
            self._end(self._urgent)
            self._urgent, self._wanted, self._wanted_at = None, name, now
        if self._urgent is None and now > self._wanted_at + WANTED_FOR:
            self._urgent = self._start(None, (name,), renderer)
            return self._urgent is None
        return self._urgent is not None and not self._urgent.running

    def close(self) -> None:
        """End the helper processes."""
        self._end(self._other)
        self._end(self._urgent)

    def _compiled_by(self, renderer: Renderer) -> set[str]:
        """Return the names of the scenes that can be drawn in the renderer's tier by now."""
        if renderer.tier.name != self._tier:
            self._tier, self._compiled = renderer.tier.name, set()
        return self._compiled

    def _start(self, scene: Scene | None, names: Sequence[str], renderer: Renderer) -> ShaderWarmup | None:
        return shader_warmup.start(scene, names, renderer.tier.name, self._compiled_by(renderer))

    def _end(self, helper: ShaderWarmup | None) -> None:
        if helper is not None:
            helper.end()


def outward(names: Sequence[str], name: str) -> list[str]:
    """Return names in the order of their distance from `name`, or from the first; those after it come first."""
    at = names.index(name) if name in names else 0
    steps = sorted(range(len(names)), key=lambda k: min(2 * k, 2 * (len(names) - k) + 1))
    return [names[(at + k) % len(names)] for k in steps]
