"""Photo mode: the picture without panels, and one small panel for its lens, place, marks and caption."""

from __future__ import annotations

from imgui_bundle import imgui

from game.camera.rig import DEFAULT_BLUR
from game.model.daylight import FIRST_HOUR, LAST_HOUR, USUAL_HOUR
from game.model.input import Action
from game.model.key_bindings import shown_keys
from game.model.messages import LensRequest
from game.model.panel_layout import MARGIN, PANEL_WIDTH
from game.model.shown.shown_units import ShownUnits
from game.model.words import later, tr
from game.scenefile.camera_spec import MAX_BLUR, MAX_EXPOSURE
from game.ui.label_placement import Box
from game.ui.labels import draw_caption
from game.ui.layout.panel_frame import build_frame
from game.ui.overlays import build_signs, build_toasts
from game.ui.panels.context import PanelContext
from game.ui.panels.view import build_quality, build_room, parts
from game.ui.render_rows import WIDTH, build_renders
from game.ui.scale_bars import build_scale_bars
from game.ui.widgets.basic import button, small, switch, tip
from game.ui.widgets.fields import LABEL_WIDTH, labelled, parameter_row
from game.ui.widgets.item_boxes import BOXES
from physics import Parameter

FOLDED_WIDTH = 10.0
"""Width of the panel where it is folded [em]."""
METHOD = "method"
"""Topic of the message about another method, whose name stands in no panel here."""


class NumberOf(ShownUnits, frozen=True):
    """Shows numbers with a symbol that no table of units has. symbol: such as EV, exposure values in powers of two."""

    symbol: str = ""

    def of(self, unit: str) -> str:
        """Return the symbol."""
        return self.symbol

    def shown(self, value: float, unit: str) -> float:
        """Return the number."""
        return value

    def si(self, value: float, unit: str) -> float:
        """Return the number."""
        return value

    def typed(self, text: str, unit: str) -> str:
        """Return a typed number without its symbol."""
        return text.rstrip(f" {self.symbol}{self.symbol.lower()}")


STOPS, PERCENT, HOURS = NumberOf(symbol="EV"), ShownUnits({"": "%"}), NumberOf(symbol="h")
"""In what exposure, depth of field and the hour of the day are shown."""
SAME_HOUR = 0.1
"""Distance from the usual hour [h] within which the light is the usual one."""

BLUR = Parameter(
    name=later("depth of field"), symbol="", meaning=later("blur far behind the focus, of the height of the picture"),
    default=DEFAULT_BLUR, unit="", low=0.0, high=MAX_BLUR,
)  # fmt: skip
EXPOSURE = Parameter(
    name=later("exposure"), symbol="", default=1.0, unit="", low=-MAX_EXPOSURE, high=MAX_EXPOSURE,
    meaning=later("how much brighter: each exposure value (EV), or stop, doubles the light"),
)  # fmt: skip
HOUR = Parameter(
    name=later("hour of day"), symbol="", default=USUAL_HOUR, unit="", low=FIRST_HOUR, high=LAST_HOUR,
    meaning=later("sun and sky in solar time, at midsummer, 50° north; the usual light is that of 16.8 h"),
)  # fmt: skip
"""Numbers of the lens and of the light; the first two have defaults for which a slider about 0 is made."""
MARKS = (
    (later("vectors"), "vectors", Action.VECTORS),
    (later("traces"), "traces", Action.TRACES),
    (later("geometry"), "geometry", Action.GEOMETRY),
)
"""Switches of what is drawn over the bodies: word, overlay, action."""
TAKEN = (
    (later("Save the picture"), Action.SCREENSHOT_BARE),
    (later("To the clipboard"), Action.SCREENSHOT_COPY),
    (later("Poster"), Action.POSTER),
    (later("Line drawing"), Action.DRAWING),
)
"""Buttons that make a picture."""


class PhotoMode:
    """The photo mode. open: whether it is shown in place of all panels, of its own panel the header alone where it is
    folded. caption: words below the picture, or "".
    """

    def __init__(self) -> None:
        self.open = self.folded = False
        self.caption = ""
        self._method: tuple[object, str] = None, ""

    def toggle(self) -> None:
        """Enter or leave the photo mode."""
        self.open = not self.open
        self._method = None, ""

    def build(self, desk: PanelContext, size: tuple[int, int]) -> tuple[Box, list[Box]]:
        """Build what is over the picture; return the area for its names, and the boxes that they leave free."""
        em = desk.theme.em
        self._tell_method(desk)
        margin, whole = MARGIN * em, (0.0, 0.0, float(size[0]), float(size[1]))
        covered = [draw_caption(self.caption, desk.theme, size, desk.status.scenes)] if self.caption else []
        lowest = covered[0][1] if covered else float(size[1])
        left = max(size[0] - margin - (FOLDED_WIDTH if self.folded else PANEL_WIDTH) * em, margin)
        place = left, margin, size[0] - margin, size[1] - margin
        done = build_frame("photo", later("Photo"), place, self._content, desk, fits=True, folded=self.folded)
        self.folded ^= done.folded
        self.open = not done.closed
        panels = [done.box]
        hangs = done.box[0] > (WIDTH + 3.0) * em  # what is saved has scale bars and caption at the lower left
        height = build_renders(desk, margin, margin if hangs else lowest - margin, panels, hangs)
        bottom, top = lowest - margin - (0.0 if hangs else height), margin + (height if hangs else 0.0)
        build_signs(desk, 0.5 * done.box[0], (margin, top, size[0] - margin, bottom), panels, bare=True)
        panels += build_toasts(desk, size[0] / 2, bottom, 0.5 * size[0], panels)
        covered += build_scale_bars(desk, size, (0.0, 0.0, whole[2], lowest), covered)
        return whole, covered

    def _tell_method(self, desk: PanelContext) -> None:
        """Tell in a message that another method has been chosen by a key."""
        session = desk.session
        method = session.run, session.simulation.integrator.title
        if self._method[0] is method[0] and self._method != method:
            desk.note(f"{tr('Method')}\u2002{tr(method[1])}", METHOD)
        self._method = method

    def _content(self, desk: PanelContext) -> None:
        """Build the widgets of the panel."""
        theme, status, shown = desk.theme, desk.status, desk.session.run.shown
        build_quality(desk)
        change = desk.checked(BLUR, lambda each: _use_lens(desk, blur=each))
        parameter_row(BLUR, status.blur, change, theme, PERCENT)
        if status.blur and parts(status.drawn or status.quality)[0] != "high":
            small(tr("seen in quality high"), theme)
        change = desk.checked(EXPOSURE, lambda each: _use_lens(desk, exposure=each))
        parameter_row(EXPOSURE, status.exposure, change, theme, STOPS)
        if status.scenes and status.scenes[0].has_hours:
            change = desk.checked(HOUR, lambda each: _use_hour(desk, each))
            parameter_row(HOUR, USUAL_HOUR if status.hour is None else status.hour, change, theme, HOURS)
        build_room(desk)
        for place, (words, name, action) in enumerate(MARKS):
            if place % 2:
                imgui.same_line(LABEL_WIDTH * theme.em + imgui.get_style().window_padding.x)
            if switch(tr(words), shown.by_name[name], theme):
                desk.ask(action)
        labelled("", later("caption"), theme)
        imgui.set_next_item_width(-1.0)
        _, self.caption = imgui.input_text_with_hint("##caption", tr(desk.session.scene.title), self.caption)
        BOXES.control("caption")
        # one row in both cases: buttons that jump while the caption is typed are missed
        if button(tr("No caption") if self.caption else tr("Caption: the title"), width=-1.0):
            self.caption = "" if self.caption else tr(desk.session.scene.title)
        half = 0.5 * (imgui.get_content_region_avail().x - imgui.get_style().item_spacing.x)
        for place, (words, action) in enumerate(TAKEN):
            if place % 2:
                imgui.same_line()
            if button(tr(words), matters=place == 0, width=half):
                desk.ask(action)
            tip(f"{tr(action.value)} ({shown_keys(action)})", theme)


def _use_lens(desk: PanelContext, blur: float | None = None, exposure: float | None = None) -> None:
    """Ask for another blur, or another exposure."""
    status = desk.status
    exposed = status.exposure if exposure is None else exposure
    desk.ask(LensRequest(status.blur if blur is None else blur, exposed, status.hour))


def _use_hour(desk: PanelContext, hour: float) -> None:
    """Ask for the light of another hour; about the usual one, for the usual light."""
    status = desk.status
    usual = abs(hour - USUAL_HOUR) < SAME_HOUR
    desk.ask(LensRequest(status.blur, status.exposure, None if usual else hour))
