"""The binary part of a page's data."""

import gzip
import json

import numpy as np
import pytest

from game.export.sections import Sections


def unpacked(packed):
    """Return the JSON part and the bytes behind it."""
    data = gzip.decompress(packed)
    length = int.from_bytes(data[:4], "little")
    return json.loads(data[4 : 4 + length]), data[4 + length :]


def columns(ref, data):
    """Return rows as the page reads them."""
    low, scale = (np.frombuffer(data, "<f8", ref[name]["count"], ref[name]["at"]) for name in ("low", "scale"))
    planes = np.frombuffer(data, np.uint8, ref["planes"]["count"], ref["planes"]["at"]).reshape(-1, 2, ref["rows"])
    steps = np.cumsum(planes[:, 0].astype(np.uint32) + 256 * planes[:, 1].astype(np.uint32), axis=1) & 65535
    return low + scale * steps.T


def test_arrays_come_back():
    sections = Sections()
    first = sections.add([1, 2, 3], "u2")
    second = sections.add(np.array([[0.1, -2.5]]), "f8")
    third = sections.add_bytes(b"abc")
    header, data = unpacked(sections.packed({"title": "Toupie à ψ", "second": second}))
    assert header["title"] == "Toupie à ψ" and second["at"] % 8 == 0
    assert np.frombuffer(data, "<u2", first["count"], first["at"]).tolist() == [1, 2, 3]
    assert np.frombuffer(data, "<f8", header["second"]["count"], header["second"]["at"]).tolist() == [0.1, -2.5]
    assert data[third["at"] : third["at"] + third["length"]] == b"abc"


def test_columns_are_exact_to_a_step_of_their_range():
    rows = np.column_stack([np.sin(np.linspace(0.0, 9.0, 400)), np.full(400, 7.25), np.linspace(1e6, -1e6, 400)])
    sections = Sections()
    ref = sections.add_columns(rows)
    found = columns(ref, unpacked(sections.packed({}))[1])
    assert np.all(np.abs(found - rows) <= 0.5001 * np.ptp(rows, axis=0) / 65535.0)


def test_numbers_that_json_does_not_have_are_refused():
    with pytest.raises(ValueError, match="JSON"):
        Sections().packed({"x": float("nan")})
