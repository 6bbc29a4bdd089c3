"""The explanation of a scene in a page: HTML whose equations are MathML, and things to try as changes of the page."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from game.learn.page import LANGUAGES, Block, Equation, Page, Paragraph
from game.learn.pages import page_of
from game.learn.prose import Span, spans
from game.learn.tour import lesson_file
from game.learn.trial import Trial, changes_in
from game.model.equations.parse import (
    MARKS,
    Accent,
    Atom,
    EquationError,
    Fence,
    Fraction,
    Named,
    Node,
    Root,
    Row,
    Script,
    parse,
)
from game.scenefile import Scene
from physics.core.units import parse_quantity

BOLD = {"A": 0x1D468, "a": 0x1D482, "Α": 0x1D71E, "α": 0x1D736}
"""First letters of alphabets, and those of the same alphabets in bold italics."""
ABOVE = {MARKS["dot"]: "\u02d9", MARKS["ddot"]: "\u00a8", MARKS["bar"]: "\u00af"}
"""Marks as characters of their own."""
THIN = '<mspace width="0.167em"/>'
SUPPORTED = {"vectors": "vectors", "traces": "traces", "geometry": "curves"}
"""What a page can show of what a thing to try asks for, by the names that pages have for it."""
ELSEWHERE = ("scene", "formulation")
"""Changes that lead to another page."""


def explanations(scene: Scene) -> dict[str, dict[str, Any]]:
    """Return what a page explains of a scene, by language: sections as HTML, and things to try.

    Languages in which nothing is written of it are left out, but for English.
    """
    pages = {language: page_of(scene.name, scene.system, language) for language in LANGUAGES}
    written = {language: page for language, page in pages.items() if language == "en" or page != pages["en"]}
    return {language: _sections(page) for language, page in written.items() if page is not None}


def check_lesson(scene: Scene) -> None:
    """Raise BadInput where a step of the lesson of a scene changes what the scene has not."""
    if scene.lesson:
        lesson_file(scene)


def lesson_steps(scene: Scene, views: Mapping[int, Sequence[float]]) -> list[dict[str, Any]]:
    """Return the steps of the lesson of a scene: texts as HTML, what a page sets by name, as of a thing to try.

    views: poses of the camera by the numbers of the bookmarks that the steps name: azimuth, elevation [rad], distance
    and place that it looks at [m]. Each step has the change and the view of the last one up to it that says any, as the
    lesson has when it goes back to it. begins: whether it is the first one, or says one itself. Raises BadInput for a
    change that does not fit.
    """
    check_lesson(scene)
    found, change, view = [], "", 0
    for k, step in enumerate(scene.lesson):
        change, view = step.change or change, step.view or view
        trial = _trial(Trial("", (), changes_in(change) if change else ()))
        texts = {name: blocks([Paragraph(spans(text))]) if text else "" for name, text in
                 (("text", step.text), ("question", step.question), ("answer", step.answer))}  # fmt: skip
        begins = k == 0 or bool(step.change or step.view)
        found.append({**trial, **texts, "view": list(views[view]) if view else None, "begins": begins})
    return found


def settable(described: Mapping[str, Any], language: str) -> list[bool]:
    """Return, for each thing to try of a page's data, whether that page can set all that it changes."""
    found = described["explained"].get(language) or described["explained"]["en"]
    return [each["set"] is not None and _is_settable(each["set"], described["motion"]) for each in found["trials"]]


def _is_settable(values: Mapping[str, str], motion: Mapping[str, Any]) -> bool:
    """Return what `Trials.isHere` of web/src/explain.ts does, for the changes of a thing to try."""
    methods = {each["name"] for each in motion.get("methods", ())}
    known = {each["name"]: each for name in ("parameters", "starts") for each in motion.get(name, ())}
    for name, text in values.items():
        if name == "integrator" and text not in methods:
            return False
        if name in ("integrator", "speed", "dt"):
            continue
        field = known.get(name)
        value = parse_quantity(name, text, field["unit"]) if field else math.nan
        if field is None or not field["low"] <= value <= field["high"]:
            return False
        if not field["typed"] and value not in field["stops"]:
            return False
    return True


def _sections(page: Page) -> dict[str, Any]:
    return {
        "title": html.escape(page.title),
        "see": blocks(page.see),
        "equations": blocks(page.equations),
        "source": blocks(page.source),
        "trials": [_trial(each) for each in page.trials],
    }


def blocks(found: Iterable[Block]) -> str:
    """Return paragraphs and equations as HTML."""
    return "".join(map(_block, found))


def _block(block: Block) -> str:
    match block:
        case Paragraph(spans=spans):
            return f"<p>{prose(spans)}</p>"
        case Equation(text=text, number=number):
            shown = f'<span class="number">({html.escape(number)})</span>' if number else ""
            return f'<div class="equation">{mathml(text, display=True)}{shown}</div>'
    return ""


def _trial(trial: Trial) -> dict[str, Any]:
    """Return a thing to try: what it sets by name, None where that leads to another page, and what it watches."""
    values = {name: value for name, value in trial.changes if name not in ("watch", "show")}
    elsewhere = any(name in ELSEWHERE or name.startswith("setting.") for name in values)
    lists = any(value.startswith("[") for value in values.values())
    unknown = any(name not in SUPPORTED for name in trial.all("show"))
    return {
        "title": titled(trial.title), "note": prose(trial.note), "watch": trial.all("watch"),
        "set": None if elsewhere or lists or unknown else values,
        "show": [SUPPORTED[name] for name in trial.all("show") if name in SUPPORTED],
    }  # fmt: skip


def titled(title: str) -> str:
    """Return a title that may have equations between dollar signs."""
    parts = re.split(r"\$([^$]+)\$", title)
    return "".join(mathml(part) if k % 2 else html.escape(part) for k, part in enumerate(parts))


def prose(spans: Iterable[Span]) -> str:
    """Return prose with emphasised words and equations as HTML."""
    return "".join(map(_span, spans))


def _span(span: Span) -> str:
    if span.kind == "equation":
        return mathml(span.text)
    text = html.escape(span.text)
    return f"<strong>{text}</strong>" if span.kind == "strong" else text


# Equations ------------------------------------------------------------------------------------------------------


def mathml(text: str, display: bool = False) -> str:
    """Return an equation as MathML, display: on a line of its own; as code where it is none that can be read."""
    try:
        row = parse(text)
    except EquationError:
        return f"<code>{html.escape(text)}</code>"
    kind = ' display="block"' if display else ""
    return f"<math{kind}>{_row(row)}</math>"


def _row(row: Row) -> str:
    """Return expressions side by side, with thin spaces about the names of functions but beside signs and brackets."""
    parts: list[str] = []
    for before, node in zip((None, *row.items), row.items, strict=False):
        if before is not None and _spaced(before, node):
            parts.append(THIN)
        parts.append(_node(node))
    return "".join(parts)


def _spaced(before: Node, node: Node) -> bool:
    def sign(each: Node) -> bool:
        return isinstance(each, Atom) and each.kind in ("relation", "operation", "punctuation", "space")

    if sign(before) or sign(node):
        return False
    return _is_function(node) or (_is_function(before) and not isinstance(node, Fence))


def _is_function(node: Node) -> bool:
    if isinstance(node, Script):
        return _is_function(node.base)
    return isinstance(node, Atom) and node.kind == "function"


def _group(node: Node) -> str:
    """Return an expression as one element."""
    if not isinstance(node, Row):
        return _node(node)
    return _node(node.items[0]) if len(node.items) == 1 else f"<mrow>{_row(node)}</mrow>"


def _node(node: Node) -> str:
    match node:
        case Atom():
            return _atom(node)
        case Row() | Named(body=Row()):
            return _group(node.body if isinstance(node, Named) else node)
        case Fraction(top=top, bottom=bottom, small=small):
            inner = f"<mfrac>{_group(top)}{_group(bottom)}</mfrac>"
            return f'<mstyle displaystyle="false">{inner}</mstyle>' if small else inner
        case Root(body=body):
            return f"<msqrt>{_row(body)}</msqrt>"
        case Accent(body=body, mark=mark):
            return f'<mover accent="true">{_group(body)}<mo stretchy="false">{ABOVE[mark]}</mo></mover>'
        case Fence(left=left, body=body, right=right):
            return f"<mrow><mo>{left}</mo>{_row(body)}<mo>{right}</mo></mrow>"
        case Script(base=base, low=low, high=high):
            parts = [_group(each) for each in (base, low, high) if each is not None]
            kind = "msubsup" if low is not None and high is not None else "msub" if low is not None else "msup"
            return f"<{kind}>{''.join(parts)}</{kind}>"


def _atom(atom: Atom) -> str:
    if atom.kind == "space":
        return f'<mspace width="{atom.text}em"/>'
    text = html.escape("".join(map(_bold, atom.text)) if atom.style == "bold" else atom.text)
    if atom.kind in ("relation", "operation", "punctuation") or atom.text in ("/", "!", "′", "∑"):
        return f"<mo>{text}</mo>"
    if atom.text[:1].isdigit():
        return f"<mn>{text}</mn>"
    upright = len(atom.text) == 1 and atom.style == "upright" and atom.kind != "function"
    return f'<mi mathvariant="normal">{text}</mi>' if upright else f"<mi>{text}</mi>"


def _bold(letter: str) -> str:
    """Return a letter in bold italics, which MathML Core has as a character of its own."""
    for first, there in BOLD.items():
        if letter.isalpha() and 0 <= ord(letter) - ord(first) < 25 + letter.isascii():
            return chr(there + ord(letter) - ord(first))
    return letter
