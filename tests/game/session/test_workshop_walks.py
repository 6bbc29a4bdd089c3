"""Random walks in the workshop: no gesture or key may fail, and all that was done is undone and redone."""

from __future__ import annotations

import numpy as np
import pytest

from game.model.input import Action
from game.scenefile import load
from game.scenefile.sketch import Sketch
from game.session import actions
from game.session.save_scene import toml
from physics import BadInput
from tests.game.session.workshop_person import Person


class Walk:
    """A person who does anything. Each step is a gesture, a key or a typed number, at random but always the same."""

    KEYS = (
        "escape",
        "return",
        "tab",
        "delete",
        "backspace",
        "b",
        "d",
        "j",
        "s",
        "r",
        "e",
        "g",
        "m",
        "x",
        "z",
        "1",
        ".",
    )

    def __init__(self, seed):
        self.person, self.random = Person(), np.random.default_rng(seed)
        self.said = []

    def place(self):
        shown = self.person.desk.shown
        places = [place for _, place in shown.targets.anchors]
        if places and self.random.random() < 0.5:
            return places[self.random.integers(len(places))]
        x, z = self.random.uniform(-0.7, 0.7, 2)
        return float(x), 0.0, float(z)

    def step(self):
        kind = self.random.integers(10)
        try:
            if kind < 5:
                self.person.click(self.place(), shift=bool(self.random.random() < 0.1))
            elif kind < 7:
                self.person.drag(self.place(), self.place())
            elif kind < 8 and len(self.person.session.undo.done) > 1 and self.random.random() < 0.5:
                actions.perform(self.person.session, Action.UNDO)
            else:
                self.person.key(self.KEYS[self.random.integers(len(self.KEYS))])
        except BadInput as error:
            self.said.append(str(error))
        self.person.frame()


def walked(seed, steps, tmp_path, most):
    """Walk at random; then the file is read to the same machine, undo leads to the start and redo back."""
    walk = Walk(seed)
    for _ in range(steps):
        walk.step()
        if len(walk.person.tables.get("bodies", {})) > most:
            walk.person.desk.select(walk.person.session.run.workshop.sketch.parts())
            walk.person.desk.delete()
    assert not [each for each in walk.said if "\n" in each]
    session = walk.person.session
    sketch = session.run.workshop.sketch
    check = sketch.check
    if check.runnable:
        file = tmp_path / "walk.toml"
        file.write_text(toml(sketch.scene()), "utf-8")
        assert Sketch.of(load(str(file))).tables == sketch.tables
    count = len(session.undo.done)
    assert len(walk.said) < steps, "something was done"
    while len(session.undo.done) > 1:
        actions.perform(session, Action.UNDO)
    assert session.run.workshop.sketch.tables == {}
    while len(session.undo.done) < count:
        actions.perform(session, Action.REDO)
    assert session.run.workshop.sketch == sketch


def test_a_short_random_walk(tmp_path):
    walked(1, 40, tmp_path, 3)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_long_random_walks(seed, tmp_path):
    walked(seed, 200, tmp_path, 8)
