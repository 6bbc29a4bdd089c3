"""Make the site in one folder, build/site: it opens from disk and needs no network.

`make site` builds guide, gallery with every preset alive in its page, explanation of each system with its equations,
reference of the Python library, notebooks and measurements, and checks all links. The live pages are a folder of
`polhode web`, with its catalogue and worksheets; they take some seconds each, and are kept in build/live-pages until
the program changes.
`make site ARGS="coin wing-nut"` makes only those of these presets, `make site ARGS=--no-pages` none: the others are
pictures then, those of `make gallery` where it has made them, otherwise thumbnails.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import physics
from game import scenefile
from tools import make_gallery
from tools.website.guide import copy_guide
from tools.website.link_check import broken_links
from tools.website.live_pages import copy_pages, fingerprint
from tools.website.mechanics import write_gallery, write_systems
from tools.website.notebooks import write_notebooks

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
GUIDE = (
    "laboratory",
    "workshop",
    "command-line",
    "scene-files",
    "machines",
    "your-own",
    "export",
    "fitting",
    "python",
    "systems",
)
MEASURED = ("measuring", "bench", "card", "long-run", "reliability", "comparison")
LIVE = "live"
"""Folder of the live pages in the site."""
THUMBNAILS = "thumbnails"
"""Folder of the small pictures in the site."""
MADE = "objects.inv"
"""A file that Sphinx leaves in each site: a folder that has it may be replaced."""
REFERENCE = """# Python reference

The public names of `physics`; [Python](../docs/python.md) shows how they are used together.

"""


def reference() -> str:
    """Return the page of the Python library: all public names but the deprecated ones, as directives of autodoc."""
    public = {name: getattr(physics, name) for name in physics.__all__}
    public = {name: item for name, item in public.items() if item.__name__ == name}
    functions = [f".. autofunction:: physics.{name}" for name, item in public.items() if not isinstance(item, type)]
    classes = [
        f".. autoclass:: physics.{name}\n   :members:\n   :exclude-members: name" if name != "BadInput" else
        f".. autoexception:: physics.{name}" for name, item in public.items() if isinstance(item, type)
    ]  # fmt: skip

    def section(title: str, directives: list[str]) -> str:
        return f"## {title}\n\n```{{eval-rst}}\n" + "\n\n".join(directives) + "\n```\n"

    return REFERENCE + section("Functions", functions) + "\n" + section("Classes", classes)


def contents(caption: str, names: Iterable[str]) -> str:
    """Return a part of the table of contents."""
    return f"\n```{{toctree}}\n:hidden:\n:maxdepth: 1\n:caption: {caption}\n\n" + "\n".join(names) + "\n```\n"


def write_sources(to: Path, live: Iterable[str] = ()) -> None:
    """Write all pages as Markdown, with their pictures. live: presets that are alive in their pages."""
    copy_guide(ROOT, to)
    systems = write_systems(ROOT, to)
    write_gallery(to, live, make_gallery.FOLDER)
    notebooks = write_notebooks(ROOT / "docs" / "notebooks", to / "notebooks")
    (to / "reference").mkdir()
    (to / "reference" / "physics.md").write_text(reference(), encoding="utf-8")
    with (to / "index.md").open("a", encoding="utf-8") as index:
        index.write(contents("Guide", (f"docs/{name}" for name in GUIDE)))
        index.write(contents("Scenes", ["gallery/index"]))
        index.write(contents("Systems", systems))
        index.write(contents("Python", ["reference/physics", *notebooks]))
        index.write(contents("Measurements", (f"docs/{name}" for name in MEASURED)))
        index.write(contents("Development", ["docs/architecture", "CONTRIBUTING", "CHANGELOG"]))


def build(sources: Path, to: Path) -> None:
    """Build the pages with Sphinx, whose warnings are errors; raises CalledProcessError."""
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-E"]
    options = ["-c", str(Path(__file__).parent / "website"), "-d", str(sources.parent / "doctrees")]
    subprocess.run([*command, *options, str(sources), str(to)], check=True)


def make(names: Iterable[str], folder: Path, work: Path) -> list[str]:
    """Build the site with the live pages of some presets in a folder; return what is wrong with its links.

    work: folder of intermediate files. Raises CalledProcessError, BadInput, RecordingError.
    """
    sources, extra = work / "site-sources", work / "site-extra"
    shutil.rmtree(sources, ignore_errors=True)
    shutil.rmtree(extra, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)
    live = list(names)

    def told(name: str, alive: bool, done: int) -> None:
        print(f"{done} of {len(live)}: {name}", flush=True)

    if live and not copy_pages(fingerprint(ROOT, live), work / "live-pages", extra / LIVE, live, told):
        print(f"{len(live)} live pages: unchanged", flush=True)
    write_sources(sources, live)
    shutil.copytree(ROOT / "assets" / "thumbnails", extra / THUMBNAILS)
    build(sources, folder)
    shutil.copytree(extra, folder, dirs_exist_ok=True)
    return broken_links(folder, (LIVE,))


def main() -> None:
    """Make the site that the arguments describe."""
    arguments = argparse.ArgumentParser(prog="make_site", description="Make the site in one folder.")
    arguments.add_argument("names", nargs="*", metavar="PRESET", help="only these are alive")
    arguments.add_argument("--no-pages", action="store_true", help="no preset is alive")
    arguments.add_argument("--to", type=Path, default=BUILD / "site", metavar="FOLDER", help="default: build/site")
    chosen = arguments.parse_args()
    if chosen.no_pages and chosen.names:
        arguments.error("--no-pages: must stand without names of presets")
    if unknown := set(chosen.names) - set(scenefile.presets()):
        arguments.error(f"{', '.join(sorted(unknown))}: no preset; there are {', '.join(scenefile.presets())}")
    if chosen.to.exists() and any(chosen.to.iterdir()) and not (chosen.to / MADE).is_file():
        arguments.error(f"--to {chosen.to}: must be empty, or a site made before")
    names = [] if chosen.no_pages else chosen.names or scenefile.presets()
    try:
        faults = make(names, chosen.to, BUILD)
    except subprocess.CalledProcessError:
        sys.exit("polhode: Sphinx could not build the site; see above")
    if faults:
        sys.exit("\n".join([*faults, f"polhode: {len(faults)} broken links"]))
    print(f"{chosen.to / 'index.html'}: every link leads somewhere")


if __name__ == "__main__":
    main()
