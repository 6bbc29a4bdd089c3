uniform float size;  // of a dot in pixels
flat in vec4 ink;
out vec4 color;

void main() {
    float off = length(gl_PointCoord - 0.5) * (size + 1.0);
    color = vec4(ink.rgb, ink.a * clamp(0.5 * size + 0.5 - off, 0.0, 1.0));
}
