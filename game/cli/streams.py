"""Standard input, output and error of a command: closed ones, those of few characters, and readers that have gone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper


class ClosedPipe(Exception):
    """The reader of an output has closed it."""


@contextmanager
def noticed() -> Iterator[None]:
    """Raise ClosedPipe in place of BrokenPipeError, which click would turn into the exit code 1."""
    try:
        yield
    except BrokenPipeError as error:
        raise ClosedPipe from error


def open_all() -> None:
    """Make all three streams usable: those that were closed are the null device, so that no file gets their numbers.

    A console of few characters shows ? for the others.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or os.fdopen(os.dup(1), "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(os.dup(2), "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def is_closed_pipe(error: BaseException | None) -> bool:
    """Return whether an exception comes from a pipe whose reader has closed it, at whatever distance."""
    while error is not None and not isinstance(error, BrokenPipeError):
        error = error.__cause__ or error.__context__
    return error is not None


def give_up(code: int) -> int:
    """Let what a stream cannot write any more go to the null device, without a word at the end; returns the code."""
    for stream, number in ((sys.stdout, 1), (sys.stderr, 2)):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), number)
            with suppress(OSError, ValueError):
                stream.flush()
    return code
