"""Pages of the site about systems and presets: explanation, equations, tables, things to try, the scene alive."""

from __future__ import annotations

import inspect
import itertools
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import physics
from game import scenefile
from game.cli.listing import allowed_text, value_text
from game.learn.page import HEADINGS, Block, Page
from game.learn.pages import page_of
from game.learn.trial import Trial, target
from game.scenefile import Scene
from game.scenefile.share_line import line_of
from physics import BadInput
from physics.simulation.energy_budget import energy_quantities
from physics.simulation.report_track import reportable
from tools.website.guide import source_page, write_source
from tools.website.markup import block, described, escaped, table

LANGUAGE = "en"
SEEN, EQUATIONS, TRY, SOURCE = HEADINGS[LANGUAGE]
FRAME = """```{{raw}} html
<iframe class="live" src="../live/{name}.html" title="{title}" allowfullscreen></iframe>
<p><a href="../live/{name}.html">{title} alone, in the whole window</a></p>
```
"""
CARD = """<a class="card" href="{name}.html"><img src="../thumbnails/{name}.webp" alt="" loading="lazy" \
width="320" height="180"><span>{title}</span></a>"""
CATALOGUE = """```{raw} html
<p><a href="../live/index.html">Their catalogue, with worksheets</a></p>
```
"""
PICTURE = "![{title}](pictures/{name}.jpg)\n"
SMALL = """```{{raw}} html
<img src="../thumbnails/{name}.webp" alt="{title}" width="320" height="180">
```
"""
"""What stands for a picture that `make gallery` has not made."""


def write_systems(root: Path, to: Path) -> list[str]:
    """Write a page for each system, with its source; return their names in the site."""
    (to / "systems").mkdir(parents=True, exist_ok=True)
    for name, system in physics.systems().items():
        path = Path(inspect.getfile(system)).relative_to(root).as_posix()
        write_source(root, to, path)
        (to / "systems" / f"{name}.md").write_text(system_page(system, source_page(path)), encoding="utf-8")
    return [f"systems/{name}" for name in physics.systems()]


def write_gallery(to: Path, live: Iterable[str], pictures: Path) -> list[str]:
    """Write a page for each preset and that of all; return their names in the site.

    live: presets with a live page. pictures: folder of those that the others show.
    """
    (to / "gallery" / "pictures").mkdir(parents=True, exist_ok=True)
    alive, summaries = set(live), scenefile.scene_summaries()
    runs = "In its page it runs." if len(alive) == len(summaries) else f"{len(alive)} of them run in their pages here."
    parts = [f"# Gallery\n\nEvery preset after a few seconds. {runs}\n", *[CATALOGUE] * bool(alive)]
    for family, group in itertools.groupby(summaries, key=lambda each: each.family):
        cards = "\n".join(CARD.format(name=each.name, title=_html(each.title)) for each in group)
        parts.append(f'## {family}\n\n```{{raw}} html\n<div class="cards">\n{cards}\n</div>\n```\n')
    names = "\n".join(each.name for each in summaries)
    parts.append(f"```{{toctree}}\n:hidden:\n\n{names}\n```\n")
    (to / "gallery" / "index.md").write_text("\n".join(parts), encoding="utf-8")
    for each in summaries:
        picture = pictures / f"{each.name}.jpg"
        if there := picture.is_file() and each.name not in alive:
            shutil.copy(picture, to / "gallery" / "pictures")
        text = preset_page(scenefile.load(each.name), FRAME if each.name in alive else PICTURE if there else SMALL)
        (to / "gallery" / f"{each.name}.md").write_text(text, encoding="utf-8")
    return [f"gallery/{each.name}" for each in summaries]


def preset_page(scene: Scene, shown: str) -> str:
    """Return the page of a preset: FRAME, PICTURE or SMALL, what is seen, what to try, its source."""
    title = scene.title or scene.name
    shown = shown.format(name=scene.name, title=title if shown == PICTURE else _html(title))
    parts = [f"# {title}\n", shown, escaped(scene.note.strip())]
    page = page_of(scene.name, scene.system, LANGUAGE)
    if page is not None:
        parts += [_section(SEEN, page.see), _trials(scene, page), _section(SOURCE, page.source)]
    system = physics.system_class(scene.system)
    parts += [
        f"## The scene\n\n`polhode run {scene.name}` opens it in the laboratory. Its equations are those of the system "
        f"[{system.title}](../systems/{scene.system}.md), solved by `{scene.integrator}` in steps of {scene.dt:g} s."
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def system_page(system: type[physics.System], source: str) -> str:
    """Return the page of a system: explanation, equations, description, all that it declares."""
    default = system()
    parts = [f"# {system.title}\n"]
    page = page_of("", system.name, LANGUAGE)
    if page is not None:
        parts += [_blocks(page.see), _section(EQUATIONS, page.equations), _section(SOURCE, page.source)]
    presets = [each for each in scenefile.scene_summaries() if scenefile.load(each.name).system == system.name]
    scenes = "\n".join(f"- [{escaped(each.title)}](../gallery/{each.name}.md)" for each in presets)
    others = ", ".join(f"[`{name}`]({name}.md)" for name in physics.formulations(system) if name != system.name)
    methods = ", ".join(
        f"`{name}`" for name, method in physics.integrators().items() if not method.reason_against(system)
    )
    parts += [
        f"## Scenes\n\n{scenes}" if scenes else "",
        f"## In the program\n\nIts name is `{system.name}`, its source"
        f" [{source.removeprefix('source/')[:-3]}](../{source}).",
        described(system.__doc__),
        f"Other formulations of the same motion: {others}." if others else "",
        f"Integrators that apply: {methods}.",
        _titled("Parameters", _parameters(system)),
        _titled("State", _state(system)),
        _titled("Invariants", _quantities(system.invariants)),
        _titled("Derived quantities", _quantities(system.quantities)),
        _titled("Parts of the energy", _quantities(energy_quantities(default))),
        _titled("Report on a run", _quantities(reportable(default).values())),
        _titled("Events", table(("name", "meaning"), ((f"`{e.name}`", escaped(e.meaning)) for e in system.events))),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _blocks(blocks: Iterable[Block]) -> str:
    return "\n\n".join(block(each) for each in blocks)


def _section(heading: str, blocks: Iterable[Block]) -> str:
    return _titled(heading, _blocks(blocks))


def _titled(heading: str, text: str) -> str:
    return f"## {heading}\n\n{text}" if text else ""


def _trials(scene: Scene, page: Page) -> str:
    return _titled(TRY, "\n".join(_trial(scene, each) for each in page.trials))


def _trial(scene: Scene, trial: Trial) -> str:
    opened = command(scene, trial)
    return f"{block(trial)}\n" + (f"\n  {opened}\n" if opened else "")


def command(scene: Scene, trial: Trial) -> str:
    """Return the command that opens the laboratory with what a trial changes, and what it shows beside that.

    "" where no line can say it: the laboratory does it at a click, in Explain.
    """
    name = trial.all("scene")[-1] if trial.all("scene") else scene.name
    try:
        line = line_of(target(scene, trial))
    except BadInput:
        return ""
    text = f"`polhode run {name}`" if line == name else f'`polhode run "{line}"`'
    extra = ", ".join(each.replace("-", " ") for each in trial.all("show"))
    return text + (f", with {extra} shown" if extra else "")


def _parameters(system: type[physics.System]) -> str:
    def meaning(field: Any) -> str:
        when = "".join(f" [{choice}: {', '.join(options)}]" for choice, options in field.when.items())
        return escaped(field.meaning + when)

    return table(
        ("name", "symbol", "default", "allowed", "meaning"),
        (
            (
                f"`{name}`",
                escaped(field.symbol),
                escaped(value_text(field, field.default)),
                escaped(allowed_text(field)),
                meaning(field),
            )
            for name, field in system.fields.items()
        ),
    )


def _state(system: type[physics.System]) -> str:
    rows = [
        (f"`{each.name}`", escaped(each.symbol), escaped(each.unit), f"{each.start:.6g}", escaped(each.meaning))
        for each in system.variables
    ]
    rows += [
        (
            f"`{each.name}`",
            escaped(each.symbol),
            escaped(each.unit),
            "",
            f"start given instead: {escaped(each.meaning)}",
        )
        for each in system.aliases
    ]
    return table(("name", "symbol", "unit", "start", "meaning"), rows)


def _quantities(quantities: Iterable[Any]) -> str:
    return table(
        ("name", "symbol", "unit", "meaning"),
        ((f"`{each.name}`", escaped(each.symbol), escaped(each.unit), escaped(each.meaning)) for each in quantities),
    )


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
