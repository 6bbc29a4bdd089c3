// The studio's table in cells of the screen: slow changes are computed at equal steps on the screen, however far
// away, and no triangle is so thin that software OpenGL wastes most of its pixels.
#include "common/frame.glsl"
#include "common/lighting.glsl"
#include "common/stage.glsl"
in vec2 in_corner;  // across the screen, -1 to 1; up from its lower edge to where the table ends, -1 to 1

out vec2 point;
// Light that leaves the floor, without its texture, dimmed by the fog already.
out vec3 base;    // light independent of the wood: fog, and the mirror image in the lacquer
out vec3 painted; // where wood is lightest
#if INNER || HDR
out vec3 around;  // the part of it from the light of the environment
#endif
#if INNER
out vec3 shaded;                // place in the shadow map
out vec3 shine;   // studio mirrored in the lacquer, where it is no part of `base`
#if DETAIL
out vec3 gleam;   // the lamp mirrored there
#endif
#endif
#if IMAGE
out float clear;  // share that the fog leaves
#endif
invariant gl_Position;  // drawn by several programs, each where the others have not drawn

const vec3 UP = vec3(0.0, 0.0, 1.0);
const float MARGIN = 1.1;  // cells may reach beyond the screen's edge

vec3 towards(vec2 corner) {
    vec4 far = view_projection_inverse * vec4(corner, 1.0, 1.0);
    return far.xyz / far.w - eye.xyz;
}

// The place on the table that is seen there. Rays turn evenly over the screen, so that the row at which they become
// too flat to hit it is easily found.
vec2 place() {
    vec3 middle = towards(vec2(0.0)), right = towards(vec2(1.0, 0.0)) - middle, up = towards(vec2(0.0, 1.0)) - middle;
    float side = up.z < 0.0 ? -1.0 : 1.0;  // the camera may be upside down
    if (abs(up.z) < 1e-6 * length(up)) up.z = 1e-6 * length(up);
    float x = side * in_corner.x, reach = table_reach();
    vec3 level = middle + right * x;
    vec2 horizon = level.xy - up.xy * clamp(level.z / up.z, -1.0, 1.0);
    float flattest = eye.z * length(horizon) / reach;
    float top = clamp(side * -(level.z + flattest) / up.z, -MARGIN, MARGIN);
    float row = 0.5 - 0.5 * in_corner.y;  // 0 at the top, where rows must be closer
    vec3 ray = level + up * (side * mix(top, -MARGIN, row * sqrt(row)));
    return eye.xy + ray.xy * (eye.z / max(-ray.z, 0.5 * flattest));
}

void main() {
    point = place();
    gl_Position = view_projection * vec4(point, 0.0, 1.0);
    if (eye.z <= 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);

    vec3 to_eye = eye.xyz - vec3(point, 0.0);
    float away = length(to_eye);
    to_eye /= away;
    float far = distance(point, stage.xy);
    float fog = max(smoothstep(stage.z, stage.w, far), smoothstep(0.5, 0.9, away / depths.y)), seen = 1.0 - fog;
    float lit = pool(point);
    vec3 lamp = sunlight.rgb * (to_light.z * mix(beyond.x, 1.0, lit) * seen);
    vec3 from_lamp = floor_color(1.0) / PI * lamp;
    vec3 from_all = floor_color(1.0) * irradiance(UP) * (mix(beyond.y, 1.0, lit) * seen);
    // The lacquer mirrors the lamps near by, and the wall that ends it.
    vec3 ray = vec3(-to_eye.xy, to_eye.z);
#if DETAIL
    // The lamp's own mirror image can be in the shade.
    vec3 room = environment(ray, 0.38, 0.0);
#else
    vec3 room = environment(ray, 0.38);
#endif
    vec3 gloss = (room * mix(beyond.z, beyond.w, lit) + 2.4 * backdrop(ray))
               * environment_share(vec3(0.04), 0.34, max(to_eye.z, 0.0)) * seen;
    vec3 glint = vec3(0.0);
#if DETAIL
    glint = lamp * (0.0125 * ggx(saturate(normalize(to_light.xyz + to_eye).z), 0.14));
#endif
    base = backdrop(-to_eye) * fog;
#if INNER
    shaded = shadow_place(vec3(point, 0.0), UP);
    shine = gloss;
#if DETAIL
    gleam = glint;
#endif
#else
    float open = openness(vec3(point, 0.0), UP);
    from_all *= open;
    base += gloss * mix(1.0, open, 0.4) + glint;
#endif
    painted = from_lamp + from_all;
#if INNER || HDR
    around = from_all;
#endif
#if IMAGE
    clear = seen;
#endif
}
