"""Every challenge that is shipped, won and lost by a scripted player; its log proves it, and no cheating is proved."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from game import scenefile
from game.camera.rig import CameraRig
from game.challenges.attempt import Attempt, Ending
from game.challenges.records import LIST, ChallengeRecords
from game.model.edit import Edit
from game.session import advancing, challenge_log, edits
from game.session.compose import CHALK, compose_frame
from game.session.past import event_log
from game.session.session import Session
from physics import BadInput


@dataclass(frozen=True)
class Play:
    """What a player does: changes before the start, and the time at which the run is paused [s], 0 for never."""

    medal: str
    changes: dict[str, Any]
    pauses: float = 0.0


WON = {
    "town-gate": Play("gold", {"counterweight_mass": 1553}),
    "tippe-top-flip": Play("gold", {"alpha": 0.25, "I3": 3.2e-6}),
    "level-the-levitron": Play("silver", {"tilt_x": 0.0}),
    "no-hands": Play("gold", {"lean_rate": 0.513}),
    "still-rope": Play("gold", {"amplitude_z": 0.0057, "frequency_z": 500}),
    "longest-crack": Play("gold", {"lift": 0.4}),
    "catch-the-flip": Play("gold", {}, 0.887),
    "hidden-inertia": Play("gold", {"I2": 4.73e-4}),
}
LOST = {
    "town-gate": Play("", {"counterweight_mass": 900}),
    "tippe-top-flip": Play("", {"alpha": 0.4}),
    "level-the-levitron": Play("", {}),
    "no-hands": Play("", {}),
    "still-rope": Play("", {}),
    "longest-crack": Play("", {}),
    "catch-the-flip": Play("", {}, 0.5),
    "hidden-inertia": Play("", {}),
}


def judged_of(session: Session) -> Attempt:
    """Return the attempt of a session."""
    assert session.run.attempt is not None
    return session.run.attempt


def played(name: str, play: Play) -> Session:
    """Return a session after an attempt."""
    session = Session(scenefile.load(name))
    assert session.simulation.compile() and session.run.attempt is not None
    for field, value in play.changes.items():
        if field in session.simulation.system.fields:
            edits.apply(session, Edit("parameter", value, field))
        else:
            edits.change_start(session, field, value)
    session.pause(False)
    if play.pauses:
        advancing.run_ticks(session, round(play.pauses / session.simulation.dt))
        session.pause(True)
    for _ in range(300):
        if session.run.attempt.over:
            break
        advancing.advance(session, 10**9, 10**6)
    assert session.run.attempt.over and session.simulation.paused
    return session


def test_each_challenge_has_its_players() -> None:
    assert WON.keys() == LOST.keys() == scenefile.challenge_files().keys()


@pytest.mark.parametrize("name", WON)
def test_a_challenge_is_won_and_its_log_proves_it_to_the_last_bit(name: str, tmp_path: Path) -> None:
    session = played(name, WON[name])
    attempt, path = session.run.attempt, tmp_path / "proof.log"
    assert attempt is not None and attempt.medal == WON[name].medal and not challenge_log.fault(session)
    assert attempt.spec.lesson
    path.write_bytes(challenge_log.proof_bytes(session))
    verdict = challenge_log.judged(event_log.read(path))
    assert (verdict.medal, verdict.fault, verdict.score) == (attempt.medal, "", attempt.score)


@pytest.mark.parametrize(("name", "goal"), [("no-hands", (25.0, -6.0)), ("town-gate", (250.0, 0.0))])
def test_the_goal_is_drawn_where_it_is_scored(name: str, goal: tuple[float, float]) -> None:
    session = Session(scenefile.load(name))
    rig = CameraRig(session)
    view, marks = rig.views((640, 360))[0], judged_of(session).spec.marks
    drawn = [curve.points for curve in compose_frame(session, view, 0.0).curves if curve.color == CHALK]
    assert len(drawn) == len(marks) > 1
    middle = np.concatenate([(points.min(axis=0), points.max(axis=0)) for points in drawn]).mean(axis=0)
    assert tuple(middle[:2]) == pytest.approx(goal, abs=1e-4)
    if name == "no-hands":  # a bicycle that leans to its right, whose y grows, rides there in the picture
        on_track = session.look.to_world(np.array([25.0, -6.0, 0.0]))
        assert session.simulation.system.variables[1].meaning.endswith("to the right") and on_track[1] == middle[1]


@pytest.mark.parametrize("name", LOST)
def test_a_challenge_is_lost(name: str) -> None:
    session = played(name, LOST[name])
    assert session.run.attempt is not None and session.run.attempt.medal == ""


@pytest.mark.long
def test_the_levitron_stays_for_the_whole_minute() -> None:
    session = played("level-the-levitron", Play("gold", {"tilt_x": "-0.02 deg"}))
    assert session.run.attempt is not None and session.run.attempt.medal == "gold"


# Fairness -------------------------------------------------------------------------------------------------


FLIP = Play("gold", {}, 0.887)


def proof_with(path: Path, session: Session, **changes: Any) -> challenge_log.Verdict:
    log = challenge_log.proof(session)
    log.scene = log.scene.changed(**changes)
    path.write_bytes(
        event_log.line_of(event_log.LogHeader.of(log)) + b"".join(map(event_log.line_of, log.entries))
    )  # fmt: skip
    return challenge_log.judged(event_log.read(path))


def test_a_log_of_other_bodies_methods_or_rules_proves_nothing(tmp_path: Path) -> None:
    session = played("catch-the-flip", FLIP)
    path, scene = tmp_path / "cheat.log", session.scene
    assert proof_with(path, session).medal == "gold"
    assert scene.challenge is not None
    assert proof_with(path, session, parameters={"body": "book"}).medal == ""
    assert proof_with(path, session, initial={**scene.initial, "omega_1": 0.2}).fault
    easy = scenefile.ChallengeSpec(rules="", score="t", bronze=0.1, silver=0.2, gold=0.3, within=1.0)
    verdict = proof_with(path, session, challenge=easy)
    assert verdict.unit == "deg" and verdict.score == judged_of(session).score, "its own rules hold, not the log's"
    other = scenefile.load("fast-cone")
    with pytest.raises(BadInput, match="has no challenge"):
        challenge_log.judged(event_log.EventLog(other))


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (Edit("parameter", 0.2, "mass"), "does not count: mass has been changed"),
        (Edit("integrator", "euler"), "does not count: the method has been changed"),
        (Edit("dt", 1e-4), "does not count: the method has been changed"),
        (Edit("speed", 0.05), "does not count: it went slower than the challenge does"),
    ],
)
def test_what_may_not_be_changed_makes_an_attempt_count_for_nothing(edit: Edit, words: str) -> None:
    session = Session(scenefile.load("catch-the-flip"))
    advancing.run_ticks(session, 30)
    edits.apply(session, edit)
    assert challenge_log.fault(session) == words
    session.reset()
    assert challenge_log.fault(session), "nor does the next one, while it is so"


def test_going_back_ends_an_attempt_and_a_restart_begins_another() -> None:
    session = Session(scenefile.load("no-hands"))
    session.simulation.compile()
    attempt = session.run.attempt
    assert attempt is not None
    advancing.run_ticks(session, 40)
    advancing.seek(session, 20, play=True)
    advancing.run_ticks(session, 10)
    assert attempt.ending is Ending.BACK and not attempt.medal
    session.reset()
    assert not attempt.over and not attempt.begun


def test_the_score_does_not_depend_on_how_the_run_is_cut_into_pictures() -> None:
    scores = []
    for wall in (10**9, 16_666_667, 3_000_001):
        session = Session(scenefile.load("no-hands").changed(speed=8.0))
        session.simulation.compile()
        while not judged_of(session).over:
            advancing.advance(session, wall, 10**6)
        scores.append((judged_of(session).score, session.simulation.tick))
    assert len(set(scores)) == 1


# ChallengeRecords --------------------------------------------------------------------------------------------------


def test_the_best_result_is_kept_with_its_log(tmp_path: Path) -> None:
    scene, records = scenefile.load("town-gate"), ChallengeRecords(tmp_path / "challenges")
    assert records.best(scene) is None
    assert records.keep(scene, 3.0, "silver", b"log of 3")
    assert not records.keep(scene, 5.0, "bronze", b"log of 5")
    assert records.keep(scene, 0.5, "gold", b"log of 0.5")
    found = ChallengeRecords(tmp_path / "challenges").best(scene)
    assert found is not None and (found.score, found.medal) == (0.5, "gold")
    assert (records.folder / found.log).read_bytes() == b"log of 0.5"
    assert records.best(scene.changed(parameters={"sling": 4.0})) is None, "another start is another challenge"
    (records.folder / LIST).write_text("{")
    assert ChallengeRecords(tmp_path / "challenges").found == {}
    assert (records.folder / f"{LIST}.bad").exists()


# Scene files of one's own ----------------------------------------------------------------------------------

OWN = """
system = "gyroscope"
[challenge]
rules = "Nod."
score = "nods + 0*high"
bronze = 1
silver = 2
gold = 3
within = "2 s"
[challenge.watch]
nods = { rises = "theta_dot" }
high = { greatest = "theta*180/pi" }
"""


def test_a_challenge_of_ones_own_stands_in_a_scene_file(tmp_path: Path) -> None:
    path = tmp_path / "nod.toml"
    path.write_text(OWN)
    session = Session(scenefile.read(path))
    while not judged_of(session).over:
        advancing.advance(session, 10**8, 10**6)
    assert judged_of(session).score == 3.0 and judged_of(session).medal == "gold"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("within", 'ends = ["landing"]\nwithin', "challenge.ends: unknown event 'landing'"),
        ('score = "nods', 'score = "nodes', 'challenge.score: column 1: "nodes" is unknown; did you mean "nods"?'),
        ("gold = 3", "gold = 1.5", "challenge: bronze = 1, silver = 2, gold = 1.5: must grow from one to the next"),
        ("within", 'change = ["sling"]\nwithin', "challenge.change: unknown value 'sling'"),
        ('"2 s"', '"2 m"', "challenge.within"),
        ('{ rises = "theta_dot" }', "{}", "challenge.watch.nods: must have one of greatest, least"),
        ("nods = {", "theta = {", "challenge.watch.theta: gyroscope has a value of this name"),
        ("within", "marks = [[[1, 2, 3]]]\nwithin", "challenge.marks: a line of 1 points: must have from 2 to 64"),
        ("within", "marks = [[[1, 2, 3], [1, 2, 1e5]]]\nwithin", "challenge.marks: 100000 m: must be from -10000 to"),
        ("rules", "hints = 1\nrules", "challenge: unknown key 'hints'; known: bronze, change, ends"),
    ],
)
def test_a_wrong_table_is_refused_by_name(old: str, new: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace(old, new, 1))
    with pytest.raises(BadInput) as error:
        scenefile.read(path)
    assert words in str(error.value) and "\n" not in str(error.value)
