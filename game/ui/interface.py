"""The user interface: panels and overlays of each frame, and the routing of events."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui
from msgspec.structs import replace

from game.experiments.measurements.measured import MeasuredTable
from game.experiments.measurements.table_file import FileTable
from game.model.input import Action, Event, Key, PointerMotion
from game.model.key_bindings import shown_keys
from game.model.messages import InterfaceStatus, Request
from game.model.overlay import InterfaceFrame
from game.model.panel_layout import MARGIN, NO_PANELS, PanelState, scale_in
from game.model.run_events import TimelineEvent
from game.model.scene_marks import NO_MARKS, SceneMarks
from game.model.settings import DEFAULTS, Settings
from game.model.shown.sentence import Sentence
from game.model.words import language_in_use, later, tr
from game.session.files.folder import working_folder
from game.session.session import Session
from game.session.undoing import FIRST_RUN
from game.ui.backend import Imgui
from game.ui.control_keys import ControlKeys
from game.ui.ending_card import build_ending, build_recovered
from game.ui.event_feed import EventFeed
from game.ui.file_dialogs.dialogs import FileDialogs, build_file_rows
from game.ui.finder import Finder
from game.ui.label_placement import Box
from game.ui.labels import LabelRenderer, draw_film_title, title_boxes
from game.ui.layout.dock import NO_SOUND
from game.ui.layout.panels import OPENING, Panels
from game.ui.learn.challenge_card import build_cards
from game.ui.note_placement import NotePlacement
from game.ui.overlays import (
    build_divergence,
    build_hint,
    build_note,
    build_signs,
    build_toasts,
    build_way_back,
    tell_way_back,
)
from game.ui.panels.context import HINT, NOTE, InterfaceStyle, PanelContext
from game.ui.panels.help import HelpSearch, build_help
from game.ui.panels.photo import PhotoMode
from game.ui.panels.record import RecordPanel
from game.ui.panels.settings import SettingsPanel, build_settings
from game.ui.quit_question import QuitQuestion, loses
from game.ui.render_rows import build_renders
from game.ui.scale_bars import build_scale_bars
from game.ui.symbol_links import names_in
from game.ui.widgets.basic import ANY_POPUP, WINDOW_END
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import THEMES, Theme

if TYPE_CHECKING:
    from game.experiments.measurements.thrown_state import ThrownState

FIRST_HINT = later("Drag turns the view · Ctrl+drag pulls · {pause} stops time · {help}: keys")
DROPPED = later(
    "The branch “{name}” is no longer kept: the branches have reached the memory that is set aside for them."
)
SHOWN = (*OPENING, Action.NEXT_SCENE, Action.PREVIOUS_SCENE)
"""Actions of panels and lessons, which photo mode would hide."""
EVENT, MAX_EVENTS = "event", 3
"""Topic of the message about what has happened in the motion, and how many events of one picture it tells."""
MIN_MESSAGE_WIDTH = 18.0
"""Least width of messages between the side panels [em]."""
MESSAGES_HEIGHT = 14.0
"""Height above the dock in which messages avoid panels at the right [em]."""
LEAST_PICTURE = 0.33
"""Least part of the window's height in which the body is framed above a tour or the reason why a run stopped."""
CARET_PERIOD = 0.2
"""Seconds between two frames with the caret of a text field, which blinks."""


class Interface:
    """The user interface, built in every frame from the present session.

    fonts: folder of the font files. scale: of all panels and words, at least 1; reduced if the window is too small.
    theme: of their colours, one of `THEMES`. settings: the others of the user. `act` performs the actions of the
    interface itself; `requests` returns those of its buttons. `free`: the part of the window not covered by panels:
    left, top, right and bottom edges, as fractions of the width and height of the window. `corner`: of that, the upper
    right corner which the readings cover, or None. `recovered`: files of machines that were not saved, each of which a
    card asks about. `titled`: opacity of the title, over a picture without panels.
    """

    def __init__(
        self,
        session: Session,
        fonts: Path,
        scale: float = 1.0,
        theme: str = THEMES[0],
        panels: PanelState = NO_PANELS,
        marks: SceneMarks = NO_MARKS,
        settings: Settings = DEFAULTS,
    ) -> None:
        self.visible = True
        self.help = False
        self.asks_to_quit = False
        self.quit = False
        self._question = QuitQuestion()
        self._imgui = Imgui()
        self._feed = EventFeed()
        self._control_keys = ControlKeys()
        look = InterfaceStyle(theme, scale)
        self._desk = PanelContext(session, Theme(fonts, scale, theme), look=look, settings=settings, marks=marks)
        self._settings_panel = SettingsPanel()
        self.files, self.finder, self._search = FileDialogs(), Finder(), HelpSearch()
        self.settings_open = False
        self.panels, self.photo = Panels(panels), PhotoMode()
        self.lettering = LabelRenderer()
        self._lettered: tuple[object, int] = None, 0
        self._note = NotePlacement()
        self.free: Box = (0.0, 0.0, 1.0, 1.0)
        self.corner: Box | None = None
        self.recovered = self._desk.recovered
        self.titled = 0.0
        self._language = self._desk.language = language_in_use()
        self._fresh = True
        self._noticed = 0
        self._ahead: list[TimelineEvent] = []
        self._opened: object = None
        self._untold = False
        self._lists_open = self._close_lists = False
        self._left = False
        """Whether a person has hidden the panels, who is told how they come back; a film has none to come back."""
        self._bare = self._retried = False
        """Whether nothing but messages is built, because the panels have failed; whether they are tried again."""

    @property
    def look(self) -> InterfaceStyle:
        """The requested theme and scale."""
        return self._desk.look

    @look.setter
    def look(self, look: InterfaceStyle) -> None:
        self._desk.look = look

    @property
    def lit(self) -> frozenset[str]:
        """Names in the picture that the reading under the pointer mentions; none for a film without the panels."""
        filmed = self._desk.status.recording is not None and not self.record.choice.panels
        return frozenset() if filmed else self._desk.lit

    def keep_still(self, still: bool) -> None:
        """Set whether nothing fades or glides."""
        self._desk.still = still

    @property
    def settings(self) -> Settings:
        """The settings as the user has chosen them in the panels."""
        look, desk = self.look, self._desk
        panels, marks = self.panel_state, self.marks
        return replace(desk.settings, theme=look.theme, ui_scale=look.scale, panels=panels, scenes=marks)

    def report(self) -> dict[str, Any]:
        """Return the state of the interface for automated tests; boxes from the second call on.

        messages: texts of the messages shown. lit: names that are lit in the picture. help, asks_to_quit:
        whether these are open. boxes: those of `ItemBoxes` in the last frame.
        """
        BOXES.wanted = True
        messages = [toast.text for toast in self._desk.toasts]
        shown = {"messages": messages, "lit": sorted(self.lit), "boxes": BOXES.found}
        return {**shown, "help": self.help, "asks_to_quit": self.asks_to_quit}

    @property
    def record(self) -> RecordPanel:
        """The record dialog."""
        return self.panels.record

    @property
    def panel_state(self) -> PanelState:
        """The panels as they were left, for the next start."""
        return self.panels.state

    @property
    def marks(self) -> SceneMarks:
        """Favourite and recent scenes, for the next start."""
        return self._desk.marks

    def list_saved(self, folder: Callable[[], Path]) -> None:
        """Add the scenes of a folder to the list of scenes; it is read whenever the list is opened."""
        self._desk.saved_in = folder

    def note_file(self, path: Path) -> None:
        """Remember a file that was opened, and close what it was chosen in."""
        self._desk.marks = self._desk.marks.opened_file(str(working_folder() / path))
        self.panels.close("scenes")

    def ask_columns(self, table: FileTable) -> None:
        """Ask what the columns of a table are."""
        self.visible = True
        self.files.ask_columns(table, self._desk)

    @property
    def columns_of(self) -> FileTable | None:
        """The table whose columns are asked about, None for none."""
        return self.files.columns.table

    @property
    def files_busy(self) -> bool:
        """True while a dialog of files waits for a folder or for columns."""
        return self.files.busy

    def plot_table(self, table: MeasuredTable) -> None:
        """Show a table in the plots."""
        self.visible = True
        self.panels.plot(table, self._desk)

    def feed(self, event: Event) -> bool:
        """Process an event; return whether it belongs to the panels and not to the rest of the program."""
        self._imgui.activate()
        if isinstance(event, Key) and event.down:
            self._desk.drop(HINT)
        elif isinstance(event, PointerMotion) and self._left and not self.visible:
            tell_way_back(self._desk, not any(imgui.get_io().mouse_down))
        if self._settings_panel.take(event, self._desk):
            return True
        swallowed = self._control_keys.take(event) | self._feed.feed(event)
        self._desk.session.workshop.covered = self._feed.over_panel
        if self.asks_to_quit:
            answer, used = self._question.take(event)
            self.quit, self.asks_to_quit = self.quit or answer is True, answer is None
            return swallowed or used
        if swallowed or not (isinstance(event, Key) and event.name in ("return", "enter")):
            return swallowed
        if self.files.asking:
            return True
        covered = not self.visible or self.photo.open or self.help or self.settings_open or self.files.chooser.open
        return event.down and not (covered or event.repeat) and self.panels.tours.enter(self._desk)

    def in_turn(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield, in order, the events to process before the next frame (`EventFeed.in_turn`)."""
        return self._feed.in_turn(events)

    @property
    def waiting(self) -> bool:
        """True while events wait for the next frame."""
        return self._feed.waiting

    @property
    def change_in(self) -> float:
        """Return the seconds after which the last frame changes by itself: a message, a label or a caret."""
        self._imgui.activate()
        caret = CARET_PERIOD if imgui.get_io().want_text_input else math.inf
        parts = self._desk, self.lettering, self.panels.start, self.panels.fade
        return min(caret, *(part.change_in for part in parts))

    @property
    def holds(self) -> bool:
        """True while a control of a panel is held, or typed into."""
        self._imgui.activate()
        return bool(imgui.is_any_item_active())

    def act(self, action: Action) -> bool:
        """Perform an action; return False if it is not one of the interface."""
        if self._bare:
            self._bare, self._retried = False, True
            if action is Action.INTERFACE:
                return True
        match action:
            case Action.HELP:
                self.help = not self.help
                if self.help:
                    self._feed.wait_for_field()
            case Action.FIND:
                self.finder.toggle()
                self._feed.wait_for_field()
            case Action.CONTROLS:
                self._control_keys.next_panel()
            case Action.SETTINGS:
                self.settings_open = not self.settings_open
            case Action.PHOTO:
                self.photo.toggle()
            case Action.INTERFACE if self.photo.open:
                self.photo.toggle()
            case Action.INTERFACE:
                self.visible = not self.visible
                self._left = not self.visible
                tell_way_back(self._desk, self._left)
            case Action.RECORD_DIALOG:
                self.photo.open = False
                self.record.toggle()
            case Action.MUTE if self._desk.status.sound == "no device":
                self.say(tr(NO_SOUND), warning=True)
            case Action.MUTE:
                self._desk.settings = replace(self._desk.settings, muted=not self._desk.settings.muted)
            case Action.PLATE:
                self.record.ask_picture(self._desk, "plate")
            case Action.LONG_EXPOSURE:
                self.record.ask_picture(self._desk, "exposure")
            case Action.DRAWING:
                self.record.ask_picture(self._desk, "drawing")
            case Action.POSTER:
                self.record.ask_picture(self._desk, "poster")
            case Action.RECORD_LAST:
                self.record.ask_picture(self._desk, "film")
            case Action.SAVE_AS:
                self.asks_to_quit = False
                if self.files.name.ask(self._desk):
                    self._feed.wait_for_field()
            case Action.OPEN_FILE:
                self.files.toggle(self._desk)
                self._feed.wait_for_field()
            case Action.CLOSE:
                self._close_something()
            case _:
                if action is Action.SCENES:
                    self._feed.wait_for_field()
                done = self.panels.act(action, self._desk)  # in photo mode panels and lessons would not be seen
                if (done and action in SHOWN) or any(panel.action is action for panel in self.panels.rail):
                    self.photo.open = False
                return done
        return True

    def ask_to_leave(self, status: InterfaceStatus) -> bool:
        """Return whether the window may close; where something would be lost, ask first, and return False.

        Who closes the window while the question is shown has answered it.
        """
        if self.asks_to_quit or not loses(status):
            return True
        self.asks_to_quit = True
        return False

    def _close_something(self) -> None:
        """Close what is uppermost: a list, dialog, help or panel; then show the panels; else ask whether to quit."""
        if self._lists_open:
            self._close_lists = True
        elif self.asks_to_quit:
            self.asks_to_quit = False
        elif self.finder.open:
            self.finder.toggle()
        elif self.settings_open:
            self.settings_open = self._settings_panel.stop_waiting()
        elif self.help:
            self.help = False
        elif self.files.close(self._desk):
            pass
        elif self.photo.open:
            self.photo.toggle()
        elif not self.visible:
            self.act(Action.INTERFACE)
        elif self.record.open:
            self.record.toggle()
        elif self.panels.close_last(self._desk):
            pass
        else:
            self.asks_to_quit = True

    def say(self, text: str, warning: bool = False, about: str = "", file: Path | None = None) -> None:
        """Show a message for some seconds; about: its topic, whose last message it replaces.

        file: what it is about, with a button that shows its folder.
        """
        if about and not warning:
            self._desk.note(text, about)
        else:
            self._desk.say(text, warning, file)

    def warn(self, error: Exception) -> None:
        """Show what is wrong, in the language in use."""
        self._desk.warn(error)

    def greet(self) -> None:
        """Show the message of the first start; the next key, or its cross, removes it."""
        keys = {"pause": Action.PAUSE, "help": Action.HELP}
        self._desk.drop(NOTE)
        self._untold = True
        self._desk.hint(tr(FIRST_HINT, **{name: shown_keys(action) for name, action in keys.items()}))

    def requests(self) -> list[Request]:
        """Return the requests of the panels since the last call."""
        requested, self._desk.requests = self._desk.requests, []
        return requested

    def frame(self, size: tuple[int, int], seconds: float, status: InterfaceStatus) -> InterfaceFrame:
        """Build the interface for a window of `size` points, `seconds` of wall time after the last frame."""
        WINDOW_END.failed = ""
        try:
            if self._fresh:  # Dear ImGui shows panels once measured, and those between them one frame later
                self._fresh = False
                measuring = [self._built(size, passed, status) for passed in (seconds, 0.0)]
                self._note.place_kept = None
                return _last([*measuring, self._built(size, 0.0, status)])
            built = self._built(size, seconds, status)
            self._retried = self._retried and self._bare
            return built
        except Exception:
            self._imgui.recover()
            raise

    def give_way(self, times: int) -> None:
        """Do less in the next frame, because `frame`, or the drawing of what it has built, has failed so often.

        First the panel that has failed is closed; then nothing is built but messages, until a key asks for a panel.
        """
        self._imgui.send_again()
        self.panels.close_failed(WINDOW_END.failed)
        self.photo.open = self.photo.open and WINDOW_END.failed != "photo"
        if times > 1 or self._retried:
            self._bare = True
            self.photo.open = False
            self.help = self.settings_open = self.asks_to_quit = self.finder.open = False
            self.files.close(self._desk)

    def close(self) -> None:
        """Free the resources of Dear ImGui."""
        self._imgui.close()

    def _built(self, size: tuple[int, int], seconds: float, status: InterfaceStatus) -> InterfaceFrame:
        self._desk.status = status
        self._desk.pass_time(seconds)
        self._desk.forget_pointed()
        self._note_events()
        self._fit(size)
        self._desk.session.workshop.covered = self._feed.over_panel  # panels open under a pointer at rest, too
        self._note_scene()
        self._control_keys.begin(self._lists_open)
        self._imgui.begin(size, status.pixel_ratio, seconds)
        self._control_keys.focus()
        if self._close_lists and imgui.is_popup_open("", ANY_POPUP):  # its own handling of Esc may have closed it
            imgui.internal.close_popup_to_level(0, False)
        self._close_lists = False
        self.free, self.corner = (0.0, 0.0, 1.0, 1.0), None
        self._desk.watch(plots=self.visible and self.panels.shows_plots, tuning=self.panels.shows_map)
        if not (self.visible and self.panels.is_open("method")):
            self._desk.watch_trial(False)
        self._desk.glass.begin()
        BOXES.begin()
        self._desk.names, self._desk.lit = names_in(status.scenes), frozenset()
        self._desk.pointed = self.lettering.pointed
        if self._bare:
            build_toasts(self._desk, size[0] / 2, size[1] - self._desk.theme.em, size[0], [])
        elif self.photo.open:
            self._desk.free = self.free
            self._letter(size, seconds, *self.photo.build(self._desk, size))
        elif self.visible:
            self._lay_out(size, seconds)
        else:
            whole = 0.0, 0.0, *size
            covered = build_scale_bars(self._desk, size, whole, [])
            if self.titled > 0.0:
                title = tr(self._desk.session.scene.title)
                covered.append(draw_film_title(title, self._desk.theme, self.titled, self._desk.status.scenes))
            if self._left:
                build_way_back(self._desk, size)
            self._letter(size, seconds, whole, covered)
        table = self.files.build(self._desk, size)
        if table is not None:
            self.plot_table(table)
        if self.finder.open:
            self.finder.build(self._desk, size, self.panels.is_open)
        if self.help:
            self.help = build_help(self._desk, size, self._search)
        if self.settings_open:
            self.settings_open = build_settings(self._settings_panel, self._desk, size)
        else:
            self._settings_panel.stop_waiting()
        if self.asks_to_quit:
            answer = self._question.build(self._desk, size)
            self.quit = self.quit or answer is True
            self.asks_to_quit = answer is None
        else:
            self._question.leaves = False
        self._lists_open = imgui.is_popup_open("", ANY_POPUP)
        panes = self._desk.glass.panes(self._desk.theme)
        self._feed.seen()
        return replace(self._imgui.end(), panes=panes)

    def _note_events(self) -> None:
        """Show messages for the events of the motion that the picture has come to since the last frame."""
        self._note_undo()
        latest = [happening.occurrence for happening in self._due_events()]
        quiet = {event.name for event in self._desk.session.simulation.system.events if event.quiet}
        loud = [occurrence for occurrence in latest if occurrence.name not in quiet]
        if loud:  # one message, so that the two ends of a hop do not come and go as two
            words = later("t = {time:.6g} s: {event}")
            told = [tr(words, time=each.time, event=tr(each.meaning)) for each in loud[-MAX_EVENTS:]]
            self._desk.note("\n".join(told), EVENT)

    def _due_events(self) -> list[TimelineEvent]:
        """Return the events that the picture, drawn between two ticks, has come to since the last frame."""
        session = self._desk.session
        past, run = session.past, session.simulation
        if self._opened is not run:
            self._ahead = []
        new, self._noticed = past.events.noticed - self._noticed, past.events.noticed
        waiting = [*self._ahead, *(past.events.happenings[-new:] if new else ())]
        now, drawn = past.now(run), past.history.time(run) - session.behind
        self._ahead = [each for each in waiting if each.time > drawn and each.tick <= now]
        return [each for each in waiting if each.time <= drawn]

    def _note_undo(self) -> None:
        """Show what was undone or repeated, and which branches were dropped."""
        session = self._desk.session
        if session.undo.notice is not None:
            self._desk.note(session.undo.notice.words(self._desk.units), "undo")
            session.undo.notice = None
        for name in session.past.dropped:
            dropped = Sentence(DROPPED, name=name or Sentence(FIRST_RUN))
            self._desk.say(dropped.words(self._desk.units), warning=True)
        session.past.dropped.clear()

    def _note_scene(self) -> None:
        """Show the note of a scene that was just opened if the controls, which show it, are closed; after the hint."""
        session = self._desk.session
        if self._opened is not session.simulation:
            if self._opened is not None:
                _drop_of_other_runs(self._desk)
            self._opened = session.simulation
            self._desk.marks = self._desk.marks.opened(session.scene.name)
            self._untold = True
            _show_plots(self.panels, session)
            _show_recordings(self, session.run.thrown)
        if self._untold and not self._desk.hinted:
            self._untold = False
            told = self.panels.is_open("body") or self.panels.is_open("explain") or self.panels.tours.tour is not None
            if session.scene.note and not told and session.simulation.divergence is None:
                self._desk.note(tr(session.scene.note), NOTE)

    def _fit(self, size: tuple[int, int]) -> None:
        """Reduce the scale to the window, and update the theme."""
        self._imgui.activate()
        self._desk.theme.activate()
        if self._language != language_in_use():
            self._language = self._desk.language = language_in_use()
        theme, look = self._desk.theme, self._desk.look
        scale = scale_in(size, look.scale)
        if scale != theme.scale:
            theme.rescale(scale)
        if look.theme != theme.name:
            theme.recolor(look.theme)

    def _letter(self, size: tuple[int, int], seconds: float, area: Box, covered: list[Box]) -> None:
        """Draw the labels of the scenes, which are shown without panels too; none where no line has room."""
        io = imgui.get_io()
        over = not io.want_capture_mouse and not any(io.mouse_down) and imgui.is_mouse_pos_valid()
        pointer = (io.mouse_pos.x, io.mouse_pos.y) if over else None
        scenes = self._desk.status.scenes if area[3] - area[1] > 2.0 * self._desk.theme.em else ()
        session = self._desk.session
        lettered = session.simulation, session.run.arrows.jumps
        if lettered != self._lettered:
            self.lettering.reset()
            self._desk.bar_values.clear()
            self._lettered = lettered
        self.lettering.draw(scenes, size, area, covered, self._desk.theme, seconds, pointer)

    def _lay_out(self, size: tuple[int, int], seconds: float) -> None:
        desk, em = self._desk, self._desk.theme.em
        margin = MARGIN * em
        room = self.panels.build(size, desk)
        self.free = desk.free = room.left / size[0], room.top / size[1], room.right / size[0], room.bottom / size[1]
        if (box := room.corner) is not None:
            self.corner = box[0] / size[0], box[1] / size[1], box[2] / size[0], box[3] / size[1]
        if (frame := self.record.frame(desk)) is not None:
            self.free = frame[0] / size[0], frame[1] / size[1], frame[2] / size[0], frame[3] / size[1]
            self.record.build_corners(desk)
        height = room.bottom - MESSAGES_HEIGHT * em
        low = (box[0] - margin for box in room.covered if box[3] > height and box[0] > room.left)
        right = min(room.right, *low, size[0])
        left = max(room.left, *(box[2] for box in room.covered if box[3] > height and box[2] < right), 0.0)
        width = max(right - left - 2 * margin, MIN_MESSAGE_WIDTH * em)
        middle = min(max((left + right) / 2, left + width / 2), size[0] - width / 2)
        height = build_divergence(desk, middle, room.bottom - margin, width)
        cards = self.panels
        led = cards.start.open or cards.tours.open or cards.challenges.is_open(desk)
        place = middle, room.bottom - margin - height, width
        height += build_cards((cards.start, cards.tours), cards.challenges, desk, place)
        if frame is None and room.bottom - height - room.top >= LEAST_PICTURE * size[1]:
            self.free = desk.free = *self.free[:3], (room.bottom - height) / size[1]
        height += build_file_rows(desk, room.left + margin, room.bottom - margin - height, room.covered)
        height += build_renders(desk, room.left + margin, room.bottom - margin - height, room.covered)
        between = left + margin, right - margin
        height += build_ending(desk, middle, room.bottom - margin - height, width, led)
        height += build_recovered(desk, middle, room.bottom - margin - height, width)
        height += build_hint(desk, between, room.bottom - margin - height, room.covered)
        bottom = room.bottom - margin - height
        top = build_signs(desk, middle, (margin, max(room.top, margin), size[0] - margin, bottom), room.covered)
        covered = [*room.covered, *build_toasts(desk, middle, bottom, width, room.covered)]
        free = (
            self.free[0] * size[0],
            self.free[1] * size[1],
            self.free[2] * size[0],
            min(bottom, self.free[3] * size[1]),
        )
        covered += build_scale_bars(desk, size, free, covered)
        area = margin, top, size[0] - margin, room.bottom - margin
        hidden = self.help or self.settings_open or led or frame is not None
        if not hidden and desk.session.simulation.divergence is None:
            titles = title_boxes(desk.status.scenes, size, area, covered, desk.theme)
            around = [*covered, *titles]
            noted = build_note(desk, self._note, (between[0], top, area[2], bottom), middle, around, seconds)
            covered += [noted] if noted is not None else []
        self._letter(size, seconds, area, covered)


def _last(built: list[InterfaceFrame]) -> InterfaceFrame:
    """Return the last of several frames, with the texture updates of all."""
    return replace(built[-1], textures=[texture for each in built for texture in each.textures])


def _drop_of_other_runs(desk: PanelContext) -> None:
    """Remove the messages about the run of a scene that is not open any more."""
    desk.toasts = [each for each in desk.toasts if each.run is None or each.run is desk.session.run]


def _show_plots(panels: Panels, session: Session) -> None:
    """Show the plots with which a scene opens, where it names any."""
    if session.scene.plots:
        panels.shows_plots, panels.shows_map = True, False
        panels.plots.show_these(session.scene.plots, session.simulation.system)


def _show_recordings(interface: Interface, thrown: ThrownState | None) -> None:
    """Open the panel of the recordings that a scene file names; say why where they cannot be read."""
    if thrown is None or thrown.kept is None:
        return
    if thrown.lost:
        interface.say(tr(thrown.lost), warning=True)
    elif not interface.panels.is_open("compare"):
        interface.act(Action.COMPARE)
