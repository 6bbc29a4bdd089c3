"""Shader programs from the files in `shaders/`, with includes, defines, and errors that name file and line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import moderngl
import numpy as np

from game.model import resources
from game.render.gpu import mipmaps

UNITS = {
    "environment_map": 0,
    "shadow_map": 1,
    "floor_wood": 2,
    "floor_paint": 2,
    "turned_wood": 3,
    "reflection_map": 4,
    "picture": 5,
    "depth_map": 6,
    "bloom_map": 7,
    "interface_map": 8,
    "glass_map": 8,
    "sky_clouds": 9,
    "depths_map": 10,
    "open_map": 11,
    "cast_map": 12,
    "dots": 13,
    "reflectance": 13,
    "field_land": 14,
    "field_plants": 15,
    "studio_room": 9,
    "coin_faces": 14,
    "light_map": 16,
    "depth_now": 17,
    "ground_map": 18,
    "sum_map": 19,
    "lamp_map": 20,
}
"""Texture unit of every sampler, in any program; samplers that no picture needs together may share one."""

BLOCKS = {"Frame": 0, "MirroredBodies": 1}
"""Binding point of every uniform block."""

INCLUDE = re.compile(r'^\s*#include\s+("[^"]+"|[A-Z_]+)\s*$')
Defines = Mapping[str, int | float | str]
"""Definitions of a program: numbers become #defines, a text is the name of a file that may be included."""
COMPLAINT = re.compile(r"^(?:ERROR:\s*)?\d+[:(](\d+)\)?(?:\(\d+\))?\s*:?\s*(.*)$", re.MULTILINE)
Origin = tuple[str, int]
"""A file in `shaders/` and a line of it, counted from 1."""
Piece = tuple[list[str], list[Origin], str]
"""Lines of a file, where each comes from, and the file that is included after them, or nothing."""


class ShaderError(Exception):
    """A shader did not compile or link; the message names the file and the line."""


def assemble(name: str, defines: Defines) -> tuple[str, list[Origin]]:
    """Return the GLSL source of `shaders/NAME` with its includes in place, and where each of its lines comes from.

    Every file is included once. `#include NAME` includes the file that `defines` has under that name, or nothing.
    Drivers number the lines of the whole; not all of them heed `#line`.
    """
    numbers = sorted((key, value) for key, value in defines.items() if not isinstance(value, str))
    lines = ["#version 330 core", *(f"#define {key} {value}" for key, value in numbers)]
    origins = [(name, 1)] * len(lines)
    files = {key: value for key, value in defines.items() if isinstance(value, str)}
    _expand(name, lines, origins, files, set())
    return "\n".join([*lines, ""]), origins


def _expand(name: str, lines: list[str], origins: list[Origin], files: Mapping[str, str], seen: set[str]) -> None:
    """Append a file with its includes to lines and their origins. files: names of those included under a define."""
    seen.add(name)
    for part, places, include in _pieces(resources.root(), name):
        lines += part
        origins += places
        include = include[1:-1] if include.startswith('"') else files.get(include, "")
        if include and include not in seen:
            _expand(include, lines, origins, files, seen)


@cache
def _pieces(root: Path, name: str) -> tuple[Piece, ...]:
    """Return a file in pieces, each up to the next include; cached, as most files stand in many programs.

    root: `resources.root()`, where the files are.
    """
    file = resources.path(f"shaders/{name}")
    pieces: list[Piece] = []
    lines: list[str] = []
    origins: list[Origin] = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        found = INCLUDE.match(line)
        if found is None:
            lines.append(line)
            origins.append((name, number))
        else:
            pieces.append((lines, origins, found[1]))
            lines, origins = [], []
    return (*pieces, (lines, origins, ""))


class Shaders:
    """The programs of one context, and textures that only some of them read, made when first needed."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self._programs: dict[tuple[str, str, tuple[tuple[str, int | float | str], ...]], moderngl.Program] = {}
        self._pictures: dict[str, moderngl.Texture] = {}

    def program(self, vertex: str, fragment: str, defines: Defines | None = None) -> moderngl.Program:
        """Return the program of two files in `shaders/`; ShaderError if it does not compile."""
        defines = defines or {}
        key = (vertex, fragment, tuple(sorted(defines.items())))
        if key not in self._programs:
            self._programs[key] = self._compile(vertex, fragment, defines)
        return self._programs[key]

    def bind(self, name: str) -> None:
        """Bind `assets/NAME.npz`, a texture that few programs read, to its unit; read when first needed."""
        if name not in self._pictures:
            with np.load(resources.path(f"assets/{name}.npz")) as file:
                self._pictures[name] = mipmaps.mipmapped_texture(self.ctx, mipmaps.mipmap_images(file["pixels"]))
        self._pictures[name].use(UNITS[name])

    def _compile(self, vertex: str, fragment: str, defines: Defines) -> moderngl.Program:
        vertex_source, vertex_lines = assemble(vertex, defines)
        fragment_source, fragment_lines = assemble(fragment, defines)
        try:
            program = self.ctx.program(vertex_shader=vertex_source, fragment_shader=fragment_source)
        except moderngl.Error as problem:
            blamed = vertex_lines if "vertex_shader" in str(problem) else fragment_lines
            raise ShaderError(explain_error(str(problem), blamed)) from None
        for name, point in BLOCKS.items():
            block = program.get(name, None)
            if isinstance(block, moderngl.UniformBlock):
                block.binding = point
        for sampler, unit in UNITS.items():
            if sampler in program:
                program[sampler] = unit
        return program

    def release(self) -> None:
        """Free every program and picture."""
        for program in self._programs.values():
            program.release()
        for picture in self._pictures.values():
            picture.release()
        self._programs.clear()
        self._pictures.clear()


def explain_error(message: str, lines: list[Origin]) -> str:
    """Return a driver's error message as one line that names the file and the line its number stands for."""
    for number, text in COMPLAINT.findall(message):
        if 1 <= int(number) <= len(lines):
            file, line = lines[int(number) - 1]
            return f"shaders/{file}, line {line}: {text.strip()}"
    return f"shaders/{lines[-1][0]}: {' '.join(message.split())}"


def vertex_layout(program: moderngl.Program, *attributes: tuple[str, str]) -> tuple[str, ...]:
    """Return the format string and the names of those attributes the program has; the others are skipped.

    attributes: pairs of a format such as "3f" and a name, in the order they lie in the buffer.
    """
    formats, names = [], []
    for form, name in attributes:
        if name in program:
            formats.append(form)
            names.append(name)
        else:
            formats.append(f"{4 * int(form[:-1])}x")
    return (" ".join(formats), *names)
