"""What there is, for people and for machines: made from the systems and integrators themselves."""

from __future__ import annotations

from typing import Any

import physics
from game import scenefile
from physics.core.fields import AnyParameter, Parameter
from physics.core.integrator import Integrator
from physics.core.units import number
from physics.core.variable_groups import grouped
from physics.simulation.report_track import reportable


def catalogue() -> dict[str, Any]:
    """Scenes, systems and integrators as plain data."""
    return {
        "scenes": {each.name: _scene(each.name) for each in scenefile.headlines()},
        "systems": {name: _system(system) for name, system in physics.systems().items()},
        "integrators": {name: _integrator(name) for name in physics.integrators()},
    }


def _scene(name: str) -> dict[str, Any]:
    scene = scenefile.load(name)
    return {"title": scene.title, "system": scene.system, "note": scene.note}


def _field(field: AnyParameter) -> dict[str, Any]:
    described = {
        "default": field.default,
        "unit": field.unit,
        "meaning": field.meaning,
        "symbol": field.symbol,
    }
    named = isinstance(field, physics.Choice | physics.Choices)
    bounds = {name: getattr(field, name) for name in (("options",) if named else ("low", "high"))}
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
        "groups": {name: list(members) for name, members in grouped((*system.aliases, *system.variables)).items()},
        "invariants": quantities(system.invariants),
        "quantities": quantities(system.quantities),
        "events": {event.name: event.meaning for event in system.events},
        "report": quantities(reportable(system()).values()),
        "integrators": reasons,
    }


def _integrator(name: str) -> dict[str, Any]:
    method = physics.integrator(name)
    settings = {setting.name: _field(setting) for setting in method.settings}
    return {
        "title": method.title,
        "order": method.order,
        "kind": method.kind,
        "evaluations": method.evaluations or None,
        "symplectic": method.symplectic or None,
        "reversible": method.reversible,
        "about": method.about,
        "settings": settings,
    }


def show() -> None:
    """Print the catalogue as tables."""
    from rich.console import Console

    console = Console()
    console.print(_scenes_table())
    for system in physics.systems().values():
        console.print(_parameters_table(system), _state_table(system))
    console.print(_integrators_table())


def _table(title: str, *headings: str) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for heading in headings:
        table.add_column(heading, no_wrap=heading == "name")
    return table


def _scenes_table() -> Any:
    table = _table("Scenes: polhode run NAME", "name", "system", "what to look for")
    for name in scenefile.presets():
        scene = scenefile.load(name)
        table.add_row(name, scene.system, scene.note)
    return table


def _parameters_table(system: type[physics.System]) -> Any:
    table = _table(
        f"System {system.name}: parameters, --set NAME=VALUE", "name", "default", "unit", "allowed", "meaning"
    )
    for name, field in system.fields.items():
        default = number(field.default) if isinstance(field, Parameter) else str(field.default)
        if isinstance(field, physics.Vector) and len(field.default) < 2:
            default = ", ".join(map(number, field.default)) or "none"
        elif isinstance(field, physics.Choices):
            default = ", ".join(field.default)
        elif isinstance(field, physics.Vector | physics.Profile):
            default = f"{len(field.default)} {'numbers' if isinstance(field, physics.Vector) else 'rows'}"
        when = "".join(f" [{choice}: {', '.join(options)}]" for choice, options in field.when.items())
        table.add_row(name, default, field.unit, field.allowed(), (field.meaning + when).replace("[", r"\["))
    return table


def _state_table(system: type[physics.System]) -> Any:
    table = _table(
        f"System {system.name}: state (--init NAME=VALUE), invariants, derived",
        "name",
        "symbol",
        "unit",
        "start",
        "meaning",
    )
    for variable in system.variables:
        table.add_row(variable.name, variable.symbol, variable.unit, number(variable.start), variable.meaning)
    for alias in system.aliases:
        table.add_row(alias.name, alias.symbol, alias.unit, "", f"start given instead: {alias.meaning}")
    for group, members in grouped((*system.aliases, *system.variables)).items():
        meaning = f"start given as an array: {members[0]} to {members[-1]}, or one number for all"
        table.add_row(group, "", "", "", meaning)
    for quantity in (*system.invariants, *system.quantities):
        kind = "invariant: " if quantity in system.invariants else ""
        table.add_row(quantity.name, quantity.symbol, quantity.unit, "", kind + quantity.meaning)
    return table


def _integrators_table() -> Any:
    table = _table("Integrators: --integrator NAME", "name", "order", "kind", "cost", "keeps", "about")
    for name, method in physics.integrators().items():
        settings = "".join(f" Setting {s.name} = {number(s.default)} ({s.allowed()})." for s in method.settings)
        about = method.about + settings + _nowhere(method)
        table.add_row(name, str(method.order), method.kind, method.cost(), method.keeps(), about)
    return table


def _nowhere(method: Integrator) -> str:
    """Why it does not apply to some systems."""
    reasons = dict.fromkeys(method.reason_against(system) for system in physics.systems().values())
    return "".join(f" Not everywhere: {reason}." for reason in reasons if reason)
