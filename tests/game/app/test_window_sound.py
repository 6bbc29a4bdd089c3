from __future__ import annotations

from collections.abc import Callable

import pytest

from game import scenefile
from game.app import window_sound
from game.app.window_sound import WindowSound
from game.model.settings import Settings
from game.session import advancing
from game.session.session import Session
from game.sound.tape import MotionPiece

FRAME = 10**9 // 60


class Speaker:
    """A loudspeaker that only counts."""

    def __init__(self) -> None:
        self.broken, self.closed, self.volume = False, False, 1.0
        self.played: list[MotionPiece] = []

    def use_volume(self, volume: float) -> None:
        self.volume = volume

    def play(self, piece: MotionPiece) -> None:
        self.played.append(piece)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[WindowSound, Session, Speaker]]:
    def open_(name: str = "bicycle", wanted: bool = True, device: bool = True) -> tuple[WindowSound, Session, Speaker]:
        speaker = Speaker()
        monkeypatch.setattr(window_sound, "Loudspeaker", lambda: speaker)
        monkeypatch.setattr(window_sound, "has_sound_device", lambda: device)
        session = Session(scenefile.load(name).changed(paused=False))
        sound = WindowSound(session, wanted)
        sound.use(Settings())
        return sound, session, speaker

    return open_


def run(sound: WindowSound, session: Session, frames: int = 3, recorded: bool = False) -> list[MotionPiece | None]:
    found = []
    for _ in range(frames):
        advancing.advance(session, FRAME, 1000)
        found.append(sound.pass_time(FRAME, recorded))
    return found


def test_what_runs_is_played(opened: Callable[..., tuple[WindowSound, Session, Speaker]]) -> None:
    sound, session, speaker = opened()
    assert sound.state == "on"
    assert speaker.volume == Settings().volume
    run(sound, session, 4)
    assert [piece.take is not None for piece in speaker.played] == [False, True, True, True]
    assert speaker.played[-1].end > speaker.played[-1].begin
    sound.close()
    assert speaker.closed
    assert session.tape is None


def test_muted_it_writes_no_tape_but_for_a_recording(
    opened: Callable[..., tuple[WindowSound, Session, Speaker]],
) -> None:
    sound, session, speaker = opened()
    sound.use(Settings(muted=True))
    assert sound.state == "off"
    assert run(sound, session) == [None] * 3
    assert session.tape is None
    recorded = run(sound, session, recorded=True)
    assert recorded[-1] is not None and recorded[-1].take is not None
    assert recorded[-1].wall == FRAME * 1e-9, "as long as the picture"
    assert speaker.played == []


def test_without_a_device_only_recordings_have_sound(
    opened: Callable[..., tuple[WindowSound, Session, Speaker]],
) -> None:
    sound, session, speaker = opened(device=False)
    assert sound.state == "no device"
    assert run(sound, session) == [None] * 3
    assert run(sound, session, recorded=True)[-1] is not None
    assert speaker.played == []


@pytest.mark.parametrize(("name", "wanted"), [("bicycle", False), ("pantheon", True)])
def test_no_sound_has_no_button(
    name: str, wanted: bool, opened: Callable[..., tuple[WindowSound, Session, Speaker]]
) -> None:
    sound, session, speaker = opened(name, wanted)
    assert sound.state == ""
    run(sound, session, recorded=True)
    assert not any(piece.take for piece in speaker.played)
    if not wanted:
        assert session.tape is None


def test_another_scene_has_its_own_sound(opened: Callable[..., tuple[WindowSound, Session, Speaker]]) -> None:
    sound, session, _ = opened("pantheon")
    assert sound.state == ""
    session.open(scenefile.load("bicycle"))
    assert sound.state == "on"


def test_a_device_that_breaks_is_told(opened: Callable[..., tuple[WindowSound, Session, Speaker]]) -> None:
    sound, session, speaker = opened()
    speaker.broken = True
    assert sound.state == "no device"
    assert run(sound, session) == [None] * 3
