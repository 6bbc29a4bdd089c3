"""Cases of which `make test` takes a few and `make test-all` all, always the same ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def every(step: int, cases: Iterable[Any], first: int = 0) -> list[Any]:
    """Return parameters for cases, single values or tuples; all but each `step`-th, from `first` on, are long."""
    given = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [pytest.param(*case, marks=() if k % step == first else pytest.mark.long) for k, case in enumerate(given)]
