"""Worksheets of scenes as HTML to be printed, with or without the answers."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

from game.export.explanation import blocks, mathml, prose, titled
from game.export.page_file import filled
from game.learn.worksheet import Exercise, Setting, SheetReading, Worksheet, exercise_lines, worksheet
from game.model.words import in_language, tr
from game.scenefile import Scene

EQUATION = '<div class="equation" tabindex="0">'
"""An equation, which may be wider than a screen: it is moved by keys, too."""
GRID, WIDTH, HEIGHT = 5, 180, 90
"""Graph paper: distance of its lines, width and height [mm]."""


def sheet_html(
    scene: Scene,
    language: str,
    answers: bool = False,
    picture: str = "",
    address: str = "",
    here: Sequence[bool] | None = None,
) -> bytes:
    """Return the worksheet of a scene as an HTML file, on which its answers stand or may be written.

    picture, address: the addresses of a picture and of the page of the scene, "" for none. here: which exercises that
    page can set; None: all of which a line can speak. Raises BadInput where there
    is nothing to try.
    """
    with in_language(language):
        sheet = worksheet(scene)
        parts = {
            "LANGUAGE": language,
            "TITLE": html.escape(sheet.title),
            "SYSTEM": html.escape(
                " · ".join([tr("Answers") if answers else tr("Worksheet"), sheet.system, *sheet.facts])
            ),
            "QUESTION": f"<p><strong>{html.escape(sheet.question)}</strong></p>" if sheet.question else "",
            "WHO": "" if answers else _who(),
            "PICTURE": _picture(picture),
            "CONTENT": _content(sheet, answers, address, _lines(scene, language, here) if address else ()),
        }
        return filled("assets/page/worksheet.html", parts)


def _lines(scene: Scene, language: str, here: Sequence[bool] | None) -> Sequence[str]:
    """Return the lines that set the exercises in the page, "" for those that it cannot set."""
    lines = exercise_lines(scene, language)
    return lines if here is None else [line if there else "" for line, there in zip(lines, here, strict=True)]


def _who() -> str:
    return f'<p class="who"><span>{html.escape(tr("Name:"))}</span><span>{html.escape(tr("Date:"))}</span></p>'


def _picture(address: str) -> str:
    return f'<img src="{html.escape(address, quote=True)}" alt="">' if address else ""


def _content(sheet: Worksheet, answers: bool, address: str, lines: Sequence[str]) -> str:
    """Return all below the head of a sheet. lines: those that set its exercises in the page at an address."""
    parts = [_opening(sheet, address), _equations(sheet)]
    if sheet.readings or answers:
        told = blocks(sheet.see).replace('<div class="equation">', EQUATION) if answers else ""
        parts.append(_section(tr("As it is"), _readings(sheet.readings, answers) + told))
    for number, exercise in enumerate(sheet.exercises, 1):
        line = lines[number - 1] if lines else ""
        there = f"{address}#{line}" if line else ""
        parts.append(_section(f"{number}. {titled(exercise.title)}", _exercise(exercise, answers, there), is_html=True))
    if not answers:
        parts.append(_section(tr("Graph paper"), _paper()))
    return "\n".join(filter(None, parts))


def _section(heading: str, inner: str, is_html: bool = False) -> str:
    return f"<section><h2>{heading if is_html else html.escape(heading)}</h2>\n{inner}</section>"


def _opening(sheet: Worksheet, address: str) -> str:
    """Return how the scene is opened, and that each exercise begins with it as it is."""
    command = f"<code>polhode run {html.escape(sheet.scene)}</code>"
    link = html.escape(address, quote=True)
    page = f' · <a href="{link}">{link.removeprefix("../")}</a>' if address else ""
    each = html.escape(tr("Each exercise begins with the scene as it is, and changes only what is said."))
    return f'<p>{html.escape(tr("Open:"))} {command}{page}</p><p class="small">{each}</p>'


def _equations(sheet: Worksheet) -> str:
    lines = "".join(f"{EQUATION}{mathml(each.text, display=True)}</div>" for each in sheet.equations)
    return _section(tr("Equations"), lines) if lines else ""


def _exercise(exercise: Exercise, answers: bool, address: str) -> str:
    told = f"<p>{prose(exercise.note)}</p>" if answers else ""
    asked = (
        ""
        if answers
        else _asked(tr("What do you expect?")) + ("" if exercise.readings else _asked(tr("What happens?")))
    )
    link = f'<a href="{html.escape(address, quote=True)}">{html.escape(tr("Set in the page"))}</a>'
    there = f'<p class="small screen">{link}</p>' if address else ""
    return _settings(exercise.settings) + there + asked + _readings(exercise.readings, answers) + told


def _asked(question: str) -> str:
    return f'<p class="small">{html.escape(question)}</p><div class="line"></div>'


def _settings(settings: Sequence[Setting]) -> str:
    if not settings:
        return ""
    rows = "".join(
        f"<li>{_worded(each.name)} = {html.escape(each.value)}"
        f"{f' <span class=dim>({html.escape(each.meaning)})</span>' if each.meaning else ''}</li>"
        for each in settings
    )
    return f'<p class="small">{html.escape(tr("Set:"))}</p><ul class="set">{rows}</ul>'


def _readings(readings: Iterable[SheetReading], answers: bool) -> str:
    rows = "".join(
        f"<tr><td>{_worded(each.words)}</td>"
        f'<td class="value answer">{html.escape(each.answer) if answers else ""}</td>'
        f'<td class="unit">{html.escape(each.unit)}</td></tr>'
        for each in readings
    )
    if not rows:
        return ""
    heads = "".join(f'<th scope="col">{html.escape(each)}</th>' for each in (tr("Measure"), tr("Value"), tr("Unit")))
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _worded(text: str) -> str:
    """Return words with the subscripts of symbols: t_r."""
    return re.sub(r"(?<=\w)_(\w+)", r"<sub>\1</sub>", html.escape(text))


def _paper() -> str:
    """Return graph paper with two axes to be named by hand."""
    upright = "".join(f"M{x} 0V{HEIGHT}" for x in range(0, WIDTH + 1, GRID))
    level = "".join(f"M0 {y}H{WIDTH}" for y in range(0, HEIGHT + 1, GRID))
    axes = f"M{2 * GRID} 0V{HEIGHT - 2 * GRID}H{WIDTH}"
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{html.escape(tr("Graph paper"), quote=True)}">'
        f'<path d="{upright}{level}" stroke="#bbb" stroke-width=".2" fill="none"/>'
        f'<path d="{axes}" stroke="#333" stroke-width=".5" fill="none"/></svg>'
    )
