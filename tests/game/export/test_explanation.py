"""The explanation of a scene as a page has it."""

import xml.etree.ElementTree as ElementTree

import pytest

from game.export.explanation import explanations, lesson_steps, mathml, prose
from game.learn.page import Equation, Paragraph
from game.learn.pages import page_files
from game.learn.prose import spans
from game.scenefile.schema import LessonStepSpec
from game.session.open_scene import load
from physics import BadInput


def test_every_equation_becomes_mathml():
    """Well formed, with the characters of the equation, and none left as code."""
    count = 0
    for language in ("en", "fr"):
        for part in (part for file in page_files(language) for part in file.parts.values()):
            for block in (block for section in part.sections.values() for block in section):
                pieces = block.spans if isinstance(block, Paragraph) else getattr(block, "note", ())
                texts = [span.text for span in pieces if span.kind == "equation"]
                for text in texts + ([block.text] if isinstance(block, Equation) else []):
                    assert ElementTree.fromstring(mathml(text)).tag == "math", text
                    count += 1
    assert count > 800


def test_equations_are_built_as_they_are_written():
    found = mathml(r"\mathbf{L} = \tfrac{1}{2} I_3 \dot\psi^2 \sin\theta (a + \sqrt{b})", display=True)
    inner = (
        '<mi>𝑳</mi><mo>=</mo><mstyle displaystyle="false"><mfrac><mn>1</mn><mn>2</mn></mfrac></mstyle>'
        "<msub><mi>I</mi><mn>3</mn></msub>"
        '<msup><mover accent="true"><mi>ψ</mi><mo stretchy="false">˙</mo></mover><mn>2</mn></msup>'
        '<mspace width="0.167em"/><mi>sin</mi><mspace width="0.167em"/><mi>θ</mi>'
        "<mrow><mo>(</mo><mi>a</mi><mo>+</mo><msqrt><mi>b</mi></msqrt><mo>)</mo></mrow>"
    )
    assert found == f'<math display="block">{inner}</math>'
    assert mathml(r"\nonsense{<b>}") == r"<code>\nonsense{&lt;b&gt;}</code>"
    assert prose(spans("a < **b & c** $x<y$")) == (
        "a &lt; <strong>b &amp; c</strong> <math><mi>x</mi><mo>&lt;</mo><mi>y</mi></math>"
    )


def test_steps_of_a_lesson_say_what_they_set_from_the_start_of_the_scene():
    steps = (
        LessonStepSpec("A **top** of $\\omega$.", question="Why?", answer="So."),
        LessonStepSpec("Slower.", "phi_dot = 100; show = traces", 1),
        LessonStepSpec(question="And now?"),
        LessonStepSpec("Two.", "show = ghosts"),
    )
    first, slower, asked, ghosts = lesson_steps(load("gyroscope").changed(lesson=steps), {1: [1.0, 2.0]})
    assert "<strong>top</strong>" in first["text"] and "<math>" in first["text"] and first["question"] == "<p>Why?</p>"
    assert first["answer"] == "<p>So.</p>" and first["set"] == {} and first["view"] is None and first["begins"]
    assert (slower["set"], slower["show"], slower["view"]) == ({"phi_dot": "100"}, ["traces"], [1.0, 2.0])
    assert asked["set"] == slower["set"] and asked["view"] == slower["view"] and not asked["begins"], "as it was left"
    assert ghosts["set"] is None and ghosts["view"] == slower["view"], "it needs the program"
    assert lesson_steps(load("gyroscope"), {}) == []
    with pytest.raises(BadInput, match=r"lesson\[0\]\.change: unknown initial value of gyroscope 'zz'"):
        lesson_steps(load("gyroscope").changed(lesson=(LessonStepSpec("A top.", "zz = 1"),)), {})


def test_things_to_try_say_what_they_set_and_watch():
    found = explanations(load("fast-cone"))
    assert set(found) == {"en", "fr"} and found["fr"]["see"] != found["en"]["see"]
    trials = found["en"]["trials"]
    assert trials[0]["set"] == {"integrator": "euler-cromer"} and trials[0]["watch"] == ["energy", "L_z"]
    assert trials[1]["set"] == {"psi_dot": "4.484", "phi_dot": "396.1167"} and "<math>" in trials[1]["title"]
    slipping = explanations(load("rolling-tippe-top"))["en"]["trials"]
    assert any(each["set"] is None for each in slipping), "another scene is another page"
