"""What is printed as JSON is JSON."""

import json
import math

from game.cli.json_text import json_text


def test_numbers_that_are_not_finite_become_null():
    found = {"a": math.inf, "b": [1.5, -math.inf], "c": (math.nan, {"d": 2}), "θ": "ω"}
    text = json_text(found)
    assert json.loads(text) == {"a": None, "b": [1.5, None], "c": [None, {"d": 2}], "θ": "ω"}
    assert text.isascii()
