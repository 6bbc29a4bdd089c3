"""The programs that draw meshes: one for each material, into which no other material's code is compiled."""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array, Mesh
from game.model.material import Material
from game.render.gpu.shader_programs import Defines, Shaders

COMMON = frozenset(material for material in Material if material.kind.common)
"""Materials that every program knows."""
DULL = frozenset({int(Material.PAINTED_WOOD), int(Material.PLAIN)})
"""Numbers of those that are no metal."""


def special_materials(mesh: Mesh) -> frozenset[Material]:
    """Return the materials of a mesh beyond those that every program knows."""
    return frozenset(map(Material, set(mesh.vertices[:, 8].astype(int).tolist()))) - COMMON


def is_polished(mesh: Mesh) -> bool:
    """Return whether a mesh has a material that mirrors other bodies, or can: more than wood and what is plain."""
    return not {*mesh.vertices[:, 8].astype(int).tolist()} <= DULL


def split_by_material(vertices: Array, indices: NDArray[np.int32]) -> list[tuple[Material | None, NDArray[np.int32]]]:
    """Return the triangles of a mesh as one list of indices for each of its special materials.

    Software OpenGL runs the code of all materials of a program in each pixel, so each has at most one special.
    Triangles of common materials go with the first; a mesh of common materials alone gives one list, under None.
    """
    rows = indices.reshape(-1, 3)
    own = vertices[rows[:, 0], 8].astype(int)
    kinds = sorted(set(map(Material, set(vertices[:, 8].astype(int).tolist()))) - COMMON)
    if len(kinds) < 2:
        return [(kinds[0] if kinds else None, indices)]
    first = ~np.any([own == kind for kind in kinds[1:]], axis=0)
    found: list[tuple[Material | None, NDArray[np.int32]]] = [(kinds[0], rows[first].reshape(-1))]
    return found + [(kind, rows[own == kind].reshape(-1)) for kind in kinds[1:]]


def material_defines(material: Material | None) -> dict[str, int | float | str]:
    """Return the defines of materials for the shaders of meshes: all numbers, and those that this program draws.

    material: None for a program of the common materials alone.
    """
    return {
        **{f"MATERIAL_{each.name}": int(each) for each in Material},
        "MATERIAL": 0 if material is None else int(material),
        "MATERIAL_FILE": "" if material is None else f"materials/{material.name.lower()}.glsl",
        "PATTERNED": int(material is not None and material.kind.patterned),
    }


class MeshPrograms:
    """The programs of one pair of shader files, each compiled when a mesh first needs its material."""

    def __init__(
        self,
        shaders: Shaders,
        defines: Defines,
        vertex: str = "mesh.vert",
        fragment: str = "mesh.frag",
    ) -> None:
        self._shaders = shaders
        self._defines = dict(defines)
        self._files = vertex, fragment
        self._programs: dict[Material | None, moderngl.Program] = {}

    def of(self, material: Material | None) -> moderngl.Program:
        """Return the program for meshes with this special material, or none; ShaderError if it does not compile."""
        if material not in self._programs:
            defines = {**self._defines, **material_defines(material)}
            self._programs[material] = self._shaders.program(*self._files, defines)
        if material is not None and material.kind.picture:
            self._shaders.bind(material.kind.picture)
        return self._programs[material]
