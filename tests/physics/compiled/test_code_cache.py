"""Machine code is kept between starts, and taken only from where nobody else may write."""

import hashlib
import json
import os
from array import array

import pytest

import physics
from physics.compiled import code_cache, native
from physics.compiled.code_cache import ObjectCode

CODE = ObjectCode("f", ("memset",), b"\x7fELF\n\0code")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache of this test."""
    monkeypatch.setenv(code_cache.VARIABLE, str(tmp_path / "code"))
    return tmp_path / "code"


def test_code_is_read_as_it_was_written(cache):
    assert code_cache.read("part") is None
    code_cache.write("part", CODE)
    assert code_cache.read("part") == CODE
    assert code_cache.read("other") is None


@pytest.mark.parametrize("cut", [0, 31, 40, -1])
def test_damaged_code_is_not_used(cache, cut):
    code_cache.write("part", CODE)
    path = code_cache.folder() / "part"
    path.write_bytes(path.read_bytes()[:cut])
    assert code_cache.read("part") is None


@pytest.mark.skipif(os.name == "nt", reason="sizes of files are limited on POSIX")
def test_nothing_is_left_of_code_that_does_not_fit_on_the_disk(cache):
    import resource

    code_cache.write("part", CODE)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        code_cache.write("large", ObjectCode("f", (), bytes(100_000)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [each.name for each in code_cache.folder().iterdir()] == ["part"]


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_code_of_a_folder_that_others_may_write_to_is_not_used(cache, mode):
    code_cache.folder().mkdir(parents=True)
    code_cache.folder().chmod(mode)
    rest = json.dumps(["f"]).encode() + b"\ngarbage"
    path = code_cache.folder() / "part"
    path.write_bytes(hashlib.sha256(rest).digest() + rest)
    path.chmod(0o600)
    assert code_cache.read("part") is None
    code_cache.write("mine", CODE)
    assert not (code_cache.folder() / "mine").exists()
    code_cache.folder().chmod(0o700)
    assert code_cache.read("part") == ObjectCode("f", (), b"garbage")
    path.chmod(0o666)
    assert code_cache.read("part") is None


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files to others")
def test_code_of_other_users_is_not_used(cache):
    code_cache.write("part", CODE)
    for path in (code_cache.folder() / "part", code_cache.folder()):
        os.chown(path, 12345, -1)
        assert code_cache.read("part") is None
        os.chown(path, 0, -1)
        assert code_cache.read("part") == CODE


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
def test_folder_of_code_is_private_whatever_the_mask_of_the_user(cache):
    mask = os.umask(0o002)
    try:
        code_cache.write("part", CODE)
    finally:
        os.umask(mask)
    assert code_cache.folder().stat().st_mode & 0o777 == 0o700
    assert code_cache.read("part") == CODE


def test_folders_of_earlier_versions_are_removed(cache):
    for number in range(6):
        (cache / f"old-{number}").mkdir(parents=True)
        os.utime(cache / f"old-{number}", (number, number))
    code_cache.write("part", CODE)
    left = sorted(path.name for path in cache.iterdir())
    assert left == sorted([code_cache.folder().name, "old-3", "old-4", "old-5"])


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_pipe_in_the_cache_is_no_code_and_nothing_waits_for_it(cache):
    code_cache.write("part", CODE)
    os.mkfifo(code_cache.folder() / "pipe", 0o600)
    assert code_cache.read("pipe") is None
    assert code_cache.read("part") == CODE


@pytest.mark.skipif(os.name == "nt", reason="links of Unix")
def test_code_is_written_over_no_link(cache, tmp_path):
    code_cache.write("part", CODE)
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (code_cache.folder() / "other").symlink_to(victim)
    code_cache.write("other", CODE)
    assert (victim.read_text(), code_cache.read("other")) == ("precious", CODE)


def test_code_made_quickly_is_kept_apart_and_has_the_bits_of_the_other(cache, monkeypatch):
    unit = native.units_of(native.shape(physics.system("gyroscope"), physics.integrator("rk4")))[1]
    texts, folders, slopes = set(), set(), set()
    for effort in ("full", "quick"):
        monkeypatch.setenv(code_cache.EFFORT, effort)
        code = native._compiled(unit)
        assert code_cache.read(unit.name) == code
        y, p, dy = (memoryview(array("d", numbers)) for numbers in (*started(), [0.0] * unit.variables))
        native.RATE(native._loaded(code))(0.0, *map(native._address_of, (y, p, dy)))
        texts.add(code.machine)
        folders.add(code_cache.folder())
        slopes.add(bytes(dy))
    assert len(texts) == len(folders) == 2
    assert len(slopes) == 1


def started():
    """Return state and constants of a gyroscope in the midst of its motion."""
    run = physics.Simulation("gyroscope", "rk4")
    run.advance(20)
    return run.y, run.system.p


def test_another_effort_is_refused(monkeypatch):
    monkeypatch.setenv(code_cache.EFFORT, "fast")
    with pytest.raises(physics.BadInput, match="unknown POLHODE_COMPILE 'fast'; known: quick, full"):
        code_cache.folder()
