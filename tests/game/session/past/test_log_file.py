"""The log on disk holds what was done so far, at any time, and replays after the process was killed."""

import json
import os
import random
import shutil
from contextlib import closing

import pytest

from game import scenefile
from game.cli.replay import replay
from game.model.edit import Edit
from game.model.input import Action
from game.model.replacement import KeptElsewhere
from game.session import actions, advancing, edits
from game.session.past.log_file import KeptLog, LogFile
from game.session.session import Session

SECOND = 1_000_000_000


@pytest.fixture
def session():
    return Session(scenefile.load("gyroscope"))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.log"


@pytest.fixture
def file(path, session):
    with closing(LogFile(path, session.past.log)) as file:
        yield file


def passed(session, frames):
    for _ in range(frames):
        advancing.advance(session, SECOND // 60, 10**6)


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_file_has_every_entry_at_once(session, path, file):
    log, dice = session.past.log, random.Random(3)
    for _ in range(60):
        passed(session, dice.randint(0, 40))
        match dice.randrange(12):
            case 0 | 1 | 2 | 3:
                edits.apply(session, Edit("parameter", dice.uniform(0.01, 1.0), "mass"))
            case 4:
                actions.perform(session, Action.RESET)
            case 5:
                advancing.seek(session, max(session.past.history.newest - dice.randrange(300), 0))
            case _:
                edits.apply(session, Edit("integrator", dice.choice(["rk4", "heun"])))
        file.update(log)
        header, *entries = lines(path)
        assert header["scene"]["system"] == "gyroscope"
        assert [(each["tick"], each["what"]) for each in entries] == [(each.tick, each.what) for each in log.entries]
    assert len(log.entries) > 15
    assert replay(path) == 0, "without having been closed"


def test_a_branch_removes_what_came_after_it(session, path, file):
    log = session.past.log
    passed(session, 60)
    for mass in (0.2, 0.3):
        edits.apply(session, Edit("parameter", mass, "mass"))
        passed(session, 60)
        file.update(log)
    assert [line.get("value") for line in lines(path) if line.get("what") == "parameter"] == [0.2, 0.3]
    advancing.seek(session, 500)
    edits.apply(session, Edit("parameter", 0.4, "mass"))
    file.update(log)
    assert [line.get("value") for line in lines(path) if line.get("what") == "parameter"] == [0.4]


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder in which a file is open")
def test_a_log_whose_folder_is_removed_is_there_at_the_end(tmp_path, session, monkeypatch):
    monkeypatch.setenv("XDG_PICTURES_DIR", str(tmp_path / "pictures"))
    folder = tmp_path / "logs"
    folder.mkdir()
    log = KeptLog(folder / "a.log", session, lambda text: pytest.fail(text))
    passed(session, 30)
    shutil.rmtree(folder)
    log.write()
    log.finish()
    assert replay(folder / "a.log") == 0
    shutil.rmtree(folder)
    folder.touch()
    with pytest.raises(KeptElsewhere) as told:
        log.finish()
    assert replay(told.value.path) == 0


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of Unix")
def test_a_log_follows_no_link_and_waits_for_no_pipe(tmp_path, session):
    (tmp_path / "victim").write_text("precious")
    (tmp_path / "a.log").symlink_to(tmp_path / "victim")
    with closing(LogFile(tmp_path / "a.log", session.past.log)):
        assert (tmp_path / "victim").read_text() == "precious"
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe"):
        LogFile(tmp_path / "pipe", session.past.log)
