"""Every system with random legal parameters and starts is drawn: finite lines and bodies, meshes that are not empty."""

import random

import msgspec
import numpy as np
import pytest

import physics
from game.camera.rig import CameraRig
from game.model import resources
from game.model.messages import InterfaceStatus
from game.scenefile import OverlaySpec, Scene
from game.session.compose import compose_frames
from game.session.session import Session
from game.ui.interface import Interface
from tests.fuzz.runs import random_scene
from tests.game.golden import FPS, SIZE, renderer

LINES = ("points", "positions")
"""Fields in which a row of NaN interrupts a line, or leaves out a dot."""
ALL = OverlaySpec(vectors=True, traces=True, body_view=True, geometry=True)


def random_scenes(seed: int, count: int):
    """Yield random legal scenes with all overlays, of one system after another."""
    dice, names, made = random.Random(seed), list(physics.systems()), 0
    while made < count:
        scene = random_scene(dice, names[made % len(names)])
        if scene is not None:
            made += 1
            yield scene.changed(overlays=ALL)


def arrays(part, name=""):
    """Yield all arrays and numbers of a frame, each with the name of its field."""
    if isinstance(part, msgspec.Struct):
        for field in part.__struct_fields__:
            yield from arrays(getattr(part, field), field)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from arrays(each, name)
    elif isinstance(part, np.ndarray | float):
        yield name, np.asarray(part)


def assert_drawable(frame) -> None:
    """Check that a frame has bodies, and that it has no number that a shader cannot use."""
    assert frame.instances
    assert all(each.mesh.indices.size for each in frame.instances)
    for curve in frame.curves:
        seen = np.isfinite(curve.points).all(axis=1)
        assert np.isfinite(np.broadcast_to(curve.opacity, len(seen))[seen]).all()
    for name, found in arrays(msgspec.structs.replace(frame, curves=[])):
        if found.dtype.kind == "f" and name not in (*LINES, "cells"):
            assert np.isfinite(found).all(), name


def opened(scene: Scene) -> tuple[Session, CameraRig]:
    """Return a session and its cameras as a window opens them."""
    session = Session(scene)
    session.simulation.compile_in_background(patient=True)
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open()
    return session, rig


@pytest.mark.parametrize(("seed", "count"), [(0, 9), pytest.param(1, 8_000, marks=pytest.mark.long)])
def test_random_systems_are_composed_without_a_number_that_is_not_finite(compiling, record_property, seed, count):
    drawn = 0
    for scene in random_scenes(seed, count):
        session, rig = opened(scene)
        for ticks in (0, 1, 20):
            session.simulation.advance(ticks)
            for frame in compose_frames(session, rig.views(SIZE), 1 / FPS):
                assert_drawable(frame)
                drawn += 1
    record_property("counts", f"{count} systems, {drawn} frames")


@pytest.mark.parametrize(("seed", "count"), [(2, 4), pytest.param(3, 1_000, marks=pytest.mark.long)])
def test_random_systems_are_rendered_with_their_panels(compiling, record_property, seed, count):
    for scene in random_scenes(seed, count):
        session, rig = opened(scene)
        frames = compose_frames(session, rig.views(SIZE), 1 / FPS)
        renderer().draw(*frames)
        bare = renderer().read().copy()
        interface = Interface(session, resources.path("assets/fonts"))
        renderer().draw_interface(interface.frame(SIZE, 1 / FPS, InterfaceStatus(scenes=frames)))
        renderer().check()
        assert np.ptp(bare) > 0, "nothing is seen"
        assert (renderer().read() != bare).any(), "no panels"
    record_property("counts", f"{count} systems rendered")
