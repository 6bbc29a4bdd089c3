"""Pages of explanation: their text format, and a page as data.

A file in `assets/explain` has a part for a family of systems, which begins with `# Title` and a line `systems: a, b`,
and further parts, which begin with `# name` of a preset or of one of these systems. A part has sections with the
headings of `HEADINGS`. In their text `$...$` is an equation, `**...**` is emphasised, a line `$$...$$ (13)` is an
equation by itself with its number, `$$...$$ (13) *` a main one, which posters show, and a line

    - [Double the spin](do: phi_dot=800; watch=energy) the axis sinks to 32.7° only

is a thing to try (`game/learn/trial.py`). A line `check: ...` states a number that the text above it quotes; tests
measure it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from game.learn.prose import Span, spans
from game.learn.trial import Trial, changes_in
from physics import BadInput

LANGUAGES = ("en", "fr")
HEADINGS: dict[str, tuple[str, str, str, str]] = {
    "en": ("What you see", "Equations", "Try it", "Source"),
    "fr": ("Ce que l’on voit", "Équations", "À essayer", "Source"),
}
"""Headings of what is seen, the equations, what to try, and the source."""
SEE, EQUATIONS, TRY, SOURCE = range(4)
DISPLAY = re.compile(r"\$\$(.+?)\$\$\s*(?:\(([^)]*)\))?\s*(\*)?")
TRIAL = re.compile(r"- \[([^\]]+)\]\(do: ([^)]*)\)\s*(.*)")
CHECK = "check:"


@dataclass(frozen=True)
class Paragraph:
    """Prose."""

    spans: tuple[Span, ...]


@dataclass(frozen=True)
class Equation:
    """An equation by itself, with its number in the source, or "". main: one of those that say how the body moves."""

    text: str
    number: str
    main: bool = False


Block = Paragraph | Equation | Trial


@dataclass
class Part:
    """Sections of a part by their number, and the numbers that they quote."""

    sections: dict[int, list[Block]] = field(default_factory=dict)
    checks: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class PageFile:
    """A file of explanations: title, systems, and parts, that of the family under the name ""."""

    title: str
    systems: tuple[str, ...]
    parts: dict[str, Part]

    def page(self, scene: str, system: str) -> Page:
        """Return the page of a scene with a system: its own sections, else those of the system, else of the family."""
        order = [part for name in (scene, system, "") if (part := self.parts.get(name)) is not None]
        found = [next((part.sections[k] for part in order if k in part.sections), []) for k in range(4)]
        trials = tuple(block for block in found[TRY] if isinstance(block, Trial))
        quoted = tuple(self.parts[scene].checks) if scene in self.parts else ()
        return Page(self.title, tuple(found[SEE]), tuple(found[EQUATIONS]), trials, tuple(found[SOURCE]), quoted)


@dataclass(frozen=True)
class Page:
    """The explanation of a scene. checks: numbers that its own words quote of what is seen, to be measured by tests."""

    title: str
    see: tuple[Block, ...]
    equations: tuple[Block, ...]
    trials: tuple[Trial, ...]
    source: tuple[Block, ...]
    checks: tuple[str, ...] = ()

    @property
    def reference(self) -> str:
        """The source as plain text."""
        return "\n".join(
            "".join(span.text for span in block.spans) for block in self.source if isinstance(block, Paragraph)
        )


def parsed(text: str, language: str, name: str) -> PageFile:
    """Return the content of a file of explanations. Raises BadInput with its name and the line."""
    reader = PageReader(HEADINGS[language])
    for number, line in enumerate([*text.splitlines(), ""], 1):
        try:
            reader.take(line.rstrip())
        except BadInput as error:
            raise BadInput(f"{name}, line {number}: {error}") from None
    if not reader.systems:
        raise BadInput(f"{name}: the line 'systems: ...' is missing")
    return PageFile(reader.title, reader.systems, reader.parts)


class PageReader:
    """A file that is read line by line."""

    def __init__(self, headings: tuple[str, ...]) -> None:
        self._headings = headings
        self.title = ""
        self.systems: tuple[str, ...] = ()
        self.parts: dict[str, Part] = {}
        self._part: Part | None = None
        self._section: list[Block] | None = None
        self._lines: list[str] = []

    def take(self, line: str) -> None:
        """Take the next line. Raises BadInput."""
        if line.startswith(("#", "- ", "$$", CHECK, "systems:")) or not line:
            self._end_paragraph()
        if line.startswith("# "):
            self._begin_part(line[2:])
        elif line.startswith("## "):
            self._begin_section(line[3:])
        elif line.startswith("systems:"):
            self.systems = tuple(name.strip() for name in line.removeprefix("systems:").split(","))
        elif line.startswith(CHECK):
            self._check(line.removeprefix(CHECK).strip())
        elif line.startswith("$$"):
            self._equation(line)
        elif line:
            if self._section is None:
                raise BadInput("text outside of a section")
            self._lines.append(line.strip())

    def _begin_part(self, name: str) -> None:
        key = name if self.title else ""
        if key in self.parts:
            raise BadInput(f"a second part {name!r}")
        self.title = self.title or name
        self._part, self._section = Part(), None
        self.parts[key] = self._part

    def _begin_section(self, heading: str) -> None:
        if self._part is None or heading not in self._headings:
            raise BadInput(f"heading {heading!r}: must be one of {', '.join(self._headings)}")
        self._section = self._part.sections.setdefault(self._headings.index(heading), [])

    def _check(self, statement: str) -> None:
        """Keep a number to be measured: of the last thing to try, or of the part."""
        if self._part is None or self._section is None:
            raise BadInput("a check outside of a section")
        if self._section and isinstance(trial := self._section[-1], Trial):
            self._section[-1] = trial.checked(statement)
        else:
            self._part.checks.append(statement)

    def _equation(self, line: str) -> None:
        match = DISPLAY.fullmatch(line)
        if match is None or self._section is None:
            raise BadInput("an equation must stand as $$...$$ (number) on a line of a section")
        self._section.append(Equation(match[1].strip(), match[2] or "", main=bool(match[3])))

    def _end_paragraph(self) -> None:
        text, self._lines = " ".join(self._lines), []
        if not text or self._section is None:
            return
        if text.startswith("- "):
            match = TRIAL.fullmatch(text)
            if match is None:
                raise BadInput(f"{text[:30]!r}: must be - [title](do: name=value; ...) text")
            self._section.append(Trial(match[1], spans(match[3]), changes_in(match[2])))
        else:
            self._section.append(Paragraph(spans(text)))
