from game import scenefile
from game.session import advancing
from game.session.motion_summary import has_come_to_an_end, what_happened
from game.session.session import Session


def run(name: str, seconds: float) -> Session:
    session = Session(scenefile.load(name))
    session.simulation.compile()
    advancing.run_ticks(session, round(seconds / session.simulation.dt))
    return session


def test_a_throw_tells_range_time_and_height() -> None:
    session = run("golf-ball", 12.0)
    assert has_come_to_an_end(session)
    landing = next(event for event in session.simulation.events if event.name == "landing")
    assert f"{session.simulation['x']:.4g} m away" in what_happened(session)
    release = next(event for event in session.simulation.events if event.name == "release")
    assert f"{landing.time - release.time:.3g} s in the air" in what_happened(session)


def test_flips_are_counted() -> None:
    """The nut turns over each half period of 1.775 s, first after half of that."""
    session = run("wing-nut", 5.0)
    half = 1.7751111090621898
    assert f"5 s: turned over {int((5.0 - half / 2) / half) + 1}×." in what_happened(session)
    assert not has_come_to_an_end(session)


def test_a_rattleback_turns_back_once() -> None:
    assert "turned back 1×" in what_happened(run("rattleback", 5.0))
