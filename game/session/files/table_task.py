"""Work on a table in a thread, such as the conversion of its columns, which takes long where it has many rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from game.experiments.background import BackgroundTask
from physics import BadInput

Made = TypeVar("Made")


class TableTask(BackgroundTask, Generic[Made]):
    """A function that is called in a thread. made: what it returns; problem: what is wrong, in English, in one line."""

    def __init__(self, make: Callable[[], Made]) -> None:
        self._make = make
        self.made: Made | None = None
        self.problem = ""
        super().__init__("table")

    def _work(self) -> None:
        try:
            self.made = self._make()
        except BadInput as error:
            self.problem = str(error)
