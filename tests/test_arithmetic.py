"""What computes starts, states, poses and exports: nothing whose last bit depends on processor, BLAS or C library."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WHERE = ("physics", "game/export", "game/scenefile")
PICTURES = ("game/looks", "game/camera", "game/render/gpu/frame_block.py", "game/render/lights.py")
"""What computes pictures that are exported: without the BLAS and the LAPACK."""
EXEMPT = {
    "physics/fitting": "parameters and errors of a fit, which are reported with their uncertainty",
    "physics/studies": "exponents, optima and boundaries, which are reported",
    "physics/disk/decay.py": "an exponent fitted to a run, which is reported",
    "physics/satellite/nutation.py": "eigenvalues of a chart of stability",
    "physics/bicycle/linear.py": "eigenvalues of a chart of stability",
    "physics/maths/mathieu.py": "the curves of a chart of stability",
    "physics/simulation/action_shadow.py": "the energy that a method keeps, which is shown",
    "physics/core/report.py": "extremes of a run, which are reported",
    "physics/maths/rounded.py": "powers of whole numbers",
}
FUNCTIONS = {
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "arcsin", "arccos", "arctan", "arctan2", "sinh", "cosh"),
    *("tanh", "asinh", "acosh", "atanh", "arcsinh", "arccosh", "arctanh", "exp", "exp2", "expm1", "log", "log2"),
    *("log10", "log1p", "pow", "power", "float_power", "cbrt", "erf", "gamma", "lgamma", "geomspace", "logspace"),
}
"""Of `math` and numpy: they come from the C library, or from vector units."""
LIBRARY = {
    *("linalg", "dot", "vdot", "inner", "matmul", "tensordot", "einsum", "polyfit", "polyval", "roots", "fft"),
    *("polynomial", "convolve", "correlate", "cov", "corrcoef", "kron", "hypot"),
}
"""Of numpy: they call the BLAS or the LAPACK, or choose the order of a sum themselves."""
TRIG = "physics/maths/rounded.py for a number, array_trig.py for an array, trig.py in kernels"
DENSE = "physics/maths/dense.py, polynomial.py, tridiagonal.py or quadrature.py"


def breaches(source):
    """Return the lines of a source with what must not stand there, and its cure."""
    return sorted({(node.lineno, why) for node in ast.walk(ast.parse(source)) if (why := wrong(node))})


def wrong(node):
    match node:
        case ast.BinOp(op=ast.MatMult()) | ast.AugAssign(op=ast.MatMult()):
            return f"@: use {DENSE}"
        case ast.BinOp(op=ast.Pow(), left=base, right=exponent) if not (constant(base) or whole(exponent)):
            return "**: use `power` of physics/maths/rounded.py"
        case ast.BinOp(op=ast.Pow(), left=base) if not constant(base):
            return "**: use a product, or `square` and `whole_power` of physics/maths/rounded.py"
        case ast.Attribute(value=ast.Name(id="math" | "np"), attr=name) if name in FUNCTIONS:
            return f"{name}: use {TRIG}"
        case ast.Attribute(value=ast.Name(id="np"), attr=name) if name in LIBRARY:
            return f"np.{name}: use {DENSE}"
        case ast.Call(func=ast.Attribute(value=value, attr="dot")) if not isinstance(value, ast.Name):
            return f"dot: use {DENSE}"
        case ast.Call(func=ast.Name(id="pow")):
            return f"pow: use {TRIG}"
        case ast.ImportFrom(module="math", names=names):
            taken = [each.name for each in names if each.name in FUNCTIONS]
            return f"{', '.join(taken)}: use {TRIG}" if taken else ""
        case ast.ImportFrom(module=str(module)) if module.split(".")[0] in ("scipy", "cmath"):
            return f"{module}: use {DENSE}"
        case ast.Import(names=names) if any(each.name.split(".")[0] in ("scipy", "cmath") for each in names):
            return f"scipy, cmath: use {DENSE}"
    return ""


def constant(node):
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def whole(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def by_library(source):
    """Return the lines of a source where the BLAS or the LAPACK computes; `norm` along an axis is numpy's own."""
    tree, own = ast.parse(source), set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr="norm"), args=args, keywords=named):
                own |= {value} if len(args) > 2 or any(each.arg == "axis" for each in named) else set()
    nodes = [node for node in ast.walk(tree) if node not in own and not isinstance(node, ast.Import | ast.ImportFrom)]
    return sorted({(node.lineno, why) for node in nodes if (why := wrong(node)).endswith(DENSE) and "hypot" not in why})


def files():
    found = sorted(path for folder in WHERE for path in (ROOT / folder).rglob("*.py"))
    return [path for path in found if not any(path.is_relative_to(ROOT / each) for each in EXEMPT)]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_arithmetic_is_the_same_everywhere(path):
    assert breaches(path.read_text("utf-8")) == []


@pytest.mark.parametrize("place", PICTURES)
def test_pictures_are_computed_without_the_blas(place):
    path = ROOT / place
    found = {
        str(each): by_library(each.read_text("utf-8")) for each in (path.rglob("*.py") if path.is_dir() else [path])
    }
    assert found
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize("source", ["a @ b", "np.linalg.norm(a)", "np.einsum('ij,j', a, b)", "np.linalg.inv(a)"])
def test_the_blas_is_noticed_in_pictures(source):
    assert by_library(source)
    assert by_library("np.linalg.norm(a, axis=1) + np.sin(np.hypot(a, b))") == []


@pytest.mark.parametrize(
    "source",
    [
        "a @ b",
        "a @= b",
        "x**0.5",
        "x**2",
        "(a + b) ** n",
        "math.sin(x)",
        "np.exp(x)",
        "np.linalg.solve(a, b)",
        "np.linalg.norm(a)",
        "np.einsum('ij,j', a, b)",
        "a.T.dot(b)",
        "from math import cos",
        "import scipy.linalg",
        "from scipy.optimize import minimize",
        "pow(a, b)",
    ],
)
def test_breaches_are_noticed(source):
    assert breaches(source)


@pytest.mark.parametrize(
    "source",
    ["2.0**-53", "10**n", "(-1) ** k", "math.sqrt(x)", "math.hypot(a, b)", "np.sqrt(a)", "dense.product(a, b)",
     "rounded.sin(x)", "from math import floor, sqrt", "np.cross(a, b)"],
)  # fmt: skip
def test_what_rounds_the_same_everywhere_is_no_breach(source):
    assert breaches(source) == []


def test_exempt_files_are_there():
    assert [each for each in EXEMPT if not (ROOT / each).exists()] == []
