"""The duel and the plots in a real window."""

import time

import numpy as np

from tests.e2e.test_window import SIZE, changed

READINGS, PLOTS = np.s_[290:470, 950:1240], np.s_[370:530, 360:920]


def test_ghosts_and_plots_come_and_go_by_their_keys(polhode):
    program = polhode("paper-cone", *SIZE)
    time.sleep(1.0)
    program.drag((640, 250), (660, 250))  # from now on the camera frames nothing by itself
    program.key("space", "r")
    time.sleep(1.0)
    before = program.photograph()
    program.key("g", "p", "space")
    time.sleep(1.5)
    program.key("space")
    during = program.photograph()
    assert changed(before, during, PLOTS) > 0.3, "the panel of plots"
    assert changed(before, during, READINGS) > 0.02, "a column for each ghost"
    program.key("r", "g", "p")
    time.sleep(5.0)  # the picture glides back to the middle, and messages go
    after = program.photograph()
    assert changed(before, after, PLOTS) < 0.3 * changed(before, during, PLOTS)
    assert changed(during, after, PLOTS) > 0.3, "the panel of plots is gone"
    table, covered, free = (picture[PLOTS].mean() for picture in (before, during, after))
    assert abs(free - table) < 0.4 * abs(covered - table), "and the table is back"
    code, errors = program.quit()
    assert (code, errors) == (0, "")
