"""View section of the controls: quality, camera, display switches and style of the interface."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from imgui_bundle import imgui

from game.model.frame import Room, Surroundings
from game.model.input import Action
from game.model.key_bindings import shown_key, shown_keys
from game.model.messages import BookmarkRequest, CameraRequest, QualityRequest
from game.model.settings import MAX_SCALE, MIN_SCALE, THEMES
from game.model.words import later, tr
from game.ui.panels.cloud import build_sculpture
from game.ui.panels.context import InterfaceStyle, PanelContext
from game.ui.panels.settings import THEME_NAMES
from game.ui.widgets.basic import button, segmented, small, switch, tip
from game.ui.widgets.fields import LABEL_WIDTH, choice, labelled
from game.ui.widgets.number_text import PERIOD
from game.ui.widgets.symbols import symbol_size
from game.ui.widgets.theme import Theme
from physics.core.turning import TURNING

AUTO = "auto"
QUALITY_WORDS = {AUTO: later("Auto"), "low": later("Low"), "medium": later("Medium"), "high": later("High")}
ROOM_WORDS = {
    AUTO: later("as usual"),
    Room.LIBRARY: later("library in the evening"),
    Room.LABORATORY: later("laboratory in the evening"),
    Room.WORKSHOP: later("workshop by day"),
}
SCALES = (1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5)
"""Available text sizes."""
BOOKMARKS = 9
PATH_WORDS = {
    "tip": later("tip"), "contact": later("contact"), "centre": later("centre"), "joint": later("joint"),
    "counterweight": later("counterweight"), "stone": later("stone"), "nut": later("nut"), "jumper": later("jumper"),
    "rear track": later("rear track"), "front track": later("front track"), "momentum": later("tip of L"),
    "B0": "B₀", "BN": "Bₙ",
}  # fmt: skip
"""Names of the traces of systems that are no machine and no equations of one's own, as they are shown."""
MEANINGS = {kind.symbol: kind.meaning for kind in TURNING}
"""What the arrows mean that are not there at first, by their symbols."""
SWITCH = 2.8
"""Width of a switch without its words [em]."""
UPDATE_PERIOD = 5.0 * PERIOD
"""Wall time [s] between updates of the frame time."""


def _with_key(action: Action, words: str = "") -> str:
    """Return what an action does, with its keys."""
    return f"{tr(words or action.value)} ({shown_keys(action)})"


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
        build_quality(desk)
        if desk.status.drawn:
            self._pace(desk)
        self._camera(desk)
        build_room(desk)
        _shown(desk)
        _interface(desk)

    def _pace(self, desk: PanelContext) -> None:
        """Build the quality in use and the frame rate, updated at intervals."""
        tier, scale = parts(desk.status.drawn)
        rate, now = desk.status.frames_per_second, imgui.get_time()
        if now >= self._due or now < self._due - UPDATE_PERIOD:
            self._due = now + UPDATE_PERIOD
            self._words = f"{tr(QUALITY_WORDS[tier])}, {scale:.0%}"
            if rate > 0.0:
                self._words += tr(
                    " · {milliseconds:.0f} ms · {rate:.0f} per second", milliseconds=1e3 / rate, rate=rate
                )
        small(self._words, desk.theme)

    def _camera(self, desk: PanelContext) -> None:
        theme, status = desk.theme, desk.status
        labelled("", later("camera"), theme)
        modes = [(mode, tr(mode), "") for mode in status.cameras]

        def ask(mode: str) -> None:
            desk.ask(CameraRequest(mode))

        choice("##camera", modes, status.camera, ask, theme, _with_key(Action.CAMERA_MODE))
        labelled("", later("bookmarks"), theme)
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
                    desk.ask(BookmarkRequest(number))
                name = tr(kept[number]) or tr("bookmark")
                tip(tr("{name}: fly there ({number})", name=name, number=number), theme)
            else:
                if button("+##bookmark", width=side):
                    desk.ask(BookmarkRequest(number, keep=True))
                keys = shown_key(f"ctrl+{number}")
                tip(tr("save this view as bookmark {number} ({keys})", number=number, keys=keys), theme)


def build_quality(desk: PanelContext) -> None:
    """Build the choice of the quality and of the resolution."""
    theme, status = desk.theme, desk.status
    tier, scale = parts(status.quality)
    names = list(dict.fromkeys(parts(each)[0] for each in status.qualities))
    imgui.set_next_item_width(-1.0)
    wanted = segmented("quality", [(name, tr(QUALITY_WORDS[name])) for name in names], tier, theme)
    if wanted is not None:
        scaled = f"{wanted}@{scale:g}"
        desk.ask(QualityRequest(scaled if wanted != AUTO and scaled in status.qualities else wanted))
    drawn, at = parts(status.drawn) if status.drawn else (tier, scale)
    scales = [parts(each)[1] for each in status.qualities if parts(each)[0] == drawn]
    if len(scales) > 1:
        labelled("", later("resolution"), theme)
        options = [(f"{each:g}", f"{each:.0%}") for each in scales]
        chosen = segmented("resolution", options, f"{at:g}", theme)
        if chosen is not None:
            desk.ask(QualityRequest(drawn if chosen == "1" else f"{drawn}@{chosen}"))


def build_room(desk: PanelContext) -> None:
    """Build the choice of the room, where there is a table in one."""
    scenes = desk.status.scenes
    if scenes and scenes[0].stage is not Surroundings.STUDIO:
        return
    labelled("", later("room"), desk.theme)
    rooms = [(name, tr(words), "") for name, words in ROOM_WORDS.items()]
    about = tr("where the table stands; also in scenes opened later")
    choice("##room", rooms, desk.session.run.room, desk.session.use_room, desk.theme, about)


def _shown(desk: PanelContext) -> None:
    """Build the switches for what is drawn in addition to the bodies, in two columns."""
    session, theme = desk.session, desk.theme
    switches = [
        (later("vectors"), session.run.shown.vectors, Action.VECTORS, later("ω, L and other vectors")),
        (later("traces"), session.run.shown.traces, Action.TRACES, later("trajectories of points")),
        (
            later("geometry"),
            session.run.shown.geometry,
            Action.GEOMETRY,
            later("geometric constructions: angles, cones, curves"),
        ),
        (
            later("depth of field"),
            desk.status.lens,
            Action.DEPTH_OF_FIELD,
            later("blur outside the focus; in quality high"),
        ),
    ]
    if session.run.shown.body_view or session.look.second_stage() is not None:
        switches.append((later("body view"), session.run.shown.body_view, Action.BODY_VIEW, session.look.second_about))
    if session.run.shown.binet or session.look.momentum_stage() is not None:
        about = later("the sphere of |L| and the ellipsoid of energy, on which L moves in the body")
        switches.append((later("Binet"), session.run.shown.binet, Action.BINET, about))
    about = later("the motion of many starts in a phase plane, with time going up")
    switches.append((later("sculpture"), session.run.shown.sculpture, Action.SCULPTURE, about))
    for place, (words, on, action, about) in enumerate(switches):
        if place % 2:
            imgui.same_line(LABEL_WIDTH * theme.em + imgui.get_style().window_padding.x)
        if switch(tr(words), on, theme):
            desk.ask(action)
        tip(_with_key(action, about), theme)
    _arrows(desk)
    _traces(desk)
    if session.run.shown.sculpture:
        build_sculpture(desk)


def _arrows(desk: PanelContext) -> None:
    """Build a switch for each arrow of the picture, where there are several, in rows."""
    arrows = desk.session.run.arrows
    if not desk.session.run.shown.vectors or len(arrows.labels) < 2:
        return
    labelled("", later("arrows"), desk.theme)
    for label, words in _in_rows({label: label for label in arrows.labels}, desk.theme):
        if switch(words, arrows.is_on(label), desk.theme, symbol=True):
            arrows.switch(label)
        about = MEANINGS.get(label, "")
        tip(tr(about) if about else tr("shows or hides the arrows {symbol}", symbol=label), desk.theme)


def _traces(desk: PanelContext) -> None:
    """Build a switch for each trace of the picture, where there are several, in rows."""
    traces = desk.session.run.traces
    if not desk.session.run.shown.traces or len(traces.names) < 2:
        return
    labelled("", later("paths"), desk.theme)
    for name, words in _in_rows({name: _path_words(name) for name in traces.names}, desk.theme):
        if switch(words, name not in traces.hidden, desk.theme):
            traces.hidden ^= {name}
        tip(tr("shows or hides the path of this point"), desk.theme)


def _path_words(name: str) -> str:
    """Return the name of a trace as it is shown."""
    kind, _, number = name.rpartition(" ")
    if number.isdecimal():
        return f"{tr(kind)} {number}"
    return tr(PATH_WORDS.get(name, name.replace("_", " ")))


def _in_rows(named: Mapping[str, str], theme: Theme) -> Iterator[tuple[str, str]]:
    """Yield names and words of switches: each is put beside the one before, or where there is no room below it."""
    style, right = imgui.get_style(), imgui.get_window_pos().x + imgui.get_window_size().x
    left = imgui.get_cursor_pos_x()
    for place, (name, words) in enumerate(named.items()):
        wide = symbol_size(words, theme.regular, theme.em)[0] + SWITCH * theme.em
        if place and imgui.get_item_rect_max().x + style.item_spacing.x + wide < right - style.window_padding.x:
            imgui.same_line()
        elif place:
            imgui.set_cursor_pos_x(left)
        yield name, words


def _interface(desk: PanelContext) -> None:
    """Build the choice of theme and text size."""
    theme, look = desk.theme, desk.look
    labelled("", later("theme"), theme)
    name = segmented("theme", [(each, tr(THEME_NAMES[each])) for each in THEMES], look.theme, theme)
    if name is not None:
        desk.look = InterfaceStyle(name, look.scale)
    labelled("", later("text size"), theme)
    sizes = [each for each in SCALES if MIN_SCALE <= each <= MAX_SCALE]
    options = [(f"{each:g}", f"{each:.0%}", "") for each in sizes]

    def use(size: str) -> None:
        desk.look = InterfaceStyle(desk.look.theme, float(size))

    about = tr("of all panels; kept for the next start")
    if theme.scale < look.scale:
        about = tr("of all panels; this window has room for {share:.0f} %", share=100.0 * theme.scale)
    choice("##text size", options, f"{look.scale:g}", use, theme, about)
