// The backdrop: the screen at the far plane in cells, so that slow changes are computed at their corners.
#include "common/frame.glsl"
#include "common/stage.glsl"
#if !VOID
const float ROOM_TOP = 24.0 * PI / 180.0;  // of its picture, from the table's far edge up
#endif
in vec2 in_corner;  // of the screen, -1 to 1
#if VOID || HDR
out vec3 light;
#else
out vec3 root;  // of the light, with the exposure
#endif
#if VOID
out vec3 direction;
#else
out vec2 room_place;
#endif

#if !VOID
// Returns how often a step over the table leads from the eye to where the table is sure to be drawn.
float steps_on_table(vec2 off, vec2 step_) {
    float sure = 0.9 * (stage.z - min(8.0 * edge_pixel(), 0.5 * stage.z)), a = dot(step_, step_), b = dot(off, step_);
    return (sqrt(max(b * b - a * (dot(off, off) - sure * sure), 0.0)) - b) / a;
}

// Returns the height on the screen below which the floor covers everything, for an upright eye over it. The
// strips lie above that, because hidden parts cost time, too.
float covered() {
    vec4 across = vec4(view_projection[0][0], view_projection[1][0], view_projection[2][0], 0.0);
    vec2 off = eye.xy - stage.xy, way = normalize(vec2(-across.y, across.x));
    // The sides of the screen spread the more the steeper it is looked down.
    float steep = eye.z / max(stage.z - length(off), 1e-3 * stage.z);
    vec2 aside = vec2(way.y, -way.x) * (sqrt(1.0 + steep * steep) / length(across));
    float room = min(steps_on_table(off, way + aside), steps_on_table(off, way - aside));
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
    root = sqrt(backdrop(ray) * eye.w);
#endif
#if VOID
    direction = ray;
#else
    // The direction of view over the floor: angles are counted from it, so that their jump lies behind the eye.
    vec4 middle = view_projection_inverse * vec4(0.0, 0.0, 1.0, 1.0);
    vec2 way = normalize(middle.xy / middle.w - eye.xy + vec2(1e-6, 0.0));
    // The room begins where the table ends, seen from here.
    float below = atan(max(eye.z, 0.0) / (distance(eye.xy, stage.xy) + 1.1 * stage.w));
    float aside = atan(dot(ray.xy, vec2(-way.y, way.x)), dot(ray.xy, way));
    room_place = vec2((atan(way.y, way.x) + aside) / (2.0 * PI), (asin(clamp(ray.z, -1.0, 1.0)) + below) / ROOM_TOP);
#endif
    gl_Position = vec4(corner, 1.0, 1.0);
}
