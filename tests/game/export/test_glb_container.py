"""A binary glTF file as its bytes: header, chunks, and what the lists of the JSON part say of the buffer."""

import json
import struct

import numpy as np
import pytest

from game.export.glb_container import INDICES, VERTICES, GlbContainer


def unpacked(data):
    """The JSON part and the buffer of a file (glTF 2.0, 4.4)."""
    magic, version, length = struct.unpack_from("<4sII", data)
    assert (magic, version, length) == (b"glTF", 2, len(data))
    chunks, place = [], 12
    while place < length:
        size, kind = struct.unpack_from("<I4s", data, place)
        assert size % 4 == 0
        chunks.append((kind, data[place + 8 : place + 8 + size]))
        place += 8 + size
    assert [kind for kind, _ in chunks] == [b"JSON", b"BIN\0"] and place == length
    content = json.loads(chunks[0][1])
    assert content["buffers"] == [{"byteLength": len(chunks[1][1])}]
    return content, chunks[1][1]


def part(content, buffer, view):
    """The bytes of a view, which begin at a multiple of four and overlap no other."""
    view = content["bufferViews"][view]
    assert view["buffer"] == 0 and view["byteOffset"] % 4 == 0
    return buffer[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]


@pytest.mark.parametrize("generator", ["abcd", "abcde", "abcdef", "öä"])
def test_a_file_of_any_length_has_chunks_of_whole_words(generator):
    file = GlbContainer(generator)
    first, second = file.picture(b"\x89PNG\r", "image/png", 0), file.picture(b"JPEG!!!", "image/jpeg", 1)
    content, buffer = unpacked(file.packed())
    assert content["asset"] == {"version": "2.0", "generator": generator}
    assert (first, second) == (0, 1)
    assert [each["sampler"] for each in content["textures"]] == [0, 1]
    found = [content["images"][texture["source"]] for texture in content["textures"]]
    assert [each["mimeType"] for each in found] == ["image/png", "image/jpeg"]
    assert [part(content, buffer, each["bufferView"]) for each in found] == [b"\x89PNG\r", b"JPEG!!!"]
    assert not any("target" in view for view in content["bufferViews"])
    assert len(buffer) == 16 and buffer[5:8] == b"\0\0\0"


@pytest.mark.parametrize(("wide", "kind"), [(None, "SCALAR"), (2, "VEC2"), (3, "VEC3"), (4, "VEC4")])
def test_numbers_are_there_in_single_precision(wide, kind):
    values = np.random.default_rng(2).normal(size=(5,) if wide is None else (5, wide))
    file = GlbContainer("x")
    plain, bound = file.floats(values), file.floats(values, VERTICES, bounds=True)
    content, buffer = unpacked(file.packed())
    assert (plain, bound) == (0, 1)
    for accessor in content["accessors"]:
        assert (accessor["componentType"], accessor["count"], accessor["type"]) == (5126, 5, kind)
        found = np.frombuffer(part(content, buffer, accessor["bufferView"]), "<f4")
        assert np.array_equal(found, values.astype(np.float32).ravel())
    first, second = content["accessors"]
    assert "min" not in first and "max" not in first
    rows = values.astype(np.float32).reshape(5, -1)
    assert second["min"] == rows.min(axis=0).tolist() and second["max"] == rows.max(axis=0).tolist()
    assert [view.get("target") for view in content["bufferViews"]] == [None, 34962]


@pytest.mark.parametrize(("most", "kind", "code"), [(3, "<u2", 5123), (65534, "<u2", 5123), (65535, "<u4", 5125)])
def test_indices_are_as_short_as_they_may_be(most, kind, code):
    """65535 begins a new strip in 16 bits (glTF 2.0, 3.7.2.1)."""
    file = GlbContainer("x")
    file.indices(np.array([0, most, 1]))
    content, buffer = unpacked(file.packed())
    (accessor,) = content["accessors"]
    assert (accessor["componentType"], accessor["count"], accessor["type"]) == (code, 3, "SCALAR")
    assert "min" not in accessor
    assert np.frombuffer(part(content, buffer, accessor["bufferView"]), kind).tolist() == [0, most, 1]
    assert content["bufferViews"][0]["target"] == INDICES == 34963


def test_extensions_are_named_once_and_entries_counted():
    file = GlbContainer("x")
    assert [file.add("nodes", {"name": name}) for name in "abc"] == [0, 1, 2]
    for name in ("KHR_a", "KHR_b", "KHR_a"):
        file.use(name)
    content, _ = unpacked(file.packed())
    assert content["extensionsUsed"] == ["KHR_a", "KHR_b"]
    assert [each["name"] for each in content["nodes"]] == ["a", "b", "c"]
    assert set(content) == {"asset", "nodes", "extensionsUsed", "buffers"}, "lists that stay empty are left out"


def test_a_number_that_is_none_is_refused():
    file = GlbContainer("x")
    file.add("nodes", {"translation": [float("nan")]})
    with pytest.raises(ValueError, match="not JSON compliant"):
        file.packed()
