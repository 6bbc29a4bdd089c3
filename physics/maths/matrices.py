"""Vectors in space and 3 by 3 matrices, row by row in flat buffers, in scalar arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from physics.types import Floats

Triple = tuple[float, float, float]


def cross(a: float, b: float, c: float, u: float, v: float, w: float) -> Triple:
    """Return (a, b, c)×(u, v, w)."""
    return b * w - c * v, c * u - a * w, a * v - b * u


def turned(R: Sequence[float], at: int, a: float, b: float, c: float) -> Triple:
    """Return R (a, b, c), from body axes to the lab, with the matrix that begins at R[at]."""
    return (
        R[at] * a + R[at + 1] * b + R[at + 2] * c,
        R[at + 3] * a + R[at + 4] * b + R[at + 5] * c,
        R[at + 6] * a + R[at + 7] * b + R[at + 8] * c,
    )


def turned_back(R: Sequence[float], at: int, a: float, b: float, c: float) -> Triple:
    """Return Rᵀ (a, b, c), from the lab to body axes."""
    return (
        R[at] * a + R[at + 3] * b + R[at + 6] * c,
        R[at + 1] * a + R[at + 4] * b + R[at + 7] * c,
        R[at + 2] * a + R[at + 5] * b + R[at + 8] * c,
    )


def rotation(w: float, x: float, y: float, z: float, out: Floats) -> None:
    """Write the matrix of a quaternion of any length, body to lab, into `out` (9)."""
    twice = 2.0 / (w * w + x * x + y * y + z * z)
    xs, ys, zs = twice * x, twice * y, twice * z
    out[0], out[1], out[2] = 1.0 - y * ys - z * zs, x * ys - w * zs, x * zs + w * ys
    out[3], out[4], out[5] = x * ys + w * zs, 1.0 - x * xs - z * zs, y * zs - w * xs
    out[6], out[7], out[8] = x * zs - w * ys, y * zs + w * xs, 1.0 - x * xs - y * ys


def turned_about(s: float, c: float, e: Sequence[float], at: int, out: Floats) -> None:
    """Write the matrix of a rotation about the unit vector e[at:], by sine and cosine of its angle, into `out` (9)."""
    x, y, z, k = e[at], e[at + 1], e[at + 2], 1.0 - c
    out[0], out[1], out[2] = c + k * x * x, k * x * y - s * z, k * x * z + s * y
    out[3], out[4], out[5] = k * x * y + s * z, c + k * y * y, k * y * z - s * x
    out[6], out[7], out[8] = k * x * z - s * y, k * y * z + s * x, c + k * z * z


def product(A: Sequence[float], B: Sequence[float], out: Floats) -> None:
    """Write A B into `out`, 9 numbers each, row by row."""
    for i in range(3):
        for j in range(3):
            out[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j]


def conjugated(R: Floats, at: int, M: Sequence[float], begin: int, out: Floats) -> None:
    """Write R M Rᵀ into `out` (9), R from R[at] on and M from M[begin] on."""
    for i in range(3):
        a, b, c = R[at + 3 * i], R[at + 3 * i + 1], R[at + 3 * i + 2]
        x = a * M[begin] + b * M[begin + 3] + c * M[begin + 6]
        y = a * M[begin + 1] + b * M[begin + 4] + c * M[begin + 7]
        z = a * M[begin + 2] + b * M[begin + 5] + c * M[begin + 8]
        for j in range(3):
            out[3 * i + j] = x * R[at + 3 * j] + y * R[at + 3 * j + 1] + z * R[at + 3 * j + 2]


def inverted(S: Floats, out: Floats) -> None:
    """Write the inverse of a symmetric matrix (9) into `out` (9)."""
    a, b, c, d, e, f = S[0], S[1], S[2], S[4], S[5], S[8]
    p, q, r = d * f - e * e, c * e - b * f, b * e - c * d
    scale = 1.0 / (a * p + b * q + c * r)
    out[0], out[1], out[2] = p * scale, q * scale, r * scale
    out[3], out[4], out[5] = out[1], (a * f - c * c) * scale, (b * c - a * e) * scale
    out[6], out[7], out[8] = out[2], out[5], (a * d - b * b) * scale


def conjugated_back(R: Floats, at: int, M: Sequence[float], begin: int, out: Floats) -> None:
    """Write Rᵀ M R into `out` (9), R from R[at] on and M from M[begin] on."""
    for i in range(3):
        a, b, c = R[at + i], R[at + 3 + i], R[at + 6 + i]
        x = a * M[begin] + b * M[begin + 3] + c * M[begin + 6]
        y = a * M[begin + 1] + b * M[begin + 4] + c * M[begin + 7]
        z = a * M[begin + 2] + b * M[begin + 5] + c * M[begin + 8]
        for j in range(3):
            out[3 * i + j] = x * R[at + j] + y * R[at + 3 + j] + z * R[at + 6 + j]


def inverted_any(S: Floats, out: Floats) -> None:
    """Write the inverse of a matrix (9), symmetric or not, into `out` (9)."""
    a, b, c, d, e, f, g, h, i = S[0], S[1], S[2], S[3], S[4], S[5], S[6], S[7], S[8]
    p, q, r = e * i - f * h, f * g - d * i, d * h - e * g
    scale = 1.0 / (a * p + b * q + c * r)
    out[0], out[1], out[2] = p * scale, (c * h - b * i) * scale, (b * f - c * e) * scale
    out[3], out[4], out[5] = q * scale, (a * i - c * g) * scale, (c * d - a * f) * scale
    out[6], out[7], out[8] = r * scale, (b * g - a * h) * scale, (a * e - b * d) * scale
