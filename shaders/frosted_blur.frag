// Shrinks and blurs the picture behind panels; the last step tints it. One program with uniforms serves both steps: a
// software driver compiles another for longer than a thousand pictures take.
uniform sampler2D picture;
uniform vec2 texel;
uniform vec4 tint;
// Number of samples across and down, and how many texels they are apart.
uniform int taps;
uniform float step_;
// How much the saturation is raised.
uniform float colourful;
in vec2 uv;
out vec4 color;

void main() {
    vec3 sum = vec3(0.0);
    for (int y = 0; y < taps; ++y)
        for (int x = 0; x < taps; ++x)
            sum += textureLod(picture, uv + texel * step_ * (vec2(x, y) - 0.5 * float(taps - 1)), 0.0).rgb;
    sum /= float(taps * taps);
    float grey = dot(sum, vec3(0.2126, 0.7152, 0.0722));
    sum = clamp(mix(vec3(grey), sum, colourful), 0.0, 1.0);
    color = vec4(mix(sum, tint.rgb, tint.a), 1.0);
}
