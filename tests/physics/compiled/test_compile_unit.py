"""What the compiler of kernels refuses is compiled by numba where it is installed."""

import math
import sys

import pytest

import physics
from physics.compiled.compile_unit import kernel_unit
from physics.compiled.kernel_expressions import Refused


def outside(t, y, p, dy):
    dy[0] = math.sin(y[0])


def test_numba_compiles_what_is_outside_the_subset():
    pytest.importorskip("numba")
    assert kernel_unit(outside, 1).text().symbol.startswith("cfunc.")


def from_the_end(t, y, p, dy):
    dy[0] = p[-1]


def outside_and_from_the_end(t, y, p, dy):
    dy[0] = math.sin(y[0]) * p[-1]


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (from_the_end, r"`p\[-1\]`, which counts from the end of p,"),
        (outside_and_from_the_end, r"a call of `math\.sin`"),
    ],
)
def test_numba_gets_no_source_that_counts_from_the_end_of_the_constants(function, what):
    with pytest.raises(Refused, match=f"{what} cannot be compiled"):
        kernel_unit(function, 1).text()


def also_outside(t, y, p, dy):
    dy[0] = math.sin(y[0])


@pytest.fixture
def without_numba(monkeypatch):
    """Let imports of the backend fail."""
    monkeypatch.setitem(sys.modules, "physics.compiled.numba_backend", None)
    monkeypatch.delattr(physics.compiled, "numba_backend", raising=False)


@pytest.mark.usefixtures("without_numba")
def test_without_numba_the_reason_is_that_of_the_compiler_of_kernels():
    with pytest.raises(Refused, match=r"test_compile_unit\.py:\d+: a call of `math\.sin` cannot be compiled"):
        kernel_unit(also_outside, 1).text()


@pytest.mark.usefixtures("without_numba")
def test_a_source_of_the_package_needs_no_numba():
    assert kernel_unit(physics.system_class("gyroscope").rate, 6).text().symbol == "kernel"
