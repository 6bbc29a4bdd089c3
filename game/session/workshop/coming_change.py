"""Changes of a sketch that come once all is made that they need, beside the picture."""

from __future__ import annotations

from collections.abc import Callable

from game.experiments.background import BackgroundTask
from physics import BadInput


class ComingChange(BackgroundTask):
    """A change for which something is still made in the background. key: what it changes; changes alike share it.

    prepare: makes it; finish: changes the machine then. Both may raise BadInput. following: begins a later change of
    the same thing, which has been asked for since.
    """

    def __init__(self, key: str, prepare: Callable[[], None], finish: Callable[[], None]) -> None:
        self.key = key
        self.following: Callable[[], None] | None = None
        self._prepare, self._finish = prepare, finish
        self._error: BadInput | None = None
        super().__init__("coming change")

    def take_over(self) -> None:
        """Wait for what is missing, and change the machine; raises BadInput, with nothing changed."""
        self.wait()
        if self._error is not None:
            raise self._error
        self._finish()
        if self.following is not None:
            self.following()

    def _work(self) -> None:
        try:
            self._prepare()
        except BadInput as error:
            self._error = error
