// Shrinks the picture for bloom: first to a quarter, keeping what is brighter than the threshold, then by half.
in vec2 uv;
out vec4 color;

uniform sampler2D picture;
uniform vec2 pixel;

vec3 at(vec2 offset) {
    vec3 c = textureLod(picture, uv + offset * pixel, 0.0).rgb;
#if FIRST
    const float threshold = 1.1;
    float most = max(c.r, max(c.g, c.b));
    c *= max(most - threshold, 0.0) / max(most, 1e-4);
#endif
    return c;
}

void main() {
    vec3 corners = at(vec2(-1.0)) + at(vec2(1.0)) + at(vec2(1.0, -1.0)) + at(vec2(-1.0, 1.0));
#if FIRST
    color = vec4(0.25 * corners, 1.0);  // each in the middle of four pixels
#else
    color = vec4(0.125 * corners + 0.5 * at(vec2(0.0)), 1.0);
#endif
}
