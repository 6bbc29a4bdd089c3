// Boards that rain has washed, greenish at the foot.
#include "common/meadow_texture.glsl"
#define SHINE 0

Surface material_surface(inout vec3 n) {
    float slow = texture(floor_paint, surface.xy * vec2(0.9, 0.25) + 0.2).b;
    vec3 color = tint.rgb * (0.82 + 0.36 * slow);
    color *= 1.0 - vec3(0.22, 0.16, 0.30) * (1.0 - smoothstep(0.0, 0.35, position.z + 0.3 * (slow - 0.5)));
    return Surface(color, 0.0, 0.8, 0.0);
}
