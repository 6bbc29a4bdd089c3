"""Assembling and compiling shaders."""

from __future__ import annotations

from pathlib import Path

import moderngl
import pytest

from game.model import resources
from game.model.material import Material
from game.render.gpu.shader_programs import (
    Defines,
    ShaderError,
    Shaders,
    assemble,
    explain_error,
    vertex_layout,
)
from game.render.meshes.mesh_programs import material_defines

SHADERS = resources.path("shaders")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace the folder `shaders` with an empty one and return it."""
    (tmp_path / "shaders" / "common").mkdir(parents=True)
    monkeypatch.setattr(resources, "root", lambda: tmp_path)
    return tmp_path / "shaders"


def test_includes_are_inserted_in_place_and_once(folder: Path) -> None:
    (folder / "a.frag").write_text('#include "common/b.glsl"\n#include "common/c.glsl"\nvoid main() {}\n')
    (folder / "common/b.glsl").write_text('#include "common/c.glsl"\nfloat b;\n')
    (folder / "common/c.glsl").write_text("float c;\n")
    source, lines = assemble("a.frag", {"TAPS": 4})
    assert source.startswith("#version 330 core\n#define TAPS 4\n")
    assert lines[2:] == [("common/c.glsl", 1), ("common/b.glsl", 2), ("a.frag", 3)]
    assert source.count("float c;") == 1
    assert source.index("float c;") < source.index("float b;") < source.index("void main")


def test_an_include_may_be_named_by_a_define(folder: Path) -> None:
    (folder / "a.frag").write_text("#include EXTRA_FILE\nvoid main() {}\n")
    (folder / "common/b.glsl").write_text("float b;\n")
    source, lines = assemble("a.frag", {"EXTRA_FILE": "common/b.glsl", "TAPS": 4})
    assert source == "#version 330 core\n#define TAPS 4\nfloat b;\nvoid main() {}\n"
    assert lines[2:] == [("common/b.glsl", 1), ("a.frag", 2)]
    assert "float b;" not in assemble("a.frag", {})[0]


@pytest.mark.parametrize(("where", "line"), [("a.frag", 4), ("common/b.glsl", 2)], ids=["in the file", "in an include"])
def test_an_error_names_file_and_line(ctx: moderngl.Context, folder: Path, where: str, line: int) -> None:
    good = {"a.vert": "void main() { gl_Position = vec4(0.0); }\n", "common/b.glsl": "float b = 1.0;\n\n"}
    good["a.frag"] = '#include "common/b.glsl"\nout vec4 color;\n\n\nvoid main() { color = vec4(b); }\n'
    for name, text in good.items():
        lines = text.splitlines()
        if name == where:
            lines[line - 1] = "float wrong = nothing;"
        (folder / name).write_text("\n".join(lines) + "\n")
    with pytest.raises(ShaderError, match=rf"^shaders/{where}, line {line}: .*nothing") as caught:
        Shaders(ctx).program("a.vert", "a.frag")
    assert "\n" not in str(caught.value)


def test_error_messages_of_several_drivers_are_parsed() -> None:
    lines = [("mesh.frag", 1)] * 6 + [("common/lighting.glsl", 3)]
    for message in ("0:7(12): error: bad", "0(7) : error C1503: bad", "ERROR: 0:7: bad"):
        whole = f"GLSL Compiler failed\n\n{message}\n"
        assert explain_error(whole, lines).startswith("shaders/common/lighting.glsl, line 3: ")


def test_programs_are_cached(ctx: moderngl.Context) -> None:
    shaders = Shaders(ctx)
    first = shaders.program("full_screen.vert", "copy.frag", {"EXACT": 1})
    assert shaders.program("full_screen.vert", "copy.frag", {"EXACT": 1}) is first
    assert shaders.program("full_screen.vert", "copy.frag", {"EXACT": 0}) is not first
    assert first["picture"].value == 5
    shaders.release()


def test_attributes_a_program_lacks_are_skipped(ctx: moderngl.Context) -> None:
    program = ctx.program(
        vertex_shader="#version 330\nin vec3 a; in vec2 c; void main() { gl_Position = vec4(a, c.x); }",
        fragment_shader="#version 330\nvoid main() {}",
    )
    assert vertex_layout(program, ("3f", "a"), ("4f", "b"), ("2f", "c")) == ("3f 16x 2f", "a", "c")
    program.release()


def test_every_include_exists_and_is_used() -> None:
    files = [*SHADERS.glob("*.vert"), *SHADERS.glob("*.frag")]
    defines: list[Defines] = [{}, *(material_defines(kind) for kind in Material if kind.kind.patterned)]
    used = {name for file in files for each in defines for name, _ in assemble(file.name, each)[1]}
    assert used == {str(file.relative_to(SHADERS)) for file in SHADERS.rglob("*.*")}
