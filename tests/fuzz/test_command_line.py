"""Random arguments of the command line: the documented exit codes, errors of one line, whole files or none."""

import json
import random
import threading
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

import physics
from game import scenefile
from game.app.offline import OfflineRenderer
from game.cli import simulate_ensemble
from game.cli.main import MAX_MESSAGE
from game.cli.studies import maps
from game.model import resources
from game.model.errors import BAD_INPUT, DIFFERS, DIVERGED, INTERRUPTED
from game.scenefile import Scene
from game.session.session import Session
from physics import Simulation
from physics.batch import ensemble
from tests.fuzz.arguments import random_arguments
from tests.game.cli.test_main import here
from tests.game.golden import SIZE, renderer

TICKS = 500
"""Budget of ticks and of polls of a command, after which Ctrl-C is pressed."""
CODES = {0, BAD_INPUT, DIVERGED, INTERRUPTED}


class Budget:
    """A budget of work that ends with Ctrl-C, and that begins anew with each command."""

    def __init__(self) -> None:
        self.left = 0

    def spend(self, count: int) -> None:
        self.left -= count
        if self.left < 0 and threading.current_thread() is threading.main_thread():
            raise KeyboardInterrupt


class NoWindow:
    """What a window would show, without the window."""

    def __init__(self, scene: Scene, *_, look, **__) -> None:
        self.session = Session(scene)
        look()

    def run(self) -> int:
        return 0


class NeverDone:
    """A thread whose task is never done: what a study computes is tested elsewhere."""

    def __init__(self, **_) -> None:
        self.is_alive = lambda: True

    def start(self) -> None:
        pass

    def join(self) -> None:
        pass


@pytest.fixture
def budget(monkeypatch, compiling):
    """Commands without a window, threads and a compiler, whose ticks and pictures are counted."""
    found, advance, picture, copies = Budget(), Simulation.advance, OfflineRenderer.picture, ensemble.ensemble

    def advanced(self, ticks):
        found.spend(ticks)
        return advance(self, ticks)

    def painted(self):
        found.spend(TICKS // 4)
        return picture(self)

    def copied(system, count, spread, duration, dt, *rest, **options):
        found.spend(TICKS * (count * duration / dt > TICKS))
        return copies(system, count, spread, duration, dt, *rest, **options)

    def shared(context, size, tier, scale=1.0):
        found.spend(TICKS * (size[0] * size[1] > SIZE[0] * SIZE[1]))
        renderer().resize(size)
        renderer().use(tier, scale)
        return renderer()

    monkeypatch.setattr(Simulation, "advance", advanced)
    monkeypatch.setattr(OfflineRenderer, "picture", painted)
    monkeypatch.setattr(simulate_ensemble, "ensemble", copied)
    monkeypatch.setattr("game.app.offline.Renderer", shared)
    monkeypatch.setattr("game.app.offline.headless_context", lambda: None)
    monkeypatch.setattr("game.app.window.has_display", lambda: True)
    monkeypatch.setattr("game.app.app.App", NoWindow)
    monkeypatch.setattr("game.cli.main._start_driver", lambda: None)
    monkeypatch.setattr("game.cli.doctor.report", lambda: 0)
    monkeypatch.setattr("game.cli.doctor.startup", lambda: 0)
    monkeypatch.setattr("game.experiments.background.Thread", NeverDone)
    monkeypatch.setattr(maps, "time", SimpleNamespace(sleep=lambda seconds: found.spend(TICKS // 10)))
    yield found
    renderer().resize(SIZE)


def written(folder: Path) -> list[Path]:
    """Write scene files, logs and profiles, good and bad ones; return their paths, with some of none of them."""
    log = {"polhode": physics.__version__, "scene": msgspec.to_builtins(scenefile.load("gyroscope"))}
    texts = {
        "coin.toml": (resources.path("assets/presets") / "coin.toml").read_text(encoding="utf-8"),
        "bad.toml": 'system = "gyroscope"\ndt = "x"',
        "good.log": json.dumps(log) + "\n",
        "bad.log": json.dumps(log) + '\n{"tick": 1}\n',
        "cup.csv": "r,z\n0,0\n0.02,0\n0.02,0.03\n0,0.03\n",
        "bad.csv": "1,2,3\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [*(folder / name for name in texts), folder, folder / "none.toml", Path("/dev/zero")]


def assert_well_ended(done, folder: Path) -> None:
    """Check exit code, messages and files of a command."""
    documented = CODES | ({DIFFERS} if done.args[:1] == ("replay",) else set())
    assert done.returncode in documented, done
    assert "Traceback" not in done.stderr
    if done.returncode == BAD_INPUT:
        *_, last = done.stderr.splitlines()
        assert last.startswith("polhode: ") and len(last) <= MAX_MESSAGE + 20, done.stderr
        assert all(each.isprintable() for each in last)
    parts = [each for each in folder.rglob("*.part*") if not each.match("a.partial.*")]
    assert not parts, done
    assert done.returncode == INTERRUPTED or not list(folder.glob("a.partial.*")), done
    for each in folder.glob("a.*"):
        if each.suffix == ".npz":
            with np.load(each) as arrays:
                assert "configuration" in arrays
        each.unlink()


CAMPAIGN = [(0, 60), *(pytest.param(seed, 1_000, marks=pytest.mark.long) for seed in range(1, 11))]


@pytest.mark.parametrize(("seed", "count"), CAMPAIGN)
def test_random_commands_end_with_a_documented_code_and_one_line(budget, tmp_path, record_property, seed, count):
    dice, codes = random.Random(seed), Counter()
    files = written(tmp_path)
    for _ in range(count):
        budget.left = TICKS
        done = here(*random_arguments(dice, files), cwd=tmp_path)
        assert_well_ended(done, tmp_path)
        codes[done.returncode] += 1
    record_property("counts", f"{count} commands, exit codes {dict(sorted(codes.items()))}")
    assert codes[0] > 0.1 * count
    assert codes[BAD_INPUT] > 0.2 * count
