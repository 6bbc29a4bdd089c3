"""Tables written by commands: target, header with the configuration, and numpy archives."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import click
import numpy as np

import physics
from game.model.replacement import check_writable, replacing
from game.record.outfile import kept_beside, partial_path
from physics import BadInput, Simulation
from physics.simulation.run import configuration

FORMATS = (".csv", ".npz")


def checked_target(output: str | None, as_json: bool, formats: Sequence[str] = FORMATS) -> str:
    """Return the target, "" for none: standard output is for the rows, or for the summary.

    Raises BadInput, and RecordingError where no such file could be written: before the work, not after it.
    """
    target = output or ("" if as_json else "-")
    if target not in ("", "-") and Path(target).suffix not in formats:
        raise BadInput(f"output {target!r}: must end in {' or '.join(formats)}, or be - for standard output")
    if target not in ("", "-"):
        check_writable(target)
    return target


def known_target(target: str, interrupted: bool) -> str:
    """Return where to write what is known: at the target, or beside it where it is only a part; that is said.

    So a part never replaces a whole file of an earlier time.
    """
    if not interrupted or target in ("", "-"):
        return target
    click.echo(f"polhode: what is known is kept as {kept_beside(target)}", err=True)
    return str(partial_path(target))


def comment(simulation: Simulation) -> list[str]:
    """Return the configuration of a run, for the head of a file."""
    method = simulation.integrator.name
    described = configuration(simulation.system, method, simulation.settings, simulation.dt)
    return [f"polhode {physics.__version__}", *described]


@contextmanager
def opened(target: str) -> Iterator[TextIO]:
    """Open the file to write to, which appears when it is complete; - is standard output. Raises RecordingError."""
    if target == "-":
        yield sys.stdout
        sys.stdout.flush()
    else:
        with replacing(target) as part, part.open("w", encoding="utf-8", newline="") as file:
            yield file


def write_npz(target: str, described: Sequence[str], arrays: Callable[[], Mapping[str, Any]]) -> None:
    """Write arrays by name, computed once the file is open, and the configuration as text. Raises RecordingError."""
    with replacing(target) as part, part.open("wb") as file:
        np.savez_compressed(file, configuration="\n".join(described), **arrays())
