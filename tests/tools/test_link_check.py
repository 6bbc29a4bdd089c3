"""The check of links of the site."""

from __future__ import annotations

from pathlib import Path

from tools.website.link_check import broken_links


def test_links_that_lead_nowhere_are_named(tmp_path: Path) -> None:
    (tmp_path / "live").mkdir()
    (tmp_path / "live" / "coin.html").write_text('<a href="nothing.html">', "utf-8")
    (tmp_path / "page.html").write_text('<h1 id="top">A</h1>', "utf-8")
    (tmp_path / "index.html").write_text(
        '<a href="page.html#top"></a><a href="live/coin.html"></a><a href="https://example.org/"></a>', "utf-8"
    )
    assert broken_links(tmp_path, ("live",)) == []
    (tmp_path / "index.html").write_text(
        '<a href="gone.html"></a><a href="page.html#gone"></a><img src="https://example.org/a.png">', "utf-8"
    )
    faults = broken_links(tmp_path, ("live",))
    assert len(faults) == 3 and all(fault.startswith("index.html: ") for fault in faults)
    assert any("gone.html: no such file" in fault for fault in faults)
    assert any("loaded from a network" in fault for fault in faults)
