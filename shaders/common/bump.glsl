// Returns the normal of a surface raised by a height [m] (Mikkelsen, "Bump Mapping Unparametrized Surfaces", 2010).
vec3 bumped(vec3 n, float height) {
    vec3 px = dFdx(position), py = dFdy(position);
    vec3 rx = cross(py, n), ry = cross(n, px);
    float det = dot(px, rx);
    vec3 slope = sign(det) * (dFdx(height) * rx + dFdy(height) * ry);
    slope *= min(1.0, 0.7 * abs(det) / max(length(slope), 1e-12));  // at edges the differences between pixels are no slopes
    return normalize(max(abs(det), 1e-12) * n - slope);
}
