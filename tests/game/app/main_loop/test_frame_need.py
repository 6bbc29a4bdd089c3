"""Whether the window needs another picture."""

from game.app.main_loop.frame_need import NEWS_PERIOD, SAME_PICTURES, SETTLING, FrameNeed

FRAME = 1 / 60


def settled(need, picture="a"):
    """Draw the same picture until none is needed; return how many there were."""
    drawn = 0
    while need.wanted(FRAME):
        need.drawn(picture)
        drawn += 1
        assert drawn < 1000
    return drawn


def test_a_window_rests_after_equal_pictures_for_longer_than_tooltips_take():
    need = FrameNeed()
    assert settled(need) * FRAME > SETTLING
    assert not any(need.wanted(FRAME) for _ in range(1000))
    assert need.rested > 1000 * FRAME


def test_slow_pictures_settle_too_but_not_after_one():
    need, drawn = FrameNeed(), 0
    while need.wanted(2.0):
        need.drawn("a")
        drawn += 1
    assert drawn == SAME_PICTURES + 1


def test_what_moves_and_what_changes_is_drawn():
    need = FrameNeed()
    settled(need)
    assert need.wanted(FRAME, moves=True)
    need.drawn(None)
    for number in range(500):  # such as a camera that comes to rest long after the pointer
        assert need.wanted(FRAME)
        need.drawn(number)
    assert settled(need, "b") * FRAME > SETTLING


def test_a_window_that_nobody_sees_is_not_drawn_until_it_is_seen_again():
    need = FrameNeed()
    assert not any(need.wanted(FRAME, seen=False, moves=True) for _ in range(100))
    assert need.wanted(FRAME, moves=True)


def test_computations_beside_the_run_are_shown_now_and_then_and_at_their_end():
    need = FrameNeed()
    settled(need)
    assert need.wanted(FRAME, busy=True), "it has begun"
    while need.wanted(FRAME, busy=True):
        need.drawn("begun")
    passes = 0
    while not need.wanted(FRAME, busy=True):
        passes += 1
    assert NEWS_PERIOD - 2 * FRAME < passes * FRAME < NEWS_PERIOD + FRAME
    need.drawn("more")
    assert not need.wanted(FRAME, busy=True)
    assert need.wanted(FRAME), "the result"


def test_a_change_that_is_due_is_one_picture():
    need = FrameNeed()
    settled(need)
    assert not need.wanted(0.1, change_in=0.2)
    assert need.wanted(0.11, change_in=0.2), "a caret"
    need.drawn("caret")
    assert not need.wanted(FRAME, change_in=0.2)
    assert need.wanted(FRAME, change_in=0.0), "a message that fades"
