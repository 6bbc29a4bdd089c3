"""What the freedom of a machine would be after the next click, computed beside the picture."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from game.experiments.background import BackgroundTask
from game.scenefile.sketch import Sketch
from physics import BadInput


class FreedomAhead(BackgroundTask):
    """The number of motions of a sketch after a click. key: what that depends on; freedom: None until it is known.

    It stays None where the machine could not run then.
    """

    def __init__(self, key: object, sketch: Sketch, make: Callable[[], Sketch]) -> None:
        self.key, self.sketch, self._make = key, sketch, make
        self.freedom: int | None = None
        super().__init__("freedom ahead")

    def _work(self) -> None:
        with suppress(BadInput):
            check = self._make().check
            if check.runnable:
                self.freedom = check.freedom
