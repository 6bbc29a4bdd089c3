"""Folders of pages: what several pages need lies there once, and each page finds all that is its own."""

import base64
import gzip
import hashlib
import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from game.export import web_folder
from game.export.explanation import explanations
from game.export.page_file import MadePage
from game.export.sections import Sections
from game.export.web_folder import LIST, WORKER, write_web
from game.scenefile.share_line import load_line
from physics import BadInput
from tests.game.export.browser import chromium
from tests.game.export.page_data import with_copies

SCENES = "coin", "loops", "double-pendulum"
OPEN, OFFLINE = (Path(__file__).with_name(name) for name in ("open_folder.mjs", "open_offline.mjs"))


def sections_of(name):
    """Return arrays: a room that two scenes share, a program that all have, twice, and numbers of one's own."""
    sections = Sections()
    sections.add(np.full(5, len(name)), "f8")
    sections.add_bytes(b"program " * 2000)
    if name != "double-pendulum":
        sections.add(np.random.default_rng(1).integers(0, 256, 20_003), "u1")
    sections.add_bytes(b"program " * 2000)
    sections.add_bytes(name.encode() * 7)
    return sections


@pytest.fixture
def written(tmp_path, monkeypatch):
    def made_page(scene):
        told = {"title": f"{scene.name} <&>", "note": 'a "note"', "system": scene.system, "live": scene.name != "loops"}
        told |= {"explained": explanations(scene), "motion": {}}
        return MadePage(told, sections_of(scene.name), [])

    monkeypatch.setattr(web_folder, "made_page", made_page)
    return write_web(SCENES, tmp_path / "web")


def data_of(folder, name):
    """Return the data of a page put together as its script does, and the names of the packs that it loads."""
    page = (folder / f"{name}.html").read_text("utf-8")
    packs = {}
    for source in re.findall(r'<script defer src="(shared/[^"]+)"', page)[:-1]:
        key, text = re.fullmatch(
            r'\(globalThis\.polhodePacks\?\?=\{\}\)\["(\w+)"\]="([^"]+)";\n', (folder / source).read_text()
        ).groups()
        packs[key] = with_copies(gzip.decompress(base64.b64decode(text)))
        assert source == f"shared/{key}.js" and hashlib.sha256(packs[key]).hexdigest().startswith(key)
    own = packs[re.search(r'data-pack="(\w+)"', page)[1]]
    length = int.from_bytes(own[:4], "little")
    described = json.loads(own[4 : 4 + length])
    found = bytearray(described["size"])
    for pack, places in [(own[4 + length :], described["own"])] + [
        (packs[each["name"]], each["places"]) for each in described["packs"]
    ]:
        at = 0
        for size, *every in places:
            for place in every:
                found[place : place + size] = pack[at : at + size]
            at += size
        assert at == len(pack)
    return bytes(found), described["page"], set(packs)


def test_pages_of_a_folder_have_their_data_and_share_packs(written):
    packs = []
    for name in SCENES:
        data, page, loaded = data_of(written.path, name)
        assert data == b"".join(sections_of(name).parts) and page["title"] == f"{name} <&>"
        packs.append(loaded)
    coin, loops, pendulum = packs
    assert len(coin & loops & pendulum) == 1 and len(coin & loops) == 2 and len(coin) == 3
    assert written.recorded == ["loops"] and written.pages == 3


def test_all_that_a_folder_names_is_in_it_and_nothing_else(written):
    files = {path.relative_to(written.path).as_posix() for path in written.path.rglob("*") if path.is_file()}
    assert files == set(json.loads((written.path / LIST).read_text()))
    assert written.size == sum((written.path / name).stat().st_size for name in files)
    named = {"index.html", LIST, WORKER}
    for path in written.path.glob("*.html"):
        text = path.read_text("utf-8")
        assert "default-src 'none'" in text and not re.search(r"@[A-Z]+@", text)
        named |= {each.removeprefix("./") for each in re.findall(r'(?:src|href)="([^"]+)"', text)}
    assert named == files | {"data:,"}
    kept = re.search(r"FILES = new Set\((.*)\)", (written.path / WORKER).read_text("utf-8"))
    assert set(json.loads(kept[1])) == files - {LIST, WORKER}


def test_a_folder_is_written_again_and_no_other_one(written, tmp_path):
    listed = json.loads((written.path / LIST).read_text())
    (written.path / LIST).write_text(json.dumps([*listed, "thesis.tex", "../outside.html"]))
    for name in ("thesis.tex", "../outside.html"):
        (written.path / name).write_text("mine")
    write_web(SCENES[:1], written.path)
    assert all((written.path / name).read_text() == "mine" for name in ("thesis.tex", "../outside.html"))
    assert {path.name for path in (written.path / "shared").iterdir()} <= {
        name[7:] for name in json.loads((written.path / LIST).read_text())
    }
    assert {path.name for path in (written.path / "worksheets").iterdir()} == {"coin.en.html", "coin.fr.html"}
    left = {path.name for path in written.path.glob("*.html")}
    assert left == {"index.html", "coin.html"}
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.txt").write_text("mine")
    with pytest.raises(BadInput, match="output = .*other: must be a new or empty folder"):
        write_web(SCENES, tmp_path / "other")
    with pytest.raises(BadInput, match="scene = coin: is there twice"):
        write_web(["coin", "coin"], tmp_path / "third")
    assert not (tmp_path / "third").exists()
    (tmp_path / "wrong.toml").write_text('system = "gyroscope"\n[[lesson]]\ntext = "A top."\nchange = "zz = 1"\n')
    with pytest.raises(BadInput, match=r"^scene = wrong: lesson\[0\]\.change: unknown initial value of gyroscope 'zz'"):
        write_web(["coin", str(tmp_path / "wrong.toml")], tmp_path / "fourth")
    assert not (tmp_path / "fourth").exists()


@pytest.mark.long
@pytest.mark.skipif(chromium() is None, reason="no Chromium, Node.js or playwright-core (npm install in web/)")
def test_a_folder_works_from_disk(tmp_path):
    write_web(SCENES[:2], tmp_path)
    done = subprocess.run(
        ["node", OPEN, tmp_path, "pièce", *SCENES[:2]], capture_output=True, text=True, timeout=500, check=True
    )
    assert json.loads(done.stdout) == {
        "said": [], "shown": ["coin"], "status": "scènes\xa0: 1 sur 2", "outside": [],
        "pages": [["coin", "same", 0], ["loops", "same", 0]],
    }  # fmt: skip


@pytest.mark.long
@pytest.mark.skipif(chromium() is None, reason="no Chromium, Node.js or playwright-core (npm install in web/)")
def test_a_folder_on_a_server_works_without_it_and_a_link_has_its_view(tmp_path):
    write_web(SCENES[:2], tmp_path)
    done = subprocess.run(
        ["node", OFFLINE, tmp_path, *SCENES[:2]], capture_output=True, text=True, timeout=500, check=True
    )
    found = json.loads(done.stdout)
    files = len(json.loads((tmp_path / LIST).read_text())) - 2
    apart, view = found.pop("apart"), found.pop("view")
    fields, wanted = found.pop("controls")
    assert fields == wanted
    assert found == {
        "said": [], "first": ["coin", "same"], "kept": f"{files} of {files} files are kept", "cards": 2,
        "later": [["coin", "same"], ["loops", "same"]], "refused": "Not in this page: nothing", "opened": "true",
        "task": ["Measure <b>the period</b>", "of three turns."],
    }  # fmt: skip
    camera = load_line(view).camera
    assert apart < 1e-4 and None not in (camera.azimuth, camera.elevation, camera.distance, camera.target)
