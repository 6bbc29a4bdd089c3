"""The programs that draw meshes: what a mesh has no material for is compiled away."""

from __future__ import annotations

from collections.abc import Mapping

import moderngl
import numpy as np

from game.picture import Material, Mesh
from game.render.shader import Shaders

ALWAYS = {Material.PAINTED_WOOD, Material.BRASS, Material.STEEL, Material.PLAIN}
"""So common and cheap that every program knows them."""
NONE: frozenset[Material] = frozenset()


def special(mesh: Mesh) -> frozenset[Material]:
    """The materials of a mesh beyond those that every program knows."""
    return frozenset(Material(int(kind)) for kind in np.unique(mesh.vertices[:, 8])) - ALWAYS


class MeshPrograms:
    """One program for each set of special materials, compiled when a mesh first asks for it."""

    def __init__(
        self,
        shaders: Shaders,
        defines: Mapping[str, int | float],
        vertex: str = "mesh.vert",
        fragment: str = "mesh.frag",
    ) -> None:
        self._shaders = shaders
        self._defines = dict(defines)
        self._files = vertex, fragment
        self._programs: dict[frozenset[Material], moderngl.Program] = {}
        self.of(NONE)

    def of(self, materials: frozenset[Material]) -> moderngl.Program:
        """The program for meshes with these special materials; ShaderError if it does not compile."""
        if materials not in self._programs:
            # A material's number where the mesh has it; 0 is a material that every program knows.
            kinds = {kind.name: int(kind) if kind in materials else 0 for kind in Material if kind not in ALWAYS}
            defines = {**self._defines, **kinds, "PATTERNED": int(bool(materials - {Material.GLASS}))}
            self._programs[materials] = self._shaders.program(*self._files, defines)
        return self._programs[materials]
