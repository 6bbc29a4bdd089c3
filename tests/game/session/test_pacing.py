import pytest

from game.session.pacing import SpeedMeter, sampling_strides


@pytest.mark.parametrize(
    ("speed", "dt", "plotted", "expected"),
    [
        (1.0, 1e-3, 0, (4, 4)),
        (1.0, 1e-3, 1, (4, 1)),
        (1.0, 1e-3, 3, (4, 3)),
        (1.0, 1e-3, 5, (4, 4)),
        (1.0, 1e-5, 1, (417, 100)),
        (0.1, 1e-5, 1, (42, 10)),
        (16.0, 1e-3, 1, (4, 4)),
        (0.01, 1e-3, 1, (1, 1)),
        (64.0, 0.5, 0, (1, 1)),
    ],
)
def test_strides_follow_speed_step_and_plots(speed, dt, plotted, expected):
    assert sampling_strides(speed, dt, plotted) == expected


def test_slow_motion_with_long_traces_is_sampled_less_often():
    assert sampling_strides(20.0, 0.01, 0, rate=6.0) == (17, 17)
    assert sampling_strides(20.0, 0.01, 1, rate=6.0) == (17, 2)


def test_achieved_speed_is_that_of_about_the_last_second():
    pace = SpeedMeter()
    assert pace.achieved == 0.0
    for _ in range(300):
        pace.measure(1 / 60, 0.5 / 60)
    assert pace.achieved == pytest.approx(0.5)
    for _ in range(300):
        pace.measure(1 / 60, 2.0 / 60)
    assert pace.achieved == pytest.approx(2.0, rel=0.1)
    pace.rest()
    assert pace.achieved == 0.0
