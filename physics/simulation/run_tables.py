"""Tables of a run for pandas and Parquet, and its plots by matplotlib. All three are optional.

Every column has its unit, symbol and meaning.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.core.system import System
from physics.errors import BadInput, check_path, listed_names, unknown
from physics.simulation.energy_budget import energy_quantities

RECORD = "polhode"
"""Key of the metadata of a Parquet file under which a run is described, as JSON."""
TOML = "polhode.toml"
"""Key of the metadata under which the same configuration stands as a scene file."""
Numbers = NDArray[np.float64]
HEIGHT, WIDTH = 1.8, 8.0
"""Height of the plot of a column, and width of all [inches]."""
LOWEST = 1e-17
"""Drift that is drawn for one of exactly 0, which has no logarithm: below the rounding of any number."""
COLUMNS = "['t', 'energy']"
"""What names of columns may be, for a message."""


class Column(NamedTuple):
    """A column of a run: name, symbol on screen, unit in SI, and meaning."""

    name: str
    symbol: str
    unit: str
    meaning: str

    @property
    def label(self) -> str:
        """Return symbol and unit, as at an axis."""
        return f"{self.symbol} [{self.unit}]" if self.unit else self.symbol


TIME = Column("t", "t", "s", "time")


def described_columns(system: System, chosen: Sequence[str] | None = None) -> tuple[Column, ...]:
    """Return the columns of a run: t, the state variables, the invariants, the derived quantities.

    chosen: names of some of these, or of parts of the energy, in place of all. Raises BadInput for an unknown or
    repeated name.
    """
    variables = (Column(each.name, each.symbol, each.unit, each.meaning) for each in system.variables)
    computed = (*system.invariants, *system.quantities)
    usual = (TIME, *variables, *(Column(each.name, each.symbol, each.unit, each.meaning) for each in computed))
    if chosen is None:
        return usual
    chosen = listed_names("columns", chosen, COLUMNS)
    parts = (Column(each.name, each.symbol, each.unit, each.meaning) for each in energy_quantities(system))
    known = {column.name: column for column in (*usual, *parts)}
    for place, name in enumerate(chosen):
        if name not in known:
            raise unknown("column", name, known)
        if name in chosen[:place]:
            raise BadInput(f"columns: {name!r} is given twice; once is allowed")
    return tuple(known[name] for name in chosen)


def optional(module: str, package: str, purpose: str) -> Any:
    """Import a library that Polhode does not depend on. Raises BadInput with the command that installs it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise BadInput(f"{purpose}: needs {package}; type: pip install {package}") from None


def check_parquet() -> None:
    """Raise BadInput where Parquet files cannot be written, before there is anything to write."""
    optional("pyarrow.parquet", "pyarrow", "parquet")


def to_frame(columns: Sequence[Column], data: NDArray[np.float64], attributes: Mapping[str, Any]) -> Any:
    """Return a pandas.DataFrame of these columns; its `attrs` have units, symbols and meanings by name, and more."""
    pandas = optional("pandas", "pandas", "to_pandas")
    frame = pandas.DataFrame(data.copy(), columns=[column.name for column in columns])
    frame.attrs = {
        "units": {column.name: column.unit for column in columns},
        "symbols": {column.name: column.symbol for column in columns},
        "meanings": {column.name: column.meaning for column in columns},
        **attributes,
    }
    return frame


def write_parquet(
    target: str | Path | BinaryIO, columns: Sequence[Column], data: NDArray[np.float64], metadata: Mapping[str, str]
) -> None:
    """Write a table as a Parquet file, with these texts and those of the columns in its metadata.

    Raises BadInput without pyarrow, OSError.
    """
    if not hasattr(target, "write"):
        check_path("path", target)
    parquet, arrow = (optional(name, "pyarrow", "parquet") for name in ("pyarrow.parquet", "pyarrow"))
    fields = [arrow.field(c.name, arrow.float64(), nullable=False, metadata=c._asdict()) for c in columns]
    schema = arrow.schema(fields, metadata=dict(metadata))
    arrays = [arrow.array(np.ascontiguousarray(data[:, k])) for k in range(len(columns))]
    parquet.write_table(arrow.Table.from_arrays(arrays, schema=schema), target, compression="zstd")


def read_parquet(path: str | Path) -> tuple[tuple[str, ...], NDArray[np.float64], dict[str, str]]:
    """Return the names of the columns, the rows (rows, columns), and the metadata of a Parquet file of a run.

    Raises BadInput for another file, or without pyarrow; OSError.
    """
    parquet, arrow = (optional(name, "pyarrow", "read_parquet") for name in ("pyarrow.parquet", "pyarrow"))
    check_path("path", path)
    with open(path, "rb") as file:
        try:
            table = parquet.read_table(file)
        except arrow.ArrowInvalid as error:
            raise BadInput(f"{path}: is no Parquet file: {str(error).splitlines()[0]}") from None
    metadata = {key.decode(): value.decode() for key, value in (table.schema.metadata or {}).items()}
    if RECORD not in metadata:
        raise BadInput(f"{path}: is no run of Polhode: its metadata lack {RECORD!r}")
    try:
        rows = np.column_stack([np.asarray(column, np.float64) for column in table.columns])
    except (TypeError, ValueError):
        raise BadInput(f"{path}: is no run of Polhode: its columns must be numbers") from None
    return tuple(table.column_names), rows, metadata


def plot(t: Numbers, drifts: Mapping[str, Numbers], curves: Sequence[tuple[Column, Numbers]]) -> Any:
    """Draw a run and return its axes, an array of matplotlib axes, the drifts first, all over the time t (n,) [s].

    drifts: relative drift (n,) of each invariant by its symbol, drawn by magnitude. Raises BadInput without matplotlib.
    """
    pyplot = optional("matplotlib.pyplot", "matplotlib", "plot")
    count = 1 + len(curves)
    figure, axes = pyplot.subplots(
        count, 1, sharex=True, squeeze=False, figsize=(WIDTH, HEIGHT * (count + 0.5)), layout="constrained"
    )
    axes = axes[:, 0]
    for (symbol, drift), line in zip(drifts.items(), ("-", "--", "-.", ":") * len(drifts), strict=False):
        axes[0].plot(t, np.maximum(np.abs(drift), LOWEST), line, label=symbol, linewidth=1.2)
    axes[0].set_yscale("log")
    axes[0].set_ylabel("relative drift")
    axes[0].legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), fontsize="small", ncols=4, frameon=False)
    for axis, (column, numbers) in zip(axes[1:], curves, strict=True):
        axis.plot(t, numbers, linewidth=1.2)
        axis.set_ylabel(column.label)
    for axis in axes:
        axis.grid(alpha=0.3)
    axes[-1].set_xlabel("t [s]")
    figure.align_ylabels()
    return axes
