"""Equations as MathML, which browsers typeset by themselves."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ElementTree

from latex2mathml.converter import convert

SPACE = "http://www.w3.org/1998/Math/MathML"
BOLD = {"A": 0x1D400, "a": 0x1D41A, "Α": 0x1D6A8, "α": 0x1D6C2}
"""First characters of alphabets, and those of the same alphabets in bold."""
SCRIPTS = ("msup", "msub", "msubsup")
THIN = "0.167em"
"""Space between the name of a function and what stands beside it, as in TeX."""
TAG = re.compile(r"\\tag\{([^{}]*)\}")
ElementTree.register_namespace("", SPACE)


def bold(letter: str) -> str:
    """Return a letter in bold, as MathML Core wants it: as a character of its own. Others stay as they are."""
    for first, there in BOLD.items():
        if 0 <= ord(letter) - ord(first) < 26 and letter.isalpha():
            return chr(there + ord(letter) - ord(first))
    return letter


def space_functions(tree: ElementTree.Element) -> None:
    """Insert thin spaces about names of functions, except before brackets and beside signs."""
    for row in list(tree.iter()):
        if row.tag.rpartition("}")[2] not in ("math", "mrow"):
            continue
        found: list[ElementTree.Element] = []
        for each in row:
            between = bool(found) and all(near.tag.rpartition("}")[2] != "mo" for near in (found[-1], each))
            if between and (_is_function(each) or _is_function(found[-1])):
                found.append(ElementTree.Element(f"{{{SPACE}}}mspace", {"width": THIN}))
            found.append(each)
        row[:] = found


def _is_function(element: ElementTree.Element) -> bool:
    kind = element.tag.rpartition("}")[2]
    if kind in SCRIPTS:
        return _is_function(element[0])
    return kind == "mi" and len(element.text or "") > 1 and (element.text or "").isascii()


def mathml(latex: str, display: bool = False) -> str:
    r"""Return an equation as MathML. display: on a line of its own; `\tag{13}` is then its number, at the right."""
    number = TAG.search(latex)
    tree = ElementTree.fromstring(convert(TAG.sub("", latex).strip(), display="block" if display else "inline"))
    space_functions(tree)
    for element in tree.iter():
        if element.attrib.get("mathvariant", "").startswith("bold"):
            del element.attrib["mathvariant"]
            element.text = "".join(map(bold, element.text or ""))
    text = ElementTree.tostring(tree, encoding="unicode")
    if not display:
        return text
    shown = f'<span class="number">({html.escape(number[1])})</span>' if number else ""
    return f'<div class="equation">{text}{shown}</div>\n'
