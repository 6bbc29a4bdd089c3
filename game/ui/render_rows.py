"""The rows of the renderings: progress, count, rate and time left; when one is done, its folder and its path."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from game.model.recording import JobDoing, JobRequest, JobStatus
from game.model.words import decimal, later, tr
from game.ui.label_placement import Box
from game.ui.panels.context import PanelContext
from game.ui.widgets.basic import ALWAYS, SCROLLING, button, text, window
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.theme import ACCENT, AMBER, DIM, TRACK, packed

WIDTH, LEAST_WIDTH, BAR = 30.0, 14.0, 0.25
"""Greatest and least width of the rows, and thickness of the bar [em]."""
LEAST_LEFT = 0.5
"""Least time left that is shown [s]: one picture of a whole motion, or a drawing, takes longer than those counted."""


def build_renders(desk: PanelContext, left: float, edge: float, covered: Sequence[Box], hangs: bool = False) -> float:
    """Build a box with a row for each rendering; return its height with a margin [points].

    left, edge: its lower left corner, or its upper left one where it hangs. covered: boxes of the panels.
    """
    jobs, em = desk.status.renders, desk.theme.em
    if not jobs:
        return 0.0
    display, frame = imgui.get_io().display_size, 2.0 * imgui.get_style().window_padding.x + 0.5 * em
    wide = max(min(WIDTH * em, display.x - left - frame), min(LEAST_WIDTH * em, display.x - frame))
    left = max(min(left, display.x - wide - frame), 0.0)
    imgui.set_next_window_pos(imgui.ImVec2(left, edge), ALWAYS, imgui.ImVec2(0.0, 0.0 if hangs else 1.0))
    height = (display.y - edge if hangs else edge) - 0.5 * em
    imgui.set_next_window_size_constraints(imgui.ImVec2(0.0, 0.0), imgui.ImVec2(1e6, max(height, 4.0 * em)))
    with window("renders", SCROLLING):
        desk.glass.lay_above(desk.theme, covered)
        imgui.dummy(imgui.ImVec2(wide, 0.0))
        for job in jobs:
            imgui.push_id(str(job.number))
            imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + wide)
            _row(desk, job, wide)
            imgui.pop_text_wrap_pos()
            imgui.pop_id()
        return imgui.get_window_height() + 0.5 * em


def _row(desk: PanelContext, job: JobStatus, wide: float) -> None:
    if job.state in ("waiting", "running", "cancelling"):
        _running(desk, job, wide)
    elif job.state == "done":
        text(tr("{name} saved, {size}", name=job.name, size=file_size(job.bytes)))
        if _button(desk, later("Open folder"), job, wide, later("Copy")):
            _ask(desk, job, JobDoing.OPEN_FOLDER)
        imgui.same_line()
        if button(tr("Copy")):
            _ask(desk, job, JobDoing.COPY)
    else:
        text(tr("{name}: {problem}", name=job.name, problem=tr(job.problem)), AMBER)
        if button(tr("Close")):
            _ask(desk, job, JobDoing.FOLD)


def _running(desk: PanelContext, job: JobStatus, wide: float) -> None:
    """Build the row of a rendering that runs, or waits until others have ended."""
    em = desk.theme.em
    text(job.name if job.size is None else f"{job.name}, {job.size[0]} × {job.size[1]}")
    if job.state == "waiting":
        text(tr("waits for the others…"), DIM)
    elif job.state == "cancelling":
        text(tr("is cancelled…"), DIM)
    elif job.size is None and job.frames:
        text(tr("step {step} of {steps}", step=min(job.done + 1, job.frames), steps=job.frames), DIM)
    elif 0 < job.frames <= job.done or (job.left is not None and job.left < LEAST_LEFT):
        text(tr("finishing…"), DIM)
    elif job.left is not None:
        words = tr(
            "{done} / {frames} · {rate:.2g} /s · {left} left",
            done=job.done,
            frames=job.frames,
            rate=job.rate,
            left=duration(job.left),
        )
        text(words, DIM)
    elif job.frames:
        text(f"{job.done} / {job.frames}", DIM)
    else:
        text(tr("starting…"), DIM)
    if job.state != "cancelling" and _button(desk, later("Cancel"), job, wide):
        _ask(desk, job, JobDoing.CANCEL)
    corner, ink = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    part = job.done / job.frames if job.frames else 0.0
    for share, shade in ((1.0, packed(TRACK)), (part, packed(ACCENT))):
        high = imgui.ImVec2(corner.x + share * wide, corner.y + BAR * em)
        ink.add_rect_filled(corner, high, shade, 0.5 * BAR * em)
    imgui.dummy(imgui.ImVec2(wide, 2.0 * BAR * em))


def _button(desk: PanelContext, words: str, job: JobStatus, wide: float, beside: str = "") -> bool:
    """Build a button at the right end of a row, with room for one beside it; below the text where there is none."""
    style, em = imgui.get_style(), desk.theme.em
    shown = [tr(each) for each in (words, beside) if each]
    width = sum(imgui.calc_text_size(each).x + 2 * style.frame_padding.x for each in shown)
    left = style.window_padding.x + wide - width - style.item_spacing.x * (len(shown) - 1)
    if imgui.get_item_rect_max().x + em < imgui.get_window_pos().x + left:
        imgui.same_line()
    imgui.set_cursor_pos_x(max(left, style.window_padding.x))
    pressed = button(shown[0])
    BOXES.control(f"{words} {job.number}")
    return pressed


def _ask(desk: PanelContext, job: JobStatus, doing: JobDoing) -> None:
    desk.ask(JobRequest(job.number, doing))


def duration(seconds: float) -> str:
    """Return a duration as text: 42 s, or 3:05 min."""
    whole = round(seconds)
    if whole < 100:
        return f"{whole} s"
    return f"{whole // 60}:{whole % 60:02d} min"


def file_size(count: int) -> str:
    """Return a size in bytes as text with three digits."""
    for unit, size in ((later("GB"), 1e9), (later("MB"), 1e6)):
        if count >= size:
            return decimal(f"{count / size:.3g} {tr(unit)}")
    return f"{max(count / 1e3, 1.0):.0f} {tr('kB')}"
