"""Main loop of the window: events, ticks, picture, panels, recording, screen."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game import startup
from game.app import state_report
from game.app.camera_actions import CameraActions
from game.app.captures import Captures
from game.app.desktop_settings import prefers_reduced_motion
from game.app.main_loop.fault_log import fault_file
from game.app.main_loop.frame_guard import PATIENT, FrameGuard
from game.app.main_loop.frame_need import FrameNeed, PictureNeeds
from game.app.main_loop.hands import Hands
from game.app.opened_files import OpenedFiles
from game.app.opening_picture import draw_opening_picture
from game.app.quality_control import QualityControl
from game.app.scene_opening import SceneOpening
from game.app.sketch_recovery import SketchRecovery, recovered
from game.app.window import Window
from game.app.window_sound import WindowSound
from game.camera.rig import CameraRig
from game.looks import usual_room
from game.model import key_bindings, messages, resources, settings
from game.model.frame import Room, SceneFrame, View
from game.model.input import (
    Action,
    Button,
    Event,
    FileDrop,
    Focus,
    Key,
    PadAxis,
    PadButton,
    PadChange,
    Quit,
    Resized,
)  # fmt: skip
from game.model.key_bindings import action_for
from game.model.overlay import InterfaceFrame
from game.model.panel_layout import initial_free_area
from game.model.quality import AUTO, QUALITIES
from game.model.settings import Settings
from game.model.words import tr, use_language
from game.render.gpu.gl_context import describe, window_context
from game.render.gpu.gpu_timer import PictureTimer
from game.render.lights import LIGHTS
from game.render.renderer import Renderer
from game.render.stage import stage_pictures
from game.scenefile import Scene
from game.session.actions import NextMethods
from game.session.compose import compose_frames
from game.session.pacing import TickBudget, processor_time
from game.session.past.log_file import KeptLog
from game.session.session import Session
from game.session.shown_overlays import ShownOverlays
from physics import BadInput, system_class
from physics.compiled import native

if TYPE_CHECKING:
    from game.app.renders import Renders
    from game.ui.interface import Interface

MAX_FRAME = 200_000_000
"""Greatest wall time of one frame that counts [ns]: a suspended machine causes no jump."""
MIN_FRAME = 4_000_000
"""Least duration of a frame [ns], where the driver does not wait for the screen."""
REST, HIDDEN_REST = 16_000_000, 150_000_000
"""Duration of a pass without a picture [ns], and of one of a window that nobody sees."""
REFRESH = 1 / 60
TICK_SHARE = 0.7
"""Part of a refresh that ticks may take; ticks that do not fit are dropped, and this is shown."""
SLOW_SHARE = 0.25
"""Part of a frame that ticks may take where drawing takes long, because more ticks are due there."""
CHECK_OPENGL = "POLHODE_CHECK_GL"


class App(PictureNeeds):
    """The program with its window.

    scene: the scene to open. size: of the window, None for one that fits the screen. seconds: quit after this time, or
    None. captures: folder for screenshots and videos, or None for the user's pictures folder. log: file for the event
    log, or None. look: returns the settings and what is wrong with their file, once the window is open; changes of them
    are saved. sound: whether there is any. welcome: whether a person who has never seen it is shown where to begin.
    Raises NoDisplay, NoOpenGL, BadInput; OSError or RecordingError for the log.
    """

    def __init__(
        self,
        scene: Scene,
        size: tuple[int, int] | None,
        fullscreen: bool = False,
        seconds: float | None = None,
        captures: str | None = None,
        log: str | None = None,
        look: Callable[[], tuple[Settings, str]] = lambda: (Settings(), ""),
        sound: bool = True,
        welcome: bool = False,
    ) -> None:
        startup.reached("imports")
        stage_pictures.read_ahead([usual_room(system_class(scene.system)) if scene.room == AUTO else Room(scene.room)])
        self.window = Window(size, "Polhode", fullscreen)
        self.ctx = window_context()
        if draw_opening_picture(self.ctx.screen, scene.name):
            self.window.flip()
        startup.reached("window")
        native.background.hold()  # the first frames come first
        self.session = Session(scene, patient=True)
        self.opened = self.session.simulation
        self.rig = CameraRig(self.session)
        self.camera = self.rig.lab
        self.rig.open()
        self.quality = QualityControl(scene.quality, bool(describe(self.ctx)["software"]))
        self.timer = PictureTimer(self.ctx)
        self.renderer = Renderer(self.ctx, self.window.buffer_size, *self.quality.drawn)
        startup.reached("renderer")
        self.views: list[View] = []
        self.look, problem = look()
        self.sound = WindowSound(self.session, sound)
        self._use_settings()
        self._draw_first()
        startup.reached("first frame")
        self.interface = self._interface()
        self.hands = Hands(self.session, self.rig, self.interface.warn)
        self.interface.keep_still(self._still)
        say = self.interface.say
        warn = partial(say, warning=True)
        self.guard = FrameGuard(warn, self._facts, lambda: self.window.alive)
        self.camera_actions = CameraActions(self.rig, say, lambda: self.renderer.tier.name)
        self.opening = SceneOpening(self.session, say, lambda name: self.quality.is_compiled(name, self.renderer))
        self.captures = Captures(captures, say, self._show_saved)
        self._captures_folder = captures
        self._renders: Renders | None = None
        self.files = OpenedFiles(self.session, self.interface)
        self.interface.list_saved(lambda: self.captures.folder)
        _greet(self.interface, self.look, welcome)
        if problem:
            warn(problem)
        self.log = KeptLog(Path(log) if log else None, self.session, warn)
        self.recovery = SketchRecovery(self.session)
        self.ends = None if seconds is None else time.perf_counter_ns() + int(seconds * 1e9)
        self.need = FrameNeed()
        self.picture: SceneFrame | None = None
        self.screenshots: list[Action | messages.ReportRequest | messages.ThumbnailRequest] = []
        self.report = state_report.wanted()
        self.running, self.frame_ms = True, 0.0
        self.tick_budget, self.next_methods = TickBudget(), NextMethods()

    def _draw_first(self) -> None:
        """Draw the bodies before the panels are loaded, which takes long; lines and labels come with the panels."""
        self.rig.views(self.window.size)  # framing needs the shape of the picture
        self.rig.fit_into(initial_free_area(self.window.size, self.look.ui_scale, self.look.panels))
        self.rig.settle()
        self.rig.update(0.0)
        self.views = self.rig.views(self.window.size)
        if min(self.renderer.size) > 0:
            frames = compose_frames(self.session, self.views, REFRESH)
            self.renderer.draw(*(frame.bare() for frame in frames))
            self.renderer.present(self.window.buffer_size)
        self.window.flip()

    def _interface(self) -> Interface:
        from game.ui.interface import Interface

        look, fonts = self.look, resources.path("assets/fonts")
        return Interface(self.session, fonts, look.ui_scale, look.theme, look.panels, look.scenes, look)

    def run(self) -> int:
        """Run until the user quits; returns the exit code."""
        check = bool(os.environ.get(CHECK_OPENGL))
        _begin_lesson(self.interface, self.session.scene)
        last = time.perf_counter_ns()
        first = True
        with ExitStack() as closing:
            self._close_at_end(closing)
            while self.running and (self.ends is None or time.perf_counter_ns() < self.ends):
                now = time.perf_counter_ns()
                passed, last = now - last, now
                drawn = False
                with self.guard.part("window"):
                    drawn = self._pass(passed, now)
                if not drawn:
                    self._wait(now, MIN_FRAME)
                    continue
                if check:
                    self.renderer.check()
                if first:
                    first = False
                    self._begin_beside()
                self._wait(now, MIN_FRAME)
        return 0

    def _close_at_end(self, closing: ExitStack) -> None:
        """Have everything closed at the end of a block, the first that is named here last, whatever fails."""
        if self.report is not None:
            closing.callback(self.report.close)
        self.guard.watch_threads()
        for close in (
            self.guard.leave_threads, self.recovery.finish, self.log.finish, self.window.close, self._close_renders,
            self.files.close, self.captures.close, self.sound.close, self.session.leave, self.quality.close,
        ):  # fmt: skip
            closing.callback(close)

    def _begin_beside(self) -> None:
        """Begin, once the first picture with panels is there, what would have held it up."""
        startup.reached("panels")
        startup.report()
        startup.arrived()
        self._settle()
        self.interface.recovered += recovered(self.captures.folder)
        native.background.go_on()
        self._compile()
        self.window.gamepads.use(self.look.gamepad)
        self.session.looks.prepare_next(self.session.scene.name)
        stage_pictures.read_ahead(place for place in LIGHTS if place is not Room.LIBRARY)

    def _pass(self, passed: int, now: int) -> bool:
        """Handle what has happened, and draw a picture if one is needed; return whether one was."""
        self._handle_events()
        if self._needed(passed):
            self._frame(min(passed, MAX_FRAME))
            return True
        self._rest(min(passed, MAX_FRAME), now)
        return False

    def rescue(self) -> None:
        """Complete what is being recorded and written when the display is lost: nothing can be drawn any more."""
        self.captures.close()
        self.log.finish()
        if self._renders is not None:
            self._renders.close()

    def _settle(self) -> None:
        """Fit the picture between the panels at once, after the first frame with panels."""
        self.rig.fit_into(self.interface.free, self.interface.corner)
        self.rig.settle()

    def _rest(self, wall: int, begun: int) -> None:
        """Let time pass without a picture: a run goes on while nobody sees the window."""
        self._report(resting=True)
        self._advance(wall)
        with self.guard.part("log"):
            self.log.write()
            self.recovery.write()
        if self._seen and self.picture is not None:
            with self.guard.part("picture", self._show_less):
                self.quality.prepare(self.renderer, self.picture, self.session.scene)
        self._wait(begun, REST if self._seen else HIDDEN_REST)

    def _frame(self, wall: int) -> None:
        seconds = wall * 1e-9
        self.guard.tell()
        with self.guard.part("input"):
            self.hands.pass_time(seconds, self.window.size)
        self._advance(wall)
        with self.guard.part("camera", self._reset_cameras):
            self._update_cameras(seconds)
        if min(self.renderer.size) > 0:
            self._draw(seconds, wall)
        self._process_requests()
        with self.guard.part("window"):
            self._follow_requests()
        with self.guard.part("log"):
            self.log.write()
            self.recovery.write()
        self.window.flip()
        self._report()

    # Failures -----------------------------------------------------------------------------------------------

    def _facts(self) -> dict[str, object]:
        """Return what is written down beside an exception."""
        session = self.session
        run = {"scene": session.scene.name, "integrator": session.simulation.integrator.name}
        shown = {"time": session.simulation.time, "quality": str(self.quality.drawn), "size": self.window.size}
        return {**run, **shown, "opengl": describe(self.ctx)["renderer"]}

    def _stop_run(self, times: int) -> None:
        """Pause a run that has failed; what it has come to is kept."""
        self.session.pause(True)
        self.tick_budget = TickBudget()

    def _reset_cameras(self, times: int) -> None:
        """Put the cameras where the scene has them, after a failure."""
        self.rig.open()

    def _show_less(self, times: int) -> None:
        """Show less of a scene whose picture has failed: no overlays; where that does not help, panels alone."""
        self.renderer.recover()
        if times > 1:
            self.session.run.shown = ShownOverlays()

    def _build_less(self, times: int) -> None:
        """Build fewer panels, after a failure."""
        self.screenshots.clear()
        self.renderer.recover_interface()
        self.interface.give_way(times)
        if times == PATIENT:
            self.window.title(tr("Polhode: an error in the panels; see {path}", path=fault_file()))

    def _stop_recording(self, times: int) -> None:
        """End a video that has failed, after what it has."""
        self.screenshots.clear()
        self.captures.end_video()

    def _advance(self, wall: int) -> None:
        """Run the ticks that are due, as many as fit into the frame."""
        room = max(TICK_SHARE * REFRESH, SLOW_SHARE * wall * 1e-9)
        with self.guard.part("run", self._stop_run):
            started = processor_time()
            ticks = self.files.advance(wall, self.tick_budget.ticks(room), room)
            if ticks:
                self.tick_budget.took(ticks, processor_time() - started)
            self.next_methods.prepare(self.session)
        with self.guard.part("recording", self._stop_recording):
            self.captures.hear(self.sound.pass_time(wall, self.captures.recording is not None))

    def _update_cameras(self, seconds: float) -> None:
        self.rig.fit_into(self.interface.free, self.interface.corner)
        self.rig.update(seconds)

    def _draw(self, seconds: float, wall: int) -> None:
        frames: list[SceneFrame] = []
        if self.guard.may("picture"):
            with self.guard.part("picture", self._show_less):
                frames = self._draw_scene()
        if not frames:
            self.renderer.blank()
        moves = True
        if self.guard.may("panels"):
            with self.guard.part("panels", self._build_less):
                moves = self._draw_interface(frames, wall)
        self.renderer.present(self.window.buffer_size)
        if moves:
            self.frame_ms += 0.1 * (seconds * 1e3 - self.frame_ms)
        if frames:
            with self.guard.part("picture", self._show_less):
                self.quality.measure(self.timer.milliseconds, self.renderer)
                if not self.captures.recording:
                    self.quality.prepare(self.renderer, frames[0], self.session.scene)

    def _draw_scene(self) -> list[SceneFrame]:
        """Draw the pictures, and return their frames."""
        self.views = self.rig.views(self.window.size)
        frames = [frame.spotlit(self.interface.lit) for frame in compose_frames(self.session, self.views, REFRESH)]
        self.picture = frames[0]
        self.rig.observe(frames[0])
        with self.timer:
            self.renderer.draw(*frames)
        return frames

    def _draw_interface(self, frames: list[SceneFrame], wall: int) -> bool:
        """Build the panels and draw them over the pictures, and record what is to be; return whether they move."""
        interface = self.interface.frame(self.window.size, self.need.rested, self._status(frames))
        moves = self._moves or not frames
        self.need.drawn(None if moves else (*(view.key for view in self.views), interface.key))
        self.renderer.draw_interface(interface.lettering())
        with self.guard.part("recording", self._stop_recording):
            self._take_bare()
        self._draw_panels(interface, wall)
        self.screenshots.clear()
        return moves

    def _draw_panels(self, interface: InterfaceFrame, wall: int) -> None:
        """Draw the panels, and record the picture before them, or with them, but before signs and messages.

        A picture that is taken while they are hidden has none of these either.
        """
        parts, hidden = [interface.panels()], not self.interface.visible
        recorded = self.captures.recording is not None and self.captures.with_panels
        if recorded or hidden:
            parts = [interface.recorded(), interface.unrecorded()]
        if recorded:
            self.renderer.draw_interface(parts.pop(0))
        with self.guard.part("recording", self._stop_recording):
            self.captures.frame(self.renderer.target, wall)
        while len(parts) > hidden:
            self.renderer.draw_interface(parts.pop(0))
        with self.guard.part("recording", self._stop_recording):
            if Action.SCREENSHOT in self.screenshots:
                self._screenshot()
        for part in parts:
            self.renderer.draw_interface(part)

    def _wait(self, begun: int, least: int) -> None:
        """Wait until a pass of the loop has taken so many nanoseconds."""
        spare = least - (time.perf_counter_ns() - begun)
        if spare > 0:
            time.sleep(spare * 1e-9)

    def _handle_events(self) -> None:
        for event in self.interface.in_turn(self.window.events()):
            with self.guard.part("input"):
                self._handle(event)

    def _handle(self, event: Event) -> None:
        if self.report is not None:
            self.report.count(event)
        if isinstance(event, Quit) or (isinstance(event, Button | Key) and event.down):
            self.hands.settle()
        match event:
            case Quit():
                self.running = not self.interface.ask_to_leave(self._status([]))
            case Resized():
                self.renderer.resize(self.window.buffer_size)
            case Focus():
                self.interface.feed(event)
                self.hands.let_go()
            case PadAxis() | PadButton() | PadChange():
                if (action := self.hands.pad.take(event)) is not None:
                    self._perform(action)
            case FileDrop():
                self.files.open(Path(event.path))
            case _ if self.interface.feed(event) or self.hands.type(event):
                pass
            case Key() if action := action_for(event):
                self._perform(action)
            case Key() if mark := key_bindings.bookmark_for(event):
                self._use_bookmark(*mark)
            case _:
                self.hands.take(event, self.window.size)

    def _follow_requests(self) -> None:
        """Keep changed settings, and follow the session to another scene; end where the user has asked for it."""
        self.running = self.running and not self.interface.quit
        self._save_settings()
        if self.session.simulation is not self.opened:
            self._open_scene()
        elif self.session.scene.title != self.title:
            self._entitle()

    def _save_settings(self) -> None:
        """Save the settings of the interface where they were changed in the panels."""
        look = self.interface.settings
        if look == self.look or self.interface.holds:
            return
        self.look = look
        self._use_settings()
        self.interface.keep_still(self._still)
        self.window.gamepads.use(look.gamepad)
        if problem := settings.save(self.look):
            self.interface.say(problem, warning=True)

    def _use_settings(self) -> None:
        """Use language, keys and motion of the settings."""
        use_language(self.look.language)
        key_bindings.use_changes(self.look.keys)
        self.rig.keep_still(self._still)
        self.sound.use(self.look)
        self._entitle()

    @property
    def _still(self) -> bool:
        """True where what would glide changes at once."""
        wanted = self.look.reduced_motion
        return wanted == "on" or (wanted == "auto" and prefers_reduced_motion())

    def _open_scene(self) -> None:
        """Adapt title and cameras to another scene."""
        session = self.session
        self.opened = session.simulation
        self.guard.forget("picture")
        self._compile()
        session.looks.prepare_next(session.scene.name)
        self._entitle()
        self.rig.open()
        _begin_lesson(self.interface, session.scene)

    def _entitle(self) -> None:
        """Show the title of the scene in the title bar."""
        self.title = self.session.scene.title
        self.window.title(f"Polhode · {tr(self.title)}")

    def _compile(self) -> None:
        """Switch to machine code when it is ready."""
        self.opened.compile_in_background(patient=True)
        if self.session.run.cloud is not None:
            self.session.run.cloud.compile_in_background(self.opened)

    # Status -----------------------------------------------------------------------------------------------

    def _status(self, frames: list[SceneFrame]) -> messages.InterfaceStatus:
        return messages.InterfaceStatus(
            scenes=frames,
            recording=self.captures.recording,
            renders=() if self._renders is None else self._renders.statuses(),
            fitted=self.camera.fitted,
            camera=self.camera.mode.value,
            cameras=tuple(mode.value for mode in self.rig.modes),
            bookmarks=self.rig.bookmarks.names,
            lens=bool(self.camera.blur),
            blur=self.camera.blur,
            exposure=self.camera.exposure,
            hour=self.camera.hour,
            unsaved=self.rig.bookmarks.unsaved,
            quality=self.quality.name,
            qualities=QUALITIES,
            drawn=str(self.quality.drawn),
            frames_per_second=1e3 / self.frame_ms if self.frame_ms else 0.0,
            gamepad=self.window.gamepads.name,
            reading=self.files.reading,
            replay=self.files.replay,
            sound=self.sound.state,
            pixel_ratio=self.window.buffer_size[0] / max(self.window.size[0], 1),
        )

    def _report(self, resting: bool = False) -> None:
        """Write the state report of a frame, or of a pass without one in which something has changed, if wanted."""
        again = resting and self.report is not None and self.report.resting
        if self.report is not None and not (again and self.session.simulation.paused):
            self.report.write(
                self.session,
                self.views[0],
                resting,
                size=self.window.size,
                camera=self.camera.mode.value,
                busy=self._busy,
                pulled=self.hands.pull.held,
                building=self.session.workshop.tool.value if self.session.workshop.active else "",
                tables=[table.name for table in self.session.run.tables],
                replaying=self.files.replay is not None,
                recording=self.captures.recording,
                saving=self.captures.saving,
                **self.interface.report(),
            )


def _begin_lesson(interface: Interface, scene: Scene) -> None:
    """Show the lesson of a scene that was opened, unless a tour or this very lesson is under way."""
    tours = interface.panels.tours
    if tours.tour is not None and tours.tour.lesson is not None and scene.lesson not in ((), tours.tour.lesson.lesson):
        tours.tour = None
    if scene.lesson and tours.tour is None:
        try:
            interface.act(Action.LESSON)
        except BadInput as error:
            interface.warn(error)


def _greet(interface: Interface, look: Settings, welcome: bool) -> None:
    """Greet who starts the program for the first time; who has never seen where to begin is shown that."""
    if settings.first_start(look):
        interface.greet()
    interface.panels.start.open = welcome and not look.start_shown
