"""Kernels whose source is a text that the program writes."""

from __future__ import annotations

import linecache
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any


def kernel_of_source(
    lines: Sequence[str], name: str, module: str, qualified: str, known: Mapping[str, Any] = MappingProxyType({})
) -> Any:
    """Return the function called `name` of a source text, as a function of a module. known: what it reads by name."""
    file = f"<{module}.{qualified}>"
    source = ["from __future__ import annotations\n", *(line + "\n" for line in lines)]
    linecache.cache[file] = sum(map(len, source)), None, source, file
    found: dict[str, Any] = {"__name__": module, **known}
    exec(compile("".join(source), file, "exec"), found)
    found[name].__qualname__ = qualified
    return found[name]
