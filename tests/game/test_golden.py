import numpy as np
import pytest

from game.render.shadow import ShadowMap
from tests.game import golden


@pytest.mark.parametrize("case", golden.CASES)
def test_the_picture_is_the_one_that_was_looked_at(case):
    picture = golden.studio(case).picture()
    assert golden.same(picture, golden.kept(case))


@pytest.fixture(scope="module", params=["fast-cone-low", "fast-cone-medium"])
def case(request):
    return request.param


def test_a_slight_shimmer_is_the_same_picture(case):
    kept = golden.kept(case)
    shimmer = np.random.default_rng(0).normal(0, 3, kept.shape)
    assert golden.same(np.clip(np.roll(kept, 1, axis=1) + shimmer, 0, 255), kept)


def test_a_camera_a_little_aside_is_not(case):
    assert not golden.same(golden.studio(case, "azimuth=-61").picture(), golden.kept(case))


def test_a_missing_trace_or_arrow_or_another_colour_is_not(case):
    studio, kept = golden.studio(case), golden.kept(case)
    assert golden.same(golden.without(studio), kept)
    assert not golden.same(golden.without(studio, ribbons=[]), kept)
    assert not golden.same(golden.without(studio, arrows=[]), kept)
    studio.session.look.paints = [None]
    assert not golden.same(golden.without(studio), kept)


def test_a_missing_shadow_is_not(case, monkeypatch):
    studio, kept = golden.studio(case), golden.kept(case)
    draw = ShadowMap.draw

    class Nothing:
        def draw_all(self, programs):
            pass

    monkeypatch.setattr(ShadowMap, "draw", lambda self, bodies: draw(self, Nothing()))
    assert not golden.same(golden.without(studio), kept)
