"""Which tension each link of a page has the colour of."""

import numpy as np

from game.export.tension_colors import tension_numbers
from game.looks.kit.tension_tints import TensionTints

SCALE = TensionTints((0.0, 1.0, 4.0), ((0.0, 0.1, 0.9), (0.5, 0.5, 0.2), (0.9, 0.1, 0.0)))
PULLS = [np.array(row) for row in ([0.5, 2.0, 0.5], [3.0, 1.5, 3.0], [0.0, 0.7, 0.0])]


def tints(order):
    return [[(1.0, 1.0, 1.0), *SCALE.of(pulls[list(order)])] for pulls in PULLS]


def test_each_link_has_its_own_tension_also_where_others_are_alike():
    assert tension_numbers(tints((0, 1, 2)), PULLS, SCALE) == {1: 0, 2: 1, 3: 2}
    assert tension_numbers(tints((0, 0, 1, 1, 2, 2)), PULLS, SCALE) == {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2}


def test_other_colours_that_change_are_named():
    pictures = tints((0, 1, 2))
    pictures[1][2] = (0.3, 0.3, 0.3)
    assert tension_numbers(pictures, PULLS, SCALE)[2] is None
    assert set(tension_numbers(tints((0, 1)), PULLS, None).values()) == {None}
