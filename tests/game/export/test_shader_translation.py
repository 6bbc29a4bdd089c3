"""Shaders in GLSL ES 3.00."""

import re

import pytest

from game.export.shader_translation import ProgramSources, to_es
from game.model.frame import Surroundings
from game.model.material import Material
from game.render.meshes.mesh_programs import COMMON
from game.render.stage.stage_programs import stage_defines
from game.render.tiers import TIERS


def test_names_that_nobody_defines_are_zero():
    source = "#version 330 core\n#define A 1\n#if A && B\nfloat x;\n#endif\n#ifdef C\n#endif\nvoid main() {}\n"
    found = to_es(source, fragment=True)
    assert found.startswith("#version 300 es\n#define A 1\n#define B 0\nprecision highp float;")
    assert "#define C" not in found


def test_clip_distance_becomes_a_discard():
    head = "#version 330 core\n#define MIRROR 1\n"
    vertex = to_es(f"{head}out float gl_ClipDistance[1];\nvoid main() {{\n gl_ClipDistance[0] = 1.0;\n}}\n", False)
    fragment = to_es(f"{head}void main() {{\n}}\n", True)
    assert "gl_ClipDistance" not in vertex and "out float clip_distance;" in vertex and "clip_distance = 1.0" in vertex
    assert "in float clip_distance;" in fragment and "if (clip_distance < 0.0) discard;" in fragment


def test_comments_and_noperspective_go():
    found = to_es("#version 330 core\n// note\nnoperspective in vec2 place;  // here\nvoid main() {}\n", True)
    assert "//" not in found and "noperspective" not in found and "in vec2 place;" in found


def test_another_version_is_refused():
    with pytest.raises(ValueError, match="330"):
        to_es("#version 410\nvoid main() {}\n", True)


@pytest.mark.parametrize("stage", Surroundings)
def test_programs_of_all_materials_are_translated(stage):
    """What GLSL ES lacks is in none of them; that they compile is seen in a browser (test_pages.py)."""
    programs = ProgramSources()
    defines = {**stage_defines(TIERS["medium"], stage), "MIRROR": 0}
    special = [material for material in Material if material not in COMMON and material != Material.GLASS]
    numbers = [programs.of_material(material, defines) for material in (None, *special)]
    assert len(set(numbers)) == len(numbers)
    for shader in (part for pair in programs.sources for part in pair):
        assert shader.startswith("#version 300 es\n")
        assert not re.search(r"gl_ClipDistance|noperspective|#include|#version 330", shader)


def test_a_program_is_translated_once():
    programs = ProgramSources()
    assert programs.number("arrow.vert", "arrow.frag") == programs.number("arrow.vert", "arrow.frag", {})
    assert len(programs.sources) == 1
