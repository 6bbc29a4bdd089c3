"""Windows of any size: panels, dialogs and messages are built in them without a failure, whatever is open."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from game import scenefile
from game.camera.rig import CameraRig
from game.model import resources
from game.model.frame import SceneFrame
from game.model.input import Action
from game.model.messages import InterfaceStatus
from game.session import advancing
from game.session.compose import compose_frames
from game.session.session import Session
from game.ui.interface import Interface

Size = tuple[int, int]
SIZES = (
    (1, 1), (40, 30), (60, 700), (30, 2000), (300, 200), (200, 300), (100, 100), (500, 120), (640, 100), (5000, 50),
    *((1280, height) for height in (1, 20, 40, 60, 80, 90, 100, 110, 120, 130, 140, 160)),
)  # fmt: skip
OPENED = (
    None, Action.SCENES, Action.BODY, Action.METHOD, Action.COMPARE, Action.VIEW, Action.EXPLAIN, Action.PLOTS,
    Action.SHOTS, Action.TUNING, Action.HELP, Action.SETTINGS, Action.RECORD_DIALOG, Action.OPEN_FILE,
    Action.GUIDED_TOUR, Action.UNDO_LIST, Action.CLOSE,
)  # fmt: skip


@pytest.fixture(scope="module")
def watched() -> tuple[Session, dict[Size, list[SceneFrame]]]:
    """A throw with its readings, and what is shown of it in windows of each size."""
    session = Session(scenefile.load("trebuchet"))
    session.pause(False)
    for _ in range(5):
        advancing.advance(session, 10**8, 10**6)
    rig = CameraRig(session)
    rig.views((640, 360))
    rig.open()
    return session, {size: compose_frames(session, rig.views(size), 1 / 60) for size in SIZES}


def cases() -> Iterator[ParameterSet]:
    """Yield what is opened, scales and sizes: `make test` sees each of these in half of the sizes, by turns."""
    for number, (action, (k, scale)) in enumerate(itertools.product(OPENED, enumerate((1.0, 2.5)))):
        yield pytest.param(action, scale, SIZES[(number // 2 + 2 * k) % 4 :: 4])
        yield pytest.param(action, scale, SIZES, marks=pytest.mark.long)


@pytest.mark.parametrize(("action", "scale", "sizes"), list(cases()))
def test_panels_are_built_in_windows_of_any_size(
    watched: tuple[Session, dict[Size, list[SceneFrame]]], action: Action | None, scale: float, sizes: tuple[Size, ...]
) -> None:
    session, frames = watched
    interface = Interface(session, resources.path("assets/fonts"), scale)
    interface.say("a message that is longer than the window is wide", warning=True)
    interface.say("Saved /tmp/a.png", file=Path("/tmp/a.png"))
    if action is not None:
        assert interface.act(action)
    for size in sizes:
        for _ in range(2):
            interface.frame(size, 1 / 60, InterfaceStatus(scenes=frames[size], pixel_ratio=2.0))
    interface.close()
