"""Shader warm-up: the driver has what another process has compiled."""

import os
import subprocess
import sys

import pytest

from game.app import shader_warmup
from game.render.gpu.gl_context import describe, headless_context
from game.scenefile import load


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """Return the folder of Mesa's shader cache."""
    context = headless_context()
    software = describe(context)["software"]
    context.release()
    if not software:
        pytest.skip("only Mesa's own cache is known well enough")
    monkeypatch.setenv("MESA_SHADER_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def kept(cache):
    """Return the size of Mesa's cache [bytes]."""
    return sum(path.stat().st_size for path in cache.rglob("*") if path.is_file())


def drawn_in(quality, tmp_path):
    """Draw the scene at another size, in a separate process."""
    size = ("--size", "480x270", "--duration", "0.02", "--no-hud")
    command = [sys.executable, "-m", "game", "render", "fast-cone", *size, "--quality", quality, "-o", "x.png"]
    environment = {**os.environ, "PYTHONPATH": str(shader_warmup.helper_process.PACKAGE_FOLDER)}
    subprocess.run(command, env=environment, cwd=tmp_path, check=True, capture_output=True)


def ended(other):
    """Wait until a helper process has ended without an error."""
    assert other._process.wait() == 0


def test_scenes_are_named_when_they_are_compiled(cache):
    compiled = set()
    other = shader_warmup.start(None, ("coin",), "low", compiled)
    assert other is not None
    ended(other)
    assert kept(cache) > 0 and not other.running
    other._thread.join()
    assert compiled == {"coin"}


def test_a_helper_that_fails_names_nothing(tmp_path):
    compiled = set()
    other = shader_warmup.start(None, (str(tmp_path / "é nothing.toml"), "coin"), "low", compiled)
    assert other._process.wait() == 1
    other._thread.join()
    assert not other.running and compiled == set()


def test_an_end_can_be_asked_for_at_any_time():
    other = shader_warmup.start(None, ("coin",), "low", set())
    other.end()
    other._process.wait()
    other._thread.join()
    other.end()
    assert not other.running


SAID = r"""
import sys
from physics.compiled.helper_process import receive
receive()
sys.stdout.buffer.write(b"\xff\xfe\r\ncoin\r\nboo")
"""


def test_any_bytes_are_read(monkeypatch):
    monkeypatch.setattr(shader_warmup, "FILL", SAID)
    compiled = set()
    other = shader_warmup.start(None, (), "low", compiled)
    ended(other)
    other._thread.join()
    assert "coin" in compiled


@pytest.mark.parametrize(
    ("scene", "steps"), [(None, []), ("fast-cone", ["fast-cone", "coin"])], ids=["names alone", "a scene first"]
)
def test_the_scene_in_the_window_and_then_the_others_are_prepared_for_every_tier(monkeypatch, scene, steps):
    """Names are told as soon as they are compiled for the tier in use."""
    prepared = []
    monkeypatch.setattr(shader_warmup.os, "nice", lambda by: None)
    monkeypatch.setattr(shader_warmup, "_tell", lambda name: None)
    monkeypatch.setattr(
        shader_warmup.helper_process, "receive", lambda: (scene and load(scene).changed(paused=True), ("coin",), "low")
    )
    drawn = []
    monkeypatch.setattr("game.render.renderer.Renderer.draw", lambda renderer, frame: drawn.append(frame))
    monkeypatch.setattr("game.render.renderer.Renderer.prepare", lambda renderer, frame: prepared.append(frame))
    shader_warmup.fill()
    assert len(prepared) == len(steps)
    assert len(drawn) == 1 + len(steps)
    assert prepared == drawn[1:]


NOBODY_READS = """
import os, sys
from game.app import shader_warmup
reading, writing = os.pipe()
os.close(reading)
os.dup2(writing, 1)
try:
    shader_warmup._tell("coin")
except OSError:
    raise SystemExit(7)
"""


def test_a_helper_ends_when_nobody_reads(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(shader_warmup.helper_process.PACKAGE_FOLDER)}
    done = subprocess.run([sys.executable, "-c", NOBODY_READS], env=environment, cwd=tmp_path, capture_output=True)
    assert done.returncode == 7


@pytest.mark.long
@pytest.mark.parametrize("quality", [pytest.param("medium", marks=pytest.mark.long), "high"])
def test_compiled_shaders_are_in_the_cache_for_other_processes(cache, tmp_path, quality):
    other = shader_warmup.start(load("fast-cone"), (), "low", set())
    assert other is not None
    ended(other)
    before = kept(cache)
    assert before > 0
    drawn_in(quality, tmp_path)
    assert kept(cache) < 1.1 * before, "but for words and how pictures come to be files"


def test_start_returns_none_where_no_process_can_be_started(monkeypatch):
    monkeypatch.setattr(shader_warmup.helper_process.sys, "executable", "/nowhere/python")
    assert shader_warmup.start(load("fast-cone"), (), "low", set()) is None
