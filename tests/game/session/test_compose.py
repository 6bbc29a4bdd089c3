"""Frames of a session: what is exposed for a time, and what shows a moment."""

from __future__ import annotations

from game import scenefile
from game.camera.camera import Camera
from game.session import advancing
from game.session.compose import compose_frames
from game.session.session import Session


def test_a_picture_of_a_moment_has_nothing_blurred() -> None:
    session = Session(scenefile.load("bicycle").changed(paused=False))
    advancing.advance_frame(session, 60)
    view = Camera(tuple(session.look.focus.tolist()), session.look.radius).view(1.6)
    exposed, moment = (compose_frames(session, [view], seconds)[0] for seconds in (1 / 60, 0.0))
    assert any(each.veil for each in exposed.instances)
    assert max(each.spin_blur for each in exposed.instances) > 0.0
    assert all(each.opacity == 1.0 and each.spin_blur == 0.0 and not each.veil for each in moment.instances)
