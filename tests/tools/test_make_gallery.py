import re
import zipfile

import numpy as np
import pytest

from game import scenefile
from game.model import resources
from game.model.scene_marks import THUMBNAILS
from tests.unfinished import CURE, finished
from tools import make_gallery, make_kinds

NAMES = scenefile.presets()
DOCUMENTS = (make_gallery.ROOT / "README.md", make_gallery.ROOT / "docs" / "laboratory.md")


def decoded(picture: np.ndarray) -> np.ndarray:
    return make_gallery.decoded(make_gallery.encoded(picture)).astype(int)


def test_no_preset_but_two_flights_is_photographed_by_another_camera_than_its_own():
    assert {name for name in NAMES if "camera" in make_gallery.said(name)} == {"golf-ball", "headwind"}


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


def test_page_and_list_show_every_preset_under_its_family():
    headlines = scenefile.scene_summaries()
    page, listed = make_gallery.page(headlines), make_gallery.preset_list()
    assert re.findall(r"`polhode run (\S+)`", page) == re.findall(r"`polhode run (\S+)`", listed) == list(NAMES)
    families = re.findall(r"^## (.+)$", listed, re.MULTILINE)
    assert len(families) == len(set(families)) and families[0] == "Pivoted tops"
    for headline in headlines:
        section = page.partition(f"## {headline.family}\n")[2].partition("\n## ")[0]
        assert f"### {headline.title}\n" in section and headline.note in section
        part = listed.partition(f"## {headline.family}\n")[2].partition("\n## ")[0]
        assert f"- [{headline.title}](../assets/presets/{headline.name}.toml)" in part


def test_sentence_ends_before_the_next_one():
    assert make_gallery.first_sentence("I₁ = 2.5 at 4 m/s: so. Then 3 s.") == "I₁ = 2.5 at 4 m/s: so."
    assert make_gallery.first_sentence("One alone") == "One alone"
    for headline in scenefile.scene_summaries():
        assert headline.note.startswith(make_gallery.first_sentence(headline.note))


def test_list_links_to_files():
    links = set(re.findall(r"\(\.\./(.+?)\)", make_gallery.preset_list()))
    assert "physics/pivoted/gyroscope.py" in links and "assets/presets/loops.toml" in links
    assert all((make_gallery.ROOT / link).is_file() for link in links)


def test_thumbnail_is_written_only_where_it_is_of_another_picture(tmp_path):
    picture = np.random.default_rng(0).integers(0, 256, (9, 16, 3)).astype(np.uint8).repeat(60, 0).repeat(60, 1)
    small = tmp_path / "a.webp"
    make_gallery.keep_thumbnail(small, picture)
    first = small.read_bytes()
    make_gallery.keep_thumbnail(small, np.clip(picture, 1, 254))
    assert small.read_bytes() == first
    make_gallery.keep_thumbnail(small, picture[::-1])
    assert small.read_bytes() != first


def test_gallery_is_put_into_one_file_when_it_is_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(make_gallery, "FOLDER", tmp_path / "gallery")
    monkeypatch.setattr(make_gallery, "made", lambda: scenefile.scene_summaries()[1:])
    with pytest.raises(ValueError, match=f"no picture of {scenefile.scene_summaries()[0].name}: make gallery"):
        make_gallery.zipped()
    (tmp_path / "gallery").mkdir()
    (tmp_path / "gallery" / "coin.jpg").write_bytes(b"a picture")
    monkeypatch.setattr(make_gallery, "made", scenefile.scene_summaries)
    with zipfile.ZipFile(make_gallery.zipped()) as archive:
        assert "gallery/coin.jpg" in archive.namelist()


CHECKOUT = pytest.mark.skipif(not make_gallery.SHOWN.is_dir(), reason="no checkout of the source")


@pytest.mark.release
@pytest.mark.parametrize("name", finished(NAMES))
def test_every_preset_has_a_thumbnail(name):
    if not (resources.path(THUMBNAILS) / f"{name}.webp").is_file():
        pytest.fail(f"{name} has no thumbnail: make gallery ARGS={name}, and look at it; {CURE}")


@CHECKOUT
def test_list_is_up_to_date():
    listed = make_gallery.LIST.read_text("utf-8")
    assert listed == make_gallery.preset_list(), "docs/gallery.md is old: make gallery ARGS=--list"


@CHECKOUT
def test_pictures_of_documents_are_few_and_small():
    """README.md and docs/laboratory.md show all that are committed."""
    shown = {name for path in DOCUMENTS for name in re.findall(r"(?<=gallery/)[\w/-]+\.(?:jpg|svg)", path.read_text())}
    there = {path.relative_to(make_gallery.SHOWN).as_posix(): path for path in make_gallery.SHOWN.rglob("*.*")}
    assert shown == set(there)
    kinds = [path for name, path in there.items() if name.startswith("kinds/")]
    assert sum(path.stat().st_size for path in kinds) <= 700_000
    pictures = [make_gallery.decoded(path.read_bytes()) for path in kinds if path.suffix == ".jpg"]
    assert max(max(picture.shape) for picture in pictures) <= make_kinds.SIDE
    assert all(there[name].stat().st_size <= make_gallery.MAX_BYTES for name in shown if "/" not in name)


@CHECKOUT
def test_every_kind_has_a_recipe():
    kinds = {path.name for path in make_kinds.FOLDER.iterdir()}
    assert kinds == {*make_kinds.RECIPES, "map-lyapunov.jpg"}, "the map is of `polhode map`"
