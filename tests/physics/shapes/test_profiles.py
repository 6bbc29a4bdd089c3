import tomllib

import pytest

from physics import BadInput
from physics.core.fields import Profile
from physics.simulation.run import configuration
from physics.table.rolling_body import RollingBody

FIELD = Profile(default=((0.0, 0.0), (1.0, 1.0), (0.0, 2.0)), unit="m", low=0.0, high=10.0, meaning="m", name="profile")
ROWS = ((0.0, 0.0), (0.02, 0.01), (0.0, 0.03))


@pytest.mark.parametrize(
    "text",
    [
        "r,z\n0,0\n0.02,0.01\n0,0.03\n",
        "# an egg\n0,0\n\n0.02 , 0.01\n0,0.03",
        "r [m];z [m]\r\n0;0\r\n0.02;0.01\r\n0;0.03\r\n",
        "0\t0\n0.02\t0.01\n0\t0.03\n",
        "\ufeffradius,height\n0 0\n2cm 1cm\n0 3cm\n",
    ],
)
def test_profile_is_read_with_or_without_a_heading(tmp_path, text):
    path = tmp_path / "egg.csv"
    path.write_text(text, encoding="utf-8", newline="")
    assert FIELD.check(str(path)) == ROWS
    assert FIELD.check(path) == FIELD.check(str(path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("r,z\n0,0\n0.02\n0,0.03\n", r"egg.csv, line 3: must be two numbers r, z$"),
        ("0,0\n0.02,x\n0,0.03\n", r"egg.csv, line 2: must be two numbers r, z$"),
        ("r,z\n0,0\n-0.02,0.01\n0,0.03\n", r"egg.csv, line 3: r = -0.02 m: must be from 0 to 10 m"),
        ("r,z\n0,0\n\n0.02,0.01\n0,0.005\n", r"egg.csv, line 5: z = 0.005 m: must not be below"),
        ("r,z\n0,0\n0,nan\n0,0.03\n", r"egg.csv, line 3: must be two numbers r, z$"),
        ("r,z\n0,0\n1,1\n", "2 rows given, 3 to 1000 allowed"),
        ("", "0 rows given"),
        ("r,z\n0,0\n0,1\n0,2\n", "no volume"),
        ("0,0\n1,1,1\n0,2\n", "line 2"),
    ],
)
def test_invalid_profile_is_refused_with_its_line(tmp_path, text, message):
    path = tmp_path / "egg.csv"
    path.write_text(text)
    with pytest.raises(BadInput, match=message) as caught:
        FIELD.check(str(path))
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("profile")


def test_missing_or_binary_profile_is_refused(tmp_path):
    with pytest.raises(BadInput, match=r"profile = .*none.csv: No such file"):
        FIELD.check(str(tmp_path / "none.csv"))
    with pytest.raises(BadInput, match="is not a regular file"):
        FIELD.check(str(tmp_path))
    (tmp_path / "a.png").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BadInput, match="not a text file"):
        FIELD.check(str(tmp_path / "a.png"))
    (tmp_path / "huge.csv").write_text("0,0\n" * 300_000)
    with pytest.raises(BadInput, match="larger than"):
        FIELD.check(str(tmp_path / "huge.csv"))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0, 0], [1, 1, 1], [0, 2]], "must be rows"),
        (7, "profile = 7: must be rows"),
        ([[0, 0], [1, 1], [0, 0.5]], "row 2: z = 0.5 m: must not be below"),
        ([[0, 0], [11, 1], [0, 2]], r"profile\[1\]: r = 11 m: must be from 0 to 10 m"),
    ],
)
def test_invalid_rows_are_refused_with_their_place(rows, message):
    with pytest.raises(BadInput, match=message):
        FIELD.check(rows)


def test_profile_rows_may_have_units():
    rows = [["0", "0"], ["2 cm", "10 mm"], [0, 0.03]]
    assert FIELD.check(rows) == ROWS
    assert RollingBody({"shape": "profile", "profile": rows}).profile == ROWS


def test_configuration_of_a_run_can_be_run_again():
    body = RollingBody({"shape": "profile", "profile": ROWS})
    lines = configuration(body, "rk4", {}, 1e-3)
    again = tomllib.loads("\n".join(lines))
    assert RollingBody(again["parameters"], again["initial"]).p == body.p
