"""Errors of sources outside physics, in one line for their author."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from physics.errors import BadInput

PACKAGE = Path(__file__).parents[1]


def told_index(error: IndexError, system: Any) -> Exception:
    """Return the error for an index beyond a buffer in a source outside physics, or `error` for one within."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    if Path(where.filename).is_relative_to(PACKAGE):
        return error
    place = f"{'/'.join(Path(where.filename).parts[-3:])}:{where.lineno}"
    code, n, m = (where.line or "")[:80], len(system.variables), len(system.p)
    return BadInput(
        f"{place}: `{code}`: an index is beyond what there is: the state of {system.name} has {n} numbers, p has {m}"
    )


@contextmanager
def indices_told(system: Any) -> Iterator[None]:
    """Raise BadInput with file and line where a source outside physics takes an index beyond a buffer."""
    try:
        yield
    except IndexError as error:
        told = told_index(error, system)
        if told is error:
            raise
        raise told from error
