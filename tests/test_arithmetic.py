"""What computes starts, states, poses and exports: nothing whose last bit depends on processor, BLAS or C library."""

import ast
from pathlib import Path

import pytest

from tests.test_architecture import parsed

ROOT = Path(__file__).resolve().parents[1]
WHERE = ("physics", "game/export", "game/scenefile")
PICTURES = (
    *("game/looks", "game/camera", "game/render/lights.py", "game/render/gpu/frame_block.py"),
    *("game/render/gpu/mirrored_block.py", "game/render/meshes/mesh_programs.py", "game/render/stage"),
    *(
        "game/session/compose.py",
        "game/session/slow_motion.py",
        "game/model/material.py",
        "game/model/trails.py",
        "game/model/resources.py",
        "game/model/colors.py",
    ),
)
"""What makes the meshes, places, lights and cameras that are exported; lengths by numpy's `norm` may stand there."""
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
    "physics/core/units.py": "powers of fractions, which are exact",
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
PLAIN = "create_identity", "create_from_translation", "create_from_matrix33", "create_from_scale"
"""Of pyrr: they put numbers into a matrix, and compute nothing."""
TRIG = (
    "physics/maths/rounded.py for a number, array_trig.py for an array, elementary.py for pictures, trig.py in kernels"
)
DENSE = "physics/maths/dense.py, polynomial.py, tridiagonal.py or quadrature.py"


def breaches(source):
    """Return the lines of a source with what must not stand there, and its cure."""
    return sorted({(node.lineno, why) for node in ast.walk(parsed(source)) if (why := wrong(node))})


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
        case ast.Attribute(
            value=ast.Name(id="matrix33" | "matrix44") | ast.Attribute(attr="matrix33" | "matrix44"), attr=name
        ) if name not in PLAIN:
            return f"{name}: use {DENSE}"
        case ast.Import(names=names) if any(each.name.split(".")[0] in ("scipy", "cmath") for each in names):
            return f"scipy, cmath: use {DENSE}"
    return ""


def constant(node):
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def whole(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def drawn(source):
    """Return the lines of a source with what must not stand in a picture; `norm` along an axis is numpy's own."""
    tree, own = parsed(source), set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr="norm"), args=args, keywords=named):
                own |= {value} if len(args) > 2 or any(each.arg == "axis" for each in named) else set()
    return sorted({(node.lineno, why) for node in ast.walk(tree) if node not in own and (why := wrong(node))})


def files():
    found = sorted(path for folder in WHERE for path in (ROOT / folder).rglob("*.py"))
    return [path for path in found if not any(path.is_relative_to(ROOT / each) for each in EXEMPT)]


def told(paths, found):
    """Return what is wrong in files, each with its place and its cure."""
    return [f"{path.relative_to(ROOT)}:{line}: {why}" for path in paths for line, why in found(path.read_text("utf-8"))]


def test_arithmetic_is_the_same_everywhere():
    assert len(files()) > 200 and told(files(), breaches) == []


def pictures():
    return [path for place in PICTURES for path in sorted((ROOT / place).rglob("*.py")) or [ROOT / place]]


def test_pictures_are_the_same_everywhere():
    assert len(pictures()) > 100 and told(pictures(), drawn) == []


@pytest.mark.parametrize(
    "source",
    ["a @ b", "np.linalg.norm(a)", "np.einsum('ij,j', a, b)", "np.linalg.inv(a)", "np.sin(a)", "math.tan(a)", "a**2.2",
     "matrix44.multiply(a, b)", "pyrr.matrix33.create_from_x_rotation(a)"],
)  # fmt: skip
def test_breaches_are_noticed_in_pictures(source):
    assert drawn(source)
    assert drawn("np.linalg.norm(a, axis=1) + sin(hypot(a, b)) + matrix44.create_identity(np.float32)") == []


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
