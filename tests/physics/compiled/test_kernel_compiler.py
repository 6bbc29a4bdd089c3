"""What is outside the kernels' subset of Python is refused with file, line and cure; what is inside means the same."""

import ast
import ctypes
import importlib.util
import math
from pathlib import Path

import numpy as np
import pytest

from physics.compiled import kernel_entry, native
from physics.compiled.code_generation import machine_code
from physics.compiled.kernel_compiler import tree_of
from physics.compiled.kernel_expressions import Refused
from physics.core.kernel_source import kernel_of_source

ADDRESS, REAL = ctypes.c_void_p, ctypes.c_double

REFUSED = [
    ("dy[0] = y[0] ** 2", "a power", "multiply"),
    ("dy[0] = sum([y[0], y[1]])", "a list", "tuple"),
    ("dy[0] = max(x for x in y)", "a generator", "loop"),
    ("dy[0] = {0: y[0]}[0]", "a dictionary", "tuple"),
    ("dy[0] = (lambda x: x)(y[0])", "a function without a name", "def"),
    ("try:\n  dy[0] = y[0]\n finally:\n  pass", "try", "nan"),
    ("raise ValueError", "raise", "nan"),
    ("with y:\n  pass", "with", "leave it out"),
    ("import math", "an import", "module"),
    ("def f():\n  pass", "a function within a function", "module"),
    ("dy[0] = (x := y[0])", "an assignment within an expression", "own"),
    ("dy[0] = math.sin(y[0])", "a call of `math.sin`", "physics.maths.trig"),
    ("dy[0] = print(y[0])", "a call of `print`", "sqrt"),
    ("dy[0] = float(y)", "`float(y)`", "float()"),
    ("dy[y[0]] = 1.0", "`y[0]`, which is no whole number", "int()"),
    ("dy[0] = y.shape", "`y.shape`", "p alone"),
    ("dy[0] = undefined", "`undefined`, which has no value", "assign it"),
    ("dy[:] = y", "an assignment to `dy[:]`", "one by one"),
    ("dy[0] = y[::2][0]", "a step", "every number"),
    ("for x in y:\n  dy[0] = x", "a loop over `y`", "range"),
    ("for i in range(0, 4, int(y[0])):\n  dy[0] = i", "`range(0, 4, int(y[0]))`", "constant step"),
    ("for i in range(4):\n  dy[0] = i\n else:\n  dy[0] = 0.0", "`else` of a loop", "variable"),
    ("x = 1.0\n if y[0] > 0.0:\n  x = (1.0, 2.0)\n dy[0] = 1.0", "`x`, which is", "one kind"),
    ("dy[0] = (1.0, 2.0)[3]", "`(1.0, 2.0)[3]` of a tuple of 2", "another item"),
    ("dy[0] = 1.0 if y else 0.0", "the truth of `y`", "compare"),
    ("dy[0] = min(key=y[0])", "an argument by name", "position"),
    ("dy[0] = f'{y[0]}'", "a text", "leave it out"),
    ("kernel(t, y, p, dy)", "`kernel`, which calls itself", "loop"),
    ("dy[0] = int(y[0]) // y[1]", "`int(y[0]) // y[1]`", "numbers"),
    ("dy[0] = ~int(y[0])", "`~int(y[0])`", "numbers"),
    ("a, b = y\n dy[0] = a", "an assignment to `(a, b)`", "one by one"),
    ("m = 5972000000000000000000000\n m = m + 1\n dy[0] = m", "`m`, which has more than 64 bits,", "float"),
    ("dy[0] = twice(5972000000000000000000000)", "`twice(5972000000000000000000000)`, which has more", "float"),
    ("dy[0] = int(y[0]) + 5972000000000000000000000", "which has more than 64 bits,", "float"),
    ("for i in range(2):\n  if i > 0:\n   dy[0] = math\n  math = 1.0", "`math`, which may have no value yet,", "first"),
    ("dy[0] = y[0]\n dy[1] = min(())", "`dy[1] = min(())` (tuple index out of range)", "numbers"),
    ("if p:\n  for i in range():\n   dy[0] = i", "the truth of `p`", "compare"),
    ("for i in range():\n  dy[0] = i", "`for i in range():` (not enough values", "numbers"),
    ("if many:\n  dy[0] = 1.0", "`if many:` (The truth value of an array", "numbers"),
    ("dy[0] = p[-1]", "`p[-1]`, which counts from the end of p,", "start"),
    ("p[-1] = dy[0]", "`p[-1]`, which counts from the end of p,", "start"),
    ("dy[0] = len(p)", "`len(p)`, which counts from the end of p,", "start"),
    ("dy[0] = p[2:-1][0]", "`p[2:-1]`, which counts from the end of p,", "start"),
    ("q = p[2:]\n dy[0] = q[-1]", "`q[-1]`, which counts from the end of p,", "start"),
    ("q = p if y[0] > 0.0 else y\n dy[0] = q[-1]", "`q[-1]`, which counts from the end of p,", "start"),
]  # fmt: skip


def twice(x):
    return x + x


def kernel(body, **names):
    """Return a kernel with a body, whose first line is the second of its source."""
    made = kernel_of_source(
        [f"def kernel(t, y, p, dy):\n {body}"], "kernel", __name__, "kernel", {"math": math, **names}
    )
    made.__globals__["kernel"] = made
    return made


@pytest.mark.parametrize(("body", "what", "cure"), REFUSED, ids=[what for _, what, _ in REFUSED])
def test_a_construct_outside_the_subset_is_refused_with_line_and_cure(body, what, cure):
    with pytest.raises(Refused) as refused:
        kernel_entry.rate(kernel(body, many=np.ones(2), twice=twice), 1)
    said = str(refused.value)
    assert what in said
    assert " cannot be compiled: " in said
    assert cure in said.split(" cannot be compiled: ")[1]
    assert said.count("\n") == 0


def outside(t, y, p, dy):
    dy[0] = y[0]
    dy[1] = y[1] ** 2


def test_the_file_and_the_line_are_named():
    with pytest.raises(Refused) as refused:
        kernel_entry.rate(outside, 1)
    path = Path(__file__)
    line = outside.__code__.co_firstlineno + 2
    assert str(refused.value).startswith(f"{'/'.join(path.parts[-3:])}:{line}: a power")


def compiled(function):
    """Return a kernel as machine code that takes and returns arrays."""
    address = native._loaded(machine_code(kernel_entry.rate(function, 1), 4))
    code = ctypes.CFUNCTYPE(None, REAL, ADDRESS, ADDRESS, ADDRESS)(address)

    def run(y, p, out, t=0.0):
        code(t, *(each.ctypes.data for each in (y, p, out)))

    return run


INSIDE = [
    "for i in range(-4, 4):\n  dy[8 + i] = y[i] if i < 0 else y[i % 4]",
    "for i in range(-7, 8):\n  dy[7 + i] = float(i // 3) + 100.0 * (i % 3)",
    "for i in range(-7, 8):\n  dy[7 + i] = float(i // -3) + 100.0 * (i % -3)",
    "for i in range(4):\n  dy[i] = y[i] % 0.3\n  dy[4 + i] = y[i] % -0.3",
    "for i in range(-6, 7):\n  dy[6 + i] = float(len(y[i:2])) + 10.0 * len(y[1:i])",
    "i = 0\n while True:\n  i += 1\n  if i == 3:\n   continue\n  if i > 5:\n   break\n  dy[i] = i",
    "x = 0\n for i in range(3):\n  x += y[i]\n  dy[i] = x",
    "dy[0], dy[1] = min(y[0], y[1], 0.0), max(0.0, -0.0)\n dy[2] = abs(-0.0)\n dy[3] = -(y[0] - y[0])",
    "dy[0] = (y[0] > 0.0) + (y[1] > 0.0 and y[2] > 0.0) + 2.0 * (y[3] < 0.0 or y[0] < y[1] < y[2])",
    "a, b = y[0], y[1]\n a, b = b, a\n dy[0], dy[1] = a, b\n"
    " for k, x in enumerate((a, b, *(1.0, 2.0))):\n  dy[2 + k] = x",
    "for i in range(3):\n  dy[i] = ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0))[i][i & 1] + (7, 8, 9)[i - 3]",
    "dy[0] = y[0] or 3.0\n dy[1] = (y[0] - y[0]) or 3.0\n dy[2] = y[1] and 5.0\n dy[3] = not y[2]",
    "dy[0] = 1 << int(p[0])\n dy[1] = -9 >> 1\n dy[2] = int(-2.7)\n dy[3] = 1 if 2 in (1, 2) else 0",
    "for i in range(3):\n  x = y[i]\n dy[0], dy[1] = x, float(i)",
    "if y[0] > 0.0:\n  x = y[1]\n else:\n  x = y[2]\n dy[0] = x",
    "x = y[0]\n x += y[1]\n dy[0] = x",
    "n = len(y)\n for i in range(n - 1, -1, -1):\n  dy[i] = y[i - n] if n > 1 else 0.0",
    "for i in range(4):\n  for j in range(i):\n   dy[4 * i + j] = y[j - i] + len(y[i - 2:i])",
    "dy[0] = math.floor(y[0])\n dy[1] = math.sqrt(p[0])\n dy[2] = math.isnan(math.nan)\n dy[3] = math.inf",
]


@pytest.mark.parametrize("body", INSIDE)
def test_what_is_inside_the_subset_means_what_it_means_in_cpython(body):
    source = kernel(body)
    for start in ([0.7, -1.3, 2.9, -0.2], [-0.7, 1.3, -2.9, 0.2]):
        y, p = np.array(start), np.array([2.0, 3.0])
        plain, machine = np.zeros(20), np.zeros(20)
        source(0.0, memoryview(y), memoryview(p), memoryview(plain))
        compiled(source)(y, p, machine)
        assert plain.tobytes() == machine.tobytes()


def loaded(path, factor):
    """Write a module with a kernel that multiplies by a factor, and load it."""
    path.write_text(f"def kernel(t, y, p, dy):\n    dy[0] = {factor} * y[0]\n", "utf-8")
    spec = importlib.util.spec_from_file_location("edited", path)
    module = importlib.util.module_from_spec(spec)
    exec(compile(path.read_bytes(), path, "exec"), vars(module))  # no compiled file, which is as old for a second
    return module.kernel


def test_a_module_that_is_edited_and_loaded_again_is_read_anew(tmp_path):
    made = []
    for factor in (2.5, 30.25):
        kernel = loaded(tmp_path / "edited.py", factor)
        made.append(ast.unparse(tree_of(kernel)))
    assert "2.5 * y[0]" in made[0]
    assert "30.25 * y[0]" in made[1]


def test_a_kernel_whose_file_was_edited_and_not_loaded_is_refused(tmp_path):
    kernel = loaded(tmp_path / "edited.py", 2.5)
    loaded(tmp_path / "edited.py", 30.25)
    with pytest.raises(Refused, match="changed after it was loaded: load it again"):
        kernel_entry.rate(kernel, 1)


class Mangled:
    __factor = 3.0

    def rate(self, t, y, p, dy):
        dy[0] = self.__factor * y[0]


def test_sources_of_methods_and_of_functions_within_others_are_found():
    factor = 2.0

    def inner(t, y, p, dy):
        dy[0] = factor * y[0] + math.sqrt(y[0])

    assert tree_of(inner).name == "inner"
    assert tree_of(Mangled.rate).name == "rate"


def with_a_class_that_is_imported():
    return Path.cwd(), math.pi


def test_the_source_of_calls_of_an_imported_class_is_found():
    assert tree_of(with_a_class_that_is_imported).name == "with_a_class_that_is_imported"
