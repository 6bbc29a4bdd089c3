"""Textures made from arrays, for images in plots."""

from __future__ import annotations

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

KEPT: list[imgui.ImTextureData] = []
"""Textures kept alive: contexts refer to them by address only."""


class Pixels:
    """A texture of given rows and columns, registered with the present context of Dear ImGui for its lifetime."""

    def __init__(self, rows: int, columns: int) -> None:
        self._data = imgui.ImTextureData()
        self._data.create(imgui.ImTextureFormat.rgba32, columns, rows)
        self._shape = rows, columns
        imgui.internal.register_user_texture(self._data)
        KEPT.append(self._data)

    @property
    def reference(self) -> imgui.ImTextureRef:
        """The reference by which widgets draw the texture."""
        return self._data.get_tex_ref()

    def put(self, colors: NDArray[np.uint32]) -> None:
        """Set the pixels, (rows, columns), each with red, green, blue and opacity from its lowest byte up."""
        rows, columns = self._shape
        self._data.get_pixels_array().view(np.uint32).reshape(rows, columns)[:] = colors
        if self._data.status == imgui.ImTextureStatus.ok:
            part = imgui.ImTextureRect()
            part.x = part.y = 0
            part.w, part.h = columns, rows
            self._data.updates.clear()
            self._data.updates.push_back(part)
            self._data.set_status(imgui.ImTextureStatus.want_updates)
