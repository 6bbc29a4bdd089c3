"""Shaders of the program, in GLSL 3.30, as WebGL 2 wants them, in GLSL ES 3.00.

The rules look at no shader in particular: a name that `#if` reads and nobody defines is 0; `noperspective` goes, since
what carries it is drawn with w = 1; a clip distance becomes a number below 0 of which a fragment is discarded; comments
go. ES has no default precision for most types, so that all are high.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from game.render.gpu.shader_programs import Defines, assemble
from game.render.meshes.mesh_programs import material_defines

PRECISIONS = " ".join(
    f"precision highp {kind};" for kind in ("float", "int", "sampler2D", "sampler2DShadow", "sampler3D", "usampler2D")
)
TESTED = re.compile(r"^[ \t]*#(?:if|elif)[ \t]+(.*)$", re.MULTILINE)
DEFINED = re.compile(r"#define[ \t]+(\w+)")
GUARDED = re.compile(r"#ifn?def[ \t]+(\w+)|defined[ \t]*\(?[ \t]*(\w+)")
NAME = re.compile(r"[A-Za-z_]\w*")
DEFINES = re.compile(r"(?:#define .*\n)*")
FIRST_LINE = "#version 330 core"
CLIP, OUT_CLIP = "clip_distance", "out float gl_ClipDistance[1];"


def to_es(source: str, fragment: bool) -> str:
    """Return a shader in GLSL ES 3.00; raises ValueError for one that is not in GLSL 3.30 core."""
    first, _, body = re.sub(r"//[^\n]*", "", source).partition("\n")
    if first.strip() != FIRST_LINE:
        raise ValueError(f"a shader begins with {first!r}: must be {FIRST_LINE!r}")
    known = set(DEFINED.findall(body)) | {name for pair in GUARDED.findall(body) for name in pair} | {"defined"}
    tested = {name for line in TESTED.findall(body) for name in NAME.findall(line)}
    missing = "".join(f"#define {name} 0\n" for name in sorted(tested - known))
    body = body.replace("noperspective ", "")
    if fragment and "#define MIRROR 1" in body:
        start = f"in float {CLIP};\nvoid main() {{\n if ({CLIP} < 0.0) discard;"
        body = body.replace("void main() {", start, 1)
    body = body.replace(OUT_CLIP, f"out float {CLIP};").replace("gl_ClipDistance[0]", CLIP)
    found = DEFINES.match(body)
    defines = found[0] if found else ""
    whole = f"#version 300 es\n{defines}{missing}{PRECISIONS}\n{body[len(defines) :]}"
    return re.sub(r"\n\s*\n+", "\n", re.sub(r"[ \t]+", " ", whole))


class ProgramSources:
    """The programs of a page: pairs of vertex and fragment shader, each once, by number."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str, tuple[tuple[str, Any], ...]], int] = {}
        self.sources: list[tuple[str, str]] = []

    def number(self, vertex: str, fragment: str, defines: Defines | None = None) -> int:
        """Return the number of the program of two files in `shaders/` with these defines."""
        given = defines or {}
        key = (vertex, fragment, tuple(sorted(given.items())))
        if key not in self._numbers:
            self._numbers[key] = len(self.sources)
            self.sources.append(
                (to_es(assemble(vertex, given)[0], False), to_es(assemble(fragment, given)[0], True)),
            )
        return self._numbers[key]

    def of_material(
        self, material: Any, defines: Mapping[str, Any], vertex: str = "mesh.vert", fragment: str = "mesh.frag"
    ) -> int:
        """Return the number of the program that draws meshes with a special `Material`, or with none (None)."""
        return self.number(vertex, fragment, {**defines, **material_defines(material)})
