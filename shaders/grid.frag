// Lines of the scale grid, never thinner than a pixel, but fainter instead. On a table they are an inlay that is brighter
// or darker: alpha is the share of its light that is left. In the void they give light.
#include "common/frame.glsl"
in float offset;
in float strength;
flat in float half_width;
in vec2 place;
out vec4 color;

void main() {
#if SILVERED
    if (distance(place, stage.xy) < chalk_lines.w) discard;  // a mirror has none
#endif
    float pixel = fwidth(offset), drawn = max(half_width, 0.5 * pixel);
    float share = saturate((drawn + 0.5 * pixel - abs(offset)) / pixel) * (half_width / drawn) * strength;
#if !VOID
    float far = distance(place, stage.xy);
    share *= saturate((stage.z - far) / max(fwidth(far), 1e-9) + 0.5);  // they end with the table
#endif
#if VOID
#if HDR
    color = vec4(vec3(0.036, 0.072, 0.125) * share, 0.0);
#else
    color = vec4(vec3(0.14, 0.21, 0.28) * share, 0.0);
#endif
#else
#if HDR
    color = vec4(grid_lines.rgb * share, 1.0 - grid_lines.w * share);
#else
    color = vec4(grid_lines.rgb * (0.38 * share), 1.0 - 0.45 * grid_lines.w * share);
#endif
#endif
}
