"""Equations of the site as MathML, which browsers typeset by themselves."""

from __future__ import annotations

import html
import re

from game.export import explanation
from game.model.equations.parse import parse

TAG = re.compile(r"\\tag\{([^{}]*)\}")


def mathml(latex: str, display: bool = False) -> str:
    r"""Return an equation as MathML. display: on a line of its own; `\tag{13}` is then its number, at the right.

    Raises EquationError where it cannot be read.
    """
    number, text = TAG.search(latex), TAG.sub("", latex).strip()
    parse(text)  # a page shows the text of what cannot be read; the site does not
    found = explanation.mathml(text, display)
    if not display:
        return found
    shown = f'<span class="number">({html.escape(number[1])})</span>' if number else ""
    return f'<div class="equation">{found}{shown}</div>\n'
