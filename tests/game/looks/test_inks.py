"""The inks of whole pictures: their colours, and the shapes by which they differ in grey."""

from __future__ import annotations

import numpy as np
import pytest

from game import scenefile
from game.camera.rig import CameraRig
from game.looks.free.free_body import GUT
from game.model.colors import INKS, QUANTITY_COLORS, Head
from game.model.frame import SceneFrame
from game.session import advancing
from game.session.compose import compose_frame
from game.session.session import Session

SCENES = ("asymmetric-top", "book", "bungee", "coin", "foucault-rosette", "sleeping-top", "tennis-racket",
          "trebuchet", "triple-pendulum")  # fmt: skip
HEADS = {"ω": Head.DOUBLE, "Ω": Head.DOUBLE, "L": Head.DOUBLE, "v": Head.HOLLOW}


def picture(name: str, seconds: float = 0.5) -> SceneFrame:
    session = Session(scenefile.load(name).changed(room="library").changed(paused=False))
    view = CameraRig(session).views((1280, 720))[0]
    for _ in range(round(30 * seconds)):
        advancing.advance_frame(session, 30)
    return compose_frame(session, view, 1 / 30)


@pytest.mark.parametrize("name", SCENES)
def test_everything_is_drawn_in_inks_of_the_list_and_vectors_differ_by_their_heads(name: str) -> None:
    frame = picture(name)
    lines = [curve for curve in frame.curves if curve.color != GUT]
    inks = {each.color for each in (*frame.arrows, *frame.ribbons, *lines, *frame.labels)}
    assert inks <= {*INKS}
    arrows = {arrow.color for arrow in frame.arrows}
    assert not arrows & {ribbon.color for ribbon in frame.ribbons}, "a trace is no vector"
    assert [arrow.head for arrow in frame.arrows] == [HEADS.get(arrow.label, Head.SINGLE) for arrow in frame.arrows]


def test_a_polhode_is_dashed_and_a_herpolhode_is_not() -> None:
    frame = picture("book", 1.0)
    gaps = {
        ink: max(
            int(np.isnan(curve.points[:, 0]).sum()) for curve in frame.curves if curve.color == QUANTITY_COLORS[ink]
        )
        for ink in ("polhode", "herpolhode")
    }
    assert gaps["polhode"] >= 8
    assert gaps["herpolhode"] == 0
