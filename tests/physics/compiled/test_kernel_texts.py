"""The LLVM texts that the package brings are those of the present sources, and nothing else is used."""

import json
import lzma

import pytest

import physics
from physics.compiled import code_generation, kernel_texts, native
from physics.compiled.kernel_texts import KernelText, fingerprint
from physics.compiled.numba_backend import STEADY_ROWS
from tools.make_kernels import kept_units

MAKE = "python -m tools.make_kernels"


@pytest.fixture(scope="module")
def units():
    """The functions whose texts are kept, by the names of these."""
    return kept_units()


def test_every_system_and_method_has_a_text_of_its_present_sources(units):
    stale = sorted(name for name, unit in units.items() if unit.kept_text() is None)
    assert not stale, f"sources have changed; type: {MAKE}"


def test_nothing_else_is_kept(units):
    kept = {f"{name}.xz" for name in units} | {kernel_texts.FINGERPRINTS}
    assert {path.name for path in kernel_texts.FOLDER.iterdir()} == kept, f"type: {MAKE}"
    assert set(json.loads((kernel_texts.FOLDER / kernel_texts.FINGERPRINTS).read_text("utf-8"))) == {"", *units}
    assert sum(path.stat().st_size for path in kernel_texts.FOLDER.iterdir()) < 3.6e6


@pytest.mark.parametrize("size", [3, 17, 50])
def test_one_text_serves_chains_of_any_length(size):
    chain = physics.system("planar-chain", {"count": size})
    shape = native.shape(chain, physics.integrator("rk4"))
    assert all(unit.kept_text() for unit in native.units_of(shape))


FACTOR = 2.0


def doubled(x):
    return FACTOR * x


def rate(t, y, p, dy):
    dy[0] = doubled(y[0])


def test_text_belongs_to_the_functions_and_constants_that_are_reached(monkeypatch):
    module = __import__("sys").modules[__name__]
    known = fingerprint([rate])
    assert known == fingerprint([rate])
    assert known != fingerprint([doubled])
    kernel_texts._reached.cache_clear()
    monkeypatch.setattr(module, "FACTOR", 3.0)
    assert fingerprint([rate]) != known
    monkeypatch.setattr(module, "FACTOR", 2.0)
    kernel_texts._reached.cache_clear()
    assert fingerprint([rate]) == known
    monkeypatch.setattr(module, "doubled", lambda x: x + x)
    kernel_texts._reached.cache_clear()
    assert fingerprint([rate]) != known


def test_comments_docstrings_and_line_breaks_do_not_count():
    plain = "def rate(t, y):\n    x = f(y[0], 2.0)\n    return x\n"
    other = '# why\ndef rate(t,\n  y):\n    """Says."""\n\n    x = f(y[0],\n    2.0)  # because\n    return x\n'
    assert kernel_texts._code_alone(plain) == kernel_texts._code_alone(other)
    for changed in (
        plain.replace("2.0", "3.0"),
        plain.replace("    return", "return"),
        plain.replace("x = ", "'s' + "),
    ):
        assert kernel_texts._code_alone(changed) != kernel_texts._code_alone(plain)


def test_text_that_is_the_same_leaves_its_file_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_texts, "FOLDER", tmp_path)
    kept = KernelText("kernel", "define void @kernel() {\n ret void\n}\n", False, True)
    kernel_texts.write("rate", [rate], kept)
    before = (tmp_path / "rate.xz").stat()
    kernel_texts.write("rate", [doubled], kept)
    assert (tmp_path / "rate.xz").stat() == before
    assert kernel_texts.read("rate", [doubled]) == kept
    monkeypatch.setattr(kernel_texts, "_writer", lambda: "another")
    assert kernel_texts.read("rate", [doubled]) is None


def test_texts_of_earlier_writers_stay_stale_when_one_is_made_anew(tmp_path, monkeypatch):
    """Else a driver is linked with a survey that another writer made, and takes what it does not return."""
    monkeypatch.setattr(kernel_texts, "FOLDER", tmp_path)
    kept = KernelText("kernel", "define void @kernel() {\n ret void\n}\n", False, True)
    for name in ("driver", "survey"):
        kernel_texts.write(name, [rate], kept)
    assert kernel_texts.read("survey", [rate]) == kept
    monkeypatch.setattr(kernel_texts, "_writer", lambda: "another")
    kernel_texts.write("driver", [rate], kept)
    assert kernel_texts.read("driver", [rate]) == kept
    assert kernel_texts.read("survey", [rate]) is None


def test_text_of_other_sources_or_damaged_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_texts, "FOLDER", tmp_path)
    kept = KernelText("kernel", "define void @kernel() {\n ret void\n}\n", False, True)
    kernel_texts.write("rate", [rate], kept)
    assert kernel_texts.read("rate", [rate]) == kept
    assert kernel_texts.read("rate", [doubled]) is None
    assert kernel_texts.read("other", [rate]) is None
    path = tmp_path / "rate.xz"
    for data in (b"", path.read_bytes()[:-9], lzma.compress(b"[]\n"), lzma.compress(b"\xff\n"), b"text"):
        path.write_bytes(data)
        assert kernel_texts.read("rate", [rate]) is None


def test_text_that_llvm_does_not_take_is_made_by_numba(monkeypatch):
    unit = native.CompileUnit("rate", (physics.system_class("gyroscope").rate,), (7,), 6)
    monkeypatch.setattr(kernel_texts, "read", lambda name, sources: KernelText("kernel", "of later days", False, True))
    monkeypatch.setattr(native.code_cache, "write", lambda name, code: None)
    assert native._compiled(unit).machine


def test_text_is_the_same_when_optimised_again():
    unit = native.CompileUnit("settle", (physics.system_class("heavy-top").settle,), (1,), 7)
    first, second = (code_generation.optimised(unit.numba_text()) for _ in range(2))
    assert first == second
    assert "target" not in first.text


def test_steady_driver_has_room_for_the_rows_of_every_method_that_it_takes():
    methods = [method for method in physics.integrators().values() if method.rest_of_step is not None]
    assert max(method.workspace for method in methods) <= STEADY_ROWS
    shape = native.shape(physics.system("rattleback"), physics.integrator("rk4"))
    assert [unit.kind for unit in native.units_of(shape)][-1] == "steady"
    assert native._steady_unit(shape).is_kept()
