"""Configuration of Sphinx for the site; `tools/make_site.py` runs it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from sphinx.util import logging

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import physics  # noqa: E402
from tools.website.equations import mathml  # noqa: E402
from tools.website.markup import paragraphs  # noqa: E402

project = "Polhode"
copyright = "the Polhode authors"
version = release = physics.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 6
myst_dmath_allow_labels = False
source_suffix = {".md": "markdown"}
root_doc = "index"
default_role = "code"
html_theme = "furo"
html_title = f"Polhode {release}"
html_static_path = [str(ROOT / "tools" / "website" / "static"), str(ROOT / "assets" / "fonts" / "STIXGeneral.ttf"),
                    str(ROOT / "assets" / "fonts" / "STIX-LICENSE.txt"), str(ROOT / "assets" / "icon.png")]  # fmt: skip
html_css_files = ["site.css"]
html_favicon = str(ROOT / "assets" / "icon.png")
html_copy_source = False
html_show_sourcelink = False
html_math_renderer = "mathml"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88
html_permalinks_icon = "§"
log = logging.getLogger(__name__)
SPECIAL = re.compile(r"([\\*|_])")


def written(app: Any, kind: str, name: str, item: Any, options: Any, lines: list[str]) -> None:
    """Replace a docstring, plain text with names in backquotes, by reStructuredText that shows it so."""
    text = "\n".join(lines)
    lines.clear()
    for kept, paragraph in paragraphs(text):
        if kept:
            lines += ["::", "", *(f"    {line}" for line in paragraph.splitlines()), ""]
            continue
        pieces = re.split(r"(`[^`]+`)", " ".join(paragraph.split()))
        lines += ["".join(f"`{p}`" if p.startswith("`") else SPECIAL.sub(r"\\\1", p) for p in pieces), ""]


def typeset(translator: Any, node: Any, display: bool) -> None:
    """Write an equation; one that cannot be typeset is a warning, which ends the build."""
    from docutils import nodes

    try:
        translator.body.append(mathml(node.astext(), display))
    except Exception as error:
        log.warning("equation %r: %s", node.astext(), error, location=node)
    raise nodes.SkipNode


def setup(app: Any) -> None:
    """Add the equations and the docstrings to Sphinx."""
    app.add_html_math_renderer(
        "mathml",
        inline_renderers=(lambda translator, node: typeset(translator, node, False), None),
        block_renderers=(lambda translator, node: typeset(translator, node, True), None),
    )
    app.connect("autodoc-process-docstring", written)
