"""Starts, states, poses, pulls and exports on processors of several kinds: the same bits.

OpenBLAS takes its kernels by the variable OPENBLAS_CORETYPE, numpy its vector loops by NPY_DISABLE_CPU_FEATURES, and
the C library those with fused multiplication by GLIBC_TUNABLES: so that one machine computes as others would.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOGS = sorted((ROOT / "tests/data/logs").glob("*.log"))
NO_VECTORS = "X86_V3 X86_V4 AVX512_ICL AVX512_SPR AVX2 FMA3 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL"
NO_FUSED = "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F"
OLD = {"OPENBLAS_CORETYPE": "Prescott", "NPY_DISABLE_CPU_FEATURES": NO_VECTORS, "GLIBC_TUNABLES": NO_FUSED}
"""A processor without AVX2 and fused multiplication."""
CORES = ("Prescott", "Nehalem", "Sandybridge", "Haswell", "Zen", "SkylakeX", "Cooperlake", "SapphireRapids")


def computed(module, *arguments, **variables):
    """Return the fingerprints that a module prints in a process with these variables."""
    kept = {name: value for name, value in os.environ.items() if name not in OLD}
    command = [sys.executable, "-W", "ignore", "-m", module, *arguments]
    environment = {**kept, "PYTHONPATH": str(ROOT), **variables}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def differing(here, there):
    return sorted(name for name in here.keys() | there.keys() if here.get(name) != there.get(name))


def has_fused_multiplication():
    """Whether this is a processor whose kernels differ from those of `OLD`."""
    cpus = Path("/proc/cpuinfo")
    return cpus.exists() and " fma " in cpus.read_text()


def test_starts_are_the_same_on_an_old_processor():
    here, there = computed("tests.bits.start_bits", "0"), computed("tests.bits.start_bits", "0", **OLD)
    changed = here.pop("canary") != there.pop("canary")
    assert changed or not has_fused_multiplication(), "the other processor was not there"
    assert len(here) > 500
    assert differing(here, there) == []


@pytest.fixture(scope="module")
def starts_here():
    return computed("tests.bits.start_bits", "6")


@pytest.mark.long
@pytest.mark.parametrize("features", [{}, {"NPY_DISABLE_CPU_FEATURES": NO_VECTORS}, {"GLIBC_TUNABLES": NO_FUSED}])
@pytest.mark.parametrize("core", CORES)
def test_starts_are_the_same_on_all_processors(starts_here, core, features):
    there = computed("tests.bits.start_bits", "6", OPENBLAS_CORETYPE=core, **features)
    assert differing({**starts_here, "canary": ""}, {**there, "canary": ""}) == []


REPLAYS = """
import sys
from pathlib import Path

from game.cli.replay import replay

sys.exit(max(replay(Path(log)) for log in sys.argv[1:]))
"""


@pytest.mark.parametrize(
    "core", [*(pytest.param(core, marks=pytest.mark.long) for core in ("Haswell", "SkylakeX")), "Prescott"]
)
def test_logs_of_other_processors_replay(core):
    command = [sys.executable, "-c", REPLAYS, *map(str, LOGS)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_CORETYPE": core}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    said = done.stdout.splitlines()
    assert done.returncode == 0 and len(said) == len(LOGS) > 1, done.stdout + done.stderr
    assert all(line.startswith("The same:") for line in said), done.stdout


EXPORTED = ("gyrostat",)
"""Presets whose pages are made quickly."""


def exports(*scenes, **variables):
    """Fingerprints of exports where variables of the environment choose other kernels."""
    return computed("tests.bits.export_bits", *scenes, **variables)


@pytest.mark.long
def test_exports_are_the_same_on_an_old_processor_and_do_not_use_functions_of_libraries():
    """Functions that err are far more sensitive than another processor, whose last bits are rarely seen in numbers of
    single precision.
    """
    here = exports(*EXPORTED)
    assert all(sum(name.startswith(f"{scene} ") for name in here) > 50 for scene in EXPORTED)
    assert differing(here, exports(*EXPORTED, ERRING="1e-7", **OLD)) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "variables",
    [OLD, {"OPENBLAS_CORETYPE": "Prescott"}, {"NPY_DISABLE_CPU_FEATURES": NO_VECTORS}, {"GLIBC_TUNABLES": NO_FUSED},
     {"ERRING": "1e-7"}],
)  # fmt: skip
def test_all_exports_are_the_same_everywhere(variables):
    assert differing(exports(), exports(**variables)) == []
