from __future__ import annotations

import numpy as np
import pytest

from game.record.downsampling import reduced


def test_an_even_picture_keeps_its_colours() -> None:
    codes = np.arange(256, dtype=np.uint8).repeat(9).reshape(3 * 256, 3)[:, None].repeat(3, axis=1)
    assert np.array_equal(reduced(codes, 3)[:, 0, 0], np.arange(256))
    assert reduced(codes, 1) is codes


def test_light_is_what_is_averaged() -> None:
    board = np.zeros((4, 6, 3), np.uint8)
    board[::2, ::2] = board[1::2, 1::2] = 255
    assert (reduced(board, 2) == 188).all(), "half the light of white is code 188, not 128"
    assert reduced(board[:, :5], 2).shape == (2, 2, 3)


def test_what_is_transparent_has_no_say_in_colours() -> None:
    picture = np.zeros((2, 2, 4), np.uint8)
    picture[0, 0] = 200, 100, 50, 255
    picture[1, 1] = 0, 255, 0, 0
    assert reduced(picture, 2)[0, 0].tolist() == pytest.approx([200, 100, 50, 64], abs=1)
