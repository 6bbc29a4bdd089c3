"""The programs that draw meshes: what a mesh has no material for is compiled away."""

from __future__ import annotations

from collections.abc import Mapping

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array, Mesh
from game.model.material import Material
from game.render.gpu.shader_programs import Shaders

ALWAYS = {Material.PAINTED_WOOD, Material.BRASS, Material.STEEL, Material.PLAIN}
"""So common and cheap that every program knows them."""
NONE: frozenset[Material] = frozenset()
PICTURES = {Material.COIN: "coin_faces"}
"""What is painted or struck on a material, where that is a picture of its own."""


def special(mesh: Mesh) -> frozenset[Material]:
    """The materials of a mesh beyond those that every program knows."""
    return frozenset(map(Material, set(mesh.vertices[:, 8].astype(int).tolist()))) - ALWAYS


def parts(vertices: Array, indices: NDArray[np.int32]) -> list[tuple[frozenset[Material], NDArray[np.int32]]]:
    """Triangles of a mesh as lists of their indices, for each of its special materials: a processor runs the code of
    all materials of a program in each pixel. Triangles of common materials go with the first.
    """
    rows = indices.reshape(-1, 3)
    own = vertices[rows[:, 0], 8].astype(int)
    kinds = sorted(set(map(Material, set(vertices[:, 8].astype(int).tolist()))) - ALWAYS)
    if len(kinds) < 2:
        return [(frozenset(kinds), indices)]
    first = ~np.any([own == kind for kind in kinds[1:]], axis=0)
    found = [(frozenset(kinds[:1]), rows[first].reshape(-1))]
    return found + [(frozenset({kind}), rows[own == kind].reshape(-1)) for kind in kinds[1:]]


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

    def of(self, materials: frozenset[Material]) -> moderngl.Program:
        """The program for meshes with these special materials; ShaderError if it does not compile."""
        if materials not in self._programs:
            # A material's number where the mesh has it; 0 is a material that every program knows.
            kinds = {kind.name: int(kind) if kind in materials else 0 for kind in Material if kind not in ALWAYS}
            defines = {**self._defines, **kinds, "PATTERNED": int(bool(materials - {Material.GLASS}))}
            self._programs[materials] = self._shaders.program(*self._files, defines)
        for kind in materials & PICTURES.keys():
            self._shaders.bind(PICTURES[kind])
        return self._programs[materials]
