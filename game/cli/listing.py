"""`polhode list`: presets, systems and integrators, as text and as JSON, read from their own definitions."""

from __future__ import annotations

import json
import math
import re
import textwrap
from collections.abc import Iterable
from difflib import get_close_matches
from inspect import cleandoc
from pathlib import Path
from typing import Any

import physics
from game import scenefile
from game.learn.pages import refused_pages
from game.looks import refused_looks
from game.scenefile import Scene, python_files, share_line
from game.scenefile.described_tables import EQUATIONS
from game.scenefile.loading import path_of, refused_presets
from physics import BadInput
from physics.core.fields import AnyParameter, Description, Parameter
from physics.core.integrator import Integrator
from physics.core.variable_groups import group_variables
from physics.machines import CALLED, OF_BODIES, OF_JOINTS
from physics.machines.machine import Machine
from physics.machines.parts import SLIDE, TURN
from physics.machines.vectors import Vector
from physics.machines.words import direction_word
from physics.own_systems import load_file
from physics.registry import failures
from physics.simulation.energy_budget import energy_quantities
from physics.simulation.report_track import reportable
from physics.studies.outcomes import applicable, options

OF = {"": "", "value": ":NAME", "passage": ":NAME>NUMBER", "link": ":ANGLE", "event": ":EVENT"}
"""What stands after the name of an outcome, by what it is of."""
KINDS = ("explicit", "implicit", "adaptive")
"""Kinds of integrators, in the order of the overview."""
NEAR_NAMES = 3
"""Most names that the error for an unknown name suggests."""
INDENT = "  "
MIN_WIDTH = 40
MEANING_WIDTH = 20
"""Least columns of the terminal for a paragraph, and for the last column of a table."""
MIDDLE_WIDTH = 16
"""Most columns of the terminal for a column in the middle of a table."""


def catalogue() -> dict[str, Any]:
    """Return all presets, systems and integrators as plain data."""
    return {
        "scenes": {each.name: _scene(scenefile.load(each.name)) for each in scenefile.scene_summaries()},
        "systems": {name: _system(system) for name, system in physics.systems().items()},
        "integrators": {name: _integrator(name) for name in physics.integrators()},
    }


def _scene(scene: Scene) -> dict[str, Any]:
    return {"title": scene.title, "system": scene.system, "note": scene.note}


def _field(field: AnyParameter) -> dict[str, Any]:
    described = {
        "default": field.default,
        "unit": field.unit,
        "meaning": field.meaning,
        "symbol": field.symbol,
    }
    named = isinstance(field, physics.Choice | physics.Choices)
    words = () if isinstance(field, Description) else ("options",) if named else ("low", "high")
    bounds = {name: getattr(field, name) for name in words}
    whole = {"whole": True} if isinstance(field, Parameter) and field.whole else {}
    return {**described, **bounds, **whole, "when": {choice: list(options) for choice, options in field.when.items()}}


def _system(system: type[physics.System]) -> dict[str, Any]:
    def quantities(group: Any) -> dict[str, Any]:
        return {q.name: {"symbol": q.symbol, "unit": q.unit, "meaning": q.meaning} for q in group}

    variables, aliases = quantities(system.variables), quantities(system.aliases)
    for variable in system.variables:
        variables[variable.name] |= {"start": variable.start, "allowed": variable.allowed()}
    for alias in system.aliases:
        aliases[alias.name] |= {"allowed": alias.allowed()}
    reasons = {name: method.reason_against(system) for name, method in physics.integrators().items()}
    return {
        "title": system.title,
        "about": (system.__doc__ or "").strip(),
        "parameters": {name: _field(field) for name, field in system.fields.items()},
        "formulations": physics.formulations(system),
        "variables": variables,
        "aliases": aliases,
        "groups": {
            name: list(members) for name, members in group_variables((*system.aliases, *system.variables)).items()
        },
        "invariants": quantities(system.invariants),
        "quantities": quantities(system.quantities),
        "energy": quantities(energy_quantities(system())),
        "events": {event.name: event.meaning for event in system.events},
        "outcomes": {
            each.name: {"unit": each.unit, "meaning": each.meaning, "of": list(options(system(), each))}
            for each in applicable(system())
        },
        "report": quantities(reportable(system()).values()),
        "integrators": reasons,
    }


def _integrator(name: str) -> dict[str, Any]:
    method = physics.integrator(name)
    settings = {setting.name: _field(setting) for setting in method.settings}
    return {
        "title": method.title,
        "order": int(method.order) if math.isfinite(method.order) else None,
        "kind": method.kind,
        "evaluations": method.evaluations or None,
        "symplectic": method.symplectic or None,
        "reversible": method.reversible,
        "about": method.about,
        "settings": settings,
    }


def entry(name: str) -> dict[str, Any]:
    """Return the parts of the catalogue that are called `name`, or the scene in a file or a line; raises BadInput.

    A Python file is run, and what it defines is returned.
    """
    if python_files.is_python(name):
        own = load_file(Path(name))
        return {
            "systems": {kind.name: _system(kind) for kind in own.systems},
            "integrators": {method.name: _integrator(method.name) for method in own.integrators},
        }
    if (scene := _other_scene(name)) is not None:
        return {"scenes": {name: _scene(scene)}}
    _check(name)
    return {kind: {name: members[name]} for kind, members in catalogue().items() if name in members}


def show_overview() -> None:
    """Print presets, those of a family together, systems with a line each, and integrators by kind."""
    console = _console()
    _heading(console, "Presets (polhode run NAME); details of any name: polhode list NAME")
    _paragraph(console, " ".join(headline.name for headline in scenefile.scene_summaries()))
    _heading(console, "Systems (polhode run NAME --set PARAMETER=VALUE --init VARIABLE=VALUE)")
    others = [name for name, system in physics.systems().items() if _is_other_formulation(name, system)]
    longest = max(len(name) for name in physics.systems() if name not in others)
    for name, system in physics.systems().items():
        if name not in others:
            room = max(console.width, MIN_WIDTH) - longest - 2 * len(INDENT)
            about = textwrap.shorten(_paragraphs(system)[0], room, placeholder=" …")
            console.print(f"{INDENT}{name:{longest}}{INDENT}{about}", markup=False)
    _paragraph(console, f"Other formulations: {' '.join(others)}")
    _heading(console, "Integrators (polhode run SCENE --integrator NAME)")
    kinds = ((kind, (each.name for each in physics.integrators().values() if each.kind == kind)) for kind in KINDS)
    _paragraph(console, "; ".join(f"{kind}: {' '.join(names)}" for kind, names in kinds))
    if failed := [*failures(), *refused_looks(), *refused_presets(), *refused_pages()]:
        _heading(console, "Cannot be used, of installed packages")
        for each in failed:
            _paragraph(console, each)


def _is_other_formulation(name: str, system: type[physics.System]) -> bool:
    """Return whether a system is called after another formulation of the same motion, which stands for it."""
    return any(name.startswith(f"{other}-") for other in physics.formulations(system))


def show(name: str) -> None:
    """Print the details of the preset, system or integrator of that name, or of a scene in a file or a line.

    A Python file is run, and what it defines is printed. Raises BadInput for an unknown name.
    """
    console = _console()
    if python_files.is_python(name):
        own = load_file(Path(name))
        for kind in own.systems:
            _show_system(console, kind)
        for method in own.integrators:
            _show_integrator(console, method)
        return
    if (scene := _other_scene(name)) is not None:
        _show_scene(console, "Scene", scene)
        return
    _check(name)
    if name in scenefile.presets():
        _show_scene(console, "Preset", scenefile.load(name))
    if name in physics.systems():
        _show_system(console, physics.system_class(name))
    if name in physics.integrators():
        _show_integrator(console, physics.integrator(name))


def _check(name: str) -> None:
    known = dict.fromkeys((*scenefile.presets(), *physics.systems(), *physics.integrators()))
    if name not in known:
        near = get_close_matches(name, known, n=NEAR_NAMES)
        hint = f" (did you mean {', '.join(map(repr, near))}?)" if near else ""
        raise BadInput(f"unknown preset, system or integrator {name!r}{hint}; all names: polhode list")


def _other_scene(name: str) -> Scene | None:
    """Return the scene in a file or of a share line; None for a name that is neither. Raises BadInput."""
    if name in scenefile.presets() or not (share_line.is_line(name) or path_of(name) is not None):
        return None
    from game.session.open_scene import load

    return load(name)


def _show_scene(console: Any, kind: str, scene: Scene) -> None:
    system = scene.simulation().system
    _heading(console, f"{kind} {scene.name}: {scene.title}")
    _paragraph(console, scene.note)
    _paragraph(
        console, f"system {scene.system}, integrator {scene.integrator}, dt = {scene.dt} s, speed {scene.speed:g}"
    )
    if scene.ensemble.copies:
        _paragraph(console, f"ensemble of {scene.ensemble.copies} copies, spread {_assigned(scene.ensemble.spread)}")
    for challenger in scene.duel:
        given = {name: getattr(challenger, name) for name in ("integrator", "dt", "formulation")}
        changed = {**given, **challenger.settings, **challenger.parameters}
        _paragraph(console, f"compared with {_assigned({name: value for name, value in changed.items() if value})}")
    if scene.measured is not None:
        _paragraph(console, f"measured motion of {Path(scene.measured.file).name} beside it")
    if scene.recording is not None:
        names = dict.fromkeys(Path(each.file).name for each in scene.recording.files)
        _paragraph(console, f"recording of a thrown telephone: {', '.join(names)}")
    parameters = _table("Parameters that it sets", "name", "value", "meaning")
    for name in scene.parameters:
        field = system.fields[name]
        parameters.add_row(name, value_text(field, system.parameters[name]), _plain(field.meaning))
    initial = _table("Initial values that it sets", "name", "value")
    for name, value in scene.initial.items():
        initial.add_row(name, _plain(str(value)))
    _print_filled(console, parameters, initial)
    own = type(system)
    if isinstance(system, Machine):
        _print_filled(console, _parts_table(system))
    if scene.system == EQUATIONS:
        _print_equations(console, system)
    if own is not physics.system_class(scene.system):  # machines and equations have names of their own
        events = _table("Events", "name", "meaning")
        for event in system.events:
            events.add_row(event.name, _plain(event.meaning))
        tables = _parameters_table(own), _state_table(own), _quantities_table("Invariants", system.invariants)
        _print_filled(console, *tables, _quantities_table("Derived quantities", system.quantities), events)
    for line in (*system.warnings, *system.notes):
        _paragraph(console, line)


def _parts_table(machine: Machine) -> Any:
    """Return the bodies of a machine, and what joins and pulls them, with the directions of the joints' motions."""
    found = _table("Parts of the machine", "name", "kind", "what it is")
    made = machine.described
    for name, body in made.bodies.items():
        found.add_row(name, _plain(f"body: {body.shape}" if body.shape else "body"), _plain(f"{body.mass:.6g} kg"))
    for name, joint in made.joints.items():
        motions = [
            f"{name + step.ending if len(joint.steps) > 1 else name} "
            f"{'about' if step.kind == TURN else 'along'} {_direction_text(joint.axes[step.axis])}"
            for step in joint.steps
            if step.kind in (TURN, SLIDE) and step.axis < len(joint.axes)
        ]
        joins = f"joins {joint.first} and {joint.second}"
        said = ["closes a loop"] if name in made.closes else motions
        found.add_row(name, joint.kind, _plain("; ".join([joins, *said])))
    given = json.loads(machine.parameters["machine"])
    for table in sorted({*OF_BODIES, *OF_JOINTS} - {"joints", "traces"}):
        for name, words in given.get(table, {}).items():
            of = words.get("between") or words.get("joints") or [words.get("joint") or words.get("body")]
            found.add_row(name, CALLED[table], _plain(f"of {' and '.join(of)}"))
    return found


def _direction_text(axis: Vector) -> str:
    """Return a direction as a scene file says it."""
    given = direction_word(axis)
    return given if isinstance(given, str) else f"[{', '.join(f'{round(each, 4) + 0.0:g}' for each in given)}]"


def _print_equations(console: Any, system: physics.System) -> None:
    """Print the equations of a scene, as they are written."""
    _heading(console, "Equations")
    for line in json.loads(system.parameters[EQUATIONS])[EQUATIONS].strip().splitlines():
        console.print(f"  {line}", markup=False, highlight=False)


def _show_system(console: Any, system: type[physics.System]) -> None:
    _heading(console, f"System {system.name}: {system.title}")
    for paragraph in _paragraphs(system):
        _paragraph(console, paragraph)
    _listed(console, "presets", [each.name for each in scenefile.scene_summaries() if each.system == system.name])
    _listed(console, "formulations of the same motion", physics.formulations(system))
    reasons = {each.name: each.reason_against(system) for each in physics.integrators().values()}
    _listed(console, "applicable integrators", [name for name, reason in reasons.items() if not reason])
    _print_reasons(console, {name: reason.removeprefix(f"{name} ") for name, reason in reasons.items()})
    events = _table("Events", "name", "meaning")
    for event in system.events:
        events.add_row(event.name, _plain(event.meaning))
    outcomes = _table("Outcomes of maps (polhode map SCENE --of NAME)", "name", "of", "meaning")
    for outcome in applicable(system()):
        outcomes.add_row(outcome.name, OF[outcome.of], _plain(outcome.meaning))
    _print_filled(
        console,
        _parameters_table(system),
        _state_table(system),
        _quantities_table("Invariants", system.invariants),
        _quantities_table("Derived quantities", system.quantities),
        _quantities_table("Parts of the energy (--columns NAMES)", energy_quantities(system())),
        _quantities_table("Report on a run", reportable(system()).values()),
        events,
        outcomes,
    )


def _show_integrator(console: Any, method: Integrator) -> None:
    _heading(console, f"Integrator {method.name}: {method.title}")
    _paragraph(console, f"{method.kind}, order {method.order_text}, {method.cost()}; {method.keeps()}")
    _paragraph(console, method.about)
    against = {name: method.reason_against(system) for name, system in physics.systems().items()}
    reasons = {name: text.removeprefix(f"{method.name} ").replace(name, "the system") for name, text in against.items()}
    _listed(console, "applicable", [name for name, reason in reasons.items() if not reason])
    _print_reasons(console, reasons)
    settings = _table("Settings (--set NAME=VALUE)", "name", "default", "allowed", "meaning")
    for each in method.settings:
        settings.add_row(each.name, value_text(each, each.default), allowed_text(each), _plain(each.meaning))
    _print_filled(console, settings)


def _print_reasons(console: Any, reasons: dict[str, str]) -> None:
    """Print names that do not apply, those with the same reason together."""
    for reason in dict.fromkeys(filter(None, reasons.values())):
        names = ", ".join(name for name, given in reasons.items() if given == reason)
        _paragraph(console, f"not applicable: {names} ({reason})")


def _console() -> Any:
    from rich.console import Console

    return Console(highlight=False)


def _heading(console: Any, text: str) -> None:
    console.print(text, style="bold", markup=False)


def _listed(console: Any, title: str, names: list[str]) -> None:
    """Print names after a title, or nothing where there are none."""
    if names:
        _paragraph(console, f"{title}: {', '.join(names)}")


def _paragraph(console: Any, text: str) -> None:
    """Print text as one indented paragraph; a text that begins with a space keeps its lines, as equations do."""
    if text.startswith(" "):
        lines = textwrap.indent(text, INDENT)
    else:
        width = max(console.width, MIN_WIDTH)
        lines = textwrap.fill(text, width, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False)
    console.print(lines, markup=False, soft_wrap=True)


def _paragraphs(system: type[physics.System]) -> list[str]:
    """Return the paragraphs of a system's description."""
    return re.split(r"\n\n+", cleandoc(system.__doc__ or ""))


def _plain(text: str) -> str:
    """Return text in which rich sees no markup."""
    return text.replace("[", r"\[")


def _table(title: str, *headings: str) -> Any:
    """Return an empty table, whose last column has the most room."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(headings[0], no_wrap=True)
    for heading in headings[1:-1]:
        table.add_column(heading, max_width=MIDDLE_WIDTH)
    table.add_column(headings[-1], min_width=MEANING_WIDTH)
    return table


def _print_filled(console: Any, *tables: Any) -> None:
    """Print those tables that have rows."""
    for table in tables:
        if table.row_count:
            console.print(table)


def _assigned(values: dict[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def value_text(field: AnyParameter, value: Any) -> str:
    """Return the value of a parameter with its unit, in few words."""
    if isinstance(field, Parameter):
        return f"{value:.6g} {field.unit}".strip()
    if isinstance(field, Description):
        return ", ".join(json.loads(value))
    if isinstance(field, physics.Choices):
        return ", ".join(value)
    if isinstance(field, physics.Vector) and len(value) < 2:
        return ", ".join(f"{each:.6g} {field.unit}" for each in value) or "none"
    if isinstance(field, physics.Vector | physics.Profile):
        return f"{len(value)} {'numbers' if isinstance(field, physics.Vector) else 'rows'}"
    return str(value)


def allowed_text(field: AnyParameter) -> str:
    """Return what is allowed for a parameter, with numbers rounded to six digits."""
    return re.sub(r"\d+\.\d{6,}", lambda found: f"{float(found[0]):.6g}", field.allowed())


def _parameters_table(system: type[physics.System]) -> Any:
    table = _table("Parameters (--set NAME=VALUE)", "name", "default", "allowed", "meaning")
    for name, field in system.fields.items():
        when = "".join(f" [{choice}: {', '.join(options)}]" for choice, options in field.when.items())
        table.add_row(name, value_text(field, field.default), allowed_text(field), _plain(field.meaning + when))
    return table


def _state_table(system: type[physics.System]) -> Any:
    table = _table("State (--init NAME=VALUE)", "name", "symbol", "unit", "start", "meaning")
    for variable in system.variables:
        table.add_row(variable.name, variable.symbol, variable.unit, f"{variable.start:.6g}", _plain(variable.meaning))
    for alias in system.aliases:
        table.add_row(alias.name, alias.symbol, alias.unit, "", _plain(f"start given instead: {alias.meaning}"))
    for group, members in group_variables((*system.aliases, *system.variables)).items():
        meaning = f"start given as an array: {members[0]} to {members[-1]}, or one number for all"
        table.add_row(group, "", "", "", meaning)
    return table


def _quantities_table(title: str, quantities: Iterable[Any]) -> Any:
    table = _table(title, "name", "symbol", "unit", "meaning")
    for each in quantities:
        table.add_row(each.name, each.symbol, each.unit, _plain(each.meaning))
    return table
