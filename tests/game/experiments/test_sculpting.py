"""The computation of a phase sculpture in the background."""

from game import scenefile
from game.experiments.sculpting import SculptureTask
from game.scenefile import SculptureSpec


def test_where_a_run_has_ended_outside_the_allowed_starts_the_reason_stands_in_place_of_a_sculpture() -> None:
    run = scenefile.load("levitron-too-fast").simulation()
    while run.divergence is None:
        run.advance(200)
    task = SculptureTask(SculptureSpec().request(run))
    task.wait()
    assert task.shown is None
    assert "outer radius of the base" in task.reason
