import math

import pytest

import physics
from physics import BadInput
from physics.core.fields import Measured, Parameter, Variable, Vector
from physics.core.units import (
    ANGLE_UNITS,
    LISTED,
    OFFERED,
    ambiguous,
    check_number,
    check_units,
    factor,
    from_unit,
    in_unit,
    is_unit,
    may_fit,
    parse_in,
    parse_quantity,
    unit_called,
    unit_of,
    whole_turns,
    with_unit,
)


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("0.04", "kg", 0.04),
        ("40 g", "kg", 0.04),
        ("40g", "kg", 0.04),
        ("-1e-3", "m", -1e-3),
        ("15cm", "m", 0.15),
        ("30 deg", "rad", math.pi / 6),
        ("30°", "rad", math.pi / 6),
        ("pi/6", "rad", math.pi / 6),
        ("-pi/2", "rad", -math.pi / 2),
        ("2*pi/3", "rad", 2 * math.pi / 3),
        ("0.5π rad", "rad", math.pi / 2),
        ("600 rpm", "rad/s", 20 * math.pi),
        ("9.81 m/s2", "m/s²", 9.81),
        ("1 ms", "s", 1e-3),
        ("0.25", "", 0.25),
        ("2 turns", "rad", 4 * math.pi),
        ("3 rev/s", "rad/s", 6 * math.pi),
        ("36 km/h", "m/s", 10.0),
        ("2 kN", "N", 2000.0),
        ("5 mJ", "J", 0.005),
    ],
)
def test_quantities_are_parsed(text, unit, value):
    assert parse_quantity("x", text, unit) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "unit"), [("3 m", "kg"), ("fast", "rad/s"), ("", "m"), ("1/0", "m"), ("2 rad", ""), ("1,5", "m")]
)
def test_invalid_quantities_are_refused_by_name(text, unit):
    with pytest.raises(BadInput, match="mass = "):
        parse_quantity("mass", text, unit)


SIGNS = {"": 1.0, "-": -1.0, "+": 1.0, "−": -1.0, "- ": -1.0}
NUMBERS = {
    "2": 2.0, "0.5": 0.5, ".25": 0.25, "3.": 3.0, "1e-3": 1e-3, "2E+2": 200.0, "pi": math.pi, "π": math.pi,
    "2pi": 2 * math.pi, "2*pi": 2 * math.pi, "0.5 π": 0.5 * math.pi, "pi/6": math.pi / 6, "2 * pi / 3": 2 * math.pi / 3,
    "1/4": 0.25, "1e3/8": 125.0, "pi/-2": -math.pi / 2,
}  # fmt: skip
UNITS = {
    "rad": {"": 1.0, "rad": 1.0, "deg": math.pi / 180, "°": math.pi / 180, "turns": 2 * math.pi},
    "m": {"cm": 0.01},
}


@pytest.mark.parametrize("space", ["", " ", "  \t"])
@pytest.mark.parametrize("sign", SIGNS)
def test_signs_numbers_and_units_go_together_in_every_way(sign, space):
    for number, value in NUMBERS.items():
        for unit, spelled in UNITS.items():
            for given, size in spelled.items():
                text, right = f"{sign}{number}{space or ' '}{given}", SIGNS[sign] * value * size
                assert parse_quantity("x", text, unit) == pytest.approx(right, rel=1e-15), text
                assert check_number("x", text, unit, -1e9, 1e9) == pytest.approx(right, rel=1e-15), text
                with pytest.raises(BadInput, match=r"^x = .*must be from .* to ") as error:
                    check_number("x", text, unit, 1e6, 1e9)
                assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "-",
        "--2",
        "2-",
        "pi2",
        "2 pixels",
        "2 2",
        "1/0",
        "-pi/0",
        "0x10",
        "1_0",
        "nan",
        "inf",
        "1e999",
        "-1e308*pi",
        "2 m/",
        "2 m//s",
        "2 m^99999999",
        "1,5",
        "٣ x",
        "2 *",
    ],
)
def test_what_is_no_number_is_told_in_one_line(text):  # fmt: skip
    for unit in ("", "m", "rad", "N m s^1.5"):
        with pytest.raises(BadInput, match="^x = ") as error:
            check_number("x", text, unit, -1.0, 1.0)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("unit", "known"),
    [
        ("rad", "deg DEG degree degrees ° º ˚ Degrees degs"),
        ("rad", "turn turns rev revolutions cycles tr U"),
        ("rad/s", "deg/s deg/sec °/s dps DPS degrees/second deg·s⁻¹ deg*s^-1"),
        ("rad/s", "rpm RPM rev/min U/min tr/min"),
        ("rad/s", "Hz hz rps rev/s turns/s"),
        ("s", "s sec secs second Seconds SEC"),
        ("s", "ms msec millisecond milliseconds Milliseconds"),
        ("s", "us µs μs usec microseconds"),
        ("s", "min mins minute minutes"),
        ("s", "h hr hrs hours"),
        ("m", "in inch inches Inches"),
        ("m", "ft foot feet"),
        ("m", "mm millimeter millimetres MM"),
        ("kg/m³", "g/cm3 g/cm³ g/cm^3 g·cm⁻³ g/(cm^3)"),
        ("kg m²", "gcm2 g*cm^2 g·cm²"),
        ("N m", "Nm N·m N*m N.m J"),
        ("m/s²", "m/s2 m/s^2 m·s⁻² m/s/s m/s**2 m/(s^2)"),
    ],
)
def test_usual_spellings_of_a_unit_mean_the_same(unit, known):
    factors = [factor(each, unit) for each in known.split()]
    assert None not in factors and len(set(factors)) == 1


def test_factors_are_exact():
    right = {
        ("deg", "rad"): math.pi / 180, ("gon", "rad"): math.pi / 200, ("gradian", "rad"): math.pi / 200,
        ("mrad", "rad"): 1e-3, ("rpm", "rad/s"): math.pi / 30, ("Hz", "rad/s"): 2 * math.pi, ("us", "s"): 1e-6,
        ("ns", "s"): 1e-9, ("h", "s"): 3600.0, ("g/cm3", "kg/m³"): 1000.0, ("g cm²", "kg m²"): 1e-7,
        ("km/h", "m/s"): 1 / 3.6, ("inch", "m"): 0.0254, ("degrees per second", "rad/s"): math.pi / 180,
        ("mm/s", "m/s"): 1e-3, ("kN/m", "N/m"): 1e3, ("mN m s", "N m s"): 1e-3, ("%", ""): 0.01, ("G", "T"): 1e-4,
        ("kHz", "Hz"): 1e3, ("mdeg", "rad"): math.pi / 180000, ("mdps", "rad/s"): math.pi / 180000,
        ("1/min", "rad/s"): math.pi / 30, ("min⁻¹", "rad/s"): math.pi / 30, ("r/min", "rad/s"): math.pi / 30,
        ("Umdrehungen", "rad"): 2 * math.pi, ("Zentimeter", "m"): 0.01, ("microsec", "s"): 1e-6,
        ("rad s^(-1)", "rad/s"): 1.0, ("deg/(s)", "rad/s"): math.pi / 180, ("deg·s^{-1}", "rad/s"): math.pi / 180,
        ("1/min", "Hz"): 1 / 60, ("N mm/deg", "N m/rad"): 0.18 / math.pi, ("ft", "m"): 0.3048,
    }  # fmt: skip
    for (given, unit), value in right.items():
        assert factor(given, unit) == pytest.approx(value, rel=3e-16), (given, unit)


@pytest.mark.parametrize(
    ("given", "unit"),
    [
        ("foo", "rad"), ("px", "m"), ("frames", "s"), ("V", "J"), ("rad/s", "rad"), ("rad", ""), ("Grad", "rad"),
        ("S", "s"), ("M", "m"), ("Ms", "s"), ("T", "kg"), ("mN", "N m"), ("ms", "m s"), ("", "s"), ("Hz", "rad"),
        ("m" * 100, "m"), ("m^99999999", "m"), ("mm" + "*mm" * 12, "m"), ("s/", "s"), ("/", "s"), ("m²", "m"),
    ],
)  # fmt: skip
def test_unknown_units_and_other_dimensions_have_no_factor(given, unit):
    assert factor(given, unit) is None


@pytest.mark.parametrize("text", ["30 grad", "30 Grad", "-1 grads"])
def test_units_with_two_meanings_are_asked_about(text):
    with pytest.raises(BadInput, match="may be degrees or gon; write one of them"):
        parse_quantity("theta", text, "rad")
    assert ambiguous("grad/s") and not ambiguous("gradians") and not ambiguous("")


@pytest.mark.parametrize(("given", "unit"), [("grad", "rad"), ("Grads", "rad"), ("grad/s", "rad/s"), ("grad", "m")])
def test_units_with_two_meanings_are_nowhere_one_of_them(given, unit):
    assert factor(given, unit) is None and unit_called(given) is None
    assert is_unit(given) and may_fit(given, unit) == (unit != "m")


def test_degrees_of_temperature_are_no_angles():
    assert unit_called("C").factor == 1.0 and unit_called("K") is not None
    assert all(unit_called(each) is None for each in ("°C", "° F", "J/°K", "ºC"))


def test_every_unit_of_a_system_is_known_and_its_own():
    for name in physics.systems():
        kind = physics.system_class(name)
        fields = [each for each in kind.fields.values() if isinstance(each, Measured)]
        for each in (*kind.variables, *kind.invariants, *kind.quantities, *fields):
            assert unit_called(each.unit).factor == 1.0, each.unit
            for listed in LISTED.get(each.unit, ()):
                assert factor(listed, each.unit), listed


def test_a_number_for_a_scale_of_another_unit():
    assert parse_in("x", "40", "rad", "°") == 40.0
    assert parse_in("x", "pi/2", "rad", "°") == pytest.approx(90.0, rel=1e-15)
    assert parse_in("x", "0.5 turns", "rad", "°") == pytest.approx(180.0, rel=1e-15)


def test_values_in_other_units():
    assert in_unit(math.pi, "rad", "°") == pytest.approx(180.0, rel=1e-15)
    assert in_unit(2 * math.pi, "rad/s", ANGLE_UNITS["turns"]["rad/s"]) == pytest.approx(1.0, rel=1e-15)
    assert in_unit(0.3, "m", "m") == 0.3
    assert whole_turns(-5 * math.pi) == (-2, pytest.approx(-180.0))


def test_each_unit_that_is_offered_can_be_typed():
    for unit, offered in OFFERED.items():
        assert offered[0] == unit
        assert all(factor(each, unit) for each in offered)
    for units in ANGLE_UNITS.values():
        check_units(units)


@pytest.mark.parametrize("units", [{"m": "J"}, {"kg": "mg"}, {"s": "ms"}, {"rad": "grad"}])
def test_units_that_do_not_fit_are_refused_with_what_is_allowed(units):
    with pytest.raises(ValueError, match="must be"):
        check_units(units)


def test_a_number_out_of_bounds_is_told_in_the_unit_in_which_it_was_given():
    for given, said in (
        ("200deg", "a = 200 deg: must be from 0 to 180 deg"),
        (4.0, "a = 4 rad: must be from 0 to 3.14"),
    ):
        with pytest.raises(BadInput, match=said):
            check_number("a", given, "rad", 0.0, math.pi)


def test_a_number_without_a_unit_gets_one():
    assert [with_unit(text, "cm") for text in ("3", "3 m", "1e-2", "pi/6", "", "x")] == [
        "3 cm", "3 m", "1e-2 cm", "pi/6 cm", "", "x",
    ]  # fmt: skip
    assert with_unit("-3", "°") == "-3 °" and with_unit("-pi/2", "m") == "-pi/2 m"
    for text in ("pi/6", "-pi/2", "−2π"):  # an angle in parts of π is in rad
        assert with_unit(text, "°") == with_unit(text, "turns") == text
    assert from_unit(in_unit(0.3, "m", "cm"), "m", "cm") == pytest.approx(0.3, rel=1e-15)


def refusal(field, text):
    try:
        field.check(text)
    except BadInput as error:
        return str(error)
    return field.name


def test_every_number_of_every_system_takes_or_refuses_each_way_to_write_it():
    texts = [
        "-pi/2",
        "-pi",
        "−π",
        "2 pi",
        "- 3",
        "1e300",
        "-1e-300 m",
        "30 deg",
        "-0.5 turns",
        "40 g",
        "5 foo",
        "-pi/0",
    ]
    for name in physics.systems():
        kind = physics.system_class(name)
        for field in (*kind.fields.values(), *kind.variables, *kind.aliases):
            for text in texts if isinstance(field, (Parameter, Vector, Variable)) else ():
                said = refusal(field, text)
                assert said.startswith(field.name) and "\n" not in said


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("3 rpm", "rad/s"), ("30 deg", "rad"), ("2 kN/m", "kg/s²"), ("1 N/m", "N/m"), ("4 Hz", "Hz"),
        ("5", ""), ("50 %", ""),
        ("3 N m", "N m"), ("3 foo", "foo"), ("3 grad", "grad"), ("x", ""), ("2 1/s", "1/s"), ("3 C/kg", "C/kg"),
        ("3 kΩ", "Ω"), ("2 1/(ms cm)", "1/(m s)"), ("2 g m^0.5", "kg m^0.5"),
    ],
)  # fmt: skip
def test_the_unit_of_a_text_is_the_si_unit_that_it_fits(text, unit):
    assert unit_of(text) == unit
    if unit and unit not in ("foo", "grad"):
        assert parse_quantity("x", text, unit) == float(text.split()[0]) * factor(text.split(" ", 1)[1], unit)
