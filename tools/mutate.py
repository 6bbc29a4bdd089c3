"""Mutation testing: which changes of the source would no test notice?

A random sample of the single changes that Cosmic Ray can make to the modules in `tools/mutants.toml`; a number, an
operator or a comparison each. Each change is made in a copy of the checkout, where the module's tests run until one
fails. Of a package that is given as a whole, those are a module's own file at the same place below `tests`, then those
of the package's tests that import it; all tests of the package where there are none. The first test that fails kills
the change; one that no test kills has survived: either it changes nothing that can be seen, or a test is missing.

The tests run in CPython, which reads the changed source itself; machine code would be made from it, in a folder of the
run that is named by the hash of all sources (`physics/compiled/code_cache.py`).
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

# Imported before the processes of the tests branch off, because each of them would import them again. Cosmic Ray is
# not, since the environment of the tests does not have it.
import llvmlite.ir  # noqa: F401
import numpy as np  # noqa: F401
import PIL.Image  # noqa: F401
import pytest
import scipy.optimize  # noqa: F401

ROOT = Path(__file__).parents[1]
COPIED = ("physics", "game", "shaders", "web", "assets", "tests", "pyproject.toml")
TEMPORARY = "temporary"
"""Folder of the copy with what the tests write."""
RESULTS = ROOT / "build" / "mutants"
CPU_FACTOR, CPU_MORE = 3.0, 3.0
"""Processor time that a change is given: this many times what the tests take without it, and so many seconds more."""
WALL_FACTOR, WALL_MORE = 4.0, 60.0
"""Longest time in real seconds: so many times what the tests took without it, and so many more."""
MEMORY = 8 << 30
"""Bytes of address space that a change is given."""


@dataclass(frozen=True)
class Mutant:
    """One change of one module: the operator's name, which of the places where it applies, and the line there."""

    module: str
    operator: str
    occurrence: int
    line: int

    def source(self) -> str:
        """Return the changed source."""
        from cosmic_ray.mutating import mutate_code

        changed = mutate_code((ROOT / self.module).read_text("utf-8"), _operator(self.operator), self.occurrence)
        assert changed is not None
        return str(changed)

    def difference(self) -> tuple[str, str]:
        """Return the first line that differs, before and after."""
        old, new = (ROOT / self.module).read_text("utf-8").splitlines(), self.source().splitlines()
        return next((a.strip(), b.strip()) for a, b in zip(old, new, strict=False) if a != b)


class Limits(NamedTuple):
    """Times [s]: of the processor, and real ones."""

    processor: float = float("inf")
    wall: float = float("inf")

    def allowed(self) -> Limits:
        """Return what a change is given where the tests without it took these times."""
        return Limits(CPU_FACTOR * self.processor + CPU_MORE, WALL_FACTOR * self.wall + WALL_MORE)


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: "killed", "stopped" (it took too long) or "survived"."""

    mutant: Mutant
    fate: str


@cache
def _operator(name: str) -> Any:
    from cosmic_ray.plugins import get_operator

    return get_operator(f"core/{name}")()


def _lines(tree: Any, operator: Any) -> list[int]:
    """Return the lines of all places where an operator applies."""
    from cosmic_ray.ast import ast_nodes

    return [start[0] for node in ast_nodes(tree) for start, _ in operator.mutation_positions(node)]


def all_mutants(modules: Sequence[str], operators: Sequence[str]) -> list[Mutant]:
    """Return every change of the modules that the operators can make, in a fixed order."""
    from cosmic_ray.ast import get_ast

    found = []
    for module in modules:
        tree = get_ast((ROOT / module).read_text("utf-8"))
        for operator in operators:
            lines = _lines(tree, _operator(operator))
            found += [Mutant(module, operator, i, line) for i, line in enumerate(lines)]
    return found


@contextlib.contextmanager
def copied_checkout() -> Iterator[Path]:
    """Yield a folder with a copy of what the tests need, without compiled files of Python."""
    with tempfile.TemporaryDirectory(prefix="polhode-mutants-") as folder:
        for name in COPIED:
            source, target = ROOT / name, Path(folder, name)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        yield Path(folder)


def modules_of(area: dict[str, Any]) -> dict[str, list[str]]:
    """Return the modules of an area of `tools/mutants.toml`, each with the tests that are run on it, in their order."""
    if "package" not in area:
        return area
    package = Path(area["package"])
    sources = sorted(path.relative_to(ROOT) for path in (ROOT / package).rglob("*.py") if path.name != "__init__.py")
    return {path.as_posix(): _mirrored_tests(path, package) for path in sources}


def _mirrored_tests(module: Path, package: Path) -> list[str]:
    """Return the tests of a module: its own file, those of the package that import it; all of these if none is."""
    tests, own = ROOT / "tests" / package, ROOT / "tests" / module.parent / f"test_{module.name}"
    parent, name = ".".join(module.parent.parts), module.stem
    imports = re.compile(rf"^from {parent}(\.{name} import | import .*\b{name}\b)", re.MULTILINE)
    users = [path for path in sorted(tests.rglob("test_*.py")) if imports.search(path.read_text("utf-8"))]
    found = dict.fromkeys([own] * own.exists() + users) or [tests]
    return [path.relative_to(ROOT).as_posix() for path in found]


def run_tests(folder: Path, tests: Sequence[str], skip: str, limits: Limits) -> tuple[bool | None, Limits]:
    """Run tests in a copy until one fails; return whether all passed (None: stopped), and the times that it took."""
    start = time.monotonic()
    child = os.fork()
    if not child:
        code = 99
        with contextlib.suppress(BaseException):
            code = _tests_in_child(folder, tests, skip, limits.processor)
        os._exit(code)
    while True:
        done, status, usage = os.wait4(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() > start + limits.wall:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what stopped tests have left
    passed = None if os.WIFSIGNALED(status) else os.WEXITSTATUS(status) == 0
    return passed, Limits(usage.ru_utime + usage.ru_stime, time.monotonic() - start)


def _tests_in_child(folder: Path, tests: Sequence[str], skip: str, limit: float) -> int:
    os.setpgid(0, 0)
    if limit < float("inf"):
        used = time.process_time()
        resource.setrlimit(resource.RLIMIT_CPU, (int(used + limit) + 1,) * 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(folder)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    sys.dont_write_bytecode = True
    os.environ.update(PYTHONDONTWRITEBYTECODE="1", PYTHONPATH=str(folder))
    sys.path.insert(0, str(folder))
    options = ["-x", "-p", "no:cacheprovider", "-m", "not long", "-k", skip, f"--basetemp={folder / TEMPORARY}"]
    return int(pytest.main([*options, *tests]))


def try_mutants(mutants: Sequence[Mutant], tests: dict[str, list[str]], skip: str) -> list[Outcome]:
    """Return what becomes of each mutant; an error if tests fail without any."""
    outcomes = []
    limits: dict[frozenset[str], Limits] = {}
    with copied_checkout() as folder:
        for number, mutant in enumerate(mutants, 1):
            place, own = folder / mutant.module, test_files(tests[mutant.module])
            if (all_tests := frozenset(own)) not in limits:
                passed, used = run_tests(folder, own, skip, Limits())
                if not passed:
                    raise SystemExit(f"the tests of {mutant.module} fail without any change: {' '.join(own)}")
                limits[all_tests] = used.allowed()
            kept = place.read_text("utf-8")
            place.write_text(mutant.source(), "utf-8")
            try:
                passed, used = run_tests(folder, own, skip, limits[all_tests])
            finally:
                place.write_text(kept, "utf-8")
            fate = "stopped" if passed is None else "survived" if passed else "killed"
            outcomes.append(Outcome(mutant, fate))
            print(f"{number}/{len(mutants)} {used.processor:5.1f} s {fate:8} {described(mutant)}", flush=True)
    return outcomes


def test_files(tests: Sequence[str]) -> list[str]:
    """Return the files of tests in the order of what names them, each once; pytest would sort those of a folder in."""
    found = [[ROOT / one] if one.endswith(".py") else sorted((ROOT / one).rglob("test_*.py")) for one in tests]
    return list(dict.fromkeys(path.relative_to(ROOT).as_posix() for paths in found for path in paths))


def described(mutant: Mutant) -> str:
    """Return a mutant in one line."""
    before, after = mutant.difference()
    return f"{mutant.module}:{mutant.line}: {before}  ->  {after}"


def report(area: str, total: int, outcomes: Sequence[Outcome]) -> str:
    """Return the row of a table: area, possible changes, tried, killed, stopped, survived, share that did not."""
    fates = [outcome.fate for outcome in outcomes]
    counts = [fates.count(fate) for fate in ("killed", "stopped", "survived")]
    noticed = 100.0 * (counts[0] + counts[1]) / max(1, len(fates))
    return f"| {area} | {total} | {len(fates)} | {counts[0]} | {counts[1]} | {counts[2]} | {noticed:.0f} % |"


def arguments() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    areas = list(settings()["areas"])
    parser.add_argument("--area", action="append", choices=areas, help="only this area (all if not given)")
    parser.add_argument("--sample", type=int, default=40, help="number of changes in each area (40)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample (1)")
    parser.add_argument("--again", action="store_true", help="only those that survived in the last run of this sample")
    return parser.parse_args()


@cache
def settings() -> dict[str, Any]:
    """Return `tools/mutants.toml`."""
    return tomllib.loads((ROOT / "tools" / "mutants.toml").read_text("utf-8"))


def skipped(area: str) -> str:
    """Return which tests of an area are run, as pytest's option -k has it."""
    slow = settings()["areas"][area].get("slow")
    return f"{settings()['skip']} and not ({slow})" if slow else str(settings()["skip"])


def main() -> None:
    """Try a sample of each area, print what survived, and keep the outcomes in `build/mutants`."""
    given, conf = arguments(), settings()
    rows, survivors = [], []
    for area in given.area or conf["areas"]:
        tests = modules_of(conf["areas"][area])
        mutants = all_mutants(list(tests), conf["operators"])
        chosen = random.Random(f"{area} {given.seed}").sample(mutants, min(given.sample, len(mutants)))
        chosen.sort(key=lambda mutant: (mutant.module, mutant.line))
        path = RESULTS / f"{area}-{given.sample}-{given.seed}.json"
        known = {}
        if given.again:
            kept = json.loads(path.read_text("utf-8"))
            known = {Mutant(**one["mutant"]): one["fate"] for one in kept if one["fate"] != "survived"}
        found = try_mutants([mutant for mutant in chosen if mutant not in known], tests, skipped(area))
        outcomes = [*(Outcome(mutant, fate) for mutant, fate in known.items()), *found]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([asdict(outcome) for outcome in outcomes], indent=1), "utf-8")
        rows.append(report(area, len(mutants), outcomes))
        survivors += [outcome.mutant for outcome in outcomes if outcome.fate == "survived"]
    print("\n| area | changes | tried | killed | stopped | survived | noticed |\n|---|---|---|---|---|---|---|")
    print("\n".join(rows) + "\n")
    print("\n".join(f"survived: {described(mutant)}" for mutant in survivors))


if __name__ == "__main__":
    main()
