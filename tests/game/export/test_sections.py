"""The binary part of a page's data."""

import gzip

import numpy as np
import pytest

from game.export.sections import REACH, Sections, with_far_copies
from tests.game.export.page_data import unpacked, with_copies


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


def noise(count: int, seed: int = 1) -> bytes:
    """Return bytes that nothing compresses."""
    return np.random.default_rng(seed).bytes(count)


SAMPLES = {
    "nothing": b"",
    "a byte": b"a",
    "less than a copy": bytes(range(31)),
    "noise": noise(100_000),
    "zeros": bytes(200_000),
    "one block again and again": noise(4096) * 40,
    "a long block again and again": noise(40_001) * 4,
    "itself again": noise(50_000) * 2,
    "itself again, a byte off": noise(50_000) + b"x" + noise(50_000) + b"yz" + noise(50_000)[7:],
    "text": " ".join(f"vec{n % 7} v{n * n};" for n in range(30_000)).encode(),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_data_come_back(name: str) -> None:
    assert with_copies(with_far_copies(SAMPLES[name])) == SAMPLES[name]


def test_random_pieces_in_any_order_come_back() -> None:
    rng = np.random.default_rng(3)
    pieces = [noise(int(n), int(n)) for n in rng.integers(1, 9000, 12)]
    for _ in range(20):
        data = b"".join(pieces[k][int(rng.integers(0, 20)) :] for k in rng.integers(0, len(pieces), 40))
        assert with_copies(with_far_copies(data)) == data


def test_what_stands_out_of_the_reach_of_deflate_is_written_once() -> None:
    piece, between = noise(20_000, 5), noise(REACH, 6)
    data = piece + between + piece + between
    assert len(gzip.compress(data, 9)) > len(data)
    assert len(gzip.compress(with_far_copies(data), 9)) < len(data) / 2 + 200
