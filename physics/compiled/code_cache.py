"""Compiled code kept between starts, in the user's cache directory.

What is kept is of no use elsewhere: its folder is named by two hashes, of every source of physics and the compiler,
and of the processor. A cache that cannot be written or read only makes a start slower. What this
needs of the standard library is loaded when it is used: every start imports this file, and few ask it for anything.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import NamedTuple

VARIABLE = "POLHODE_CACHE"
"""Names another folder than the user's cache directory."""
KEPT = 4
"""Folders that stay: a few versions side by side do not drive one another out."""


class ObjectCode(NamedTuple):
    """Relocatable machine code: the name of its function, what it refers to outside itself, the object file."""

    symbol: str
    needs: tuple[str, ...]
    machine: bytes


def folder() -> Path:
    """Where the code of these sources on this processor is kept; it need not exist."""
    return base() / f"{_sources()}-{_processor()}"


def base() -> Path:
    """The folder of all kept code."""
    if given := os.environ.get(VARIABLE):
        return Path(given)
    import platformdirs

    return platformdirs.user_cache_path("polhode", appauthor=False) / "code"


@cache
def _sources() -> str:
    import hashlib

    digest = hashlib.sha256(f"{sys.platform} {sys.version}".encode())
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for library in ("numba", "llvmlite"):
        found = PathFinder.find_spec(library)
        if found is not None and found.origin:
            digest.update(f"{found.origin} {os.stat(found.origin).st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


@cache
def _processor() -> str:
    import hashlib

    import llvmlite.binding as llvm

    facts = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return hashlib.sha256(facts.encode()).hexdigest()[:8]


def read(name: str) -> ObjectCode | None:
    """The code kept under a name, or None when there is none or it was damaged."""
    import hashlib
    import json

    try:
        data = (folder() / name).read_bytes()
    except OSError:
        return None
    seal, rest = data[:32], data[32:]
    if hashlib.sha256(rest).digest() != seal:
        return None
    header, _, machine = rest.partition(b"\n")
    symbol, *needs = json.loads(header)
    return ObjectCode(symbol, tuple(needs), machine)


def write(name: str, code: ObjectCode) -> None:
    """Keep code under a name; in silence when that cannot be."""
    import hashlib
    import json
    import tempfile

    rest = json.dumps([code.symbol, *code.needs]).encode() + b"\n" + code.machine
    try:
        if not folder().is_dir():
            _prune()
            folder().mkdir(parents=True)
        handle, path = tempfile.mkstemp(dir=folder())
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(rest).digest() + rest)
        os.replace(path, folder() / name)
    except OSError:
        return


def _prune() -> None:
    """Make room: remove the oldest folders of earlier versions."""
    import shutil

    if not base().is_dir():
        return
    folders = sorted((path for path in base().iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for path in folders[: 1 - KEPT]:
        shutil.rmtree(path, ignore_errors=True)
