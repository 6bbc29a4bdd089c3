#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/sight.glsl"
in float side;
in float half_width;
in vec4 ink;
out vec4 color;

void main() {
    float off = abs(side);
    float inside = clamp(half_width + 0.5 - off, 0.0, 1.0);
#if FLAT
    color = vec4(ink.rgb, ink.a * inside * in_sight(0.22));
#else
    float core = 0.55 + 0.45 * smoothstep(1.0, 0.0, off / max(half_width, 1.0));
    color = vec4(developed(ink.rgb * core).rgb, ink.a * inside * in_sight(0.28));
#endif
}
