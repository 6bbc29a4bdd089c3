"""Shader programs from the files in `shaders/`: includes, defines, and errors that name file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import moderngl

from game import resources

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
    "sky_clouds": 9,
}
"""Texture unit of every sampler, whatever program it stands in."""

INCLUDE = re.compile(r'^\s*#include\s+"([^"]+)"\s*$')
COMPLAINT = re.compile(r"^(?:ERROR:\s*)?\d+[:(](\d+)\)?(?:\(\d+\))?\s*:?\s*(.*)$", re.MULTILINE)
Origin = tuple[str, int]
"""A file in `shaders/` and a line of it, counted from 1."""


class ShaderError(Exception):
    """A shader did not compile or link; the message names the file and the line."""


def assemble(name: str, defines: Mapping[str, int | float]) -> tuple[str, list[Origin]]:
    """GLSL source of `shaders/NAME` with its includes in place, and where each of its lines comes from.

    Every file is included once. Drivers number the lines of the whole; not all of them heed `#line`.
    """
    head = ["#version 330 core", *(f"#define {key} {value}" for key, value in sorted(defines.items()))]
    body = list(_expand(name, set()))
    source = "\n".join([*head, *(line for line, _ in body), ""])
    return source, [(name, 1)] * len(head) + [origin for _, origin in body]


def _expand(name: str, seen: set[str]) -> Iterator[tuple[str, Origin]]:
    seen.add(name)
    for number, line in enumerate(resources.text(f"shaders/{name}").splitlines(), start=1):
        found = INCLUDE.match(line)
        if found is None:
            yield line, (name, number)
        elif found[1] not in seen:
            yield from _expand(found[1], seen)


class Shaders:
    """The programs of one context, each compiled when first asked for and then kept."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.ctx = ctx
        self._programs: dict[tuple[str, str, tuple[tuple[str, int | float], ...]], moderngl.Program] = {}

    def program(self, vertex: str, fragment: str, defines: Mapping[str, int | float] | None = None) -> moderngl.Program:
        """The program of two files in `shaders/`; ShaderError if it does not compile."""
        defines = defines or {}
        key = (vertex, fragment, tuple(sorted(defines.items())))
        if key not in self._programs:
            self._programs[key] = self._compile(vertex, fragment, defines)
        return self._programs[key]

    def _compile(self, vertex: str, fragment: str, defines: Mapping[str, int | float]) -> moderngl.Program:
        vertex_source, vertex_lines = assemble(vertex, defines)
        fragment_source, fragment_lines = assemble(fragment, defines)
        try:
            program = self.ctx.program(vertex_shader=vertex_source, fragment_shader=fragment_source)
        except moderngl.Error as problem:
            blamed = vertex_lines if "vertex_shader" in str(problem) else fragment_lines
            raise ShaderError(explain(str(problem), blamed)) from None
        frame = program.get("Frame", None)
        if isinstance(frame, moderngl.UniformBlock):
            frame.binding = 0
        for sampler, unit in UNITS.items():
            if sampler in program:
                program[sampler] = unit
        return program

    def release(self) -> None:
        """Free every program."""
        for program in self._programs.values():
            program.release()
        self._programs.clear()


def explain(message: str, lines: list[Origin]) -> str:
    """One line from a driver's complaint, naming the file and the line that its number stands for."""
    for number, text in COMPLAINT.findall(message):
        if 1 <= int(number) <= len(lines):
            file, line = lines[int(number) - 1]
            return f"shaders/{file}, line {line}: {text.strip()}"
    return f"shaders/{lines[-1][0]}: {' '.join(message.split())}"


def layout(program: moderngl.Program, *attributes: tuple[str, str]) -> tuple[str, ...]:
    """The format string and the names of those attributes the program has; the others are skipped.

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
