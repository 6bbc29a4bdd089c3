"""Dimensions of equations: what does not fit is told with its place, and reduced equations are left alone."""

import tomllib

import pytest

from physics.equations.description import read_equations
from physics.equations.dimensions import dimension_warnings


def warnings(scene):
    """Return the warnings of the equations of a scene file."""
    given = {word: table for word, table in tomllib.loads(scene).items() if word != "title"}
    own = read_equations(given)
    parameters = {name: each.unit for name, each in own.parameters.items()}
    return dimension_warnings(own.block, {name: each.unit for name, each in own.variables.items()}, parameters)


PENDULUM = """
equations = '''
{}
'''
variables = {{ theta = {{ unit = "rad" }}, x = {{ unit = "m" }}, u = {{}} }}
parameters = {{ g = "9.81 m/s²", l = "1 m", m = "1 kg", n = {{ value = 2, unit = "" }}, k = 3 }}
"""


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("θ'' = -g*sin(θ)", ["1:1: θ'' is in 1/s², the right side in m/s²; both sides need one unit"]),
        ("θ'' = -g/l*sin(θ*l)", ["1:12: θ*l is in m; sin needs a number or an angle"]),
        ("θ'' = -g/l*sin(θ) - θ'", ["1:19: -g/l*sin(θ) is in 1/s², θ' in 1/s; a sum needs one unit"]),
        ("θ'' = -g/l*(θ + l)", ["1:15: θ has no unit, l is in m; a sum needs one unit"]),
        ("θ'' = -g/l*where(l > θ, θ, 0)", ["1:12: l is in m, θ has none; a comparison needs one unit"]),
        ("θ'' = min(l, g)/l", ["1:7: l is in m, g in m/s²; min needs one unit"]),
        ("θ'' = n^l*g/l", ["1:8: l is in m; an exponent needs no unit"]),
        ("θ'' = exp(-t)*g/l", ["1:7: -t is in s; exp needs a number or an angle"]),
        ("a = 3*l/g\nθ'' = a' + a*θ/t", ["2:1: θ'' is in 1/s², the right side in s; both sides need one unit"]),
        ("x' = n*x", ["1:1: x' is in m/s, the right side in m; both sides need one unit"]),
        (
            "lagrangian = ½*m*l²*θ'² + m*g*cos(θ)",
            ["1:25: 0.5*m*l²*θ'² is in kg m²/s², m*g*cos(θ) in kg m/s²; a sum needs one unit"],
        ),
        (
            "lagrangian = ½*m*l²*θ'²\ndissipation = m*l²*θ'\nforce θ = m*l",
            ["3:1: force θ is in kg m²/s², the right side in kg m; both sides need one unit",
             "2:1: dissipation is in kg m²/s³, the right side in kg m²/s; both sides need one unit"][::-1],
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told(lines, told):
    others = ("x'' = 0*g", "u'' = -u") if "lagrangian" not in lines else ("x' = 0", "u' = -u")
    more = [each for each in others if each[0] + "'" not in lines and each[:3] not in lines]
    more += ["θ'' = 0"] if "θ''" not in lines and "lagrangian" not in lines else []
    assert warnings(PENDULUM.format("\n".join([lines, *more]))) == told


@pytest.mark.parametrize(
    "line",
    [
        "θ'' = -g/l*(θ - θ³/6)", "θ'' = -g/l*sqrt(l/g)*θ' + 0*l", "θ'' = (l²)^-0.5*abs(g)*atan2(x, l)", "θ'' = u*θ",
        "θ'' = k*θ", "θ'' = -g/l*tanh(x/l)^n", "θ'' = g/l*where(x > 0, max(x, l), -x)/l", "θ_dot' = 1/(t*t)*n^n",
        "θ'' = -(x - l)*sign(x)/(l*t²) + cos(k*t)*0*x",
    ],
)  # fmt: skip
def test_what_fits_or_is_not_known_is_not_told(line):
    assert warnings(PENDULUM.format(line.replace("θ_dot'", "θ''") + "\nx'' = -g\nu'' = -u + 3*x")) == []


def test_reduced_equations_are_left_alone():
    scene = """
equations = '''
x' = sigma*(y - x)
y' = x*(28 - z) - y + cos(2*t)
z' = x*y - beta*z
'''
variables = { x = {}, y = { unit = "" }, z = {} }
parameters = { sigma = 10, beta = { value = 2, unit = "" } }
"""
    assert warnings(scene) == []


def test_definitions_by_themselves_end_without_a_warning():
    assert warnings(PENDULUM.format("a = b\nb = a + 1\nθ'' = a*g\nx'' = 0\nu'' = 0")) == []
