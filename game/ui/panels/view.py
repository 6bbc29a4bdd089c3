"""View section of the controls: quality, camera, display switches and style of the interface."""

from __future__ import annotations

from imgui_bundle import imgui

from game.model.input import Action
from game.model.settings import MAX_SCALE, MIN_SCALE, THEMES
from game.ui.panels.context import InterfaceStyle, PanelContext
from game.ui.widgets.basic import button, segmented, small, switch, tip
from game.ui.widgets.fields import LABEL_WIDTH, choice, labelled
from game.ui.widgets.number_text import PERIOD

AUTO = "auto"
SCALES = (1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5)
"""Available text sizes."""
BOOKMARKS = 9
UPDATE_PERIOD = 5.0 * PERIOD
"""Wall time [s] between updates of the frame time."""


def parts(quality: str) -> tuple[str, float]:
    """Return the tier and scale of a quality such as medium@0.75."""
    name, _, scale = quality.partition("@")
    return name, float(scale or 1.0)


class ViewPanel:
    """The view section of the controls."""

    def __init__(self) -> None:
        self._words, self._due = "", 0.0

    def build(self, desk: PanelContext) -> None:
        """Build the widgets of one frame."""
        self._quality(desk)
        self._camera(desk)
        _shown(desk)
        _interface(desk)

    def _quality(self, desk: PanelContext) -> None:
        theme, status = desk.theme, desk.status
        tier, scale = parts(status.quality)
        names = list(dict.fromkeys(parts(each)[0] for each in status.qualities))
        imgui.set_next_item_width(-1.0)
        wanted = segmented("quality", [(name, name.capitalize()) for name in names], tier, theme)
        if wanted is not None:
            desk.ask_quality(
                f"{wanted}@{scale:g}" if wanted != AUTO and f"{wanted}@{scale:g}" in status.qualities else wanted
            )
        drawn, at = parts(status.drawn) if status.drawn else (tier, scale)
        scales = [parts(each)[1] for each in status.qualities if parts(each)[0] == drawn]
        if len(scales) > 1:
            labelled("", "resolution", theme)
            options = [(f"{each:g}", f"{each:.0%}") for each in scales]
            chosen = segmented("resolution", options, f"{at:g}", theme)
            if chosen is not None:
                desk.ask_quality(drawn if chosen == "1" else f"{drawn}@{chosen}")
        if status.drawn:
            self._pace(desk, drawn, at)

    def _pace(self, desk: PanelContext, tier: str, scale: float) -> None:
        """Build the quality in use and the frame rate, updated at intervals."""
        rate, now = desk.status.frames_per_second, imgui.get_time()
        if now >= self._due or now < self._due - UPDATE_PERIOD:
            self._due = now + UPDATE_PERIOD
            pace = f" · {1e3 / rate:.0f} ms · {rate:.0f} per second" if rate > 0.0 else ""
            self._words = f"{tier}, {scale:.0%}{pace}"
        small(self._words, desk.theme)

    def _camera(self, desk: PanelContext) -> None:
        theme, status = desk.theme, desk.status
        labelled("", "camera", theme)
        modes = [(mode, mode, "") for mode in status.cameras]
        choice("##camera", modes, status.camera, desk.ask_camera, theme, f"{Action.CAMERA_MODE.value} (C)")
        labelled("", "bookmarks", theme)
        kept = dict(status.bookmarks)
        side = imgui.get_frame_height()
        room = imgui.get_content_region_avail().x
        gap = imgui.get_style().item_inner_spacing.x
        each_line = max(int((room + gap) / (side + gap)), 1)
        free = next((number for number in range(1, BOOKMARKS + 1) if number not in kept), None)
        left = imgui.get_cursor_pos_x()
        for place, number in enumerate([*kept, *([free] if free is not None else [])]):
            if place % each_line:
                imgui.same_line(0.0, gap)
            elif place:
                imgui.set_cursor_pos_x(left)
            if number in kept:
                if button(f"{number}##bookmark", width=side):
                    desk.ask_bookmark(number)
                tip(f"{kept[number] or 'bookmark'}: fly there ({number})", theme)
            else:
                if button("+##bookmark", width=side):
                    desk.ask_bookmark(number, keep=True)
                tip(f"save this view as bookmark {number} (Ctrl+{number})", theme)


def _shown(desk: PanelContext) -> None:
    """Build the switches for what is drawn in addition to the bodies, in two columns."""
    session, theme = desk.session, desk.theme
    switches = [
        ("vectors", session.vectors, Action.VECTORS, "ω, L and other vectors (V)"),
        ("traces", session.traces, Action.TRACES, "trajectories of points (T)"),
        ("geometry", session.geometry, Action.GEOMETRY, "geometric constructions: angles, cones, curves (O)"),
        (
            "depth of field",
            desk.status.lens,
            Action.DEPTH_OF_FIELD,
            "blur outside the focus; in quality high (X)",
        ),
    ]
    if session.body_view or session.look.second_stage() is not None:
        switches.append(("body view", session.body_view, Action.BODY_VIEW, "second view in body axes (B)"))
    for place, (words, on, action, about) in enumerate(switches):
        if place % 2:
            imgui.same_line(LABEL_WIDTH * theme.em + imgui.get_style().window_padding.x)
        if switch(words, on, theme):
            desk.ask(action)
        tip(about, theme)


def _interface(desk: PanelContext) -> None:
    """Build the choice of theme and text size."""
    theme, look = desk.theme, desk.look
    labelled("", "theme", theme)
    name = segmented("theme", [(each, each.capitalize().replace("-", " ")) for each in THEMES], look.theme, theme)
    if name is not None:
        desk.look = InterfaceStyle(name, look.scale)
    labelled("", "text size", theme)
    sizes = [each for each in SCALES if MIN_SCALE <= each <= MAX_SCALE]
    options = [(f"{each:g}", f"{each:.0%}", "") for each in sizes]

    def use(size: str) -> None:
        desk.look = InterfaceStyle(desk.look.theme, float(size))

    about = "of all panels; kept for the next start"
    if theme.scale < look.scale:
        about = f"of all panels; this window has room for {theme.scale:.0%}"
    choice("##text size", options, f"{look.scale:g}", use, theme, about)
