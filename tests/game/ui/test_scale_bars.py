"""Scale bars over a picture: their lengths, their words, and their place beside panels."""

import numpy as np
import pytest

from game import scenefile
from game.app.offline import OfflineRenderer
from game.model.arrow_views import pixels_per_metre
from game.model.frame import SceneFrame
from game.ui.scale_bars import bar_rows, draw_rows, rows_box

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def studio() -> OfflineRenderer:
    made = OfflineRenderer(scenefile.load("bicycle").changed(quality="low"), SIZE, 30, hud=True)
    for _ in range(30):
        made.advance()
    return made


@pytest.fixture(scope="module")
def frame(studio: OfflineRenderer) -> SceneFrame:
    return studio.scene()


def test_a_bar_is_as_long_as_an_arrow_of_its_value(frame: SceneFrame) -> None:
    rows = bar_rows(frame, SIZE[1], 1.0)
    assert [row.words.split()[-1] for row in rows] == ["N", "mrad/s", "m/s"]
    for row in rows:
        value = float(row.words.split()[0]) * (1e-3 if "mrad" in row.words else 1.0)
        assert row.length == pytest.approx(value * row.bar.length * pixels_per_metre(frame.view, row.bar.place))
        assert 36.0 <= row.length <= 90.0


def test_arrows_of_a_unit_have_the_length_that_the_bar_says(frame: SceneFrame) -> None:
    lengths = {bar.unit: bar.length for bar in frame.bars}
    shown = [arrow for arrow in frame.arrows if arrow.unit]
    assert {"F_R", "F_F", "v"} <= {arrow.label for arrow in shown}
    for arrow in shown:
        exact = lengths[arrow.unit] * arrow.size
        assert arrow.broken or np.linalg.norm(arrow.tip - arrow.tail) == pytest.approx(exact, rel=1e-3)


def test_bars_are_at_the_lower_left_and_not_under_panels(studio: OfflineRenderer, frame: SceneFrame) -> None:
    theme, rows = studio.interface._desk.theme, bar_rows(frame, SIZE[1], 1.0)
    free = (90.0, 10.0, 1270.0, 630.0)
    box = rows_box(rows, free, [], theme)
    assert box is not None and box[0] == 106.0 and box[3] == 614.0
    note = (100.0, 540.0, 700.0, 620.0)
    above = rows_box(rows, free, [note], theme)
    assert above is not None and above[3] < note[1] and above[0] == box[0]
    assert rows_box(rows, (90.0, 600.0, 1270.0, 630.0), [], theme) is None, "no room"
    assert rows_box([], free, [], theme) is None


def test_words_stay_in_place_while_bars_change_their_length(
    studio: OfflineRenderer, frame: SceneFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme, rows = studio.interface._desk.theme, bar_rows(frame, SIZE[1], 1.0)
    shorter = [row._replace(length=0.7 * row.length) for row in rows]
    free, written = (90.0, 10.0, 1270.0, 630.0), []
    monkeypatch.setattr("game.ui.scale_bars.write_outlined", lambda ink, at, *rest: written.append(at))
    monkeypatch.setattr("game.ui.scale_bars.imgui.get_background_draw_list", Lines)
    for each in (rows, shorter):
        box = rows_box(each, free, [], theme)
        assert box is not None
        draw_rows(each, box, theme)
    assert written[: len(rows)] == written[len(rows) :]


class Lines:
    """Takes lines and plates, and draws none."""

    def add_line(self, *given: object) -> None:
        pass

    add_rect_filled = add_line


def test_the_value_of_a_bar_stays_while_a_camera_moves_a_little(frame: SceneFrame) -> None:
    values: dict[str, float] = {}
    said = set()
    for height in (720.0, 640.0, 800.0, 690.0, 860.0, 600.0):
        said.add(tuple(row.words for row in bar_rows(frame, height, 1.0, values)))
    assert len(said) == 1 and len(values) == 3
    assert {row.words for row in bar_rows(frame, 3000.0, 1.0, values)}.isdisjoint(*said)
    assert len({tuple(row.words for row in bar_rows(frame, height, 1.0)) for height in (640.0, 720.0, 860.0)}) > 1
