"""Textures of pages, decoded again."""

import io

import numpy as np
import pytest
from PIL import Image

from game.export import page_textures
from game.export.page_textures import GREATEST, MAX_FIELD_SIDE, MAX_SIDE, halved, shared_exponents, stage_textures, webp
from game.export.sections import Sections
from game.model import resources
from game.model.frame import Room, Surroundings
from game.render.gpu.shader_programs import UNITS


def light_of(words):
    """Light (..., 3) of numbers in RGB9_E5 (OpenGL 4.6 core, 8.26)."""
    parts = np.stack([words >> shift & 511 for shift in (0, 9, 18)], axis=-1).astype(float)
    return parts * 2.0 ** ((words >> 27).astype(float) - 24.0)[..., None]


def stored(sections, ref, kind):
    return np.frombuffer(b"".join(sections._parts), kind, ref["count"], ref["at"])


def picture(sections, entry):
    ref = entry["pixels"]
    data = b"".join(sections._parts)[ref["at"] : ref["at"] + ref["length"]]
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def test_light_is_kept_to_a_half_of_the_last_of_nine_bits():
    random = np.random.default_rng(4)
    light = 10.0 ** random.uniform(-4.0, 4.5, (4, 200, 1)) * random.uniform(0.0, 1.0, (4, 200, 3))
    words = shared_exponents(light)
    assert words.dtype == np.uint32 and words.shape == (4, 200)
    error = np.abs(light_of(words) - light).max(axis=-1)
    assert (error <= light.max(axis=-1) / 511.0).all()


@pytest.mark.parametrize(
    ("light", "expected"),
    [
        ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
        ((1.0, 0.5, 0.25), (1.0, 0.5, 0.25)),
        ((-3.0, 2.0, 0.0), (0.0, 2.0, 0.0)),
        ((GREATEST, 1e9, 0.0), (GREATEST, GREATEST, 0.0)),
        ((511.6 / 512.0, 0.0, 0.5), (1.0, 0.0, 0.5)),
        ((511.4 / 512.0, 0.0, 0.5), (511.0 / 512.0, 0.0, 0.5)),
        ((511.5 / 512.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
        ((2.0**-16, 0.0, 0.0), (2.0**-16, 0.0, 0.0)),
        ((3.0 * 2.0**-24, 2.0**-24, 0.0), (3.0 * 2.0**-24, 2.0**-24, 0.0)),
    ],
)
def test_light_at_the_ends_of_what_can_be_held(light, expected):
    assert light_of(shared_exponents(np.array(light))).tolist() == list(expected)


def test_a_fourth_channel_is_no_light():
    light = np.array([[0.5, 0.25, 0.125, 9.0]])
    assert light_of(shared_exponents(light)).tolist() == [[0.5, 0.25, 0.125]]


def test_halved_pictures_have_the_means_of_four():
    values = np.arange(4 * 6 * 2, dtype=np.uint8).reshape(4, 6, 2)
    found = halved(values)
    assert found.shape == (2, 3, 2)
    for row in range(2):
        for column in range(3):
            block = values[2 * row : 2 * row + 2, 2 * column : 2 * column + 2].reshape(4, 2)
            assert found[row, column] == pytest.approx(block.mean(axis=0))


def test_webp_has_the_picture():
    ramp = np.broadcast_to(np.arange(0, 256, 4, dtype=np.uint8)[:, None], (64, 64))
    found = np.asarray(Image.open(io.BytesIO(webp(ramp, 85))))
    assert found.shape == (64, 64, 3) and np.abs(found.astype(int) - ramp[:, :, None]).max() < 12
    assert len(webp(ramp, 10)) < len(webp(ramp, 95))


def asset(name):
    return np.load(resources.path(f"assets/{name}.npy"))


def test_the_textures_of_a_room_are_those_of_the_program():
    sections = Sections()
    found = stage_textures(Room.LIBRARY, True, sections)
    names = ["environment_map", "reflectance", "turned_wood", "studio_room", "floor_wood", "coin_faces"]
    assert [each["unit"] for each in found] == [UNITS[name] for name in names]
    assert [each["form"] for each in found] == ["light", "halves", "picture", "light", "picture", "picture"]
    environment, reflectance, wood, room, floor, coin = found
    assert (environment["volume"], room["volume"]) == (True, False)
    assert (environment["repeats"], room["repeats"]) == (False, True)
    walls = asset("studio_room")
    assert room["size"] == [walls.shape[1], walls.shape[0], 1] and environment["size"][0] <= 128
    light = light_of(stored(sections, room["pixels"], "<u4")).reshape(*walls.shape[:2], 3)
    assert np.abs(light - walls[..., :3]).max() <= walls[..., :3].max() / 511.0
    mirrored = asset("reflectance")
    assert reflectance["size"] == [mirrored.shape[1], mirrored.shape[0]]
    halves = stored(sections, reflectance["pixels"], "<f2").reshape(mirrored.shape)
    assert np.abs(halves - mirrored).max() < 1e-3
    for entry, pixels in ((wood, asset("turned_wood")), (floor, asset("floor_wood"))):
        shown = picture(sections, entry)
        assert shown.shape[:2] == pixels.shape[:2] and entry["mipmaps"]
        given = pixels.reshape(*pixels.shape[:2], -1)
        assert entry["channels"] == given.shape[2]
        assert np.abs(shown[..., 0].astype(int) - given[..., 0]).mean() < 8.0
    with np.load(resources.path("assets/coin_faces.npz")) as file:
        assert picture(sections, coin).shape[:2] == file["pixels"].shape[:2]
        assert coin["channels"] == file["pixels"].shape[2]


def test_the_light_of_the_environment_is_that_of_the_program_at_half_the_size():
    sections = Sections()
    given = asset("environment").astype(float)
    environment = stage_textures(Room.LIBRARY, False, sections)[0]
    width, height, layers = environment["size"]
    assert (layers, 2 * height, 2 * width) == given.shape[:3]
    light = light_of(stored(sections, environment["pixels"], "<u4")).reshape(layers, height, width, 3)
    expected = given.reshape(layers, height, 2, width, 2, -1).mean(axis=(2, 4))
    assert (np.abs(light - expected[..., :3]).max(axis=-1) <= 0.003 * expected[..., :3].max(axis=-1)).all()
    lamp = stored(sections, environment["lamp"], "u1").reshape(layers, height, width)
    assert np.abs(lamp / 255.0 - expected[..., 3].clip(0.0, 1.0)).max() < 0.003


def test_the_textures_of_the_meadow_are_small():
    sections = Sections()
    found = stage_textures(Surroundings.FIELD, False, sections)
    names = ["environment_map", "reflectance", "turned_wood", "floor_wood", "sky_clouds", "field_land", "field_plants"]
    assert [each["unit"] for each in found] == [UNITS[name] for name in names]
    grass, sky, land, plants = found[3:]
    sizes = [picture(sections, each).shape[:2] for each in (grass, sky, land, plants)]
    assert max(sizes[0]) == MAX_FIELD_SIDE and max(sizes[3]) == MAX_FIELD_SIDE
    assert max(sizes[1]) <= MAX_SIDE and max(sizes[2]) <= MAX_SIDE
    assert [each["mipmaps"] for each in (grass, sky, land, plants)] == [True, False, True, True]
    small = asset("field_light")
    assert found[0]["size"] == [small.shape[2], small.shape[1], len(small)] and found[0]["lamp"] is None


def test_pictures_of_two_channels_have_both():
    sections = Sections()
    entry = stage_textures(Surroundings.FIELD, False, sections)[4]
    shown, given = picture(sections, entry).astype(float), asset("field_sky").astype(float)
    assert entry["channels"] == given.shape[2] == 2
    for channel in (0, 1):
        assert np.corrcoef(shown[..., channel].ravel(), given[..., channel].ravel())[0, 1] > 0.98
        assert np.abs(shown[..., channel] - given[..., channel]).mean() < 6.0


def test_the_void_has_no_floor():
    found = stage_textures(Surroundings.VOID, False, Sections())
    assert [each["unit"] for each in found] == [
        UNITS[name] for name in ("environment_map", "reflectance", "turned_wood")
    ]


@pytest.mark.parametrize(("most", "found"), [(16, (8, 16)), (15, (4, 8)), (4, (2, 4))])
def test_a_picture_is_halved_until_it_is_small_enough(monkeypatch, most, found):
    written = []
    monkeypatch.setattr(page_textures, "webp", lambda pixels, quality: written.append((pixels, quality)) or b"")
    gray = np.full((8, 16, 2), (100, 200), np.uint8)
    entry = page_textures._picture("floor_wood", gray, Sections(), most, 60, mipmaps=False)
    ((pixels, quality),) = written
    assert pixels.shape == (*found, 3) and pixels.dtype == np.uint8 and quality == 60
    assert (pixels == (100, 200, 100)).all(), "the first channel stands for the third"
    assert (entry["channels"], entry["mipmaps"], entry["form"]) == (2, False, "picture")


def test_light_of_a_room_without_a_lamp_is_written_as_it_is():
    sections = Sections()
    values = np.ones((2, 3, 4, 3), np.float32)
    entry = page_textures._light("studio_room", values, sections, repeats=True)
    assert (entry["size"], entry["volume"], entry["repeats"], entry["lamp"]) == ([4, 3, 2], False, True, None)
    assert stored(sections, entry["pixels"], "<u4").shape == (24,)
    assert page_textures._light("environment_map", values, sections)["volume"]
    halves = page_textures._floats("reflectance", np.full((2, 5, 2), 0.5), sections)
    assert (halves["size"], halves["form"]) == ([5, 2], "halves")
    assert (stored(sections, halves["pixels"], "<u2").view(np.float16) == 0.5).all()
