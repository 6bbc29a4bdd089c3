"""Comparison and plots in a real window."""

from xml.etree import ElementTree

import numpy as np
import pytest

from tests.e2e.conftest import noteless
from tests.e2e.test_window import SIZE, changed

PLOTS = np.s_[440:610, 360:920]
"""Part of the plot panel."""


def _lists_formats(now):
    return any(name.endswith("save .svg") for name in now["boxes"])


@pytest.mark.long
def test_keys_start_and_end_the_comparison_and_the_plots(polhode, tmp_path):
    program = polhode(noteless("paper-cone", tmp_path), *SIZE)
    program.drag((640, 250), (660, 250))  # from now on the camera frames nothing by itself
    program.key("space", "r")
    program.still()
    program.quiet()
    before = program.photograph()
    readings = program.part("readings")
    program.key("g", "p", "space")
    began = program.now()["time"]
    program.until("half a second of the run", lambda now: now["time"] > began + 0.5)
    program.key("space")
    assert program.box("plots")[1] < 440
    during = program.photograph()
    assert changed(before, during, PLOTS) > 0.3, "the panel of plots"
    assert changed(before, during, readings) > 0.02, "a column for each compared run"
    reached = program.now()["time"]
    program.drag(program.place("plots/plot 0", 0.15), program.place("plots/plot 0", 0.05))
    program.until("an earlier state, scrubbed in the plot", lambda now: now["time"] < reached)
    program.click(program.place("plots/export 0"))
    entry = next(name for name in program.until("formats", _lists_formats)["boxes"] if name.endswith("save .svg"))
    program.click(program.place(entry))
    (saved,) = program.captured("*-plot-*.svg")
    assert len(ElementTree.parse(saved).findall(".//{*}path[@class='curve']")) >= 2, "the run and a compared one"
    program.key("r", "g", "p")
    program.still()  # the picture glides back to the middle
    program.quiet()
    after = program.photograph()
    assert changed(before, after, PLOTS) < 0.3 * changed(before, during, PLOTS)
    assert changed(during, after, PLOTS) > 0.3, "the panel of plots is gone"
    table, covered, free = (picture[PLOTS].mean() for picture in (before, during, after))
    assert abs(free - table) < 0.4 * abs(covered - table), "and the table is back"
    code, errors = program.quit()
    assert (code, errors) == (0, "")
