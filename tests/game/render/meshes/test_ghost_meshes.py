"""Translucent bodies."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from game.looks.kit.shapes import lathe, sphere
from game.model.frame import Array, Curve, Instance, Mesh, SpokePattern
from game.model.material import Material
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import CONE, PIVOT, placed, scene

Make = Callable[..., Renderer]
BLUE, RED = (0.02, 0.10, 0.90), (0.90, 0.04, 0.02)


def moved(x: float, y: float = 0.0) -> Array:
    model = placed(PIVOT)
    model[3, 0], model[3, 1] = x, y
    return model


def ghost(model: Array, tint: tuple[float, float, float] = BLUE, opacity: float = 0.4) -> Instance:
    return Instance(CONE, model, tint, opacity=opacity)


def drawn(renderer: Renderer, *ghosts: Instance) -> np.ndarray:
    frame = scene(renderer.size)
    renderer.draw(replace(frame, instances=[*frame.instances, *ghosts]))
    renderer.check()
    return renderer.read().astype(int)


@pytest.mark.parametrize("tier", TIERS)
def test_a_ghost_is_translucent_and_casts_no_shadow(make: Make, tier: str) -> None:
    renderer = make(tier=tier)
    without = drawn(renderer)
    faint, dense = (drawn(renderer, ghost(moved(-0.13, 0.05), opacity=part)) for part in (0.15, 0.6))
    changed = np.abs(dense - without).sum(axis=2) > 30
    assert changed.sum() > 500
    rows, columns = np.nonzero(changed)
    inside = rows.min() + 20, int(columns.mean())
    away = np.abs(np.array([dense, faint])[:, *inside] - without[inside]).sum(axis=1)
    assert away[0] > 1.5 * away[1] > 0
    assert dense[inside][2] > without[inside][2]
    # Only the place of the body itself changes: the table's edge is as smooth where there is no body, and a shadow
    # would extend far to the right of it.
    columns = np.flatnonzero(changed.any(axis=0))
    view = scene(renderer.size).view
    corners = np.column_stack([CONE.vertices[:, :3], np.ones(len(CONE.vertices))]) @ moved(-0.13, 0.05)
    across = [place[0] for place in (view.project(each[:3], renderer.size) for each in corners) if place is not None]
    assert min(across) - 2 <= columns.min() and columns.max() <= max(across) + 2


def test_the_nearer_ghost_is_in_front_whatever_the_order(make: Make) -> None:
    renderer = make()
    far, near = ghost(moved(-0.13, 0.03), BLUE), ghost(moved(-0.13, -0.03), RED)
    both = drawn(renderer, far, near)
    assert (both == drawn(renderer, near, far)).all()
    alone, without = drawn(renderer, near), drawn(renderer)
    overlap = (alone != without).any(axis=2) & (drawn(renderer, far) != without).any(axis=2)
    assert overlap.sum() > 100
    assert (both != alone).any(axis=2)[overlap].mean() > 0.5, "the farther one shows through"


def test_a_ghost_in_the_same_place_hides_in_the_body(make: Make) -> None:
    renderer = make()
    without, together = drawn(renderer), drawn(renderer, ghost(placed(PIVOT), opacity=0.9))
    assert (np.abs(together - without).sum(axis=2) > 60).sum() < 60


def test_only_the_outermost_surface_of_a_ghost_shows(make: Make) -> None:
    inner, outer = sphere(0.03), sphere(0.05)
    both = Mesh(
        np.concatenate([inner.vertices, outer.vertices]),
        np.concatenate([inner.indices, outer.indices + len(inner.vertices)]).astype(np.int32),
    )
    renderer = make()
    with_inner, alone = (drawn(renderer, replace(ghost(moved(-0.13, 0.05)), mesh=mesh)) for mesh in (both, outer))
    assert (with_inner == alone).all()
    assert (alone != drawn(renderer)).any()


@pytest.mark.parametrize("tier", TIERS)
def test_a_veil_does_not_hide_a_line_inside_it(make: Make, tier: str) -> None:
    """Check a line inside a ball: a ghost hides most of its colour, a veil none."""
    renderer = make(tier=tier)
    ball = replace(ghost(moved(-0.13, 0.05), opacity=0.3), mesh=sphere(0.05))
    ends = np.array([[-0.16, 0.05, PIVOT], [-0.10, 0.05, PIVOT]], np.float32)
    line = Curve(ends, (1.0, 1.0, 0.0), width=6.0)

    def yellow(*ghosts: Instance) -> int:
        frame = scene(renderer.size)
        renderer.draw(replace(frame, instances=[*frame.instances, *ghosts], curves=[line]))
        picture = renderer.read().astype(int)
        return int((picture[..., :2].min(axis=2) - picture[..., 2] > 230).sum())

    bare = yellow()
    assert bare > 50
    assert yellow(replace(ball, veil=True)) > 0.9 * bare
    assert yellow(ball) == 0


def test_each_point_of_a_curve_may_have_an_opacity_of_its_own(make: Make) -> None:
    renderer = make()
    ends = np.linspace([-0.2, 0.05, PIVOT], [-0.08, 0.05, PIVOT], 3).astype(np.float32)
    opacity = np.array([0.0, 0.0, 1.0], np.float32)
    frame = scene(renderer.size)
    without = drawn(renderer)
    renderer.draw(replace(frame, curves=[Curve(ends, (1.0, 1.0, 0.0), 4.0, opacity)]))
    columns = np.abs(renderer.read().astype(int) - without).sum(axis=(0, 2))
    seen = np.nonzero(columns)[0]
    assert len(seen) > 20
    half = len(seen) // 2
    assert columns[seen[half:]].mean() > 2.0 * columns[seen[:half]].mean()


@pytest.mark.parametrize("tier", TIERS)
def test_turning_spokes_hide_less_towards_the_rim_and_without_a_pattern_where_they_turn_fast(
    make: Make, tier: str
) -> None:
    """Check a disc that faces the eye: light on a dark ground, it shows its spokes, then what they are on average."""
    renderer = make(tier=tier)
    frame = scene(renderer.size)
    towards = np.asarray(frame.view.eye, float) - PIVOT
    towards /= np.linalg.norm(towards)
    aside = np.cross((0.0, 0.0, 1.0), towards) / np.linalg.norm(np.cross((0.0, 0.0, 1.0), towards))
    model = np.eye(4, dtype=np.float32)
    model[:3, :3] = aside, np.cross(towards, aside), towards
    model[3, :3] = np.asarray(PIVOT) + 0.02 * towards
    disc = lathe([(0.01, 0.0), (0.06, 0.0), (0.06, 1e-4)][::-1], Material.PLAIN)

    def added(turns: float, radius: float) -> np.ndarray:
        """Return by how much a circle of this radius is brighter than without the veil."""
        pattern = SpokePattern(6, 0.006, 0.0)
        veil = Instance(disc, model, (0.6, 0.6, 0.6), opacity=0.999, veil=True, paint=pattern, spin_blur=turns)
        backdrop = replace(frame, instances=[], occluders=frame.occluders[:0], backdrop=0.02)
        pictures = []
        for instances in ([], [veil]):
            renderer.draw(replace(backdrop, instances=instances))
            pictures.append(renderer.read().astype(float).sum(axis=2))
        angles = np.linspace(0.0, 2.0 * np.pi, 180, endpoint=False)
        places = [model[3, :3] + radius * (np.cos(a) * aside + np.sin(a) * model[1, :3]) for a in angles]
        columns, rows = np.array([frame.view.project(place, renderer.size) for place in places]).round().astype(int).T
        return np.asarray((pictures[1] - pictures[0])[rows, columns])

    near, far = (added(2.0, radius) for radius in (0.020, 0.050))
    assert near.mean() > 1.3 * far.mean() > 0.0
    assert far.std() < 0.15 * far.mean()
    assert added(0.01, 0.050).std() > 0.5 * far.mean(), "slow ones are seen one by one"


def test_a_body_without_opacity_is_not_seen_at_all(make: Make) -> None:
    renderer = make()
    assert (drawn(renderer, ghost(moved(-0.13, 0.05), opacity=0.0)) == drawn(renderer)).all()
