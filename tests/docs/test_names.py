"""Names in backticks exist: files, functions, options, keys of scene files, parameters, presets and the like.

What is meant as an example, or belongs to another program, is listed in `EXAMPLES` and `FOREIGN`, by document.
"""

from __future__ import annotations

import importlib.util
import posixpath
import re
import subprocess
from contextlib import suppress
from functools import cache
from itertools import chain

import pytest

import physics
from game import scenefile
from game.cli.main import commands
from game.cli.options import ROOMS
from game.scenefile.schema import PARTS, BookmarkSpec, Scene
from physics.core.fields import Choice, ChoiceList
from tests.docs.documents import GENERATED, NAMES, ROOT, prose, spans, text_of
from tools.website.markup import slug

PLACEHOLDER = re.compile(r"(?<![A-Z])(NAME|FILE|DIR|SCENE|SYSTEM|VERSION|ANGLE|FOLDER)(?![A-Z])")
"""Part of a name that stands for many."""
MADE = ("build/", "dist/", ".venv", "~/", "docs/samples/")
"""Beginnings of paths that are made, or that lie elsewhere."""
EXAMPLES = {
    "README.md": (),
    "docs/machines.md": ("j_angle", "j_way"),
    "docs/scene-files.md": ("egg.csv",),
    "docs/laboratory.md": ("settings.json", "settings.json.bad"),
    "docs/python.md": ("polhode.toml", "physics.py", "game.py"),
    "docs/your-own.md": ("bead.py", "test_bead.py", "swing.toml", "bead.csv", "NAME.en.md", "NAME.fr.md"),
    "docs/command-line.md": ("frame-000000.png",),
    "docs/export.md": ("index.html", "coin.html", "polhode-web.json"),
}
"""Names of files that the program makes, or that stand for the reader's own."""
FOREIGN = {
    "docs/comparison.md": (),
    "docs/your-own.md": ("bead.py", "test_bead.py", "left = right", "x²", "trace = true", "dy[0] = y[7]"),
    "docs/command-line.md": ("head",),
    "docs/fitting.md": ("time_ms", "timeMs", "Inf", "timestamp", "seconds_elapsed", "Zeit"),
    "docs/export.md": ("extras", "iframe", "srcdoc", "usd-core", "DecompressionStream"),
    "docs/laboratory.md": ("wl-copy", "xclip"),
    "docs/python.md": ("_repr_html_", "polhode.viewers"),
    "docs/scene-files.md": ("true", "false"),
    "docs/reliability.md": ("PYTHONDONTWRITEBYTECODE", "leaves_nothing", "far", "break", "continue"),
    "CONTRIBUTING.md": ("date-released", "np.linalg"),
}
"""Names of other programs and formats. docs/comparison.md is about other programs: only our own files are looked up."""


@cache
def files() -> frozenset[str]:
    """Return the files of the repository and their folders, from its root."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    found = listed.stdout.split("\n") if listed.returncode == 0 else [str(p.relative_to(ROOT)) for p in ROOT.rglob("*")]
    folders = {part for name in found for part in parents(name)}
    return frozenset({*found, *folders})


@cache
def folders() -> frozenset[str]:
    """Return the names of all folders, without those that they are in."""
    return frozenset(part for name in files() for part in name.split("/")[:-1])


def parents(name: str) -> list[str]:
    parts = name.split("/")[:-1]
    return ["/".join(parts[: k + 1]) for k in range(len(parts))]


DEFINED = re.compile(r"^ *(?:def|class) (\w+)|^ *(?:self\.)?(\w+)(?:, \w+)*(?:: [^=\n]+)? = |\b(\w+): ", re.MULTILINE)
"""A definition in Python: a function, a class, a variable or attribute, or one with its type, as parameters have."""


@cache
def defined() -> dict[str, frozenset[str]]:
    """Return the names that each file of Python defines: functions, classes, variables, attributes and parameters."""
    ours = [name for name in files() if name.endswith(".py") and name.startswith(("game/", "physics/", "tools/"))]
    texts = {name: (ROOT / name).read_text("utf-8") for name in ours if (ROOT / name).is_file()}
    return {name: frozenset(filter(None, chain(*DEFINED.findall(text)))) for name, text in texts.items()}


@cache
def defined_anywhere() -> frozenset[str]:
    """Return the names that any file defines, and those of modules."""
    return frozenset().union(
        *defined().values(), (part for name in files() for part in name.removesuffix(".py").split("/"))
    )


@cache
def known_to_the_program() -> frozenset[str]:
    """Return the names that a person may type or reads: of scenes, systems, parameters, values, keys, commands."""
    found = {*scenefile.presets(), *physics.integrators(), *commands.commands, *ROOMS}
    for part in (Scene, BookmarkSpec, *PARTS.values()):
        found |= set(part.__struct_fields__)
    found |= set(PARTS)
    for name in physics.systems():
        system = physics.system_class(name)
        found |= {name, *system.fields}
        for field in system.fields.values():
            found |= set(field.options) if isinstance(field, Choice | ChoiceList) else set()
        groups = (system.variables, system.aliases, system.invariants, system.quantities)
        found |= {each.name for group in groups for each in group}
        found |= {f"energy_{part.name}" for part in system.energy_parts}
    for method in physics.integrators():
        found |= {setting.name for setting in physics.integrator(method).settings}
    return frozenset(found)


@cache
def words_of_the_source() -> frozenset[str]:
    """Return the words between quotes in the source: names of outcomes, columns, keys of files and the like."""
    texts = ((ROOT / name).read_text("utf-8") for name in defined() if name.startswith(("game/", "physics/")))
    return frozenset(word for text in texts for word in re.findall(r"""["']([\w.-]+)[:"']""", text))


@cache
def options() -> frozenset[str]:
    """Return all options of all commands."""
    return frozenset(
        text for each in commands.commands.values() for p in each.params for text in (*p.opts, *p.secondary_opts)
    ) | {"--help", "--version", "--check", "--seconds", "--fix"}


def fault_of(document: str, text: str) -> str:
    """Return what is wrong with a name in backticks; "" for nothing, and for what is no single name."""
    if text in EXAMPLES.get(document, ()) or text in FOREIGN.get(document, ()) or PLACEHOLDER.search(text):
        return ""
    if re.fullmatch(r"--[a-z][a-z-]*( \S+)?", text):
        return "" if text.split()[0] in options() else "no command has this option"
    if "/" in text and re.fullmatch(r"[\w./~*-]+", text) and (text.split("/")[0] in folders() or text[-1] == "/"):
        return path_fault(document, text)
    if re.fullmatch(r"[\w-]+\.(py|md|toml|json|c|h|ts|js|csv|cff)", text):
        known = any(name.endswith(f"/{text}") or name == text for name in files())
        return "" if known or document == "docs/comparison.md" else "no file has this name"
    if setting := re.fullmatch(r"(\w+) = \"?([\w-]+)\"?", text):
        return setting_fault(setting[1], setting[2])
    if re.fullmatch(r"[A-Za-z_][\w-]*(\.[A-Za-z_]\w*)*(\(\))?", text) and document != "docs/comparison.md":
        return name_fault(text.removesuffix("()"))
    return ""


def path_fault(document: str, text: str) -> str:
    path = text.rstrip("/")
    if path.startswith(MADE) or document == "docs/comparison.md":
        return ""
    inner = {f"{half}/{path}" for half in ("physics", "game")} if document == "docs/architecture.md" else set()
    below = any(name.endswith(f"/{path}") for name in files())
    return "" if {path, *inner} & files() or below else "there is no such file or folder"


def setting_fault(name: str, value: str) -> str:
    """Return what is wrong with `name = value` of a scene file."""
    if name not in known_to_the_program():
        return f"there is no key or parameter {name}"
    words = known_to_the_program() | {"true", "false", "tour"}
    return "" if value in words or re.fullmatch(r"[\d.]+", value) else f"nothing takes the value {value}"


def name_fault(text: str) -> str:
    """Return what is wrong with a name, which may have dots; `friction_2` is the second of the numbers `friction`."""
    parts = {re.sub(r"_\d$", "", part) for part in text.split(".")}
    if parts <= known_to_the_program() | defined_anywhere() | words_of_the_source():
        return ""
    with suppress(ImportError):
        if importlib.util.find_spec(text) is not None:
            return ""
    return "neither the program nor its source has this name"


@pytest.mark.parametrize("document", NAMES)
def test_names_in_backticks_exist(document):
    faults = [
        f"{document}:{line}: `{text}`: {why}" for line, text in spans(document) if (why := fault_of(document, text))
    ]
    assert not faults, "\n".join(["correct the name, or list it in EXAMPLES or FOREIGN of this file:", *faults])


PLACED = re.compile(
    r"`(?P<a>[A-Za-z_]\w*(\.\w+)?)`,?(?: and `\w+`)? (?:in|of) `(?P<in>[\w/]+\.py)`"
    r"|`(?P<b>[A-Za-z_]\w*(\.\w+)?)` \(`(?P<of>[\w/]+\.py)`"
    r"|`(?P<file>[\w/]+\.py)`: `(?P<c>[A-Za-z_]\w*(\.\w+)?)`"
)
"""A name and the file that a sentence says it is in: `name` in `file.py`, `name` (`file.py`), `file.py`: `name`."""


@pytest.mark.parametrize("document", NAMES)
def test_names_are_in_the_files_that_sentences_say(document):
    faults = []
    for found in PLACED.finditer(prose(document)):
        name, file = found["a"] or found["b"] or found["c"], found["in"] or found["of"] or found["file"]
        here = defined().get(file)
        if here is not None and not set(name.split(".")) <= here:
            elsewhere = [path for path, names in defined().items() if name.split(".")[-1] in names]
            faults.append(
                f"{document}: `{name}` is not in {file}; it is in {', '.join(sorted(elsewhere)[:3]) or 'none'}"
            )
    assert not faults, "\n".join(faults)


def test_wrong_names_are_found():
    assert fault_of("a.md", "--nothing") and fault_of("a.md", "game/nothing.py") and fault_of("a.md", "nothing.py")
    assert fault_of("a.md", "Session.nothing_of_it") and fault_of("a.md", 'nothing_of_it = "a"')
    assert not any(fault_of("a.md", good) for good in ("--size", "game/app/app.py", "Session.pause", "fast-cone"))


LINK = re.compile(r"\]\(([^)\s]+)\)")


def anchors(document: str) -> set[str]:
    """Return the anchors of the headings of a document."""
    return {slug(heading) for heading in re.findall(r"^#+ (.+)$", (ROOT / document).read_text("utf-8"), re.MULTILINE)}


@pytest.mark.parametrize("document", [*NAMES, *GENERATED])
def test_links_lead_somewhere(document):
    """Within the repository; addresses of the network are not asked."""
    faults = []
    for link in LINK.findall(text_of(document)):
        path, _, anchor = link.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(document), path)) if path else document
        if re.match(r"[a-z]+:", link):
            continue
        if target not in files():
            faults.append(f"{document}: {link}: there is no such file")
        elif anchor and target.endswith(".md") and anchor not in anchors(target):
            faults.append(f"{document}: {link}: no heading has this anchor")
    assert not faults, "\n".join(faults)
