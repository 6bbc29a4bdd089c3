"""Equations as MathML, which browsers typeset by themselves."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ElementTree

from latex2mathml.converter import convert

SPACE = "http://www.w3.org/1998/Math/MathML"
BOLD = {"A": 0x1D400, "a": 0x1D41A, "Α": 0x1D6A8, "α": 0x1D6C2}
"""First characters of alphabets, and those of the same alphabets in bold."""
TAG = re.compile(r"\\tag\{([^{}]*)\}")
ElementTree.register_namespace("", SPACE)


def bold(letter: str) -> str:
    """Return a letter in bold, as MathML Core wants it: as a character of its own. Others stay as they are."""
    for first, there in BOLD.items():
        if 0 <= ord(letter) - ord(first) < 26 and letter.isalpha():
            return chr(there + ord(letter) - ord(first))
    return letter


def mathml(latex: str, display: bool = False) -> str:
    r"""Return an equation as MathML. display: on a line of its own; `\tag{13}` is then its number, at the right."""
    number = TAG.search(latex)
    tree = ElementTree.fromstring(convert(TAG.sub("", latex).strip(), display="block" if display else "inline"))
    for element in tree.iter():
        if element.attrib.get("mathvariant", "").startswith("bold"):
            del element.attrib["mathvariant"]
            element.text = "".join(map(bold, element.text or ""))
    text = ElementTree.tostring(tree, encoding="unicode")
    if not display:
        return text
    shown = f'<span class="number">({html.escape(number[1])})</span>' if number else ""
    return f'<div class="equation">{text}{shown}</div>\n'
