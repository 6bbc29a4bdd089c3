"""Icons of the buttons, drawn around a centre (x, y) within a radius r in one packed colour."""

from __future__ import annotations

import math
from collections.abc import Callable

from imgui_bundle import imgui

Icon = Callable[[imgui.ImDrawList, float, float, float, int], None]


def play_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw a triangle."""
    ink.add_triangle_filled(
        imgui.ImVec2(x - 0.6 * r, y - r),
        imgui.ImVec2(x - 0.6 * r, y + r),
        imgui.ImVec2(x + 1.0 * r, y),
        shade,
    )


def pause_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw two vertical bars."""
    for side in (-1, 1):
        middle = x + side * 0.5 * r
        ink.add_rect_filled(
            imgui.ImVec2(middle - 0.25 * r, y - 0.9 * r),
            imgui.ImVec2(middle + 0.25 * r, y + 0.9 * r),
            shade,
            1.0,
        )


def step_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw a triangle against a bar."""
    play_icon(ink, x - 0.2 * r, y, 0.8 * r, shade)
    ink.add_rect_filled(imgui.ImVec2(x + 0.65 * r, y - 0.8 * r), imgui.ImVec2(x + r, y + 0.8 * r), shade)


def reset_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw a circular arrow."""
    start, end = math.radians(-60.0), math.radians(225.0)
    ink.path_clear()
    ink.path_arc_to(imgui.ImVec2(x, y), 0.85 * r, start, end, 24)
    ink.path_stroke(shade, 0.24 * r)
    px, py = x + 0.85 * r * math.cos(start), y + 0.85 * r * math.sin(start)
    head = [(-0.55, -0.05), (0.10, -0.50), (0.12, 0.45)]
    a, b, c = (imgui.ImVec2(px + r * dx, py + r * dy) for dx, dy in head)
    ink.add_triangle_filled(a, b, c, shade)


def slow_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw a stop watch with a sector marked."""
    middle, from_top = imgui.ImVec2(x, y + 0.15 * r), -0.5 * math.pi
    ink.add_circle(middle, 0.85 * r, shade, 24, 0.18 * r)
    ink.add_rect_filled(imgui.ImVec2(x - 0.3 * r, y - 1.15 * r), imgui.ImVec2(x + 0.3 * r, y - 0.9 * r), shade)
    ink.path_clear()
    ink.path_line_to(middle)
    ink.path_arc_to(middle, 0.55 * r, from_top, from_top + 0.5 * math.pi, 8)
    ink.path_fill_convex(shade)


def record_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw a ring around a disk."""
    ink.add_circle(imgui.ImVec2(x, y), r, shade, 24, 0.18 * r)
    ink.add_circle_filled(imgui.ImVec2(x, y), 0.6 * r, shade, 24)


def stop_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw a square."""
    ink.add_rect_filled(imgui.ImVec2(x - 0.7 * r, y - 0.7 * r), imgui.ImVec2(x + 0.7 * r, y + 0.7 * r), shade, 2.0)


def photo_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw a camera."""
    low, high = imgui.ImVec2(x - 1.1 * r, y - 0.6 * r), imgui.ImVec2(x + 1.1 * r, y + 0.85 * r)
    ink.add_rect(low, high, shade, rounding=0.25 * r, thickness=0.18 * r)
    ink.add_rect_filled(imgui.ImVec2(x - 0.4 * r, y - 0.9 * r), imgui.ImVec2(x + 0.4 * r, y - 0.55 * r), shade, 1.0)
    ink.add_circle(imgui.ImVec2(x, y + 0.12 * r), 0.42 * r, shade, 20, 0.18 * r)


def save_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw an arrow down into a tray."""
    ink.add_line(imgui.ImVec2(x, y - r), imgui.ImVec2(x, y + 0.25 * r), shade, 0.2 * r)
    ink.add_triangle_filled(
        imgui.ImVec2(x - 0.5 * r, y - 0.05 * r), imgui.ImVec2(x + 0.5 * r, y - 0.05 * r), imgui.ImVec2(x, y + 0.5 * r),
        shade,
    )  # fmt: skip
    tray = [(-0.95, 0.35), (-0.95, 0.95), (0.95, 0.95), (0.95, 0.35)]
    ink.add_polyline([(x + dx * r, y + dy * r) for dx, dy in tray], shade, 0.2 * r, 0)


def help_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw a question mark in a ring."""
    ink.add_circle(imgui.ImVec2(x, y), 1.1 * r, shade, 24, 0.18 * r)
    scale = 1.5 * r / imgui.get_font_size()
    box = imgui.calc_text_size("?")
    at = imgui.ImVec2(x - scale * box.x / 2, y - scale * box.y / 2)
    ink.add_text(imgui.get_font(), 1.5 * r, at, shade, "?")


def chevron_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int, down: bool) -> None:
    """Draw a chevron that points down when the section is open, else to the right."""
    corners = [(-1.0, -0.5), (0.0, 0.5), (1.0, -0.5)] if down else [(-0.5, -1.0), (0.5, 0.0), (-0.5, 1.0)]
    ink.add_polyline([(x + r * dx, y + r * dy) for dx, dy in corners], shade, 0.4 * r, 0)


def panel_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw three sliders (settings)."""
    for row, knob in ((-0.7, 0.3), (0.0, -0.4), (0.7, 0.5)):
        ink.add_line(imgui.ImVec2(x - r, y + row * r), imgui.ImVec2(x + r, y + row * r), shade, 0.15 * r)
        ink.add_circle_filled(imgui.ImVec2(x + knob * r, y + row * r), 0.28 * r, shade)


def readings_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw three bars of different heights (readings)."""
    for column, height in ((-0.7, 0.6), (0.0, 1.1), (0.7, 1.7)):
        left, top = x + (column - 0.22) * r, y + (0.9 - height) * r
        ink.add_rect_filled(imgui.ImVec2(left, top), imgui.ImVec2(left + 0.44 * r, y + 0.9 * r), shade)


def ghosts_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw a top and the tilted outline of another (comparison)."""
    top = [(-0.95, -0.75), (0.55, -0.75), (-0.2, 0.95)]
    a, b, c = (imgui.ImVec2(x + dx * r, y + dy * r) for dx, dy in top)
    ink.add_triangle_filled(a, b, c, shade)
    other = [(0.55, -0.75), (1.05, -0.35), (-0.2, 0.95)]
    ink.add_polyline([(x + dx * r, y + dy * r) for dx, dy in other], shade, 0.16 * r, 0)


def shots_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw a trajectory over the ground and the projectile."""
    throw = [(-1.0 + 1.75 * i / 16, 0.8 - 1.6 * (1.0 - (2.0 * i / 16 - 1.0) ** 2)) for i in range(14)]
    ink.add_polyline([(x + r * dx, y + r * dy) for dx, dy in throw], shade, 0.2 * r, 0)
    ink.add_circle_filled(imgui.ImVec2(x + r * throw[-1][0], y + r * throw[-1][1]), 0.28 * r, shade)
    ink.add_line(imgui.ImVec2(x - r, y + 0.95 * r), imgui.ImVec2(x + r, y + 0.95 * r), shade, 0.16 * r)


def map_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw the cells of a map, more opaque for a longer range."""
    for row in range(3):
        for column in range(3):
            half = (0.14 + 0.04 * (row + column)) * r
            cx, cy = x + 0.66 * (column - 1) * r, y - 0.66 * (row - 1) * r
            low, high = imgui.ImVec2(cx - half, cy - half), imgui.ImVec2(cx + half, cy + half)
            ink.add_rect_filled(low, high, shade, 0.3 * half)


def plots_icon(ink: imgui.ImDrawList, x: float, y: float, r: float, shade: int) -> None:
    """Draw two axes and a curve."""
    ink.add_polyline(
        [(x + dx * r, y + dy * r) for dx, dy in ((-0.95, -0.95), (-0.95, 0.9), (1.0, 0.9))], shade, 0.16 * r, 0
    )
    wave = [(-0.75 + 1.7 * i / 16, 0.05 - 0.55 * math.sin(5.2 * i / 16)) for i in range(17)]
    ink.add_polyline([(x + dx * r, y + dy * r) for dx, dy in wave], shade, 0.2 * r, 0)
