from __future__ import annotations

from pathlib import Path

import pytest

from game import scenefile
from game.camera.rig import CameraRig
from game.learn import tour as tours
from game.learn.page import LANGUAGES
from game.learn.prose import spans
from game.learn.tour import TOURS, Tour, tour_file
from game.model.edit import Edit
from game.model.equations.parse import parse
from game.model.input import Action
from game.scenefile import sketching
from game.scenefile.schema import LessonStepSpec
from game.session import actions, advancing, edits
from game.session.save_scene import scene_now, toml
from game.session.session import Session
from game.session.workshop.desk import Workshop
from game.session.workshop.state import Tool
from physics import BadInput

FRAMES = 2000


def session_of(name: str) -> Session:
    return Session(scenefile.load(name))


def waits(tour: Tour, session: Session, eye: object) -> bool:
    """Return whether a step is done once the run has gone on for a while."""
    session.clock.speed = 20.0
    for _ in range(FRAMES):
        if tour.notice(session, eye):
            return True
        advancing.advance_frame(session, 30)
    return False


SLOW = [pytest.param(name, marks=pytest.mark.long) for name in ("machines", "chaos", "governor")]


@pytest.mark.parametrize("name", ["tops", "bars", "crank", *SLOW])
def test_show_me_does_what_every_step_waits_for(name: str) -> None:
    session = session_of("fast-cone")
    tour = Tour(name, "en", session)
    for k in range(len(tour.file.steps)):
        assert tour.at == k and tour._scene(k) in (session.scene.name, *tours.STANDS_FOR)
        if session.run.cloud is not None and session.scene.name == "double-pendulum-cloud":
            session.run.cloud = None  # ten thousand copies take long
        session.simulation.compile()
        tour.notice(session, "here")
        tour.show(session)
        session.simulation.compile()
        eye = "there" if tour.step.show == "camera" else "here"
        assert tour.step.until == "next" or waits(tour, session, eye), tour.step.until
        assert tour.last == (k == len(tour.file.steps) - 1)
        tour.go_to(tour.at + 1, session)


def test_steps_wait_until_the_person_has_done_them() -> None:
    session = session_of("fast-cone")
    session.pause(True)
    tour = Tour("tops", "en", session)
    assert not tour.notice(session, "here")
    assert not tour.notice(session, "here")
    assert tour.notice(session, "there"), "the camera has moved"
    assert tour.notice(session, "here"), "what is done stays done"
    tour.go_to(7, session)
    assert not tour.notice(session)
    edits.apply(session, Edit("integrator", "heun"))
    assert not tour.notice(session), "another method"
    edits.apply(session, Edit("integrator", "euler-cromer"))
    assert tour.notice(session)
    tour.go_to(2, session)
    edits.apply(session, Edit("initial", 800.0, "phi_dot"))
    assert not tour.notice(session), "not yet restarted"
    advancing.advance_frame(session, 30)
    advancing.step(session)
    tour.notice(session)
    actions.perform(session, Action.RESET)
    assert tour.notice(session)


def test_time_counts_from_the_beginning_of_a_step_or_of_the_run() -> None:
    session = session_of("fast-cone")
    tour = Tour("tops", "en", session)
    session.simulation.compile()
    session.simulation.advance(3000)
    tour.go_to(1, session)
    assert not tour.notice(session), "3 s have passed, but before this step"
    session.simulation.advance(400)
    assert not tour.notice(session)
    actions.perform(session, Action.RESET)
    session.simulation.advance(400)
    assert not tour.notice(session)
    session.simulation.advance(100)
    assert tour.notice(session)


def test_a_step_opens_its_scene_as_it_is_in_its_file() -> None:
    session = session_of("fast-cone")
    tour = Tour("tops", "en", session)
    edits.apply(session, Edit("integrator", "euler-cromer"))
    tour.go_to(1, session)
    assert session.simulation.integrator.name == "euler-cromer", "it has no scene of its own"
    own = next(k for k, step in enumerate(tour.file.steps) if k and step.scene == "fast-cone")
    tour.go_to(own, session)
    assert (session.scene.name, session.simulation.integrator.name) == ("fast-cone", "rk4")


def test_a_tour_begins_with_its_scene_as_it_is_in_its_file() -> None:
    session = session_of("fast-cone")
    edits.apply(session, Edit("integrator", "euler-cromer"))
    Tour("tops", "en", session)
    assert (session.scene.name, session.simulation.integrator.name) == ("fast-cone", "rk4")


def test_a_tour_opens_its_scenes_and_goes_back() -> None:
    session = session_of("trebuchet")
    tour = Tour("tops", "en", session)
    assert session.scene.name == "fast-cone"
    tour.go_to(3, session)
    assert session.scene.name == "sleeping-top"
    tour.go_to(2, session)
    assert session.scene.name == "fast-cone"
    before = session.simulation
    tour.go_to(1, session)
    assert session.simulation is before, "the same scene is not opened again"
    tour.go_to(99, session)
    assert tour.last


@pytest.mark.parametrize("until", ["running", "paused", "shown cloud", "value mass 0.05", "event release"])
def test_conditions_follow_the_session(until: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of("trebuchet" if "event" in until else "fast-cone")
    step = tours.Step(text="", scene=session.scene.name, until=until)
    monkeypatch.setattr(tours, "tour_file", lambda name, language: tours.TourFile("t", "a", (step,)))
    tour = Tour("tops", "en", session)
    session.pause(until != "paused")
    assert not tour.notice(session)
    match until:
        case "running" | "paused":
            session.pause(until == "paused")
        case "shown cloud":
            actions.perform(session, Action.CLOUD)
        case "value mass 0.05":
            edits.apply(session, Edit("parameter", 0.05, "mass"))
        case _:
            session.pause(False)
            session.simulation.compile()
            session.simulation.advance(1000)
    assert tour.notice(session)


def test_a_tour_opens_the_recording_that_is_supplied_and_keeps_what_it_has_led_to() -> None:
    session = session_of("fast-cone")
    tour = Tour("telephone", "en", session)
    tour.go_to(1, session)
    assert session.scene.name == "book" and not tour.notice(session)
    tour.show(session)
    assert tour.notice(session) and session.run.thrown is not None
    opened = session.run
    tour.go_to(2, session)
    tour.go_to(3, session)
    assert session.run is opened and not tour.notice(session), "the recording stays open"
    thrown = session.run.thrown
    assert thrown is not None and thrown.looked is not None
    thrown.looked.wait()
    thrown.take_flights()
    tour.show(session)
    assert thrown.task is not None
    session.leave()
    other = session_of("fast-cone")
    Tour("telephone", "fr", other).go_to(5, other)
    assert other.run.thrown is not None, "who goes there at once has a recording, too"
    other.leave()


def test_a_tour_waits_for_what_is_built_and_keeps_it() -> None:
    session = session_of("fast-cone")
    tour = Tour("bars", "en", session)
    assert session.is_built and session.workshop.tool is Tool.BAR and not tour.notice(session)
    held = session.run.workshop
    assert held is not None
    made, _ = sketching.place_bar(held.sketch, (0.0, 0.0, 0.0), (0.0, 0.0, -0.4))
    Workshop(session).change(made, "bar")
    assert tour.notice(session)
    tour.go_to(1, session)
    assert session.run.workshop is not None and session.run.workshop.sketch == made, "the person's own machine stays"
    tour.show(session)
    assert tour.notice(session), "it runs"


def test_tours_are_the_same_in_all_languages() -> None:
    for name in TOURS:
        one, *others = (tour_file(name, language) for language in LANGUAGES)
        for other in others:
            assert [(s.scene, s.until, s.show) for s in one.steps] == [(s.scene, s.until, s.show) for s in other.steps]
        for language in LANGUAGES:
            for step in tour_file(name, language).steps:
                for span in spans(step.text):
                    assert span.kind != "equation" or parse(span.text)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ('until = "sleep"', "unknown condition 'sleep'"),
        ('until = "time"', "condition 'time': time needs 1 words"),
        ('until = "time soon"', "must be a number of seconds"),
        ('until = "event nothing"', "unknown event of gyroscope 'nothing'"),
        ('until = "integrator nothing"', "unknown integrator 'nothing'"),
        ('until = "shown nothing"', "unknown thing to show 'nothing'"),
        ('until = "built houses 3"', "built houses 3: must be a table of machines"),
        ('show = "build nothing"', "nothing.toml"),
        ('until = "value nothing 3"', "unknown initial value of gyroscope 'nothing'"),
        ('until = "value mass -3"', "mass = -3"),
        ('show = "nothing=3"', "unknown initial value of gyroscope 'nothing'"),
        ('wrong = "x"', "unknown field `wrong`"),
        ("until = ", "Invalid value"),
    ],
)
def test_a_bad_tour_is_refused_in_one_line(
    step: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tops.xx.toml").write_text(
        f'title = "T"\nabout = "A"\n[[steps]]\nscene = "fast-cone"\ntext = "x"\n{step}\n', "utf-8"
    )
    monkeypatch.setattr(tours, "FOLDER", str(tmp_path))
    with pytest.raises(BadInput, match="tour tops.xx.toml: ") as error:
        tour_file("tops", "xx")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


LESSON = """
title = "Spin"
system = "gyroscope"

[[camera.bookmarks]]
elevation = 60

[[lesson]]
text = "As it is."

[[lesson]]
text = "Slower."
change = "phi_dot = 100; speed = 0.5"
view = 1

[[lesson]]
question = "Which way?"
answer = "Forward."

[[lesson]]
text = "Faster."
change = "phi_dot = 300"
"""


def test_a_lesson_changes_the_scene_at_each_step_asks_and_goes_back(tmp_path: Path) -> None:
    (tmp_path / "spin.toml").write_text(LESSON, "utf-8")
    scene = scenefile.read(tmp_path / "spin.toml")
    session = Session(scene)
    session.run.file = tmp_path / "spin.toml"
    tour, usual = Tour("spin", "en", session, scene), session.simulation.system.entered()["phi_dot"]

    def spin() -> float:
        return session.simulation.system.entered()["phi_dot"]

    assert (spin(), tour.step.view) == (usual, 0) and usual not in (100.0, 300.0)
    assert tour.turn(1, session) and (spin(), session.clock.speed, tour.step.view) == (100.0, 0.5, 1)
    assert tour.turn(1, session) and (spin(), tour.answered) == (100.0, False), "a question changes nothing"
    assert tour.turn(1, session) and tour.answered and tour.at == 2
    assert tour.turn(1, session) and spin() == 300.0 and tour.last
    assert not tour.turn(1, session) and tour.at == 3
    assert tour.turn(-1, session) and spin() == 100.0, "as the question found it"
    assert tour.turn(-1, session) and tour.turn(-1, session) and spin() == usual
    assert not tour.turn(-1, session) and session.run.file == tmp_path / "spin.toml", "that Ctrl+S writes"
    saved, rig = tmp_path / "again.toml", CameraRig(session)
    rig.open()
    saved.write_text(toml(scene_now(session, rig.described(), "low")), "utf-8")
    assert scenefile.read(saved).lesson == scene.lesson


@pytest.mark.parametrize(
    ("old", "new", "about"),
    [
        ("view = 1", "view = 2", r"lesson\[1\].view = 2: there is no bookmark of this number; allowed: 1"),
        ('question = "Which way?"', "", r"lesson\[2\].text: is empty"),
        ("phi_dot = 300", "wheel = 300", r"lesson\[3\].change: .*wheel"),
        (
            '[[lesson]]\ntext = "As it is."',
            '[challenge]\nrules = "r"\nscore = "1"\nbronze = 1\nsilver = 2\ngold = 3\nwithin = 1\n'
            '[[lesson]]\ntext = "a"',
            "lesson: a scene with a challenge",
        ),
        ("[[camera.bookmarks]]\nelevation = 60", "", r"lesson\[1\].view = 1: the camera has no bookmarks"),
        ("phi_dot = 300", "speed = fast", r"lesson\[3\].change: speed = 'fast': must be a number"),
        ("phi_dot = 300", "speed = -1", r"lesson\[3\].change: speed = -1"),
        ("phi_dot = 300", "speed = nan", r"lesson\[3\].change: speed = 'nan'"),
        ("phi_dot = 300", "show = binet", r"lesson\[3\].change: Binet's construction: gyroscope has none"),
        ("phi_dot = 300", "show = body-view", r"lesson\[3\].change: body-fixed view: gyroscope has none"),
    ],
)
def test_a_step_of_a_lesson_that_is_wrong_is_named(tmp_path: Path, old: str, new: str, about: str) -> None:
    (tmp_path / "spin.toml").write_text(LESSON.replace(old, new), "utf-8")
    with pytest.raises(BadInput, match=about):
        tours.lesson_file(scenefile.read(tmp_path / "spin.toml"))


def test_what_a_step_of_a_lesson_shows_goes_with_the_next_change() -> None:
    changes = "", "show = ghosts; show = geometry", "", "phi_dot = 300; show = geometry"
    scene = scenefile.load("gyroscope").changed(lesson=tuple(LessonStepSpec("a", change) for change in changes))
    session = Session(scene)
    if session.run.shown.geometry:
        actions.perform(session, Action.GEOMETRY)
    tour, seen = Tour(scene.name, "en", session, scene), []
    for way in (1, 1, 1, -1, -1, -1):
        assert tour.turn(way, session)
        seen.append((session.duel is not None, session.run.shown.geometry))
    both = (True, True)
    assert seen == [both, both, (False, True), both, both, (False, False)]
