from __future__ import annotations

import numpy as np
from imgui_bundle import imgui

from game.model.overlay import InterfaceFrame, TextureUpdate
from game.ui.backend import Imgui


def a_frame(context: Imgui, words: str, size: float = 0.0) -> InterfaceFrame:
    context.begin((800, 600), 1.0, 1 / 60)
    imgui.set_next_window_size(imgui.ImVec2(400, 300))
    imgui.begin("words")
    imgui.push_font(None, size)
    imgui.text_unformatted(words)
    imgui.pop_font()
    imgui.end()
    return context.end()


def apply(textures: dict[int, np.ndarray], updates: list[TextureUpdate]) -> None:
    for update in updates:
        if update.pixels is None:
            del textures[update.identity]
            continue
        height, width = update.pixels.shape[:2]
        if update.identity not in textures:
            assert (update.x, update.y, width, height) == (0, 0, *update.size)
            textures[update.identity] = update.pixels.copy()
        assert textures[update.identity].shape == (update.size[1], update.size[0], 4)
        textures[update.identity][update.y : update.y + height, update.x : update.x + width] = update.pixels


def test_batches_hold_whole_vertices_and_indices(context: Imgui) -> None:
    for _ in range(2):
        frame = a_frame(context, "omega")
    assert frame.size == (800, 600)
    assert frame.batches
    for batch in frame.batches:
        vertices = np.frombuffer(batch.vertices, np.dtype([("p", "f4", 2), ("uv", "f4", 2), ("c", "u1", 4)]))
        indices = np.frombuffer(batch.indices, np.uint32)
        assert indices.max() < len(vertices)
        assert np.isfinite(vertices["p"]).all()
        assert ((vertices["uv"] >= 0) & (vertices["uv"] <= 1)).all()
        assert sum(command[6] for command in batch.commands) == len(indices)
        for *_, first, count in batch.commands:
            assert first + count <= len(indices)
            assert count % 3 == 0


def test_every_texture_used_has_been_created(context: Imgui) -> None:
    textures: dict[int, np.ndarray] = {}
    for _ in range(3):
        frame = a_frame(context, "θ")
        apply(textures, frame.textures)
        assert {command[4] for batch in frame.batches for command in batch.commands} <= set(textures)
    assert textures


def test_new_glyphs_are_partial_texture_updates(context: Imgui) -> None:
    for _ in range(3):
        frame = a_frame(context, "abc")
    assert frame.textures == []
    frame = a_frame(context, "new: XYZ")
    assert frame.textures
    update = frame.textures[0]
    assert update.pixels is not None
    assert update.pixels.shape[0] < update.size[1]
    assert update.pixels[..., 3].max() > 200


def test_updates_add_up_to_the_texture(context: Imgui) -> None:
    textures: dict[int, np.ndarray] = {}
    for words in ("abc", "abc", "def", "ghi", "jkl"):
        apply(textures, a_frame(context, words).textures)
    (original,) = imgui.get_platform_io().textures
    (ours,) = textures.values()
    assert np.array_equal(ours, original.get_pixels_array().reshape(ours.shape))


def test_a_texture_that_is_too_small_is_replaced_and_destroyed(context: Imgui) -> None:
    textures: dict[int, np.ndarray] = {}
    words = "".join(map(chr, range(33, 127)))
    destroyed = False
    for size in (16, 60, 90, 120, 150, 16, 16, 16, 16):
        frame = a_frame(context, words, size)
        destroyed |= any(update.pixels is None for update in frame.textures)
        apply(textures, frame.textures)
    assert destroyed
    assert len(textures) == 1


def test_frame_times_are_limited_after_a_pause(context: Imgui) -> None:
    context.begin((64, 64), 1.0, 1000.0)
    assert imgui.get_io().delta_time < 0.21
    context.end()
