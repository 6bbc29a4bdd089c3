"""The documents of the repository: their blocks of code, their commands, and the names that they quote."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
GENERATED = ("docs/bench.md", "docs/card.md", "docs/gallery.md", "docs/long-run.md")
"""Documents that a program writes: their commands and names are those of that program, which has tests of its own."""
NAMES = tuple(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
    if path.relative_to(ROOT).as_posix() not in GENERATED
)
"""The documents that are written by hand, from the root of the repository."""
FIRST_WORD = re.compile(r"(polhode|make|python3?|pytest|xvfb-run|pip|py|\.venv[/\\]\S+)$")
"""The first word of a line of code that is a command of a shell."""
VARIABLES = re.compile(r"^([A-Z_]+=(\$\([^)]*\)|\S*) +)+")
"""Variables of the environment before a command."""
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


class Block(NamedTuple):
    """A block of code. line: the number of its first line of code in the document, from 1."""

    document: str
    line: int
    language: str
    lines: tuple[str, ...]

    @property
    def where(self) -> str:
        return f"{self.document}:{self.line}"

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    @property
    def is_commands(self) -> bool:
        return not self.language and bool(FIRST_WORD.match(first_word(self.lines[0])))


class Command(NamedTuple):
    """A command that a document tells to type; line: where it begins."""

    document: str
    line: int
    text: str

    @property
    def where(self) -> str:
        return f"{self.document}:{self.line}: {self.text}"

    @property
    def words(self) -> list[str]:
        """Return the command and its arguments, without variables of the environment before it."""
        return shlex.split(VARIABLES.sub("", self.text), comments=True)


def first_word(line: str) -> str:
    """Return the first word of a line of code that is no variable of the environment."""
    return next(iter(VARIABLES.sub("", line.strip()).split()), "")


@cache
def text_of(document: str) -> str:
    return (ROOT / document).read_text("utf-8")


@cache
def blocks(document: str) -> tuple[Block, ...]:
    """Return the blocks of a document in order: those between fences, and those that are indented by four spaces."""
    return tuple(_blocks(document))


def _blocks(document: str) -> Iterator[Block]:
    lines, at = text_of(document).splitlines(), 0
    while at < len(lines):
        start = at
        if lines[at].startswith("```"):
            language = lines[at][3:].strip()
            at = next(k for k in range(start + 1, len(lines)) if lines[k].startswith("```"))
            yield Block(document, start + 2, language, tuple(lines[start + 1 : at]))
        elif lines[at].startswith("    ") and FIRST_WORD.match(first_word(lines[at])):
            while at + 1 < len(lines) and lines[at + 1].startswith("    "):
                at += 1
            yield Block(document, start + 1, "", tuple(each[4:] for each in lines[start : at + 1]))
        at += 1


def commands(block: Block) -> list[Command]:
    """Return the commands of a block; lines that end in a backslash go on in the next one."""
    found, begun, start = [], "", 0
    for k, line in enumerate(block.lines):
        start = start if begun else block.line + k
        begun += line.removesuffix("\\")
        if not line.endswith("\\") and begun.strip():
            found.append(Command(block.document, start, " ".join(begun.split("  #")[0].split())))
        if not line.endswith("\\"):
            begun = ""
    return found


def all_commands(document: str) -> list[Command]:
    """Return the commands of all blocks of a document in order."""
    return [command for block in blocks(document) if block.is_commands for command in commands(block)]


@cache
def spans(document: str) -> tuple[tuple[int, str], ...]:
    """Return what stands in backticks in the prose of a document, with the numbers of the lines."""
    within = {block.line + k for block in blocks(document) for k in range(-1, len(block.lines) + 1)}
    lines = enumerate(text_of(document).splitlines(), 1)
    return tuple((number, found) for number, line in lines if number not in within for found in SPAN.findall(line))


def prose(document: str) -> str:
    """Return the text of a document with all white space as single blanks: a sentence may go over several lines."""
    return " ".join(text_of(document).split())
