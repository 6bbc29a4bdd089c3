"""Files in XML from strangers: bounded in size and depth, without document types, entities and other files."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from physics.errors import BadInput, shown

MAX_DEPTH, MAX_ELEMENTS, MAX_ATTRIBUTES = 100, 20_000, 60
"""Greatest depth of a file, number of elements, and number of attributes of one."""
GREATEST = 1e30
"""Greatest number that a file may say."""
CALLED = 80
"""Greatest length of a name in a message [characters]."""


@dataclass
class XmlElement:
    """An element of a file with the number of its line."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[XmlElement] = field(default_factory=list)

    @property
    def called(self) -> str:
        """How messages call it: its line, its tag, and its name if it has one."""
        name = self.attributes.get("name")
        return f"line {self.line}: {self.tag}" + (f" {shown(name[:CALLED])}" if name else "")

    def all(self, *tags: str) -> Iterator[XmlElement]:
        """Yield the children with one of some tags."""
        return (each for each in self.children if each.tag in tags)

    def only(self, tag: str) -> XmlElement | None:
        """Return the only child with a tag, None where there is none; raises BadInput for several."""
        found = list(self.all(tag))
        if len(found) > 1:
            raise found[1].wrong(f"is there twice in {self.tag}; must be there once")
        return found[0] if found else None

    def wrong(self, problem: str) -> BadInput:
        """Return the error that says what is wrong with the element."""
        return BadInput(f"{self.called}: {problem}")

    def text(self, name: str, default: str | None = None) -> str:
        """Return an attribute; raises BadInput where it is missing and has no default."""
        value = self.attributes.get(name, default)
        if value is None:
            raise self.wrong(f"needs {name}")
        return value

    def numbers(self, name: str, count: int, default: tuple[float, ...] | None = None) -> tuple[float, ...]:
        """Return an attribute of so many numbers; raises BadInput."""
        given = self.attributes.get(name)
        if given is None:
            if default is None:
                raise self.wrong(f"needs {name}")
            return default
        found = self.some_numbers(name)
        if len(found) != count:
            what = "a number" if count == 1 else f"{count} numbers"
            raise self.wrong(f"{name} = {shown(given)}: must be {what}")
        return found

    def some_numbers(self, name: str) -> tuple[float, ...]:
        """Return an attribute of any number of numbers, none where it is missing; raises BadInput."""
        given = self.attributes.get(name, "")
        words = given.split()
        try:
            if "_" in given:
                raise ValueError
            found = tuple(map(float, words))
        except ValueError:
            raise self.wrong(f"{name} = {shown(given)}: must be numbers") from None
        if not all(abs(each) <= GREATEST for each in found):
            raise self.wrong(f"{name} = {shown(given)}: must be finite, and at most {GREATEST:g}")
        return found

    def number(self, name: str, default: float | None = None) -> float:
        """Return an attribute that is a number; raises BadInput."""
        return self.numbers(name, 1, None if default is None else (default,))[0]

    def positive(self, name: str, default: float | None = None) -> float:
        """Return an attribute that is a positive number; raises BadInput."""
        value = self.number(name, default)
        if not value > 0.0:
            raise self.wrong(f"{name} = {value:g}: must be positive")
        return value

    def vector(self, name: str, default: tuple[float, float, float] | None = None) -> tuple[float, float, float]:
        """Return an attribute of three numbers; raises BadInput."""
        x, y, z = self.numbers(name, 3, default)
        return x, y, z

    def direction(self, name: str, default: tuple[float, float, float]) -> tuple[float, float, float]:
        """Return an attribute of three numbers as a unit vector; raises BadInput."""
        x, y, z = self.vector(name, default)
        length = math.sqrt(x * x + y * y + z * z)
        if not length > 1e-10:
            raise self.wrong(f"{name} = {shown(self.attributes.get(name))}: must not be zero")
        return x / length, y / length, z / length

    def choice(self, name: str, allowed: tuple[str, ...], default: str) -> str:
        """Return an attribute that is one of some words; raises BadInput."""
        value = self.attributes.get(name, default)
        if value not in allowed:
            raise self.wrong(f"{name} = {shown(value)}: must be {', '.join(allowed)}")
        return value


class _Reading:
    """The elements of a file while it is read."""

    def __init__(self) -> None:
        self.root: XmlElement | None = None
        self._open: list[XmlElement] = []
        self._count = 0
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype

    def read(self, text: str) -> XmlElement:
        """Return the root of a text; raises BadInput."""
        try:
            self._parser.Parse(text, True)
        except expat.ExpatError as error:
            raise BadInput(f"line {error.lineno}: not XML: {expat.ErrorString(error.code)}") from None
        except (ValueError, LookupError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"not XML: {error}") from None
        assert self.root is not None
        return self.root

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        line = self._parser.CurrentLineNumber
        self._count += 1
        bounds = (
            (len(self._open), MAX_DEPTH, "elements inside one another"), (self._count, MAX_ELEMENTS, "elements"),
            (len(attributes), MAX_ATTRIBUTES, "attributes"),
        )  # fmt: skip
        for count, most, what in bounds:
            if count > most:
                raise BadInput(f"line {line}: more than {most} {what}")
        element = XmlElement(tag, dict(attributes), line)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def _end(self, tag: str) -> None:
        self._open.pop()

    def _refuse_doctype(self, *declared: object) -> None:
        line = self._parser.CurrentLineNumber
        raise BadInput(f"line {line}: a document type, which may define entities, is not allowed; take it away")


def read_xml(text: str) -> XmlElement:
    """Return the root of a text in XML; raises BadInput with the line and the reason."""
    return _Reading().read(text)
