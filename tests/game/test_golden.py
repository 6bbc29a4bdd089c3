import numpy as np
import pytest

from game import scenefile
from game.camera.camera import TURN_PER_POINT
from game.render.tiers import TIERS
from tests.game import golden
from tests.game.features import ALMOST

PRESETS = list(golden.notes())


TOLERANCE = "wheel", "backyard-pumpkin", "euler-disk-air"
"""Presets of which a picture seen from aside is another one."""


@pytest.fixture(scope="module")
def shown(request):
    """A preset as its golden pictures show it, opened once for all its tests."""
    return golden.studio(request.param)


def opened(names):
    """Return arguments of a test: presets and what shows them."""
    return pytest.mark.parametrize(("shown", "preset"), [(each, each) for each in names], indirect=["shown"])


@opened(PRESETS)
def test_pictures_match_the_golden_ones(shown, preset):
    said = golden.notes()[preset]
    tiers = said["tiers"]
    changed = [tier for tier in tiers if not golden.same(golden.picture(shown, tier), golden.kept(preset, tier))]
    if changed:
        how = [golden.told(golden.picture(shown, tier), golden.kept(preset, tier)) for tier in changed]
        raise AssertionError(
            f"{preset} looks different (drawn again: {changed}, {how}, {golden.drawn_from(shown)}); if it should: make "
            f"golden ARGS={preset}, and look at it"
        )
    cure = f"{preset} shows other features: make golden ARGS={preset}, and look at it"
    assert set(said["shows"].split(", ")) <= golden.features_of(shown, tiers, ALMOST), cure


@pytest.mark.parametrize(
    ("shown", "preset"),
    [pytest.param(each, each, marks=() if each in PRESETS[::28] else pytest.mark.long) for each in PRESETS],
    indirect=["shown"],
)
def test_losses_are_noticed(shown, preset):
    tier, said = golden.notes()[preset]["tiers"][0], golden.notes()[preset]
    assert golden.unnoticed(shown, tier, golden.kept(preset, tier)) <= set(said.get("unnoticed", ()))


@opened(TOLERANCE)
def test_a_picture_from_a_moved_camera_is_another_one(shown, preset):
    turn = 1.0 / np.degrees(TURN_PER_POINT)
    shown.camera.orbit(turn, 0.0)
    shown.camera.settle()
    tiers = golden.notes()[preset]["tiers"]
    same = [tier for tier in tiers if golden.same(golden.picture(shown, tier), golden.kept(preset, tier))]
    shown.camera.orbit(-turn, 0.0)
    shown.camera.settle()
    assert same == []


def test_every_golden_picture_has_an_entry():
    there = {path.name for path in golden.FOLDER.glob("*.avif")}
    assert there == {golden.place(preset, tier).name for preset, tier in golden.pictures()}
    for preset, said in golden.notes().items():
        assert preset in scenefile.presets()
        assert set(said) <= {"tiers", "seconds", "camera", "shows", "unnoticed"}
        assert set(said["tiers"]) <= set(TIERS)
        assert set(said.get("unnoticed", ())) <= {*golden.KINDS, "names", "shadow"}, "a change of colour must be seen"


def test_golden_pictures_are_small():
    assert all(golden.kept(preset, tier).shape == (*golden.SIZE[::-1], 3) for preset, tier in golden.pictures())
    assert sum(path.stat().st_size for path in golden.FOLDER.iterdir()) < 350_000


def test_default_values_are_not_noted(tmp_path, monkeypatch):
    monkeypatch.setattr(golden, "NOTES", tmp_path / "pictures.toml")
    golden.NOTES.write_text('[coin]\ntiers = ["low"]\nunnoticed = ["points"]\n')
    golden.note("book", tiers=["high"], seconds=9.5, unnoticed=[])
    golden.note("coin", unnoticed=[])
    assert golden.notes() == {"book": {"tiers": ["high"], "seconds": 9.5}, "coin": {"tiers": ["low"]}}


@pytest.mark.parametrize("preset", TOLERANCE)
def test_slight_noise_is_the_same_picture(preset):
    for tier in golden.notes()[preset]["tiers"]:
        kept = golden.kept(preset, tier)
        shimmer = np.random.default_rng(0).normal(0, 3, kept.shape)
        assert golden.same(np.clip(np.roll(kept, 1, axis=1) + shimmer, 0, 255), kept)
