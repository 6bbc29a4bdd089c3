"""Sections of the report: measured one by one, they replace those of a file and leave the others."""

from bench import __main__ as bench
from bench import machine, sections
from game.model import resources

THREE = {"One step": lambda: ["", "new one"], "Many copies": lambda: ["", "new two"], "Shots": lambda: ["", "three"]}


def test_only_named_sections_are_measured_each_with_its_time(monkeypatch):
    monkeypatch.setattr(machine, "moment", lambda: "today")
    lines = list(sections.measured(THREE, ["many-copies"]))
    assert lines == ["", "## Many copies", "", "today.", "", "new two"]


def test_merged_report_keeps_sections_in_their_order(tmp_path):
    path = tmp_path / "report.md"
    path.write_text("# Old\n\nold head\n\n## One step\n\nold one\n\n### Part\n\n## Many copies\n\nold\n")
    text = "# New\n\nhead\n\n## Many copies\n\nnew\n\n## Shots\n\nthree\n"
    expected = "# New\n\nhead\n\n## One step\n\nold one\n\n### Part\n\n## Many copies\n\nnew\n\n## Shots\n\nthree\n"
    assert sections.merged(THREE, text, path) == expected
    assert sections.merged(THREE, text, tmp_path / "none.md") == text


def test_measured_page_has_the_sections_of_the_report():
    text = (resources.root() / "docs" / "bench.md").read_text("utf-8")
    assert sections.START.findall(text) == list(bench.report())
