"""Cache of compiled code between starts, in the user's cache directory.

The code is valid only for the same sources and processor: its folder is named by two hashes, of all sources of physics
with the compiler, and of the processor. If the cache cannot be written or read, a start is only slower. Code is taken
from nowhere that another user may write to. Modules of the standard library are imported when they are used, because
every start imports this file and few need them.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import NamedTuple

from physics.errors import unknown
from physics.text_files import open_regular

VARIABLE = "POLHODE_CACHE"
"""Environment variable with another folder than the user's cache directory."""
EFFORT = "POLHODE_COMPILE"
"""Environment variable: `quick` for code that is made several times faster and is three to five times slower."""
MAX_FOLDERS = 4
"""Number of folders kept, so that a few versions can be used side by side."""


class ObjectCode(NamedTuple):
    """Relocatable machine code: the name of its function, the external symbols it needs, the object file."""

    symbol: str
    needs: tuple[str, ...]
    machine: bytes


def folder() -> Path:
    """Return the folder for the code of these sources on this processor; it need not exist."""
    return cache_root() / f"{_sources()}-{_processor()}{'-quick' * is_quick()}"


def is_quick() -> bool:
    """Return whether code is to be made quickly; raises BadInput if the environment variable has another value."""
    given = os.environ.get(EFFORT, "full")
    if given not in ("quick", "full"):
        raise unknown(EFFORT, given, ("quick", "full"))
    return given == "quick"


def cache_root() -> Path:
    """Return the folder of all cached code."""
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
    """Return the code cached under a name, or None if there is none, it is damaged or others may have written it."""
    import hashlib
    import json

    try:
        with open_regular(folder() / name) as file:
            if not (_is_private(os.stat(folder())) and _is_private(os.fstat(file.fileno()))):
                return None
            data = file.read()
    except OSError:
        return None
    seal, rest = data[:32], data[32:]
    if hashlib.sha256(rest).digest() != seal:
        return None
    header, _, machine = rest.partition(b"\n")
    symbol, *needs = json.loads(header)
    return ObjectCode(symbol, tuple(needs), machine)


def write(name: str, code: ObjectCode) -> None:
    """Cache code under a name; errors of the file system are ignored, and nothing is kept where others may write."""
    import hashlib
    import json
    import tempfile

    rest = json.dumps([code.symbol, *code.needs]).encode() + b"\n" + code.machine
    try:
        if not folder().is_dir():
            _prune()
            folder().mkdir(parents=True)
            folder().chmod(0o700)
        if not _is_private(os.stat(folder())):
            return
        handle, path = tempfile.mkstemp(dir=folder())
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(rest).digest() + rest)
            os.replace(path, folder() / name)
        except OSError:
            os.unlink(path)
    except OSError:
        return


def is_trusted() -> bool:
    """Return whether code is taken from `folder` and kept there: unless it exists and others may write to it."""
    return not folder().is_dir() or _is_private(os.stat(folder()))


def _is_private(found: os.stat_result) -> bool:
    """Return whether a file or folder belongs to this user or to root and nobody else may write to it."""
    if os.name == "nt":  # users have folders of their own there; owner and mode are not those of POSIX
        return True
    return found.st_uid in (os.geteuid(), 0) and not found.st_mode & 0o022


def _prune() -> None:
    """Remove the oldest folders of earlier versions."""
    import shutil

    if not cache_root().is_dir():
        return
    folders = sorted((path for path in cache_root().iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for path in folders[: 1 - MAX_FOLDERS]:
        shutil.rmtree(path, ignore_errors=True)
