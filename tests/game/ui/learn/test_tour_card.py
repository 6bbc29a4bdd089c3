from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.app.app import _begin_lesson
from game.learn.tour import TOURS, tour_file
from game.model.edit import Edit
from game.model.input import Action, Key
from game.model.messages import BookmarkRequest
from game.model.scene_marks import SceneMarks
from game.scenefile.schema import BookmarkSpec, LessonStepSpec
from game.session import edits
from game.session.session import Session
from game.ui.interface import Interface
from game.ui.learn.tour_card import LESSON_SIZE, PROSE_SIZE
from tests.game.ui.panel_driver import assert_nothing_is_clipped, click, frames
from tools.interface_driver import Driver


@pytest.fixture
def opened(interface: Interface) -> Interface:
    interface.act(Action.GUIDED_TOUR)
    interface.report()
    frames(interface)
    return interface


def press(interface: Interface, name: str) -> None:
    left, top, right, bottom = interface.report()["boxes"][f"tour/{name}"]
    click(interface, (left + right) / 2, (top + bottom) / 2)


def controls(interface: Interface) -> set[str]:
    frames(interface, 2)
    return {name.removeprefix("tour/") for name in interface.report()["boxes"] if name.startswith("tour/")}


def test_the_key_opens_the_choice_and_closes_what_is_open(opened: Interface) -> None:
    own = {"One bar, two bars", "A curve from a crank", "Watt's question"}
    assert controls(opened) == {"Tops", "Machines", "Chaos", "Throw your telephone", *own, "close tour"}
    opened.act(Action.GUIDED_TOUR)
    assert controls(opened) == set()
    opened.act(Action.GUIDED_TOUR)
    frames(opened)
    press(opened, "Chaos")
    opened.act(Action.GUIDED_TOUR)
    assert controls(opened) == set()


@pytest.mark.parametrize("choice", ["", "Chaos"])
def test_escape_closes_the_tours_after_the_panels_and_before_it_asks_to_quit(opened: Interface, choice: str) -> None:
    if choice:
        press(opened, choice)
    opened.act(Action.BODY)
    opened.act(Action.CLOSE)
    assert not opened.panels.is_open("body") and controls(opened)
    opened.act(Action.CLOSE)
    assert controls(opened) == set() and not opened.asks_to_quit
    opened.act(Action.CLOSE)
    assert opened.asks_to_quit


def test_a_tour_waits_shows_and_goes_on(opened: Interface, session: Session) -> None:
    press(opened, "Tops")
    assert controls(opened) == {"close tour", "Show me", "Skip"}, "nothing before the first step"
    press(opened, "Show me")
    assert opened.requests() == [BookmarkRequest(2)]
    press(opened, "Skip")
    press(opened, "Skip")
    assert controls(opened) == {"close tour", "Back", "Show me", "Skip"}
    press(opened, "Show me")
    assert session.simulation.system.entered()["phi_dot"] == 800.0
    assert controls(opened) == {"close tour", "Back", "Next"}
    press(opened, "Next")
    tour = opened.panels.tours.tour
    assert tour and tour.at == 3
    press(opened, "Back")
    assert tour.at == 2
    press(opened, "close tour")
    assert opened.panels.tours.tour is None


def test_enter_goes_on_where_nothing_is_waited_for_and_else_is_the_key_of_the_scene(
    opened: Interface, session: Session
) -> None:
    press(opened, "Tops")
    tour = opened.panels.tours.tour
    assert tour is not None
    assert not opened.feed(Key("return", True)) and tour.at == 0, "it waits for the camera"
    tour.go_to(7, session)
    edits.apply(session, Edit("integrator", "euler-cromer"))
    frames(opened)
    opened.act(Action.HELP)
    assert not opened.feed(Key("return", True)) and tour.at == 7, "the help covers it"
    opened.act(Action.HELP)
    assert opened.feed(Key("return", True)) and tour.at == 8


def test_a_step_is_done_by_hand_and_the_last_one_ends_the_tour(opened: Interface, session: Session) -> None:
    press(opened, "Tops")
    tour = opened.panels.tours.tour
    assert tour is not None
    tour.go_to(7, session)
    edits.apply(session, Edit("integrator", "euler-cromer"))
    assert "Next" in controls(opened)
    tour.go_to(8, session)
    assert "Next tour" not in controls(opened), "it waits for two seconds"
    tour.met = True
    assert {"Finish", "Next tour"} <= controls(opened)
    press(opened, "Next tour")
    assert opened.panels.tours.tour is not None and opened.panels.tours.tour.name == "machines"
    opened.panels.tours._begin("governor", opened._desk)()
    last = opened.panels.tours.tour
    assert last is not None
    last.go_to(99, session)
    last.met = True
    assert "Next tour" not in controls(opened), "the last one"
    press(opened, "Finish")
    assert not opened.panels.tours.open


def test_no_tour_asks_for_an_integrator_before_its_sixth_step() -> None:
    for name in TOURS:
        steps = tour_file(name, "en").steps[:5]
        assert not any("integrator" in f"{step.until} {step.show}" for step in steps), name


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((760, 560), 1.0), ((420, 800), 1.0), ((2000, 1400), 2.5)]
)
def test_the_card_fits_in_french_too(opened: Interface, session: Session, size: tuple[int, int], scale: float) -> None:
    opened._desk.language = "fr"
    opened.look = type(opened.look)(opened.look.theme, scale)
    frames(opened, 4, size=size)
    assert_nothing_is_clipped()
    opened.act(Action.EXPLAIN)
    opened.panels.tours._begin("machines", opened._desk)()
    for step in range(9):
        opened.panels.tours.tour.go_to(step, session)
        frames(opened, 3, size=size)
        assert_nothing_is_clipped()
        left, top, right, bottom = opened.report()["boxes"]["tour"]
        assert left >= 0 and right <= size[0] and top >= 0 and bottom <= size[1]


def state(interface: Interface) -> tuple[int, bool] | None:
    """Return the step of a lesson and whether its answer is shown; None where none is open."""
    tour = interface.panels.tours.tour
    return None if tour is None else (tour.at, tour.answered)


def test_a_lesson_is_led_by_a_presenters_keys_in_large_type(session: Session) -> None:
    steps = (
        LessonStepSpec("One.", view=1), LessonStepSpec(question="Why?", answer="So."), LessonStepSpec("Three."),
    )  # fmt: skip
    marks = (BookmarkSpec(elevation=60.0),)
    scene = session.scene.changed(lesson=steps, camera=replace(session.scene.camera, bookmarks=marks))
    interface = Driver(Session(scene), (1280, 800), 1.0, "dark", SceneMarks()).interface
    assert not interface.act(Action.NEXT_SCENE), "without a lesson the key opens another scene"
    interface.act(Action.LESSON)
    assert BookmarkRequest(1) in interface.requests()
    interface.report()
    assert controls(interface) == {"close tour", "Next"}
    assert interface.act(Action.NEXT_SCENE) and controls(interface) == {"close tour", "Back", "Answer"}
    assert interface.act(Action.NEXT_SCENE) and state(interface) == (1, True)
    assert interface.act(Action.NEXT_SCENE) and controls(interface) == {"close tour", "Back", "Finish"}
    assert interface.act(Action.NEXT_SCENE) and state(interface) == (2, False), "the last key closes nothing"
    assert interface.act(Action.PREVIOUS_SCENE) and state(interface) == (1, False)
    left, _, right, _ = interface.report()["boxes"]["tour"]
    assert right - left > 700.0 and LESSON_SIZE >= 1.5 * PROSE_SIZE
    interface.act(Action.LESSON)
    assert state(interface) is None
    interface.close()


def test_the_lesson_of_a_scene_opens_with_it_and_one_that_is_wrong_is_told(session: Session) -> None:
    right, wrong = (LessonStepSpec("One.", change=change) for change in ("", "wheel = 1"))
    for steps, begun, told in (((), False, False), ((right,), True, False), ((wrong,), False, True)):
        scene = session.scene.changed(lesson=steps)
        interface = Driver(Session(scene), (1280, 800), 1.0, "dark", SceneMarks()).interface
        _begin_lesson(interface, scene)
        assert (interface.panels.tours.open, "wheel" in " ".join(interface.report()["messages"])) == (begun, told)
        interface.close()


def test_another_lesson_that_is_opened_takes_the_place_of_the_one_under_way(session: Session) -> None:
    first, other = (session.scene.changed(lesson=(LessonStepSpec(words),)) for words in ("One.", "Other."))
    driver = Driver(Session(first), (1280, 800), 1.0, "dark", SceneMarks())
    interface = driver.interface
    tours = interface.panels.tours
    _begin_lesson(interface, first)
    begun = tours.tour
    for scene, words in ((first, "One."), (first.changed(lesson=()), "One."), (other, "Other.")):
        driver.edit(Edit("scene", scene))
        _begin_lesson(interface, scene)
        assert tours.tour is not None and tours.tour.step.text == words
        assert (tours.tour is begun) == (words == "One."), "its own scene, and one without a lesson, leave it"
    interface.close()


def test_going_back_in_a_lesson_sees_what_the_last_step_with_a_view_saw(session: Session) -> None:
    marks = tuple(BookmarkSpec(number=number, elevation=10.0 * number) for number in (1, 2))
    steps = (LessonStepSpec("a", view=1), LessonStepSpec("b"), LessonStepSpec("c", view=2))
    camera = replace(session.scene.camera, bookmarks=marks)
    driver = Driver(Session(session.scene.changed(lesson=steps, camera=camera)), (1280, 800), 1.0, "dark", SceneMarks())
    interface = driver.interface

    def seen() -> list[int]:
        return [each.number for each in interface.requests() if isinstance(each, BookmarkRequest)]

    interface.act(Action.LESSON)
    assert seen() == [1]
    for action, views in (
        (Action.NEXT_SCENE, []),
        (Action.NEXT_SCENE, [2]),
        (Action.PREVIOUS_SCENE, [1]),
        (Action.PREVIOUS_SCENE, [1]),
    ):
        interface.act(action)
        assert seen() == views
    interface.close()


def test_long_texts_of_a_lesson_are_broken_made_smaller_and_scrolled_to_their_answer(session: Session) -> None:
    words = "word " * 399
    steps = (LessonStepSpec("W" * 300, question=words, answer=words), LessonStepSpec(f"${'x+' * 24}y$"))
    interface = Driver(Session(session.scene.changed(lesson=steps)), (800, 600), 1.0, "dark", SceneMarks()).interface
    interface.act(Action.LESSON)
    for _ in range(3):
        frames(interface, 4, size=(800, 600))
        interface.act(Action.NEXT_SCENE)
    tours = interface.panels.tours
    assert tours._pen is not None
    for key, lines in tours._pen.prose.items():
        width = key[1]
        assert all(sum(piece.width for piece in word) <= width + 1.0 for line in lines for word in line)
    interface.act(Action.PREVIOUS_SCENE)
    interface.act(Action.NEXT_SCENE)
    frames(interface, 4, size=(800, 600))
    boxes = interface.report()["boxes"]
    assert boxes["tour"][1] >= 0.0 and boxes["tour/Next"][3] <= boxes["tour"][3], "the answer is in sight"
    interface.close()
