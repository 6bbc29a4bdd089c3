"""Computations in a process of their own, whose answers a thread reads while the window goes on."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from game.experiments.background import BackgroundTask
from physics.compiled import helper_process

if TYPE_CHECKING:
    import subprocess

ENDED = "the fit has ended by itself: its process was stopped from outside, or memory was too small"
NICE = 10
"""How much the process gives way to others, so that the picture does not stop."""


class HelperTask(BackgroundTask):
    """A computation in another process, by `code`, which reads what it is handed and answers as `answering` does.

    Each answer sets the attribute of its name; that called `found` is the result. part: how much is done, 0 to 1.
    problem: why there is no result, in English, in one line.
    """

    code: ClassVar[str]

    def __init__(self, name: str, handed: object) -> None:
        self._handed = handed
        self.part = 0.0
        self.problem = ""
        self._child: subprocess.Popen[bytes] | None = None
        super().__init__(name)

    @property
    def cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """End the process."""
        super().cancel()
        if self._child is not None and not self.done:
            self._child.kill()

    def _work(self) -> None:
        try:
            child = self._child = helper_process.start(self.code, self._handed, answers=True)
        except OSError as error:
            self.problem = f"the fit cannot begin: {error.strerror}"
            return
        if self.cancelled:
            child.kill()
        assert child.stdout is not None
        with child.stdout as answers, suppress(EOFError, pickle.UnpicklingError):
            while True:
                name, value = pickle.load(answers)
                setattr(self, name, value)
        child.wait()
        if getattr(self, "found", None) is None and not self.problem and not self.cancelled:
            self.problem = ENDED


def answering() -> Callable[[str, object], None]:
    """Return a function that answers with a name and its value; this process gives way to others from now on."""
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    answers = sys.stdout.buffer

    def answer(name: str, value: object) -> None:
        answers.write(pickle.dumps((name, value)))
        answers.flush()

    return answer
