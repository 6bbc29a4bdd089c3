import re

import numpy as np
import pytest

from game import scenefile
from tests.unfinished import CURE, finished
from tools import make_gallery

NAMES = scenefile.presets()


def decoded(picture: np.ndarray) -> np.ndarray:
    return make_gallery.decoded(make_gallery.encoded(picture)).astype(int)


def test_picture_is_encoded_faithfully():
    x = np.linspace(0, 255, 128).astype(np.uint8)
    picture = np.stack([np.tile(x, (96, 1))] * 3, axis=-1)
    assert np.abs(decoded(picture) - picture).mean() < 2.0


def test_smooth_background_shows_no_squares():
    """WebP at quality 84 gives 0.74 and 3.1 levels here, JPEG with the usual tables of its quality 0.84 and 3.5."""
    y, x = np.mgrid[0:128, 0:256] / 256.0
    smooth = np.stack([30 + 12 * x + 5 * y, 40 + 9 * x - 6 * y, 70 + 20 * y], axis=-1)
    picture = np.round(smooth + np.random.default_rng(1).uniform(-0.5, 0.5, smooth.shape)).astype(np.uint8)
    error = (decoded(picture) - smooth).reshape(32, 4, 64, 4, 3).mean(axis=(1, 3))
    assert np.sqrt((error**2).mean()) < 0.67
    assert np.abs(error).max() < 2.6


def test_picture_is_written_only_where_it_differs_visibly(tmp_path, capsys):
    noise = np.random.default_rng(0)
    picture = noise.integers(60, 200, (96, 128, 3)).astype(np.uint8)
    path = tmp_path / "a.jpg"
    make_gallery.keep(tmp_path, "a", picture)
    first = path.read_bytes()
    make_gallery.keep(tmp_path, "a", picture + noise.integers(0, 3, picture.shape).astype(np.uint8))
    assert path.read_bytes() == first and "kept" in capsys.readouterr().out
    changed = picture.copy()
    changed[40:52, 40:52] += 40
    make_gallery.keep(tmp_path, "a", changed)
    assert path.read_bytes() != first
    make_gallery.keep(tmp_path, "a", picture[:88])
    assert make_gallery.decoded(path.read_bytes()).shape == (88, 128, 3)


def test_detailed_picture_fits_into_the_limit():
    picture = np.random.default_rng(0).integers(0, 256, (64, 64, 3), dtype=np.uint8)
    freely = len(make_gallery.encoded(picture))
    assert len(make_gallery.encoded(picture, freely - 1)) < freely
    with pytest.raises(ValueError, match="must be at most 100"):
        make_gallery.encoded(picture, 100)


def test_moments_are_of_existing_presets():
    assert set(make_gallery.KNOWN) <= {*NAMES, "usually"} and make_gallery.WINDOW in NAMES
    assert {key for name in NAMES for key in make_gallery.said(name)} <= {"moment", "disliked", "poses", "camera"}


def test_page_shows_every_preset_under_its_family():
    page = make_gallery.page(scenefile.scene_summaries())
    assert re.findall(r"`polhode run (\S+)`", page) == list(NAMES)
    families = re.findall(r"^## (.+)$", page, re.MULTILINE)
    assert len(families) == len(set(families)) and families[0] == "Pivoted tops"
    for headline in scenefile.scene_summaries():
        section = page.partition(f"## {headline.family}\n")[2].partition("\n## ")[0]
        assert f"### {headline.title}\n" in section and headline.note in section


def test_page_links_to_the_systems():
    page = make_gallery.page(scenefile.scene_summaries())
    links = set(re.findall(r"\(\.\./(.+?)\)", page))
    assert "physics/pivoted/gyroscope.py" in links
    assert all((make_gallery.ROOT / link).is_file() for link in links)


CHECKOUT = pytest.mark.skipif(not make_gallery.DOCS.is_dir(), reason="no checkout of the source")


@pytest.mark.release
@CHECKOUT
@pytest.mark.parametrize("name", [*finished(NAMES), "window"])
def test_gallery_shows_every_preset(name):
    folder = make_gallery.DOCS / make_gallery.PICTURES
    places = [folder / f"{name}.jpg", *([folder / "tiers" / f"{name}.jpg"] if name != "window" else [])]
    command = f"make gallery ARGS={make_gallery.WINDOW if name == 'window' else name}"
    if missing := [str(place.relative_to(folder)) for place in places if not place.is_file()]:
        pytest.fail(f"the gallery has no {', '.join(missing)}: {command}, and look at it; {CURE}")
    assert max(place.stat().st_size for place in places) <= make_gallery.MAX_BYTES


@CHECKOUT
def test_page_is_up_to_date():
    page = (make_gallery.DOCS / "gallery.md").read_text("utf-8")
    assert page == make_gallery.page(make_gallery.shown()), "docs/gallery.md is old: make gallery ARGS=--page"


@CHECKOUT
def test_gallery_has_no_other_pictures():
    folder = make_gallery.DOCS / make_gallery.PICTURES
    assert {path.stem for path in folder.glob("*.jpg")} <= {*NAMES, "window"}
    assert {path.stem for path in (folder / "tiers").glob("*.jpg")} <= set(NAMES)
