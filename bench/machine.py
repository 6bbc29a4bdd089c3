"""Description of the machine: processor, load, versions."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench.native import compiler
from bench.tops import Missing

LIBRARIES = ("numpy", "llvmlite", "scipy", "mujoco", "exudyn", "heyoka", "moderngl")


def moment() -> str:
    """Return the date and what the machine does besides."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    return f"{datetime.date.today()}, load before the run {load:.1f}"


def described() -> list[str]:
    """Return lines for the head of the report."""
    return [
        f"- {moment()}; {processor()}, {os.cpu_count()} cores, {platform.system()}",
        f"- Python {platform.python_version()}, " + ", ".join(f"{name} {installed(name)}" for name in LIBRARIES),
        f"- {c_version()}",
    ]


def processor() -> str:
    """Return the name of the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def installed(name: str) -> str:
    """Return the version of a library, or that it is missing."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def c_version() -> str:
    """Return the first line of the C compiler's version."""
    try:
        done = subprocess.run([compiler(), "--version"], capture_output=True, text=True)
    except Missing as problem:
        return str(problem)
    return next(iter(done.stdout.splitlines()), "C compiler unknown")
