"""Changes of a sketch, as pure functions: each returns another sketch, or raises BadInput and leaves all as it is."""

from game.scenefile.sketching.copying import axis_of_copies, duplicate, insert, reorder
from game.scenefile.sketching.drawing import SketchDrawing
from game.scenefile.sketching.moving import (
    align,
    anchor_shift,
    end_shift,
    move_anchor,
    move_body,
    move_end,
    space_evenly,
)
from game.scenefile.sketching.placing import (
    connect,
    gear,
    join,
    measure,
    place_bar,
    place_body,
    toggle_ground,
)
from game.scenefile.sketching.renaming import delete, only, rename
from game.scenefile.sketching.templates import TEMPLATES, Template, machine_of, template, title_of
from game.scenefile.sketching.values import (
    add_number,
    add_part,
    change_kind,
    change_tie,
    closed_by,
    cured,
    end_of,
    helical_spring,
    line_through,
    set_value,
    set_values,
)

__all__ = [
    "TEMPLATES",
    "SketchDrawing",
    "Template",
    "add_number",
    "add_part",
    "align",
    "anchor_shift",
    "axis_of_copies",
    "change_kind",
    "change_tie",
    "closed_by",
    "connect",
    "cured",
    "delete",
    "duplicate",
    "end_of",
    "end_shift",
    "gear",
    "helical_spring",
    "insert",
    "join",
    "line_through",
    "machine_of",
    "measure",
    "move_anchor",
    "move_body",
    "move_end",
    "only",
    "place_bar",
    "place_body",
    "rename",
    "reorder",
    "set_value",
    "set_values",
    "space_evenly",
    "template",
    "title_of",
    "toggle_ground",
]
