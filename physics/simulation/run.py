"""A whole run as data: `simulate` and its result, `Run`."""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

import numpy as np
from numpy.typing import NDArray

from physics.compiled import native
from physics.core.fields import Quantity
from physics.core.measure import measured
from physics.core.report import ReportEntry
from physics.core.system import System
from physics.core.units import check_number, format_number, seconds
from physics.errors import BadInput, check_path, listed_names, unknown
from physics.registry import system_class, system_of
from physics.simulation.energy_budget import energy_quantities
from physics.simulation.outcome import Divergence, InvariantValue
from physics.simulation.pace import Pace
from physics.simulation.report_track import ReportTrack
from physics.simulation.run_tables import (
    COLUMNS,
    RECORD,
    TOML,
    Column,
    described_columns,
    plot,
    to_frame,
    write_parquet,
)
from physics.simulation.run_tables import read_parquet as read_table
from physics.simulation.simulation import Simulation
from physics.simulation.viewing import HEIGHT, SPEED, Displayed, RunStart, html_of, show
from physics.types import Floats

if TYPE_CHECKING:
    import pandas

MAX_DURATION = 1e7
MAX_PLOTTED = 4
"""Greatest number of coordinates that are drawn where no columns are named."""
BLOCK, FEW_ROWS = 4096, 64
"""Greatest number of rows whose values are computed at once, and up to which machine code is not loaded for them."""
WAIT = 0.1
"""Seconds after which rows are not held back for a larger block."""
ROUNDED = 1e-12
"""Part of it by which a number of steps from row to row may differ from a whole one."""
MAX_ROWS = 10**11
"""Greatest number of rows of a run; they are some 20 TB."""
MAX_TABLE_BYTES = 4e9
"""Greatest size of a table that is kept in memory [bytes]."""


def columns(system: System, chosen: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return the names of the columns of a run: t, the state variables, the invariants, the derived quantities.

    chosen: some of these, or parts of the energy, in place of all. Raises BadInput for an unknown or repeated name.
    """
    return tuple(column.name for column in described_columns(system, chosen))


def _sources(system: System, names: Sequence[str]) -> list[int | Quantity]:
    """Return where the values of columns come from: an index of the state, -1 for the time, or what computes them."""
    found: dict[str, int | Quantity] = {"t": -1, **{v.name: i for i, v in enumerate(system.variables)}}
    for quantity in (*system.invariants, *system.quantities, *energy_quantities(system)):
        found.setdefault(quantity.name, quantity)
    return [found[name] for name in names]


def _chosen_sources(system: System, chosen: Sequence[str] | None) -> list[int | Quantity]:
    """Return where the values of the chosen columns come from; raises BadInput for an unknown or repeated name."""
    return _sources(system, columns(system, chosen))


def _values(system: System, sources: Sequence[int | Quantity], states: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return columns (rows, columns) of rows of time and state (rows, 1 + dim)."""
    found = np.empty((len(states), len(sources)))
    computed = {i: source for i, source in enumerate(sources) if isinstance(source, Quantity)}
    copied = {i: 1 + source for i, source in enumerate(sources) if not isinstance(source, Quantity)}
    found[:, list(copied)] = states[:, list(copied.values())]
    if computed:
        found[:, list(computed)] = measured(system, list(computed.values()), states[:, 1:])
    return found


def sample(
    simulation: Simulation,
    duration: float | None,
    every: float | None = None,
    track: ReportTrack | None = None,
    chosen: Sequence[str] | None = None,
) -> Iterator[list[float]]:
    """Run for `duration` [s] and yield a row at the start, every `every` [s] (default: each step), and at the end.

    duration: None for a system whose runs end by themselves (`System.ends`), at the latest after `System.longest`. It
    ends early when the run diverges; the last row is then the last valid state. track: recorder of the states for the
    report. chosen: names of columns, as in `columns`. Raises BadInput when `every` is not a whole number of steps or a
    length is out of bounds.
    """
    states, sources = _states(simulation, duration, every, track), _chosen_sources(simulation.system, chosen)
    return (_values(simulation.system, sources, np.array([row]))[0].tolist() for row in states)


def sample_blocks(
    simulation: Simulation,
    duration: float | None,
    every: float | None = None,
    track: ReportTrack | None = None,
    chosen: Sequence[str] | None = None,
) -> Iterator[NDArray[np.float64]]:
    """Run as `sample` does and yield the rows in blocks (n, columns), which is faster.

    A row waits for others of its block, but not longer than `WAIT` s if more rows come.
    """
    states, sources = _states(simulation, duration, every, track), _chosen_sources(simulation.system, chosen)
    return _blocks(simulation.system, sources, states)


def _blocks(
    system: System, sources: Sequence[int | Quantity], states: Iterator[list[float]]
) -> Iterator[NDArray[np.float64]]:
    """Yield the columns of rows of time and state, many rows at once."""
    width = 1 + len(system.variables)
    block, since = array("d"), time.monotonic()

    def values() -> NDArray[np.float64]:
        if len(block) > FEW_ROWS * width:
            native.load_measure(type(system), width - 1)
        return _values(system, sources, np.frombuffer(block).reshape(-1, width))

    for row in states:
        block.extend(row)
        if len(block) >= BLOCK * width or time.monotonic() - since > WAIT:
            yield values()
            block, since = array("d"), time.monotonic()
    if block:
        yield values()


def table(
    simulation: Simulation,
    duration: float | None,
    every: float | None = None,
    track: ReportTrack | None = None,
    chosen: Sequence[str] | None = None,
) -> NDArray[np.float64]:
    """Run as `sample` does and return all rows, (rows, columns).

    Raises BadInput as `sample` does, and for a table that could become larger than `MAX_TABLE_BYTES`.
    """
    ticks, stride = _plan(simulation, duration, every)
    width = len(columns(simulation.system, chosen))
    size = 8.0 * width * (ticks / stride + 2)
    if size > MAX_TABLE_BYTES:
        allowed = f"at most {MAX_TABLE_BYTES / 1e9:.3g} GB are kept in memory"
        raise BadInput(f"{size / 1e9:.3g} GB of rows: {allowed}; ask for rows less often (every), or write CSV")
    numbers = array("d")
    for block in sample_blocks(simulation, duration, every, track, chosen):
        numbers.frombytes(block.tobytes())
    return np.frombuffer(numbers).reshape(-1, width)


def _plan(simulation: Simulation, duration: float | None, every: float | None) -> tuple[int, int]:
    """Return the greatest number of ticks of a run, and of those from row to row; raises BadInput."""
    if duration is None and not simulation.system.ends:
        raise BadInput(f"duration: {simulation.system.name} has no end of its own: give --duration")
    longest = min(simulation.system.longest, MAX_DURATION)
    return whole_ticks(simulation.dt, longest if duration is None else duration, every)


def whole_ticks(dt: float, duration: float, every: float | None) -> tuple[int, int]:
    """Return the number of ticks of dt in a duration, the nearest, and from row to row (default: one).

    Raises BadInput, also where a duration is so short that it has none.
    """
    duration = check_number("duration", duration, "s", 0.0, MAX_DURATION)
    every = dt if every is None else check_number("every", every, "s", dt, MAX_DURATION)
    ratio = seconds(every) / seconds(dt)
    stride = round(ratio)
    if abs(ratio - stride) > ROUNDED * stride:  # thirds and parts of a period are no decimal numbers
        such = f"such as {format_number(float(stride * seconds(dt)))} s"
        raise BadInput(
            f"every = {format_number(every)} s: must be a whole multiple of dt = {format_number(dt)} s, {such}"
        )
    ticks = round(seconds(duration) / seconds(dt))
    if duration and not ticks:
        step = f"a step, dt = {format_number(dt)} s"
        raise BadInput(
            f"duration = {format_number(duration)} s: is less than half of {step}; must be at least one, or 0"
        )
    return ticks, stride


def _states(
    simulation: Simulation, duration: float | None, every: float | None, track: ReportTrack | None
) -> Iterator[list[float]]:
    """Return an iterator that runs as `sample` does and yields time and state of each row."""
    ticks, stride = _plan(simulation, duration, every)
    if ticks // stride > MAX_ROWS:
        allowed = f"at most {MAX_ROWS:.3g} are written; ask for rows less often (every), or for a shorter time"
        raise BadInput(f"{ticks // stride:.3g} rows: {allowed}")
    ends = simulation.system.ends if duration is None else ()
    pace = Pace() if duration is None else Pace(ticks)
    return _run_states(simulation, ticks, stride, (track or simulation).advance, pace, ends)


def _run_states(
    simulation: Simulation,
    ticks: int,
    stride: int,
    advance: Callable[[int], int],
    pace: Pace,
    ends: Sequence[str],
) -> Iterator[list[float]]:
    done = 0
    yield [simulation.time, *simulation.y]
    while done < ticks and simulation.divergence is None and not any(e.name in ends for e in simulation.events):
        step = pace.advance(simulation, min(stride, ticks - done), advance)
        if step:
            done += step
            yield [simulation.time, *simulation.y]


@dataclass(frozen=True, eq=False)
class Run:
    """The result of a run: `t` (rows,), every column by name as `run["theta"]` (rows,), and its outcome.

    system, integrator, settings, dt: what was run. columns: their names. data: all rows, (rows, columns). readings: the
    last value and relative drift of each invariant. events: sentences with their time. report: its entries by name, for
    systems that have a report. divergence: None if the run reached its end. warning: of a drift of the energy, or "".
    """

    system: System
    integrator: str
    settings: Mapping[str, float]
    dt: float
    columns: tuple[str, ...]
    data: NDArray[np.float64] = field(repr=False)
    readings: Mapping[str, InvariantValue] = field(repr=False)
    report: Mapping[str, ReportEntry] = field(repr=False)
    divergence: Divergence | None
    warning: str
    events: list[str]

    @classmethod
    def of(
        cls,
        simulation: Simulation,
        rows: NDArray[np.float64],
        report: Mapping[str, ReportEntry],
        chosen: Sequence[str] | None = None,
    ) -> Run:
        """Return the run of a simulation, with the rows that were sampled of it; chosen: their columns."""
        events = [str(event) for event in simulation.events]
        if simulation.divergence:
            events.append(simulation.message)
        return cls(
            simulation.system, simulation.integrator.name, dict(simulation.settings), simulation.dt,
            columns(simulation.system, chosen), rows, simulation.invariants(), dict(report), simulation.divergence,
            simulation.warning, events,
        )  # fmt: skip

    @property
    def t(self) -> NDArray[np.float64]:
        """The times [s], (rows,)."""
        return self["t"]

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        """Return a column by its name, (rows,); raises BadInput for an unknown name."""
        if not isinstance(name, str) or name not in self.columns:
            raise unknown("column", name, self.columns)
        return np.asarray(self.data[:, self.columns.index(name)])

    @property
    def invariants(self) -> dict[str, NDArray[np.float64]]:
        """The column of each invariant by its name, (rows,), as far as there is one."""
        return {each.name: self[each.name] for each in self.system.invariants if each.name in self.columns}

    def show(self, speed: float = SPEED, height: int = HEIGHT) -> Displayed:
        """Return the run, from its start, as a page that a notebook shows, alive where it can be.

        speed: simulated seconds in a second; height [CSS pixels]. Raises BadInput where no viewer is installed.
        """
        return show(self._start(), speed, height)

    def _repr_html_(self) -> str | None:
        """Return what a notebook displays: `show`, or a text where that fails. It takes some seconds."""
        return html_of(self._start())

    def _start(self) -> RunStart:
        return RunStart(self.system, self.integrator, self.settings, self.dt)

    def to_csv(self, path: str | Path) -> None:
        """Write all columns, with the configuration in a comment at the top; raises OSError."""
        check_path("path", path)
        with open(path, "w", encoding="utf-8", newline="") as file:
            write_csv(file, self.configuration(), self.columns, self.data)

    def to_pandas(self) -> pandas.DataFrame:
        """Return all columns as a pandas.DataFrame. Its `attrs` have units, symbols and meanings of the columns.

        They also have the configuration, as TOML that a scene file may contain. Raises BadInput without pandas.
        """
        toml = "\n".join(self.configuration())
        return to_frame(self._described(), self.data, {"configuration": toml, "events": self.events})

    def to_parquet(self, path: str | Path | BinaryIO) -> None:
        """Write the run to a Parquet file, from which `read_parquet` reads the same bits.

        Unit, symbol and meaning are in the metadata of each column. Raises BadInput without pyarrow, OSError.
        """
        metadata = {RECORD: json.dumps(self._record()), TOML: "\n".join(self.configuration())}
        write_parquet(path, self._described(), self.data, metadata)

    def plot(self, *names: str) -> Any:
        """Draw the drifts of the invariants, and these columns, by matplotlib; returns the axes, an array.

        Without names the coordinates are drawn, at most four. Raises BadInput for an unknown name, or without
        matplotlib.
        """
        known = {column.name: column for column in self._described()}
        usual = [each.name for each in self.system.variables if each.role == "coordinate" and each.name in known]
        chosen = [(self[name], known[name]) for name in names or usual[:MAX_PLOTTED]]
        return plot(self.t, self._drifts(), [(column, numbers) for numbers, column in chosen])

    def configuration(self) -> list[str]:
        """Return what was run as lines of TOML that a scene file may contain."""
        return configuration(self.system, self.integrator, self.settings, self.dt)

    def _described(self) -> tuple[Column, ...]:
        return described_columns(self.system, self.columns)

    def _drifts(self) -> dict[str, NDArray[np.float64]]:
        """Return the relative drift of each invariant since the first row (rows,), by its symbol.

        Without the columns of the whole state there is none.
        """
        if not {variable.name for variable in self.system.variables} <= set(self.columns):
            return {}
        first: Floats = memoryview(array("d", [self[variable.name][0] for variable in self.system.variables]))
        found = {}
        for invariant in (each for each in self.system.invariants if each.name in self.columns):
            start, size = invariant.reference(self.system, first)
            found[invariant.symbol] = (self[invariant.name] - start) / size
        return found

    def _record(self) -> dict[str, Any]:
        """Return all but the rows as plain data, from which `_of_record` makes the same run."""
        system = self.system
        return {
            "system": system.name,
            "integrator": self.integrator,
            "settings": dict(self.settings),
            "dt": self.dt,
            "parameters": {name: system.parameters[name] for name in system.applicable()},
            "initial": dict(system.initial),
            "readings": {name: asdict(reading) for name, reading in self.readings.items()},
            "report": {name: asdict(entry) for name, entry in self.report.items()},
            "divergence": asdict(self.divergence) if self.divergence else None,
            "warning": self.warning,
            "events": self.events,
        }


def read_parquet(path: str | Path) -> Run:
    """Return the run in a file that `Run.to_parquet` has written, with the same bits.

    Raises BadInput for another file, or without pyarrow; OSError.
    """
    names, rows, metadata = read_table(path)
    try:
        run = _of_record(json.loads(metadata[RECORD]), names, rows)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput(f"{path}: its metadata {RECORD!r} do not describe a run: {error}") from None
    return run


def _of_record(record: Mapping[str, Any], names: Sequence[str], rows: NDArray[np.float64]) -> Run:
    kind = system_class(record["system"])
    kind.check_no_files(record["parameters"])
    system = kind(record["parameters"], record["initial"])
    return Run(
        system, record["integrator"], record["settings"], record["dt"], columns(system, names), rows,
        {name: InvariantValue(**reading) for name, reading in record["readings"].items()},
        {name: ReportEntry(**entry) for name, entry in record["report"].items()},
        Divergence(**record["divergence"]) if record["divergence"] else None,
        record["warning"], list(record["events"]),
    )  # fmt: skip


def configuration(system: System, integrator: str, settings: Mapping[str, float], dt: float) -> list[str]:
    """Return the configuration of a run as lines of TOML that a scene file may contain."""

    def text(value: Any) -> str:
        if isinstance(value, str):
            return json.dumps(value, ensure_ascii=False)
        return "[" + ", ".join(map(text, value)) + "]" if isinstance(value, tuple) else repr(value)

    lines = [f'system = "{system.name}"', f'integrator = "{integrator}"', f"dt = {dt!r}"]
    groups = {
        "parameters": {name: system.parameters[name] for name in system.applicable()},
        "initial": system.initial,
        "settings": settings,
    }
    for title, group in groups.items():
        if group:
            lines += ["", f"[{title}]", *(f"{_key(name)} = {text(value)}" for name, value in group.items())]
    return lines


def _key(name: str) -> str:
    """Return a name as a key in TOML: in quotation marks where it has a dot."""
    return json.dumps(name) if "." in name else name


def write_csv(file: TextIO, comment: Sequence[str], names: Sequence[str], rows: Any) -> None:
    """Write rows of numbers so that they can be read back exactly, after `comment` lines with `# ` before each."""
    file.writelines(f"# {line}".rstrip() + "\n" for line in comment)
    file.write(",".join(names) + "\n")
    file.writelines(",".join(map(repr, map(float, each))) + "\n" for each in rows)


def simulate(
    system: str | System,
    duration: float | None = None,
    dt: float = 1e-3,
    integrator: str = "rk4",
    every: float | None = None,
    parameters: Mapping[str, Any] | None = None,
    initial: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    columns: Sequence[str] | None = None,
) -> Run:
    """Run a system for `duration` seconds, or to its own end, and return the sampled run.

    system: a name of `physics.systems()`, or a `System`. every: seconds between samples (default: each step).
    parameters and initial: values by name, in SI units or as text with a unit. columns: names of the columns
    to be kept: of the state, invariants and quantities, which all are by default, or parts of the energy such as
    "energy_spin" (`energy_quantities`). A run that diverges returns the rows up
    to then, with `divergence` set. Raises BadInput for invalid names, values and combinations.
    """
    columns = None if columns is None else listed_names("columns", columns, COLUMNS)
    if columns is not None and not columns:
        raise BadInput("columns: none is named; name one or more, or leave them out for all")
    system = system_of(system, parameters, initial)
    simulation = Simulation(system, integrator, dt, settings)
    track = ReportTrack(simulation)
    rows = table(simulation, duration, every, track, columns)
    return Run.of(simulation, rows, track.report(), columns)
