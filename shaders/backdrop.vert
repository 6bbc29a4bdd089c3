// The screen at the far plane, in so many strips that what changes slowly over it is worked out at their corners.
#include "common/frame.glsl"
#include "common/curve.glsl"
#include "common/stage.glsl"
in vec2 in_corner;  // of the screen, -1 to 1
#if VOID || HDR
out vec3 light;
#else
out vec3 shown;  // on the screen, but for the dither
#endif
#if VOID
out vec3 direction;
#endif

#if !VOID
// How high on the screen the floor certainly covers all that is below, wherever the eye stands upright over it. The
// strips are laid above that: what is hidden costs time, too.
float covered() {
    vec4 across = vec4(view_projection[0][0], view_projection[1][0], view_projection[2][0], 0.0);
    float room = 0.5 * (disc.w - distance(eye.xy, disc.xy));
    vec2 way = normalize(vec2(-across.y, across.x));
    vec4 seen = view_projection * vec4(way * room, -eye.z, 0.0);
    bool upright = abs(across.z) < 1e-3 * length(across) && eye.z > 0.0 && room > 0.0 && seen.w > 0.0;
    return upright ? clamp(seen.y / seen.w, -1.0, 1.0) : -1.0;
}
#endif

void main() {
#if VOID
    vec2 corner = in_corner;
#else
    vec2 corner = vec2(in_corner.x, mix(covered(), 1.0, 0.5 * in_corner.y + 0.5));
#endif
    vec4 far = view_projection_inverse * vec4(corner, 1.0, 1.0);
    vec3 ray = normalize(far.xyz / far.w - eye.xyz);
#if VOID || HDR
    light = backdrop(ray);
#else
    shown = curved(backdrop(ray));
#endif
#if VOID
    direction = ray;
#endif
    gl_Position = vec4(corner, 1.0, 1.0);
}
