"""Text as Markdown for the pages of the site: prose with equations, docstrings, tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from inspect import cleandoc

from game.learn.page import Block, Equation, Paragraph
from game.learn.prose import Span
from game.learn.trial import Trial

SPECIAL = re.compile(r"([\\`*_\[\]<>$#|~{}])")
NAMED = re.compile(r"\\of\{[^{}]*\}")
"""What names the quantity that an expression is, `\\of{name}{...}`; the site has no readings to link it to."""


def escaped(text: str) -> str:
    """Return text as Markdown that shows it literally."""
    return SPECIAL.sub(r"\\\1", text)


def prose(spans: Iterable[Span]) -> str:
    """Return prose with emphasised words and equations as Markdown."""
    return "".join(_span(span) for span in spans)


def _span(span: Span) -> str:
    if span.kind == "equation":
        return f"${NAMED.sub('', span.text)}$"
    text = escaped(span.text)
    return f"**{text}**" if span.kind == "strong" else text


def block(each: Block) -> str:
    """Return a block of a page of explanation as Markdown; the number of an equation is that of its source."""
    match each:
        case Paragraph(spans=spans):
            return prose(spans)
        case Equation(text=text, number=number):
            tag = f" \\tag{{{number}}}" if number else ""
            return f"$$\n{NAMED.sub('', text)}{tag}\n$$"
        case Trial(title=title, note=note):
            return f"- **{equations_apart(title)}**: {prose(note)}"


def equations_apart(title: str) -> str:
    """Return the title of a thing to try, which may have equations, as Markdown."""
    return "".join(part if part.startswith("$") else escaped(part) for part in re.split(r"(\$[^$]+\$)", title))


def paragraphs(docstring: str | None) -> list[tuple[bool, str]]:
    """Return the paragraphs of a docstring, each with whether its lines are kept as they are (indented, or code)."""
    found: list[tuple[bool, str]] = []
    for text in re.split(r"\n\s*\n", cleandoc(docstring or "")):
        if text.strip():
            found.append((text.startswith((" ", ">>>")), text))
    return found


def described(docstring: str | None) -> str:
    """Return a docstring as Markdown. Names in backquotes stay code, equations on lines of their own stay as typed."""
    parts = []
    for kept, text in paragraphs(docstring):
        if kept:
            parts.append(f"```text\n{cleandoc(text)}\n```")
        else:
            pieces = re.split(r"(`[^`]+`)", " ".join(text.split()))
            parts.append("".join(piece if piece.startswith("`") else escaped(piece) for piece in pieces))
    return "\n\n".join(parts)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as Markdown, or "" without rows. The cells are Markdown."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    rule = "|" + "---|" * len(headings)
    return "\n".join(["| " + " | ".join(headings) + " |", rule, *lines]) if lines else ""


def slug(heading: str) -> str:
    """Return the anchor of a heading, as GitHub and MyST make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
