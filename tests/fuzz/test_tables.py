"""Random tables of measured motion are read and used, or refused with one line that names what is wrong."""

import random
import re
from collections import Counter
from contextlib import suppress

import numpy as np
import pytest

import physics
from game.cli.studies.fit import columns_of
from game.experiments.measurements.column_uses import understood
from game.experiments.measurements.measured import Segment, computed_table, measured, with_angle
from game.experiments.measurements.measured_motion import MeasuredMotion
from game.experiments.measurements.table_file import read_table
from game.session.files.read_file import FileReading
from physics import BadInput
from physics.errors import Cancelled
from physics.fitting.fit import fit
from tests.fuzz.tables import SYSTEMS, random_columns, random_table
from tests.game.cli.test_main import here

NAMED = re.compile(r"table |--column |unknown column of |unknown quantity of |\w+ = |columns: |t: |free: ")
"""How a refusal begins: with the table, the option or the argument that is wrong."""
CAMPAIGN = [(0, 100), pytest.param(1, 10_000, marks=pytest.mark.long)]


def refusal(use, *things):
    """Return what something returns, and the message with which it is refused or ""."""
    try:
        return use(*things), ""
    except BadInput as error:
        return None, str(error)


def assert_is_table(table, size):
    """Check that a table has columns of one length with finite numbers, no more than its file can hold."""
    assert table.rows * len(table.columns) <= size
    for column in table.columns:
        assert column.name and "\n" not in column.heading
        assert len(column.values) == table.rows > 0
        assert not np.isinf(column.values).any() and not np.isnan(column.values).all()
    assert not any("\n" in note for note in table.notes)


def used_by_fit(table, system, given):
    """Do what `polhode fit` does with a table, up to the first motion."""
    t, columns = columns_of(table, system, given)
    assert np.isfinite(t).all() and (np.diff(t) >= 0.0).all()
    free = [each.name for each in system.variables if each.role == "velocity"]
    with suppress(Cancelled):
        fit(system, t, columns, free, dt=1e-2, starts=1, stopped=lambda: True)


def used_by_window(table, system, dice):
    """Do what the window does with a table that is opened."""
    computed_table(table, system)
    places = [dice.randrange(len(table.columns)) for _ in range(4)]
    ends = dice.choice([(None, None), places[2:]])
    assert len(with_angle(table, Segment(*places[:2], *ends)).columns[-1].values) == table.rows
    found = measured(table, understood(table, system).uses, system)
    motion = MeasuredMotion(system, found)
    for time in (0.0, *found.t[:1], *found.t[-1:]):
        state = motion.state(system, float(time))
        assert state is None or np.isfinite(state).all()


@pytest.mark.parametrize(("seed", "count"), CAMPAIGN)
def test_random_tables_are_used_or_refused_with_a_line_that_names_what_is_wrong(
    tmp_path, capsys, record_property, seed, count
):
    here("simulate", "gyroscope", "--duration", "0.2", "--every", "0.01", "-o", "run.csv", cwd=tmp_path)
    written = (tmp_path / "run.csv").read_bytes()
    dice, file, ended = random.Random(seed), tmp_path / "table.csv", Counter()
    systems = [physics.system(name) for name in SYSTEMS]
    for _ in range(count):
        system = dice.choice(systems)
        data = random_table(dice, system.name, written)
        file.write_bytes(data)
        reading = FileReading(file)
        reading.wait()
        assert (reading.found is None) == bool(reading.problem) and "\n" not in reading.problem, data
        table, message = refusal(read_table, file)
        ended["refused"] += bool(message)
        if table is None:
            assert message.startswith(f"table {file}: ") and "\n" not in message, data
            continue
        assert_is_table(table, len(data))
        given = random_columns(dice, [each.name for each in table.columns], system.name)
        for use, by in ((used_by_fit, given), (used_by_window, dice)):
            _, message = refusal(use, table, system, by)
            assert not message or (NAMED.match(message) and "\n" not in message), (message, data)
            ended["used" if not message else "read, and not used"] += 1
    capsys.readouterr()
    record_property("counts", f"{count} tables, {dict(sorted(ended.items()))}")
    assert 0.2 * count < ended["refused"] < 0.75 * count
    assert ended["used"] > 0.08 * count
