"""Every command of the documents runs: briefly here, as it is printed among the long tests.

A new command needs nothing here, unless it takes long even with the smaller numbers of `SMALLER`, or is none of
`polhode`: then it belongs into `NOT_RUN`, with the reason. A sample file that a command reads belongs into docs/samples
(`tools/assets/make_samples.py`), or an earlier command of the same document writes it.
"""

from __future__ import annotations

import importlib.util
import re
import shutil

import pytest

import physics
from game import scenefile
from game.cli.main import MACHINE_FILES
from game.scenefile import Scene
from game.session import advancing
from game.session.session import Session
from tests.docs.documents import NAMES, ROOT, Command, all_commands, blocks, commands, first_word, spans
from tests.game.challenges.test_challenges import Play, played
from tests.game.cli.test_main import here

SMALLER: dict[str, dict[str, str]] = {
    "render": {"--duration": "0.1", "--size": "64x36", "--quality": "low", "--fps": "10", "--jobs": "1"},
    "simulate": {"--duration": "0.2", "--ensemble": "10"},
    "export": {".html": ".glb", "--duration": "0.2"},
    "map": {"--size": "4x4", "--seconds": "0.2"},
    "scan": {":64": ":2"},
    "flips": {"--cells": "4", "--duration": "0.2"},
    "section": {"--points": "20", "--others": "2"},
    "bifurcation": {"--cells": "4", "--points": "2", "--seconds": "12"},
    "fit": {"--window": "1.5..2.3", "--starts": "1"},
    "lyapunov": {"--time": "2"},
}
"""What replaces the value of an option in `make test`, by command; one that is not there is added where `ADDED`.

What is no option is replaced within words. A page proves 10 000 steps: its scene is exported as glTF instead.
"""
ADDED = {
    "render": ("--size", "--quality", "--fps", "--jobs"),
    "export": ("--duration",),
    "map": ("--size",),
    "flips": ("--cells", "--duration"),
    "fit": ("--starts",),
    "bifurcation": ("--cells", "--points", "--seconds"),
}
"""Options that have a large value where a command does not give them."""
LONG = {
    "polhode optimise": "a search takes as long as it needs: there is no smaller one",
    "polhode fit planar-chain assets/measured": "it follows the whole window",
    "polhode web": "each page proves 10 000 steps of all its methods",
}
"""Beginnings of commands that run among the long tests alone, each with its reason."""
SMALL_FILMS = {"render": {"--size": "160x90", "--quality": "low", "--jobs": "1"}}
"""What is smaller among the long tests, too: films are as long as they are printed, but their pictures are small."""
TOO_LONG = {"--size 512x512": "a map takes twelve minutes of processor time"}
"""Parts of commands that run with the numbers of `SMALLER` among the long tests, too. Each with its reason."""
NOT_RUN = {
    "make": "its targets are looked up in the Makefile; what they run has tests of its own",
    "pytest": "tests that test themselves; the files are looked up",
    ".venv/bin/": "measurements and campaigns, whose module and files are looked up, and the first start",
    "python": "the same",
    "xvfb-run": "the same, in a window",
    "pip": "it needs a package index; tests/tools/test_package.py installs the wheel",
    "py": "it is there on Windows alone",
    ".venv\\Scripts\\": "the same",
    "python3": "it makes an environment; tests/tools/test_package.py makes one",
}
"""First words of commands that are not run, each with the reason."""
MANY = ("docs/command-line.md", "docs/export.md")
"""Documents with many commands: `make test-all` runs these."""
PLACEHOLDERS = {"NAME": "fast-cone", "SCENE": "fast-cone", "SYSTEM": "gyroscope"}


def polhode(command: Command) -> list[str]:
    """Return the arguments of a command `polhode …`, with an example for each placeholder."""
    words = [PLACEHOLDERS.get(word, word) for word in command.words[1:]]
    return [*words, "coin"] if words[:2] == ["web", "-o"] and len(words) == 3 else words  # all scenes take an hour


def smaller(arguments: list[str], numbers: dict[str, dict[str, str]] = SMALLER) -> list[str]:
    """Return the arguments of a command with numbers that take less time."""
    name, found = arguments[0] if arguments else "run", list(arguments)
    for option, value in numbers.get(name, {}).items():
        if option in found:
            found[found.index(option) + 1] = value
        elif option in ADDED.get(name, ()) and not found[-1].endswith((*MACHINE_FILES, ".toml")):
            found += [option, value]
        elif not option.startswith("-"):
            found = [word.replace(option, value) for word in found]
    return found


def is_long(command: Command) -> bool:
    return command.text.startswith(tuple(LONG))


def is_window(arguments: list[str]) -> bool:
    """Return whether a command opens a window; a line without a command means `run`."""
    known = set(cli_commands()) - {"run"}
    return not arguments or arguments[0] not in known or arguments[:2] == ["doctor", "--startup"]


def cli_commands() -> dict:
    from game.cli.main import commands as group

    return dict(group.commands)


@pytest.fixture
def folder(tmp_path, request):
    """A folder as a checkout has it, as far as documents read files of it, with two logs and a scene file."""
    for part in ("docs/samples", "assets/measured"):
        shutil.copytree(ROOT / part, tmp_path / part)
    shutil.copy(ROOT / "docs/samples/my_method.py", tmp_path)  # a reader saves it from the page
    session = Session(scenefile.load("loops"))
    advancing.advance(session, 10**8, 10**6)
    session.past.write(tmp_path / "session.log", session.simulation)
    if request.node.get_closest_marker("long"):
        attempt = played("longest-crack", Play("gold", {"lift": 0.4}))
        attempt.past.write(tmp_path / "attempt.log", attempt.simulation)
    (tmp_path / "my.toml").write_text('system = "gyroscope"\n')
    return tmp_path


class NoWindow:
    """The laboratory on a scene, without its window."""

    def __init__(self, scene: Scene, *_, look, **__) -> None:
        self.session = Session(scene)
        look()

    def run(self) -> int:
        return 0


@pytest.fixture
def no_window(monkeypatch):
    """Commands that open a window open the scene alone; tests/e2e/test_documents.py opens the windows."""
    monkeypatch.setattr("game.app.window.has_display", lambda: True)
    monkeypatch.setattr("game.app.app.App", NoWindow)
    monkeypatch.setattr("game.cli.main._start_driver", lambda: None)
    monkeypatch.setattr("game.cli.doctor.report", lambda: 0)
    monkeypatch.setattr("game.cli.doctor.startup", lambda: 0)


def wrong(done, command: Command) -> list[str]:
    """Return what is wrong with the end of a command; nothing after success."""
    if done.returncode == 0:
        return []
    last = (done.stderr.strip().splitlines() or ["(no message)"])[-1]
    return [f"{command.where}\n    exit code {done.returncode}: {last}"]


def advice(faults: list[str]) -> str:
    return "\n".join(["commands of the documents that fail; correct the document, or the program:", *faults])


@pytest.mark.parametrize(
    "document", [pytest.param(name, marks=pytest.mark.long if name in MANY else ()) for name in NAMES]
)
def test_commands_run(document, folder, no_window):
    """Each document has a folder of its own, in which its commands run in their order."""
    faults = []
    for command in all_commands(document):
        if command.words[0] == "polhode" and not is_long(command):
            faults += wrong(here(*smaller(polhode(command)), cwd=folder), command)
    assert not faults, advice(faults)


@pytest.mark.long
@pytest.mark.parametrize("document", NAMES)
def test_commands_run_as_they_are_printed(document, folder, no_window):
    """What a document shows below a command is what the command prints."""
    faults = []
    for number, block in enumerate(blocks(document)):
        if not block.is_commands:
            continue
        done = None
        for command in commands(block):
            if command.words[0] == "polhode":
                numbers = SMALLER if any(part in command.text for part in TOO_LONG) else SMALL_FILMS
                done = here(*smaller(polhode(command), numbers), cwd=folder)
                faults += wrong(done, command)
        shown = blocks(document)[number + 1 : number + 2]
        if done is not None and shown and not shown[0].language and not shown[0].is_commands:
            faults += differing(shown[0], done.stdout)
    assert not faults, advice(faults)


def differing(block, output: str) -> list[str]:
    """Return the lines of a block of output that a command has not printed, white space aside."""
    if not directly_below_commands(block):
        return []
    printed = " ".join(output.split())
    return [
        f"{block.document}:{block.line + k}: the command no longer prints this; run it and copy: {line}"
        for k, line in enumerate(block.lines)
        if " ".join(line.split()) not in printed
    ]


def directly_below_commands(block) -> bool:
    """Return whether nothing but a blank line stands between a block of output and the block before it."""
    lines = (ROOT / block.document).read_text("utf-8").splitlines()
    return lines[block.line - 4 : block.line - 1] == ["```", "", "```"]


def options_of(name: str) -> set[str]:
    """Return the options of a command of `polhode`."""
    return {text for each in cli_commands()[name].params for text in (*each.opts, *each.secondary_opts)} | {"--help"}


def unknown_parts(text: str) -> list[str]:
    """Return the parts of a text such as `polhode run --log FILE` that are no command or option of the program."""
    words = text.split()[1:]
    if not words or words[0].startswith("-"):
        return []
    if words[0] not in cli_commands():
        known = words[0] in (*scenefile.presets(), *physics.systems(), "COMMAND", "…")
        return [] if known else [f"there is no command {words[0]}"]
    given = [word for word in words[1:] if re.match(r"--?[a-z]", word)]
    return [f"{words[0]} has no option {word}" for word in given if word.split("=")[0] not in options_of(words[0])]


@pytest.mark.parametrize("document", NAMES)
def test_commands_within_sentences_exist(document):
    """Commands in backticks: `polhode …`, `make …`, `python -m …`."""
    faults = []
    for number, text in spans(document):
        found = unknown_parts(text) if text.startswith("polhode ") else missing(text)
        faults += [f"{document}:{number}: `{text}`: {each}" for each in found]
    for command in all_commands(document):
        found = unknown_parts(command.text) if command.words[0] == "polhode" else missing(command.text)
        faults += [f"{command.where}: {each}" for each in found]
    assert not faults, advice(faults)


def missing(text: str) -> list[str]:
    """Return what a command other than `polhode` names and the repository does not have."""
    found = []
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    if (target := re.match(r"make ([a-z-]+)", text)) and target[1] not in targets:
        found.append(f"the Makefile has no target {target[1]}")
    for module in re.findall(r"python -m ([a-z_.]+)", text):
        if importlib.util.find_spec(module) is None and module != "build":
            found.append(f"there is no module {module}")
    if "pytest" in text:
        found += [f"there is no {path}" for path in re.findall(r"tests/\S+", text) if not (ROOT / path).exists()]
    return found


def has_a_reason(word: str) -> bool:
    """Return whether a first word is in `NOT_RUN`, or begins with an entry that is a folder."""
    return any(word == each or (each.endswith(("/", "\\")) and word.startswith(each)) for each in NOT_RUN)


def test_each_command_is_run_or_has_a_reason():
    for command in (each for document in NAMES for each in all_commands(document)):
        word = first_word(command.text)
        assert word == "polhode" or has_a_reason(word), f"{command.where}\n    is not run: say in NOT_RUN why"


def test_samples_are_those_of_their_script():
    from tools.assets.make_samples import FILES, FOLDER

    assert {path.name for path in FOLDER.iterdir()} == set(FILES)
    for name, make in FILES.items():
        assert (FOLDER / name).read_text("utf-8") == make(), f"{name} is old: python -m tools.assets.make_samples"


def test_wrong_commands_are_found(tmp_path):
    """A command that fails, an unknown option, a target and a module that are not there."""
    bad = Command("a.md", 1, "polhode simulate gyroscope --set nothing=1 --duration 1")
    assert "nothing" in wrong(here(*polhode(bad), cwd=tmp_path), bad)[0]
    assert unknown_parts("polhode render SCENE --posters") == ["render has no option --posters"]
    assert missing("make nothing") and missing("python -m tools.nothing") and not missing("make test-all")


def value_of(arguments: list[str], option: str, usual: str) -> float:
    return float(arguments[arguments.index(option) + 1] if option in arguments else usual)


def test_tables_of_ensembles_are_small_enough_for_any_machine():
    """`make test` runs them with few copies: here their size is computed."""
    for command in (each for document in NAMES for each in all_commands(document)):
        arguments = polhode(command)
        if arguments[:1] == ["simulate"] and "--ensemble" in arguments:
            rows = value_of(arguments, "--duration", "0") / value_of(arguments, "--every", "1e-3")
            numbers = rows * value_of(arguments, "--ensemble", "0") * len(physics.system(arguments[1]).start())
            assert 8 * numbers < 500e6, f"{command.where}\n    is a table of {8e-9 * numbers:.1f} GB: give it --every"
