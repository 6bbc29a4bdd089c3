"""Texts that the window shows, and what is missing of their translations in `assets/words/LANGUAGE`.

    python -m tools.words [fr]          missing and left over texts; strings of the window that do not go through tr
    python -m tools.words fr --fix      sets no-break spaces and apostrophes by the rules of French, and sorts nothing

Texts are found in the source (`tr("…")`, `later("…")`), in the declarations of physics, in the presets and the actions.
"""

from __future__ import annotations

import ast
import errno
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import physics
from game import scenefile
from game.camera.camera import Mode
from game.learn.lessons import lessons
from game.model import words
from game.model.input import Action
from game.model.key_bindings import PAD_HELP, POINTER_HELP
from game.ui.panels.body import summary
from physics.core.turning import TURNING
from physics.equations.equations import Equations
from physics.machines import contacts
from physics.machines.machine import Machine
from physics.simulation.report_track import reportable
from physics.studies.launches import HEIGHT
from physics.studies.outcomes import OUTCOMES
from tools.command_line import check_names, command_line

ROOT = Path(__file__).parents[1]
MARKS = ("tr", "later")
SHOWN_BY = frozenset(
    (
        "text",
        "small",
        "button",
        "tip",
        "title",
        "section",
        "switch",
        "icon_button",
        "say",
        "note",
        "hint",
        "right_aligned",
    )
)
"""Functions of the window whose strings users read."""
UNITS = r"%|°|m|cm|mm|km|kg|g|t|s|ms|µs|h|rad|N|J|W|Hz|K|m/s²?|m/s2|rad/s|tr/min|fps"
ENGLISH = "en"
"""The language of the source, which has no translation."""
SMALL_SPACE, SPACE, APOSTROPHE = "\u202f", "\u00a0", "\u2019"


# What is shown ------------------------------------------------------------------------------------------------


def program_texts() -> dict[str, str]:
    """Return the literals that the source of the game passes to `tr` and `later`, with the places of the first."""
    found: dict[str, str] = {}
    for path in sorted(ROOT.glob("game/**/*.py")):
        for call in _calls(path, frozenset(MARKS)):
            for text in _literals(call.args[0]) if call.args else ():
                found.setdefault(text, f"{path.relative_to(ROOT)}:{call.lineno}")
    return found


def glued_texts() -> list[str]:
    """Return the places where `tr` or `later` gets a text glued together from pieces, which has no translation."""
    return [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted(ROOT.glob("game/**/*.py"))
        for call in _calls(path, frozenset(MARKS))
        if call.args and isinstance(call.args[0], ast.JoinedStr | ast.BinOp)
    ]


def action_texts() -> dict[str, str]:
    """Return the sentences of the actions and of the help for pointer and gamepad."""
    modes = {mode.value: f"Mode.{mode.name}" for mode in Mode}
    gestures = (text for pair in (*POINTER_HELP, *PAD_HELP) for text in pair)
    return {
        **modes,
        **{action.value: f"Action.{action.name}" for action in Action},
        **dict.fromkeys(gestures, "POINTER_HELP"),
    }


def physics_texts() -> dict[str, str]:
    """Return the texts of the declarations of physics, with the system or integrator that has them."""
    found: dict[str, str] = {}
    for name, kind in physics.systems().items():
        for text in (*_class_texts(kind), *_instance_texts(kind())):
            found.setdefault(text, name)
    for name in scenefile.presets():
        for text in _instance_texts(scenefile.load(name).simulation().system):
            found.setdefault(text, name)
    for text in (*(event.meaning for event in contacts.EVENTS), *contacts.MEANINGS.values()):
        found.setdefault(text, "machine")  # its parts decide which of them it has
    for name, method in physics.integrators().items():
        own = (method.title, method.about, method.symplectic, method.cost(), method.keeps())
        for text in (*own, *(setting.meaning for setting in method.settings), *map(_spelled, method.settings)):
            found.setdefault(text, name)
    for outcome in OUTCOMES:
        found.setdefault(outcome.meaning, f"outcome {outcome.name}")
    found.setdefault(HEIGHT.meaning, "launches")
    for arrow in TURNING:
        found.setdefault(arrow.meaning, f"arrow {arrow.name}")
    return {text: place for text, place in found.items() if re.search(r"[a-z]{2}", text)}


def _class_texts(kind: type[physics.System]) -> Iterator[str]:
    """Yield the texts of all instances of a system: its title, family, summary, fields, quantities and events."""
    yield from (kind.title, kind.family, summary(kind))
    for field in kind.fields.values():
        yield from (field.meaning, _spelled(field), *getattr(field, "options", ()))
    for each in (*kind.variables, *kind.aliases, *kind.invariants, *kind.quantities, *kind.events):
        yield each.meaning
    yield kind.highlight
    for part in kind.energy_parts:
        yield from (part.name, part.meaning)


def _instance_texts(system: physics.System) -> Iterator[str]:
    """Yield the texts that depend on parameters: of variables, arrows, bodies and report."""
    start = memoryview(system.start())
    for each in (*system.variables, *system.aliases, *system.arrows(start)):
        yield each.meaning
    yield from (each.meaning for each in system.events if not each.quiet)
    if isinstance(system, Equations):
        yield from (item.row.label for item in system.drawing.items)
    elif isinstance(system, Machine):
        yield from (body.label for body in system.described.bodies.values())
    with suppress(physics.BadInput):  # nothing is drawn of a system that has only its equations so far
        yield from (body.name.replace("_", " ") for body in system.bodies(start))
    for entry in reportable(system).values() if system.reports else ():
        yield from (entry.meaning, entry.group)


def _spelled(field: physics.core.fields.Field) -> str:
    """Return the name of a field as the panels show it."""
    return field.name.replace("_", " ")


def preset_texts() -> dict[str, str]:
    """Return the titles and notes of the presets, their families, and the names of their cameras."""
    found: dict[str, str] = {}
    for listed in scenefile.scene_summaries():
        scene = scenefile.load(listed.name)
        bookmarks = [bookmark.name for bookmark in scene.camera.bookmarks]
        for text in (scene.title, scene.note, listed.family, *bookmarks):
            found.setdefault(text, listed.name)
    return found


def challenge_texts() -> dict[str, str]:
    """Return the titles and notes of the challenges, their rules, and what they teach."""
    scenes = {name: scenefile.load(name) for name in scenefile.challenge_files()}
    return {
        text: name
        for name, scene in scenes.items() if scene.challenge is not None
        for text in (scene.title, scene.note, scene.challenge.rules, scene.challenge.lesson)
    }  # fmt: skip


def lesson_texts() -> dict[str, str]:
    """Return the questions of the presets."""
    return {lesson.question: name for name, lesson in lessons().items()}


@cache
def all_texts() -> dict[str, str]:
    """Return all texts with their places."""
    found = {
        **preset_texts(),
        **challenge_texts(),
        **lesson_texts(),
        **physics_texts(),
        **action_texts(),
        **program_texts(),
    }
    return {text: place for text, place in found.items() if text}


ERRORS = frozenset(("BadInput", "RecordingError"))
"""Errors whose messages the window shows."""
NOT_AT_THE_WINDOW = (
    "game/cli", "game/looks", "game/render", "game/app/film_run.py",
    "game/app/offline.py", "game/record/frames.py", "game/record/loops.py",
    "game/record/still.py", "game/record/video.py", "game/learn", "game/session/past/event_log.py",
    "game/session/challenge_log.py",
    "game/session/kept_range.py", "physics/batch/ensemble.py", "physics/simulation/run.py",
    "physics/simulation/history.py", "physics/fitting/flight", "game/experiments/measurements/thrown_files.py",
    "game/experiments/measurements/recording_columns.py",
)  # fmt: skip
"""Sources of errors that only the command line can provoke, or a file of the program itself that is broken."""
FILLED = "7"
"""What stands for the fields of templates, so that patterns can be tried on them."""


def error_texts() -> dict[str, str]:
    """Return the messages of the errors that can be provoked at the window, their fields filled, with their places."""
    found = {}
    for folder in ("physics", "game"):
        for path in sorted(ROOT.glob(f"{folder}/**/*.py")):
            place = str(path.relative_to(ROOT))
            if place.startswith(NOT_AT_THE_WINDOW):
                continue
            for call in _calls(path, ERRORS):
                for text in _filled_literals(call.args[0]) if call.args else ():
                    found.setdefault(text, f"{place}:{call.lineno}")
    return {text: place for text, place in found.items() if re.search(r"[a-z]{2}", text)}


def _filled_literals(node: ast.expr) -> Iterator[str]:
    """Yield what a literal or an f-string can be, its fields filled."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else FILLED for part in node.values)
    else:
        yield from _literals(node)


@cache
def _nodes(path: Path) -> tuple[ast.Call | ast.JoinedStr | ast.Constant, ...]:
    """Return the calls and strings of a source file, which several lists are made from."""
    tree = ast.parse(path.read_text("utf-8"))
    return tuple(node for node in ast.walk(tree) if isinstance(node, ast.Call | ast.JoinedStr | ast.Constant))


def _calls(path: Path, names: frozenset[str]) -> Iterator[ast.Call]:
    for node in _nodes(path):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in names:
                yield node


def _literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)


def untranslated_strings() -> list[str]:
    """Return the places of strings that the window shows and that do not go through `tr`."""
    found = []
    for path in sorted((*ROOT.glob("game/ui/**/*.py"), *ROOT.glob("game/app/*.py"))):
        for call in _calls(path, SHOWN_BY):
            for argument in call.args:
                literal = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                words = str(argument.value) if isinstance(argument, ast.Constant) and literal else ""
                if re.search(r"[a-z]{2}", words) or isinstance(argument, ast.JoinedStr):
                    found.append(f"{path.relative_to(ROOT)}:{call.lineno}: {ast.unparse(argument)[:70]}")
    return found


# What the translation has -------------------------------------------------------------------------------------


def missing(language: str) -> dict[str, str]:
    """Return the texts without a translation, with their places."""
    texts, patterns = words.load(language)
    known = [(_longest_part(template), words._expression(template)) for template in patterns]
    return {
        text: place
        for text, place in {**all_texts(), **error_texts()}.items()
        if text not in texts and not any(part in text and whole.fullmatch(text) for part, whole in known)
    }


def left_over(language: str) -> list[str]:
    """Return the English texts of the translation that nothing shows any more."""
    shown = all_texts()
    texts, patterns = words.load(language)
    made = (*shown, *source_texts())
    return [
        *(text for text in texts if text not in shown and text not in patterns),
        *(template for template in patterns if not _can_become_one(template, made) and not _made_of_parts(template)),
    ]


@cache
def _longest_part(template: str) -> str:
    """Return the longest part of a template between its fields."""
    return max(words.FIELD.sub("\0", template).split("\0"), key=len)


def _can_become_one(template: str, texts: Iterable[str]) -> bool:
    """Return whether a template can become one of texts; most are told apart without its regular expression."""
    part, whole = _longest_part(template), words._expression(template)
    return any(whole.fullmatch(text) for text in texts if part in text)


LEAST_LITERAL = 8
"""Fewest characters of a part of a message by which its template is known."""


def _made_of_parts(template: str) -> bool:
    """Return whether the source has an f-string, or a text, that is part of what a template finds."""
    text = words.FIELD.sub(FILLED, template)
    return any(_follow(parts, text) for parts in _known_parts())


@cache
def _known_parts() -> tuple[list[str], ...]:
    """Return the parts between the fields of each text of the source by which a template may be known."""
    long = (text for text in source_texts() if len(text.replace(FILLED, "").strip()) >= LEAST_LITERAL)
    return tuple(text.split(FILLED) for text in long)


def _follow(parts: list[str], text: str) -> bool:
    """Return whether a text has all these parts, one after another."""
    at = 0
    for part in parts:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True


@cache
def source_texts() -> frozenset[str]:
    """Return the f-strings and the longer texts of the source, fields filled, and what the system says of files."""
    found = {os.strerror(code) for code in errno.errorcode}
    for folder in ("game", "physics"):
        for path in ROOT.glob(f"{folder}/**/*.py"):
            for node in _nodes(path):
                if not isinstance(node, ast.Call) and not isinstance(getattr(node, "value", ""), bytes):
                    found |= set(_filled_literals(node))
    return frozenset(text for text in found if re.search(r"[a-z]{2}", text))


def differing_fields(language: str) -> list[str]:
    """Return the English texts whose translation has other {fields}."""
    texts, _ = words.load(language)
    return [text for text, translated in texts.items() if _fields(text) != _fields(translated)]


def _fields(text: str) -> list[str]:
    return sorted(set(words.FIELD.findall(text)))


def typeset(text: str) -> str:
    """Return a French text with its no-break spaces and apostrophes: before : ; ! ? and units, and inside « »."""
    text = text.replace("'", APOSTROPHE)
    text = re.sub(r"[ \u00a0\u202f]+:(?=\s|$)", f"{SPACE}:", text)
    text = re.sub(r"[ \u00a0\u202f]*([;!?])(?=\s|$|»)", rf"{SMALL_SPACE}\1", text)
    text = re.sub(r"«[ \u00a0\u202f]*", f"«{SPACE}", text)
    text = re.sub(r"[ \u00a0\u202f]*»", f"{SPACE}»", text)
    return re.sub(rf"(?<=[\d}}])[ \u202f](?=(?:{UNITS})(?![\w/])|\{{unit\}})", SPACE, text)


def main() -> None:
    """Print what is missing and left over, or fix the spaces of the files."""
    options = command_line()
    options.add_argument("language", nargs="?", default="fr")
    options.add_argument("--fix", action="store_true", help="set no-break spaces and apostrophes in the files")
    given = options.parse_args()
    check_names(options, [given.language], [name for name in words.LANGUAGES if name != ENGLISH])
    language: str = given.language
    if given.fix:
        for path in sorted((ROOT / words.FOLDER / language).glob("*.json")):
            found = json.loads(path.read_text("utf-8"))
            write(path, {text: typeset(translated) for text, translated in found.items()})
        return
    gone = missing(language)
    for text, place in gone.items():
        print(f"{place}: {json.dumps(text, ensure_ascii=False)}")
    for text in left_over(language):
        print("left over:", json.dumps(text, ensure_ascii=False))
    todo = untranslated_strings()
    print(*todo, sep="\n")
    print(f"{len(gone)} texts of {len(all_texts())} missing; {len(todo)} strings of the window not through tr")


def write(path: Path, texts: dict[str, str]) -> None:
    """Write a file of a translation, an entry in each line."""
    path.write_text(json.dumps(texts, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
