#if BEADS
flat in float across;

// Returns the shading of a bead lit from the left and above; its own colour where it faces the eye.
vec3 bead(vec3 shade, vec2 off) {
    vec3 n = vec3(off, sqrt(max(1.0 - dot(off, off), 0.0)));
    float light = 0.42 + 0.66 * max(dot(n, vec3(-0.44, 0.58, 0.686)), 0.0);
    float glint = max(dot(n, vec3(-0.24, 0.32, 0.917)), 0.0);
    glint *= glint;
    glint *= glint;
    glint *= glint;
    return shade * light + 0.45 * glint * glint * glint;
}
#else
uniform float size;  // of a dot in pixels
#endif
flat in vec4 ink;
out vec4 color;

void main() {
#if BEADS
    vec2 off = vec2(gl_PointCoord.x - 0.5, 0.5 - gl_PointCoord.y) * (across + 1.0);
    float inside = clamp(0.5 * across + 0.5 - length(off), 0.0, 1.0);
    vec3 shade = mix(ink.rgb, bead(ink.rgb, off / (0.5 * across)), smoothstep(3.0, 7.0, across));
    color = vec4(shade, ink.a * inside);
#else
    float off = length(gl_PointCoord - 0.5) * (size + 1.0);
    color = vec4(ink.rgb, ink.a * clamp(0.5 * size + 0.5 - off, 0.0, 1.0));
#endif
}
