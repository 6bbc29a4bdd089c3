// Half the size; the first time keeps only what is brighter than the threshold.
in vec2 uv;
out vec4 color;

uniform sampler2D picture;
uniform vec2 pixel;
uniform float threshold;

vec3 at(vec2 offset) {
    vec3 c = textureLod(picture, uv + offset * pixel, 0.0).rgb;
    float most = max(c.r, max(c.g, c.b));
    return c * max(most - threshold, 0.0) / max(most, 1e-4);
}

void main() {
    vec3 sum = 4.0 * at(vec2(0.0)) + at(vec2(-1.0)) + at(vec2(1.0)) + at(vec2(1.0, -1.0)) + at(vec2(-1.0, 1.0));
    color = vec4(sum / 8.0, 1.0);
}
