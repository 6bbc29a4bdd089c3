"""Worksheets as files: answers stand on the teacher's alone."""

import html
import re

from game import scenefile
from game.export.explanation import explanations, settable
from game.export.worksheet_file import sheet_html
from game.model.words import language_in_use
from game.scenefile.share_line import load_line


def test_answers_stand_on_the_sheet_of_the_teacher_alone():
    scene = scenefile.load("fast-cone")
    given, answered = (sheet_html(scene, "en", answers).decode() for answers in (False, True))
    assert len(re.findall('<td class="value answer"></td>', given)) == given.count('<td class="value answer">') == 7
    assert '<td class="value answer">46.7</td>' in answered and "draws a cusp" in answered
    assert "46.7" not in given and "draws a cusp" not in given
    assert "precession · first year · 20 min" in given and "draw cusps, and not a circle?" in given
    assert all('<div class="equation" tabindex="0">' in each for each in (given, answered))
    assert given.count('class="line"') == 5 and "<svg" in given and "<svg" not in answered


def test_exercises_of_a_folder_have_links_that_set_them_in_the_page():
    scene = scenefile.load("fast-cone")
    page = sheet_html(scene, "en", address="../fast-cone.html").decode()
    links = re.findall(r'href="\.\./fast-cone\.html#([^"]+)"', page)
    assert any(dict(load_line(html.unescape(each)).initial).get("phi_dot") == 800.0 for each in links)
    graphs = [html.unescape(each).partition("&view.graph=")[2] for each in links if "?" in each]
    assert graphs == ["energy,L_z,drift.energy,drift.L_z", "theta", "theta", "theta"], "of what is watched and measured"
    assert "Set in the page" not in sheet_html(scene, "en").decode()
    fields = {"typed": True, "unit": "rad/s", "low": 0.0, "high": 500.0}
    starts = [{**fields, "name": name} for name in ("psi_dot", "phi_dot")]
    motion = {"methods": [{"name": "rk4"}], "starts": starts, "parameters": []}
    here = settable({"explained": explanations(scene), "motion": motion}, "fr")
    assert here == [False, True, False, False], "a method that the page has not; 800 rad/s; a gravity that is fixed"
    page = sheet_html(scene, "en", address="../fast-cone.html", here=here).decode()
    assert page.count("Set in the page") == 1 and "integrator=euler-cromer" not in page


def test_a_sheet_names_its_language_page_and_picture():
    page = sheet_html(scenefile.load("loops"), "fr", False, "../pictures/1.webp", "../a&b.html").decode()
    assert '<html lang="fr">' in page and 'href="../a&amp;b.html"' in page
    assert '<img src="../pictures/1.webp"' in page and "<script" not in page
    assert language_in_use() == "en"
