"""Names in headings of tables: how those of quantities are written, which are the time, and units within them."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping

from physics.core.units import factor, may_fit

TIME_UNIT = "s"
TIME_NAMES = frozenset((
    "t", "time", "times", "temps", "zeit", "tiempo", "tempo", "tid", "tijd", "czas", "elapsed", "timestamp",
    "timestamps", "zeitstempel", "second", "seconds", "sec", "secs", "sekunden", "secondes", "segundos", "millis",
    "milliseconds", "millisecond", "msec", "ms", "micros", "microseconds", "microsecond", "usec", "us", "µs",
    "nanos", "nanoseconds", "nanosecond", "nsec", "ns",
))  # fmt: skip
"""Words of headings that are the time, in lower case."""
UNITS_IN_NAMES = {"millis": "ms", "micros": "us", "nanos": "ns", "secondes": "s", "segundos": "s", "sekunden": "s"}
GREEK = dict(zip("αβγδεζηθικλμνξοπρστυφχψω", (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
    "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
), strict=True))  # fmt: skip
GREEK |= {"ϕ": "phi", "ϑ": "theta", "ϵ": "epsilon", "ς": "sigma"} | {
    letter.upper(): word.capitalize() for letter, word in GREEK.items()
}
SET = re.compile(
    r"^\s*(?:latest|data ?set(?: \d+)?|run(?: #?\d+)?)\s*:\s*|^\s*(?:run|data ?set)\s*#?\d+[\s,]+(?=[^\W\d])"
    r"|[\s,]+(?:run|data ?set)\s*#?\s*\d+\s*$|[\s,]+\((?:run|data ?set)\s*#?\s*\d+\)\s*$",
    re.I,
)
"""What programs write before or behind a heading where there are several runs."""
WORDS = re.compile(r"[^\W_]+|#")
WITHIN = re.compile(r"(?<=[a-zß-ÿ\d])(?=[A-Z])")
"""Place between two words that only a capital letter separates."""
GLUED = re.compile(r".*[^\W_](?P<unit>[°%]|m?deg(?:ree)?s?|m?rad|rpm|rps|dps|[mun]?secs?|[cm]m)", re.I)
"""A name with a unit that nothing separates, and that no usual word ends in."""


class Names:
    """The quantities of a system by what headings call them.

    known: their symbols, by name. also: names by further words, in lower case, that may stand for them. The case of
    letters matters for symbols, such as t and T, v and V, ω and Ω; not for names.
    """

    def __init__(self, known: Mapping[str, str], also: Mapping[str, str] | None = None) -> None:
        self.known = known
        self._also = also or {}
        symbols = [key(symbol) for symbol in known.values()]
        self._symbols = {each: name for each, name in zip(symbols, known, strict=True) if symbols.count(each) == 1}
        self._exact = {key(name): name for name in known}
        folded: dict[str, set[str]] = defaultdict(set)
        for each, name in (*self._exact.items(), *self._symbols.items()):
            if len(each) > 2:
                folded[each.casefold()].add(name)
        self._folded = {each: next(iter(names)) for each, names in folded.items() if len(names) == 1}

    def find(self, heading: str) -> tuple[str, bool]:
        """Return the quantity of a heading, "" for none, and whether its name, not only a symbol, says so."""
        wanted = key(heading)
        for name in (heading if heading in self.known else "", self._exact.get(wanted, "")):
            if name:
                return name, len(wanted) > 1
        name = self._symbols.get(wanted, "") or self._folded.get(wanted.casefold(), "")
        also = self._also.get(key(heading.split(",")[0]).casefold(), "") if not name else ""
        return name or also, len(wanted) > 2 and not also


def key(name: str) -> str:
    """Return a name without what separates its words, with Greek letters spelled and small digits as usual ones."""
    words = "".join(GREEK.get(letter, letter) for letter in unicodedata.normalize("NFKC", name))
    return re.sub(r"[\s_\-.]+", "", words)


def bare_name(name: str) -> str:
    """Return a name without what programs write beside it where there are several runs."""
    return SET.sub("", re.split(r"\s+of\s+", name)[0]).strip()


def words_of(name: str) -> list[str]:
    """Return the words of a name, which spaces, signs or capital letters separate."""
    return WORDS.findall(WITHIN.sub(" ", bare_name(name)))


# Units in names -----------------------------------------------------------------------------------------------


def unit_in_name(name: str, timed: bool, unit: str) -> str:
    """Return the unit in a name such as `theta_deg`, `timeMs`, `angle°` or `degrees`, "" for none.

    timed: whether it is the time. unit: SI unit of what is named.
    """
    whole = name.strip()
    if may_fit(whole, unit):
        return whole
    if timed and (word := unit_of_time(name)):
        return word
    found = next((last for _, last in endings(name) if may_fit(last, unit)), "")
    glued = GLUED.fullmatch(whole)
    if not found and glued is not None and may_fit(glued["unit"], unit):
        return glued["unit"]
    return found


def unit_of_time(name: str) -> str:
    """Return the unit of time that stands in a name such as `seconds_elapsed` or `time_ms`, "" for none."""
    words = [_time_word(word) for word in words_of(name)]
    if len(words) == 1:
        return words[0] if len(words[0]) > 1 and factor(words[0], TIME_UNIT) is not None else _glued_to_time(words[0])
    last = words[-1:] if len(words) > 1 and words[0].casefold() in TIME_NAMES else []
    units = [word for word in words if len(word) > 1 and word.casefold() != "min"] + last
    return next((word for word in units if factor(word, TIME_UNIT) is not None), "")


def _time_word(word: str) -> str:
    """Return a word as the unit of time that it means, in small letters where only that is one: `timeMs`."""
    word = UNITS_IN_NAMES.get(word.casefold(), word)
    known = (each for each in (word, word.casefold()) if factor(each, TIME_UNIT) is not None)
    return next(known, word)


def _glued_to_time(word: str) -> str:
    """Return the unit behind a word for the time, as in `timems`, "" for none."""
    folded = word.casefold()
    ends = (each for each in ("ms", "us", "µs", "ns", "min", "sec", "s") if folded.endswith(each))
    return next((each for each in ends if folded not in TIME_NAMES and folded.removesuffix(each) in TIME_NAMES), "")


def endings(name: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to cut a name into a shorter one and a unit: `theta_deg`, `omega_rad_s`, `thetaDeg`."""
    parts = re.split(r"[_\s]+", WITHIN.sub("_", name.strip()))
    for count in (1, 2):
        if len(parts) > count:
            last = "/".join(parts[-count:])
            for unit in dict.fromkeys((last, last.casefold())):
                yield "_".join(parts[:-count]), unit
