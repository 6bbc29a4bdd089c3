"""The wheel in an empty environment, away from the source; version, citation and desktop entry."""

import configparser
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

import physics

ROOT = Path(__file__).parents[2]


def test_citation_and_changelog_have_the_version():
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    version, date = (re.search(rf'^{key}: "?([^"\n]+)', cited, re.M)[1] for key in ("version", "date-released"))
    assert version == physics.__version__
    assert f"## [{version}] - {date}\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dynamic"] == ["version", "readme"]


def test_desktop_entry_starts_the_program():
    entry = configparser.ConfigParser(interpolation=None, strict=True)
    entry.optionxform = str
    entry.read(ROOT / "share/applications/polhode.desktop", "utf-8")
    fields = entry["Desktop Entry"]
    assert fields["Exec"].split()[0] == "polhode" and fields["Type"] == "Application"
    assert all(fields[key].endswith(";") for key in ("Categories", "MimeType", "Keywords"))


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="desktop-file-utils is missing")
def test_desktop_entry_is_valid():
    subprocess.run(["desktop-file-validate", ROOT / "share/applications/polhode.desktop"], check=True)


@pytest.mark.long
def test_wheel_runs_in_an_empty_environment(tmp_path):
    """It needs a package index: the wheel's dependencies are installed anew."""
    done = subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT], check=False)
    if done.returncode:
        pytest.skip("pip or the package index is missing")
    (wheel,) = tmp_path.glob("polhode-*.whl")
    assert wheel.name.startswith(f"polhode-{physics.__version__}-")
    venv.create(tmp_path / "env", with_pip=True)
    binaries = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([binaries / "pip", "install", "-q", wheel], check=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def polhode(*arguments):
        subprocess.run([binaries / "polhode", *arguments], cwd=elsewhere, check=True, timeout=600)

    polhode("simulate", "loops", "--duration", "0.5", "--every", "0.1", "-o", "loops.csv")
    polhode("render", "loops", "--duration", "0.1", "--size", "320x180", "-o", "loops.png")
    polhode("export", "loops", "-o", "loops.html")
    polhode("export", "loops", "--duration", "0.5", "-o", "loops.glb")
    for name, least in (("loops.csv", 500), ("loops.png", 5_000), ("loops.html", 300_000), ("loops.glb", 50_000)):
        assert (elsewhere / name).stat().st_size > least, name
    shared = tmp_path / "env" / "share"
    for file in ("man/man1/polhode.1", "applications/polhode.desktop", "icons/hicolor/256x256/apps/polhode.png"):
        assert (shared / file).is_file(), file
