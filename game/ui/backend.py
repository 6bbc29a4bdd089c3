"""Backend of Dear ImGui without a renderer: what it draws is returned as plain data (`InterfaceFrame`).

It implements the RendererHasTextures protocol of Dear ImGui 1.92: the library asks for its textures to be
created, updated and destroyed, and rasterises glyphs when they are first used.
"""

from __future__ import annotations

import ctypes

import numpy as np
from imgui_bundle import imgui, implot

from game.model.overlay import DrawBatch, InterfaceFrame, TextureUpdate

MAX_FRAME_TIME = 0.2
MAX_TEXTURE_SIDE = 4096
PRIVATE = ("sign ", "toast ", "quit", "record", "renders", "##Foreground")
"""Beginnings of the names of windows that no video shows."""
READ_ONLY = 0x100
"""PyBUF_READ of CPython."""
_view = ctypes.pythonapi.PyMemoryView_FromMemory
"""Returns a view of so many bytes at an address; an array type of `ctypes` would be made anew for each size."""
_view.argtypes, _view.restype = (ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int), ctypes.py_object


class Imgui:
    """A context of Dear ImGui and ImPlot; each frame: feed events (`event_feed`), `begin`, widgets, `end`."""

    def __init__(self) -> None:
        self._context = imgui.create_context()
        self._plots = implot.create_context()
        self.activate()
        self._identities = 0
        io = imgui.get_io()
        io.set_ini_filename("")
        io.set_log_filename("")
        io.backend_flags |= imgui.BackendFlags_.renderer_has_textures.value
        io.config_windows_move_from_title_bar_only = True
        io.config_error_recovery_enable_tooltip = io.config_error_recovery_enable_debug_log = False
        self._begun = imgui.internal.ErrorRecoveryState()
        self._within = False
        platform = imgui.get_platform_io()
        platform.renderer_texture_max_width = platform.renderer_texture_max_height = MAX_TEXTURE_SIDE

    def activate(self) -> None:
        """Make this context the current one; needed only with several contexts."""
        imgui.set_current_context(self._context)
        implot.set_current_context(self._plots)

    def begin(self, size: tuple[float, float], pixel_ratio: float, seconds: float) -> None:
        """Begin a frame of `size` points with `pixel_ratio` pixels per point, `seconds` after the last one."""
        self.activate()
        io = imgui.get_io()
        io.display_size = imgui.ImVec2(*size)
        io.display_framebuffer_scale = imgui.ImVec2(pixel_ratio, pixel_ratio)
        io.delta_time = min(max(seconds, 1e-4), MAX_FRAME_TIME)
        imgui.new_frame()
        self._within = True
        imgui.internal.error_recovery_store_state(self._begun)

    def recover(self) -> None:
        """End a frame in whose middle an error was raised, with all that was open in it, and return nothing of it.

        The textures that it would have returned come with the next frame.
        """
        self.activate()
        if not self._within:
            return
        self._within = False
        io = imgui.get_io()
        asserts, io.config_error_recovery_enable_assert = io.config_error_recovery_enable_assert, False
        try:
            imgui.internal.error_recovery_try_to_recover_state(self._begun)
            imgui.end_frame()
        finally:
            io.config_error_recovery_enable_assert = asserts
        implot.destroy_context(self._plots)  # a diagram may be open in it
        self._plots = implot.create_context()
        implot.set_current_context(self._plots)

    def send_again(self) -> None:
        """Return all textures anew with the next frame, because those of the last one have not reached the renderer."""
        self.activate()
        status = imgui.ImTextureStatus
        for texture in imgui.get_platform_io().textures:
            if texture.status in (status.ok, status.want_updates):
                texture.set_tex_id(0)
                texture.set_status(status.want_create)

    def end(self) -> InterfaceFrame:
        """End the frame and return it.

        The batches are views of Dear ImGui's memory, valid until the next `begin`. Each texture update is returned
        once, so every frame must reach the renderer, in order.
        """
        imgui.render()
        self._within = False
        textures = self._textures()
        drawn = imgui.get_draw_data()
        lists = [commands for commands in drawn.cmd_lists if commands.idx_buffer.size()]
        names = [str(commands._owner_name) for commands in lists]
        batches = [_batch(commands) for commands in lists]
        words = 1 if imgui.get_background_draw_list(imgui.get_main_viewport()).idx_buffer.size() else 0
        private = frozenset(i for i, name in enumerate(names) if name.startswith(PRIVATE))
        popups = frozenset(i for i, name in enumerate(names) if i >= words and name.startswith("##"))
        size = drawn.display_size.x, drawn.display_size.y
        return InterfaceFrame(size, batches, textures, words=words, private=private, above=popups - private)

    def close(self) -> None:
        """Free the context. The object must not be used afterwards."""
        self.activate()
        for texture in imgui.get_platform_io().textures:
            texture.set_tex_id(0)
            texture.set_status(imgui.ImTextureStatus.destroyed)
        implot.destroy_context(self._plots)
        imgui.destroy_context(self._context)

    def _textures(self) -> list[TextureUpdate]:
        status = imgui.ImTextureStatus
        updates: list[TextureUpdate] = []
        for texture in imgui.get_platform_io().textures:
            if texture.status == status.want_create:
                self._identities += 1
                texture.set_tex_id(self._identities)
                updates.append(_part(texture, 0, 0, texture.width, texture.height))
                texture.set_status(status.ok)
            elif texture.status == status.want_updates:
                updates.extend(_part(texture, part.x, part.y, part.w, part.h) for part in texture.updates)
                texture.set_status(status.ok)
            elif texture.status == status.want_destroy and texture.unused_frames > 0:
                size = (texture.width, texture.height)
                updates.append(TextureUpdate(texture.get_tex_id(), size, 0, 0, None))
                texture.set_tex_id(0)
                texture.set_status(status.destroyed)
        return updates


def _part(texture: imgui.ImTextureData, x: int, y: int, width: int, height: int) -> TextureUpdate:
    """Return an update with a copy of a rectangle of a texture; Dear ImGui may move its pixels later."""
    pixels = texture.get_pixels_array().reshape(texture.height, texture.width, 4)
    part = np.ascontiguousarray(pixels[y : y + height, x : x + width]).copy()
    return TextureUpdate(texture.get_tex_id(), (texture.width, texture.height), x, y, part)


def _batch(commands: imgui.ImDrawList) -> DrawBatch:
    vertices, indices = commands.vtx_buffer, commands.idx_buffer
    draws = [
        (*_corners(draw.clip_rect), draw.get_tex_id(), draw.idx_offset, draw.elem_count)
        for draw in commands.cmd_buffer
        if draw.elem_count
    ]
    return DrawBatch(
        _view(vertices.data_address(), vertices.size() * imgui.VERTEX_SIZE, READ_ONLY),
        _view(indices.data_address(), indices.size() * imgui.INDEX_SIZE, READ_ONLY),
        draws,
    )


def _corners(clip: imgui.ImVec4) -> tuple[float, float, float, float]:
    return clip.x, clip.y, clip.z, clip.w
