"""Texts of a scene file in pages and drawings: whatever they are, they are shown as texts and do nothing."""

import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest

from game.export import page_file
from game.export.notebook import NotebookPage
from game.export.page_file import POLICY, page_text
from game.model import resources
from game.model.figures.axis import scale_of
from game.model.figures.figure import CurveStyle, Figure, FigureAxis, FigureCurve, FigurePlot
from game.record.figures.files import write_figure
from game.scenefile.loading import read
from tests.game.export.test_page_file import content

HOSTILE = (
    '</script><script>alert("1")</script></title></style><img src=x onerror=alert(1)> " onload="alert(1)" '
    "' onload='alert(1)' &lt;b&gt; & &amp; ]]> --> <!-- </textarea> "
    "\u2028 \u2029 \u00e4 \U0001f680 @STYLE@ @SCRIPT@ \\1 \\g<0>"
)
"""What would end a text, or begin something else, in HTML, XML, JSON, scripts and the replacement of templates."""


class Elements(HTMLParser):
    """The elements of a page as a browser reads them: `tags`, with attributes, and the text of each by its place."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.tags, self.texts, self._open, self.others = [], {}, [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self._open.append(len(self.tags) - 1)

    def handle_endtag(self, tag):
        while self._open and self.tags[self._open.pop()][0] != tag:
            pass

    def handle_data(self, data):
        place = self._open[-1] if self._open else -1
        self.texts[place] = self.texts.get(place, "") + data

    def handle_comment(self, data):
        self.others.append(data)

    def unknown_decl(self, data):
        self.others.append(data)

    def text(self, tag):
        """Return the texts of all elements of a kind."""
        return [self.texts.get(place, "") for place, (name, _) in enumerate(self.tags) if name == tag]

    @property
    def shape(self):
        """The kinds of elements in their order, with the names of their attributes."""
        return [(tag, sorted(attributes)) for tag, attributes in self.tags]


def scene_of(folder, text):
    """Return the scene of a file with this title, note and name of a bookmark."""
    quoted = json.dumps(text, ensure_ascii=False)
    path = folder / "scene.toml"
    path.write_text(
        f'title = {quoted}\nnote = {quoted}\nsystem = "gyroscope"\n'
        f"[[camera.bookmarks]]\nname = {quoted}\nazimuth = 10\n",
        encoding="utf-8",
    )
    return read(path)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The same page with plain and with hostile texts."""
    folder = tmp_path_factory.mktemp("pages")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_file, "picture_of", lambda scene: None)
        return {text: page_text(scene_of(folder, text)) for text in ("plain", HOSTILE)}


def test_texts_of_a_scene_add_no_element_to_its_page(pages):
    plain, hostile = Elements(pages["plain"]), Elements(pages[HOSTILE])
    assert hostile.shape == plain.shape
    assert hostile.others == plain.others == []
    assert hostile.text("script")[1] == plain.text("script")[1]
    assert hostile.text("style") == plain.text("style")


def test_texts_of_a_scene_are_shown_as_they_are(pages):
    page = Elements(pages[HOSTILE])
    assert page.text("title") == page.text("h1") == [HOSTILE]
    named = {
        attributes["name"]: attributes["content"]
        for tag, attributes in page.tags
        if tag == "meta" and "name" in attributes
    }
    assert named["description"] == HOSTILE
    (policy,) = [attributes["content"] for tag, attributes in page.tags if "http-equiv" in attributes]
    assert policy == POLICY
    for tag, attribute in (("img", "alt"), ("canvas", "aria-label")):
        assert [attributes[attribute] for name, attributes in page.tags if name == tag] == [HOSTILE]
    found = content(pages[HOSTILE])
    assert (found["title"], found["note"]) == (HOSTILE, HOSTILE)


def test_the_script_of_a_page_cannot_end_before_its_end(monkeypatch):
    script = "// the first line is left out\nconst text = '</script><b>';\nconst other = '</SCRIPT ><!-- <script>';\n"
    text = resources.text
    monkeypatch.setattr(resources, "text", lambda name: script if name.endswith("page.js") else text(name))
    page = page_file._page({"title": "a", "note": "b"}, page_file.Sections(), None).decode()
    found = Elements(page)
    assert "b" not in [tag for tag, _ in found.tags]
    written = found.text("script")[1]
    assert not re.search("</script|<!--", written, re.IGNORECASE)
    assert written.replace("<\\", "<").strip() == script.partition("\n")[2].strip()
    assert found.tags[-1][0] == "script"


def test_a_notebook_shows_a_page_in_a_frame_of_its_own():
    page = f"<p>{HOSTILE}</p>"
    found = Elements(NotebookPage(page, HOSTILE, 500)._repr_html_())
    assert [tag for tag, _ in found.tags] == ["iframe"]
    ((_, attributes),) = found.tags
    assert (attributes["srcdoc"], attributes["title"]) == (page, HOSTILE)
    assert attributes["sandbox"] == "allow-scripts"
    assert "onload" not in attributes


@pytest.mark.parametrize("text", [HOSTILE, "\x00\x08\x1b\x7f\x85\ufffe\uffff"])
def test_texts_of_a_figure_are_texts_in_its_svg(tmp_path, text):
    style = CurveStyle((0.1, 0.2, 0.3))
    values = np.array([0.0, 1.0])
    axes = [FigureAxis(scale_of([values], False), text, text) for _ in range(2)]
    plot = FigurePlot(axes[0], (axes[1],), (FigureCurve(text, text, values, values, style),), 300.0)
    write_figure(tmp_path / "a.svg", Figure(text, text, (plot,), list, dict))
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    kinds = {each.tag.rpartition("}")[2] for each in root.iter()}
    assert not kinds & {"script", "img", "b", "foreignObject", "a"}
    assert not any(name.startswith("on") for each in root.iter() for name in each.attrib)
    if text == HOSTILE:
        assert HOSTILE in [each.text for each in root.iter() if each.tag.endswith("title")]
