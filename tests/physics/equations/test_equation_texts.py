"""Texts of equations: what is understood, what is refused and in which words, and that any text is read safely."""

from __future__ import annotations

import math
import pickle
import random
import time
from typing import Any

import pytest

import physics
from physics import BadInput
from physics.equations.equations import Equations
from tests.physics.equations.scenes import made, one

XY = {"x": {"start": 1}, "y": {"start": 2}}


def refused(text: str, variables: Any = None, **tables: Any) -> str:
    """Return the message with which a description is refused."""
    with pytest.raises(BadInput) as found:
        made({"equations": text, "variables": variables or {"x": {"start": 1}}, **tables})
    assert "\n" not in str(found.value)
    return str(found.value)


MESSAGES = {
    "\n\nx'' = 2 x": '3:9: no operator before "x"; a product needs *',
    "x'' = sinn(x)": '1:7: "sinn" is unknown; did you mean "sin"?',
    "x'' = foo*x": '1:7: "foo" is unknown; names here are x, t',
    "x'' = x + * 2": '1:11: "*" is not expected here',
    "x'' = (x + 1": '1:13: ")" is missing',
    "x'' = 3 +": "1:10: a number, a name or a bracket is missing",
    "x'' = sin(x, 2)": "1:7: sin takes 1 argument, not 2",
    "x'' = x ? 1": '1:9: "?" is not part of an expression',
    "x'' = where(x, 1, 2)": "1:14: where needs a comparison first, such as x > 0",
    "x'' = -x # one\n\na = b\nb = a": "4:5: a → b → a: defined by itself",
    "x'' = -x\nx'' = 1": "2:1: x'' has been given in line 1",
    "x'' = -x\nx' = 1": "2:1: x has a rate and an acceleration; give one",
    "lagrangian = ½*x'²\nx'' = 1": "2:1: x'' beside a lagrangian; needs force x",
    "lagrangian = x''²": "1:14: x'' in the lagrangian: only coordinates and rates",
    "x'' = x +\n  2*(x' +\n  foo)": '3:3: "foo" is unknown; names here are x, t',
    "x'' = 1/0": "1:8: this number does not exist or is too large",
    "x'' = 10^400": "1:9: this number does not exist or is too large",
    "x'' = sqrt(-1)": "1:7: this number does not exist or is too large",
    "x'' = 1e999": "1:7: this number is too large",
    "x'' = ｘ": '1:7: the letter "ｘ" (U+FF58) is not part of a name',
    "t = 2": '1:1: "t" is reserved; call it otherwise',
    "x = 2\nx'' = -x": '1:1: "x" stands in variables, too; call it otherwise',
    "x'' = x'^2\nq'' = 1": "2:1: q'': q is no variable; there are x",
    "x'' = a'\na = x'²": "1:7: x'' is not known here: accelerations may be read in quantities, events and drawings",
    "x": "1:1: \"=\" is missing; a line says what something is, such as x'' = -x",
    "force x = 2\nx'' = 1": "1:1: force x without a lagrangian; needs one",
}


@pytest.mark.parametrize("text", MESSAGES)
def test_faults_have_their_line_and_column(text: str) -> None:
    assert refused(text) == f"equations {MESSAGES[text]}"


def test_faults_of_lagrangians_and_tables_are_named() -> None:
    fewer = "lagrangian: the kinetic energy depends on fewer rates than there are variables (x, y)"
    assert refused("x'' = -x", XY) == "variables: y has no equation; needs y' or y'' or a lagrangian"
    assert refused("lagrangian = ½*x'² - x*y", XY) == "lagrangian: no kinetic energy resists y"
    assert refused("lagrangian = ½*(x' + y')²", XY) == fewer
    assert refused("lagrangian = (cos(x)*x' + sin(x)*y')²", XY) == fewer
    assert "not positive" in refused("lagrangian = ½*x'² - ½*y'²", XY)
    assert refused("x'' = -x", parameters={"sin": 1}) == 'parameters: "sin" is reserved; call it otherwise'
    assert refused("x'' = -sin*x", parameters={"sin": 1}) == 'parameters: "sin" is reserved; call it otherwise'
    assert refused("x'' = -x", parameters={"x_dot": 1}) == 'parameters: "x_dot" is reserved; call it otherwise'
    twice = {"theta": 1, "θ": 2}
    assert refused("x'' = -x", parameters=twice) == 'parameters: "θ" and "theta" are one name'
    assert "must be m, the unit in SI" in refused("x'' = -x", parameters={"a": {"value": 3, "unit": "cm"}})
    kept = refused("x'' = -x", invariants={"energy": "½*x'² + x²"})
    assert kept.startswith("invariants.energy: it is not kept: near the start it changes by")
    unknown = refused("x'' = -x", parameters={"a": 2}, invariants={"I": "where(1/x' > a, ½*x'² + ½*x², ½*x² + ½*x'²)"})
    assert unknown == "invariants.I: it has no value at the start; begin elsewhere"
    assert "there are x, x'" in refused("x'' = -x", events={"e": {"when": "x", "set": {"v": 1}}})
    assert '"f" is no ball or box' in refused("x'' = -x", draw={"r": {"rod": ["origin", "f"]}})
    pull, push = ({"arrow": ["x", 0, 0], "at": "origin", "unit": "N", "scale": scale} for scale in (0.5, 0.2))
    bead = {"ball": ["x", 0], "label": "a" * 41}
    assert "draw.b.label" in refused("x'' = -x", draw={"b": bead})
    assert "must be one line" in refused("x'' = -x", draw={"b": bead | {"label": "two\nlines"}})
    assert "label" in refused("x'' = -x", draw={"b": {"ground": 0, "label": "floor"}})
    assert "must be 2 to 60 places" in refused("x'' = -x", draw={"way": {"track": [[0, 0]]}})
    two = refused("x'' = -x", draw={"pull": pull, "push": push})
    assert two == "draw.push.scale = 0.2: arrows in N have one scale; draw.pull has 0.5"
    assert "must be m/s, the unit in SI" in refused("x'' = -x", draw={"v": pull | {"unit": "km/h"}})
    found = refused("lagrangian = ½*x'²", quantities={"energy": "x"})
    assert found == 'equations: "energy" is also the name of what is found or added; call it otherwise'
    with pytest.raises(BadInput, match=r"at the start"):
        one("x'' = 1/(x - 1)")
    with pytest.raises(BadInput, match=r"does not exist or is too large with l = 0"):
        one("x'' = -x*(2/l)", parameters={"l": {"value": 1, "low": 0}}).replace({"l": 0})


def test_names_have_two_spellings_and_rates_two() -> None:
    system = made({
        "equations": "θ₁'' = -Ω²*θ_1 - c*theta_1_dot", "variables": {"θ₁": {"start": 1, "unit": "rad"}},
        "parameters": {"Omega": 2, "c": 0.1}, "quantities": {"pull": "theta_1''", "turns": "θ₁/(2*π)"},
    })  # fmt: skip
    assert [each.name for each in system.variables] == ["theta_1", "theta_1_dot"]
    assert [each.symbol for each in system.variables] == ["θ₁", "θ₁′"]
    y = memoryview(system.start())
    values = {each.name: each.value(system, y) for each in system.quantities}
    assert values == {"pull": -4.0, "turns": pytest.approx(0.5 / math.pi)}


def test_parameters_have_units_and_keep_the_code() -> None:
    tables = {"equations": "x'' = -k/m*x", "variables": {"x": {"start": 1, "unit": "m"}},
              "parameters": {"k": "2 N/cm", "m": {"value": "500 g", "low": "1 g", "high": 3}}}  # fmt: skip
    system = physics.system("equations", tables)
    assert (system.parameters["k"], system.parameters["m"]) == (200.0, 0.5)
    other = system.replace({"m": "2 kg"})
    assert type(other) is type(system) and other.p[1] == 2.0
    slope = [0.0, 0.0]
    type(other).rate(0.0, other.start(), other.p, slope)
    assert slope == [0.0, -100.0]
    again = pickle.loads(pickle.dumps(other))
    assert type(again) is type(system) and again.parameters == other.parameters and bytes(again.p) == bytes(other.p)


def test_an_event_that_does_not_end_its_cause_happens_once() -> None:
    """A spring that becomes four times as soft where it is without tension: quarter periods are pi/2, then pi."""
    system = made({"equations": "z'' = -k*z\nk' = 0", "variables": {"z": {"start": 1}, "k": {"start": 1}},
                   "events": {"soft": {"when": "z", "set": {"k": "k/4"}}}})  # fmt: skip
    run = physics.Simulation(system, "gauss6", 0.01)
    run.advance(1500)
    times = [event.time for event in run.events if event.name == "soft"]
    assert times == [pytest.approx(math.pi / 2, abs=1e-11), pytest.approx(4.5 * math.pi, abs=1e-10)]


def test_nothing_moves_after_the_end() -> None:
    system = made({"equations": "z'' = -g", "variables": {"z": {"start": 1, "unit": "m"}},
                   "parameters": {"g": "9.81 m/s²"}, "events": {"landed": {"when": "z", "end": True}}})  # fmt: skip
    run = physics.Simulation(system, "rk4", 0.01)
    run.advance(100)
    assert run["z"] == pytest.approx(0.0, abs=1e-14)
    assert run["z_dot"] == pytest.approx(-math.sqrt(2 * 9.81), rel=1e-12)
    assert [event.name for event in run.events] == ["landed"]


def test_what_is_drawn_is_where_the_expressions_say() -> None:
    system = physics.system("equations")
    y = memoryview(system.start())
    r, theta = y[0], y[1]
    bob = (r * math.sin(theta), 0.0, -r * math.cos(theta))
    assert tuple(system.bodies(y)[0].position) == pytest.approx(bob)
    assert tuple(system.traces(y)["bob"]) == pytest.approx(bob)
    ends = system.pose_layout.points_of(system.posed(y))
    assert ends[0].tolist() == [0.0, 0.0, 0.0] and tuple(ends[1]) == pytest.approx(bob)
    undrawn = one("x'' = -x")
    assert undrawn.drawing.axes == ("x", "", "x'") and not undrawn.drawing.chosen
    place = undrawn.bodies(memoryview(undrawn.start()))[0].position
    assert tuple(place) == pytest.approx((0.5, 0.0, 0.0), abs=1e-3)


PIECES = (
    *(
        "x",
        "y",
        "x'",
        "y''",
        "t",
        "a",
        "b",
        "2",
        "0.5",
        "1e300",
        "½",
        "(",
        ")",
        ",",
        "+",
        "-",
        "*",
        "/",
        "^",
        "²",
        "⁻¹",
    ),
    *("sin(", "where(", "x > 0", "log(", "max(", "θ", "_", "'", "=", "\n", "x'' = ", "y' = ", "lagrangian = ", "a = "),
    *("½*x'²", "force x = ", "dissipation = ", "#", " ", "import os", "__", "[0]", ".", "\\", '"', "exp(", "b = ", "·"),
)
FITTING = (
    "x",
    "+ y",
    "*a",
    "-",
    "2*",
    "(x)",
    "+ t",
    "²",
    "*cos(x)",
    "/y",
    " + where(x > y, a, 2)",
    "*(1 + x²)",
    " # a",
    "^y",
)
VALID = ("x'' = -x\ny' = a", "lagrangian = ½*x'² - cos(x)\ny' = x", "x' = y\ny' = -x", "x'' = y\ny'' = t")


def random_description(dice: random.Random) -> dict[str, Any]:
    """Return a text of random pieces, or one with a few pieces put into it, and tables beside it."""
    if dice.random() < 0.2:
        text = "".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 40)))
    else:
        text = dice.choice(VALID)
        for _ in range(dice.randrange(1, 4)):
            at = dice.choice([len(text), len(text), text.find("\n"), dice.randrange(len(text) + 1)])
            piece, gone = dice.choice(PIECES if dice.random() < 0.3 else FITTING), dice.choice((0, 0, 0, 0, 1))
            text = text[:at] + piece + text[at + gone :]
    found: dict[str, Any] = {"equations": text, "variables": dict(XY), "parameters": {"a": dice.choice([0, 1, "3 kg"])}}
    if dice.random() < 0.3:
        piece = "".join(dice.choice(PIECES) for _ in range(4))
        found["quantities"] = {"q": piece}
        found["events"] = {"e": {"when": "x", "and": f"{piece} > 0", "set": {"x'": piece}}}
    return found


@pytest.mark.parametrize("block", [0, *(pytest.param(k, marks=pytest.mark.long) for k in range(1, 10))])
def test_any_text_is_read_or_refused_in_one_line_and_in_bounded_time(block: int) -> None:
    dice, read = random.Random(f"texts {block}"), 0
    for _ in range(500):
        tables = random_description(dice)
        began, said = time.process_time(), ""
        try:
            read += isinstance(physics.system("equations", {"equations": tables}), Equations)
        except BadInput as fault:
            said = str(fault)
        assert "\n" not in said, tables
        assert time.process_time() - began < 2.0, tables
    assert read > 20


def test_texts_that_would_grow_without_bound_are_refused_or_read_at_once() -> None:
    chain = "\n".join(f"a{k} = a{k + 1}*a{k + 1}" for k in range(198))
    texts = [
        f"x'' = {'^'.join(['x'] * 1000)}",
        f"x'' = {'(' * 200}x{')' * 200}",
        f"x'' = {' + '.join(['sin(x)*x'] * 350)}",
        f"{chain}\na198 = x + 1\nx'' = a0",
        f"{chain}\na198 = x\nlagrangian = ½*x'² + a190",
        "lagrangian = " + "*".join(["(1 + x + cos(x) + sin(x))"] * 30) + "*x'²",
        "lagrangian = ½*x'²*(1 + x^64*(1 + x^64))",
        "x'' = " + "x'" * 2000,
    ]
    for text in texts:
        began, said = time.process_time(), ""
        try:
            one(text)
        except BadInput as fault:
            said = str(fault)
        assert len(said) < 500
        assert time.process_time() - began < 5.0, text[:40]
