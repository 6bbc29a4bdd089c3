"""Lists what a system, a preset or an integrator has and lacks: python -m tools.check_scene NAME [--fix].

Each gate is ok, missing, stale or wrong, with the file to write or the command that cures it. Gates of a merge are
asked of everything; those of a release only of what `tests/data/unfinished.txt` does not list, and there the program
falls back. --fix makes what can be made: golden pictures of presets, their thumbnails, the French spaces, the list of
presets and the man page; and it lists a name of which gates of a release remain open, or takes it off the list. Look at
the pictures. The exit code is 1 where a gate of a merge is open.
"""

from __future__ import annotations

import ast
import math
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import physics
from game import scenefile
from game.learn.lessons import FILE as LESSONS
from game.learn.lessons import lesson_of
from game.learn.page import LANGUAGES, PageFile
from game.learn.pages import page_files
from game.looks import look_class
from game.looks.generic import Look
from game.model import resources
from game.model.scene_marks import THUMBNAILS
from game.render.tiers import TIERS
from tests import unfinished
from tools import make_gallery, make_man_page, words
from tools.command_line import command_line

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
NOTES = TESTS / "game" / "scenefile" / "notes"
PARTS = TESTS / "physics" / "test_energy_parts.py"
CONTRACT = TESTS / "physics" / "test_contract.py"
TICKS = 300
PAGES = "docs/export.md"


class Gate(NamedTuple):
    """A gate: its name, "ok", "missing", "stale" or "wrong", the cure, and whether it is one of a release.

    made: the command, as arguments of Python, by which --fix cures it.
    """

    name: str
    state: str
    cure: str = ""
    release: bool = False
    made: tuple[str, ...] = ()


def gate(name: str, there: object, cure: str, release: bool = False, state: str = "missing", *made: str) -> Gate:
    """Return a gate that is ok where something is there, and otherwise in the given state."""
    return Gate(name, "ok" if there else state, "" if there else cure, release, made)


def strings_in(path: Path) -> set[str]:
    """Return the strings of a source file; none where there is no such file."""
    if not path.is_file():
        return set()
    return {each.value for each in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(each, ast.Constant)}


def named_in(folder: Path, name: str) -> list[Path]:
    """Return the test files in a folder that have a name as one of their strings."""
    return [path for path in sorted(folder.rglob("test_*.py")) if name in strings_in(path)]


# Gates of a merge -------------------------------------------------------------------------------------------------


def system_gates(name: str) -> Iterator[Gate]:
    """Yield the gates of a system, and of its presets."""
    kind = physics.system_class(name)
    family, module = kind.__module__.split(".")[-2:]
    own = TESTS / "physics" / family / f"test_{module}.py"
    yield gate("test", name in strings_in(own), f"write {shown(own)}, through physics.system({name!r})")
    yield contract_gate(name)
    yield bits_gate(name)
    yield gate(
        "energy parts", name in strings_in(PARTS), f"compare each part with another formula in {shown(PARTS)}",
    )  # fmt: skip
    presets = [each.name for each in scenefile.scene_summaries() if each.system == name]
    cure = f"write game/looks/{family}/{module}.py; the look of any system is used until then"
    yield gate("look", look_class(kind()) is not Look, cure, True)
    yield from explanation_gates("explanation", name, lambda file: name in file.systems)
    yield french_gate({name, module})
    yield gate("documents", f"`{name}`" in document("docs/systems.md"), "name it in docs/systems.md", True)
    yield gate("preset", presets, f"write assets/presets/{name}.toml", True)
    for preset in presets:
        yield from (each._replace(name=f"{preset}: {each.name}") for each in preset_gates(preset))


def preset_gates(name: str) -> Iterator[Gate]:
    """Yield the gates of a preset."""
    scene = scenefile.load(name)
    claimed = [path for path in sorted(NOTES.glob("test_*.py")) if name in claims_of(path)]
    yield gate("claims of the note", claimed, f"measure them in {shown(NOTES)}, under @claims({name!r}, …)")
    yield from explanation_gates(
        "explanation", name, lambda file: scene.system in file.systems and file.parts.get(name)
    )
    yield french_gate({name})
    yield gate("lesson", lesson_of(name), f"say what it is about in {LESSONS}, with the French of its question", True)
    yield thumbnail_gate(name)
    yield golden_gate(name)
    cure = f"python -m tests.game.export.measure_pages {name}, with a browser"
    yield gate("page", f"\n| {name} |" in document(PAGES), cure, True)


def integrator_gates(name: str) -> Iterator[Gate]:
    """Yield the gates of an integrator."""
    method = physics.integrator(name)
    fits = next(each for each, kind in physics.systems().items() if not method.reason_against(kind))
    found = named_in(TESTS / "physics" / "integrators", name)
    yield gate("test", found, f"write tests/physics/integrators/test_{name.replace('-', '_')}.py")
    yield bits_gate(fits, name)
    yield french_gate({name})
    yield gate("documents", f"`{name}`" in document("docs/systems.md"), "name it in docs/systems.md", True)


def contract_gate(name: str) -> Gate:
    """Run the contract of all systems on one, without its long cases."""
    pytest = ("-m", "pytest", "-n", "0", "-q", "-m", "not long", "-k", f"[{name}]", str(CONTRACT))
    done = subprocess.run([sys.executable, *pytest], cwd=ROOT, capture_output=True, text=True)
    failed = [line.partition("::")[2].split(" ")[0] for line in done.stdout.splitlines() if line.startswith("FAILED")]
    there = done.returncode == 0
    return gate("contract", there, f"{', '.join(failed) or done.stdout[-300:]} in {shown(CONTRACT)}", state="wrong")


def bits_gate(system: str, method: str = "rk4") -> Gate:
    """Compare some ticks of CPython with machine code, bit for bit."""
    if physics.integrator(method).reason_against(physics.system_class(system)):
        method = next(
            name
            for name, each in physics.integrators().items()
            if not each.reason_against(physics.system_class(system))
        )
    plain, fast = (physics.Simulation(system, method) for _ in range(2))
    fast.compile()
    for run in (plain, fast):
        run.advance(TICKS)
    same = bytes(plain.y) == bytes(fast.y) and fast.time == plain.time
    cure = "kernels may use scalar arithmetic alone: CONTRIBUTING.md, A system, 3"
    finite = all(map(math.isfinite, array("d", bytes(plain.y))))
    return gate(f"bits ({system}, {method})", same and finite, cure, state="wrong")


# Gates of a release -----------------------------------------------------------------------------------------------


def explanation_gates(title: str, name: str, has: Callable[[PageFile], object]) -> Iterator[Gate]:
    """Yield a gate for each language in which a page must have a system or a preset."""
    for language in LANGUAGES:
        cure = f"write a part `# {name}` in a page of assets/explain/*.{language}.md"
        yield gate(f"{title}, {language}", any(map(has, page_files(language))), cure, True)


@cache
def untranslated() -> dict[str, str]:
    """Return the texts without French, with their places."""
    return words.missing("fr")


@cache
def badly_spaced() -> dict[str, str]:
    """Return the texts whose French has other spaces and apostrophes than the rules say, with their places."""
    french, _ = words.words.load("fr")
    return {
        text: place
        for text, place in words.all_texts().items()
        if text in french and words.typeset(french[text]) != french[text]
    }


def french_gate(places: set[str]) -> Gate:
    """Return the gate of the French of what these names, or files of these names, declare."""

    def ours(texts: dict[str, str]) -> int:
        return sum(place in places or Path(place.partition(":")[0]).stem in places for place in texts.values())

    if missing := ours(untranslated()):
        return Gate("French", "missing", f"{missing} texts: python -m tools.words, and assets/words/fr/*.json", True)
    command = ("-m", "tools.words", "fr", "--fix")
    return gate("French", not ours(badly_spaced()), f"python {' '.join(command)}", True, "stale", *command)


def thumbnail_gate(name: str) -> Gate:
    """Return the gate of a thumbnail; it is stale where a picture of the gallery that was made later differs."""
    large, small = make_gallery.FOLDER / f"{name}.jpg", resources.path(THUMBNAILS) / f"{name}.webp"
    command, cure = ("-m", "tools.make_gallery", name), f"make gallery ARGS={name}, and look at it"
    if not small.is_file() or not large.is_file():
        return gate("thumbnail", small.is_file(), cure, True, "missing", *command)
    other = make_gallery.is_of_another(small, make_gallery.decoded(large.read_bytes()))
    return gate("thumbnail", not other, cure, True, "stale", *command)


def golden_gate(name: str) -> Gate:
    """Return the gate of the golden pictures: together they show each feature that a preset shows."""
    from tests.game import golden

    new = golden.features_of(golden.opened(name), TIERS) - golden.covered()
    cure = f"{', '.join(sorted(new))}: make golden ARGS={name}, and look at it"
    return gate("golden cover", not new, cure, True, "missing", "-m", "tests.game.golden", name)


def man_page_gate() -> Gate:
    """Return the gate of the man page, which lists what `polhode` takes."""
    same = make_man_page.FILE.read_text("utf-8") == make_man_page.page()
    cure = "python -m tools.make_man_page"
    return gate("man page", same, cure, True, "stale", "-m", "tools.make_man_page")


def list_gate() -> Gate:
    """Return the gate of the list of presets."""
    same = make_gallery.LIST.read_text("utf-8") == make_gallery.preset_list()
    command = ("-m", "tools.make_gallery", "--list")
    return gate("list of presets", same, "make gallery ARGS=--list", True, "stale", *command)


def claims_of(path: Path) -> set[str]:
    """Return the presets of whose notes a test file measures claims."""
    calls = [each for each in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(each, ast.Call)]
    ours = [each for each in calls if getattr(each.func, "id", "") == "claims" and each.args]
    return {each.args[0].value for each in ours if isinstance(each.args[0], ast.Constant)}


def document(path: str) -> str:
    """Return the text of a document."""
    return (ROOT / path).read_text("utf-8")


def shown(path: Path) -> str:
    """Return a path as a person types it."""
    return path.relative_to(ROOT).as_posix()


def rooms(name: str) -> list[str]:
    """Return the folders of a system's family: of its physics, of its look, and of their tests."""
    family = physics.system_class(name).__module__.split(".")[-2]
    places = [f"{half}{part}/{family}" for part in ("physics", "game/looks") for half in ("", "tests/")]
    return [place for place in places if (ROOT / place).is_dir()]


# The command ------------------------------------------------------------------------------------------------------


def gates_of(name: str) -> list[Gate]:
    """Return the gates of a name, all that it is: a preset may be called as its system is."""
    found: list[Gate] = []
    if name in physics.systems():
        found += system_gates(name)
    elif name in scenefile.presets():
        found += preset_gates(name)
    if name in physics.integrators():
        found += integrator_gates(name)
    return [*found, man_page_gate(), list_gate()]


def fix(found: list[Gate]) -> None:
    """Run the commands that cure gates, each once, in their order; a command that fails leaves its gate open."""
    for command in dict.fromkeys(each.made for each in found if each.state != "ok" and each.made):
        print("python", *command, flush=True)
        subprocess.run([sys.executable, *command], cwd=ROOT, check=False)


def note(name: str, ready: bool) -> None:
    """Take a name off the list of what is unfinished where it is ready, and put it there otherwise."""
    lines = unfinished.LIST.read_text("utf-8").splitlines()
    kept = [line for line in lines if line.strip() != name]
    unfinished.LIST.write_text("\n".join(kept if ready else [*kept, name]) + "\n", "utf-8")


def main() -> None:
    """List the gates of a name, after making what can be made."""
    arguments = command_line()
    arguments.add_argument("name", metavar="NAME", help="of a system, a preset or an integrator")
    arguments.add_argument("--fix", action="store_true", help="make what can be made")
    chosen = arguments.parse_args()
    known = [*physics.systems(), *scenefile.presets(), *physics.integrators()]
    if chosen.name not in known:
        arguments.error(f"NAME = {chosen.name!r}: must be a system, a preset or an integrator (`polhode list`)")
    found = gates_of(chosen.name)
    if chosen.fix:
        fix(found)
        if any(each.made and each.state != "ok" for each in found):
            found = gates_of(chosen.name)
        note(chosen.name, all(each.state == "ok" for each in found if each.release))
    if chosen.name in physics.systems():
        print(f"Its family: {', '.join(rooms(chosen.name))}")
    for title, release in (("A merge needs", False), ("A release needs", True)):
        print(f"{title}:")
        for each in found:
            if each.release == release:
                print(f"  {each.state:8}{each.name:34}{each.cure}".rstrip())
    if chosen.name in unfinished.listed():
        print(f"{chosen.name} is listed in {shown(unfinished.LIST)}: gates of a release do not ask for it")
    sys.exit(any(each.state != "ok" and not each.release for each in found))


if __name__ == "__main__":
    main()
