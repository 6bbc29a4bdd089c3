import numpy as np
import pytest

from game import scenefile
from game.camera.camera import TURN_PER_POINT
from game.looks import look_class
from game.render.tiers import TIERS
from tests.game import golden
from tests.unfinished import CURE, finished

PRESETS = finished(scenefile.presets())


def sampled() -> list[str]:
    """Return every third preset of each system and of each look that it has."""
    families: dict[object, list[str]] = {}
    for preset in PRESETS:
        system = scenefile.load(preset).simulation().system
        families.setdefault((system.name, look_class(system)), []).append(preset)
    return sorted(preset for family in families.values() for preset in family[::3])


CASES = [
    *((preset, (tuple(TIERS)[number % 3],), number % 6 == 0) for number, preset in enumerate(sampled())),
    *(pytest.param(preset, tuple(TIERS), True, marks=pytest.mark.long) for preset in PRESETS),
]
"""Presets, the tiers in which they are compared, and whether what the comparison would not notice is looked for."""


@pytest.mark.release
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_golden_pictures(preset):
    if tiers := golden.missing(preset):
        pytest.fail(
            f"no golden picture of {preset} in {', '.join(tiers)}: make golden ARGS={preset}, and look at them; {CURE}"
        )


@pytest.mark.parametrize(("preset", "compared", "judged"), CASES)
def test_pictures_match_the_golden_ones(preset, compared, judged):
    shown = golden.studio(preset)
    changed = [tier for tier in compared if not golden.same(golden.picture(shown, tier), golden.kept(preset, tier))]
    assert changed == [], f"{preset} looks different; if it should: make golden ARGS={preset}, and look at it"
    if judged:
        allowed = set(golden.notes().get(preset, {}).get("unnoticed", ()))
        assert golden.unnoticed(shown, golden.kept(preset, "low")) <= allowed


def test_every_golden_picture_and_note_is_of_a_preset():
    assert {path.name for path in golden.FOLDER.glob("*.webp")} <= {
        golden.place(preset, tier).name for preset in scenefile.presets() for tier in TIERS
    }
    for preset, said in golden.notes().items():
        assert preset in scenefile.presets()
        assert set(said) <= {"seconds", "unnoticed"}
        assert set(said.get("unnoticed", ())) <= {*golden.KINDS, "names", "shadow"}, "a change of colour must be seen"


def test_default_values_are_not_noted(tmp_path, monkeypatch):
    monkeypatch.setattr(golden, "NOTES", tmp_path / "pictures.toml")
    golden.NOTES.write_text('[coin]\nunnoticed = ["points"]\n')
    golden.note("book", seconds=9.5, unnoticed=[])
    golden.note("coin", unnoticed=[])
    assert golden.notes() == {"book": {"seconds": 9.5}}


@pytest.mark.parametrize("preset", ["fast-cone", "trebuchet", "tennis-racket"])
class TestTolerance:
    @pytest.mark.parametrize("tier", TIERS)
    def test_slight_noise_is_the_same_picture(self, preset, tier):
        kept = golden.kept(preset, tier)
        shimmer = np.random.default_rng(0).normal(0, 3, kept.shape)
        assert golden.same(np.clip(np.roll(kept, 1, axis=1) + shimmer, 0, 255), kept)

    def test_moved_camera_is_another_picture(self, preset):
        shown = golden.studio(preset)
        shown.camera.orbit(1.0 / np.degrees(TURN_PER_POINT), 0.0)
        shown.camera.settle()
        same = [tier for tier in TIERS if golden.same(golden.picture(shown, tier), golden.kept(preset, tier))]
        assert same == []
