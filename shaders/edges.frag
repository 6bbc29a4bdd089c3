// Smooths jagged edges: where brightness jumps, averages along the edge (after Lottes, "FXAA", 2009).
in vec2 uv;
out vec4 color;

uniform sampler2D picture;
uniform vec2 pixel;

vec3 at(vec2 offset) { return textureLod(picture, uv + offset * pixel, 0.0).rgb; }
float bright(vec3 c) { return dot(c, vec3(0.30, 0.59, 0.11)); }

void main() {
    vec3 here = at(vec2(0.0));
    float middle = bright(here);
    float lower_left = bright(at(vec2(-0.5))), upper_right = bright(at(vec2(0.5)));
    float lower_right = bright(at(vec2(0.5, -0.5))), upper_left = bright(at(vec2(-0.5, 0.5)));
    float least = min(middle, min(min(lower_left, upper_right), min(lower_right, upper_left)));
    float most = max(middle, max(max(lower_left, upper_right), max(lower_right, upper_left)));
    vec2 slope = vec2(lower_right + upper_right - lower_left - upper_left,
                      upper_left + upper_right - lower_left - lower_right);
    vec2 along = vec2(-slope.y, slope.x);
    float flat_ = 0.01 + 0.03 * (lower_left + upper_right + lower_right + upper_left);
    along = clamp(along / (min(abs(along.x), abs(along.y)) + flat_), -8.0, 8.0);
    vec3 narrow = 0.5 * (at(along * (-1.0 / 6.0)) + at(along * (1.0 / 6.0)));
    vec3 wide = 0.5 * narrow + 0.25 * (at(along * -0.5) + at(along * 0.5));
    float brightness = bright(wide);
    vec3 smoothed = brightness < least || brightness > most ? narrow : wide;
    color = vec4(most - least < max(0.04, 0.125 * most) ? here : smoothed, 1.0);
}
