// The studio's table in cells of the screen: slow changes are computed at equal steps on the screen, however far
// away, and no triangle is so thin that software OpenGL wastes most of its pixels. They end some pixels within the edge
// of the table, which is a ring of its own (EDGE) and drawn over what is behind it.
#include "common/frame.glsl"
#include "common/lighting.glsl"
#include "common/stage.glsl"
in vec2 in_corner;  // across the screen, -1 to 1; up from its lower edge to where the table ends, -1 to 1; of an edge:
                    // how far round, 0 to 1, and whether within or without, 0 or 1

out vec2 point;
// Light that leaves the floor, without its texture.
out vec3 base;    // light independent of the wood: the mirror image in the lacquer
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
invariant gl_Position;  // drawn by several programs, each where the others have not drawn

const vec3 UP = vec3(0.0, 0.0, 1.0);
const float MARGIN = 1.1;  // cells may reach beyond the screen's edge

vec3 towards(vec2 corner) {
    vec4 far = view_projection_inverse * vec4(corner, 1.0, 1.0);
    return far.xyz / far.w - eye.xyz;
}

#if EDGE
// The place in the ring that overlaps the cells and reaches beyond the edge by some pixels.
vec2 place() {
    float pixel = min(edge_pixel(), 0.06 * stage.z), turn = 2.0 * PI * in_corner.x;
    return stage.xy + vec2(cos(turn), sin(turn)) * mix(stage.z - 8.0 * pixel, stage.w + 4.0 * pixel, in_corner.y);
}
#else
// The place on the table that is seen there. Along a column of the screen rays turn evenly, so that the row at which
// they miss the disc of the cells solves a quadratic equation.
vec2 place() {
    vec3 middle = towards(vec2(0.0)), right = towards(vec2(1.0, 0.0)) - middle, up = towards(vec2(0.0, 1.0)) - middle;
    float side = up.z < 0.0 ? -1.0 : 1.0;  // the camera may be upside down
    vec3 level = middle + right * (side * in_corner.x);
    up *= side;
    vec2 off = eye.xy - stage.xy;
    float radius = stage.z - 4.0 * min(edge_pixel(), 0.06 * stage.z);
    // The eye is over the disc, so that the rows of which the rays hit it lie between two roots, or below the lower one.
    vec2 first = level.xy * eye.z - off * level.z, change = up.xy * eye.z - off * up.z;
    float a = dot(change, change) - radius * radius * up.z * up.z;
    float b = dot(first, change) - radius * radius * level.z * up.z;
    float c = dot(first, first) - radius * radius * level.z * level.z;
    float root = sqrt(max(b * b - a * c, 0.0));
    float top = b > 0.0 ? -c / (b + root) : (root - b) / (abs(a) > 1e-9 * radius * radius ? a : 1e-9 * radius * radius);
    float row = 0.5 - 0.5 * in_corner.y;  // 0 at the top, where rows must be closer
    vec3 ray = level + up * mix(clamp(top, -MARGIN, MARGIN), -MARGIN, row * sqrt(row));
    return eye.xy + ray.xy * (eye.z / max(-ray.z, 1e-6 * length(ray)));
}
#endif

void main() {
    point = place();
    gl_Position = view_projection * vec4(point, 0.0, 1.0);
    if (eye.z <= 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);

    vec3 to_eye = eye.xyz - vec3(point, 0.0);
    to_eye = normalize(to_eye);
    float lit = pool(point);
    vec3 lamp = sunlight.rgb * (to_light.z * mix(beyond.x, 1.0, lit));
    vec3 from_lamp = floor_color(1.0) / PI * lamp;
    vec3 from_all = floor_color(1.0) * irradiance(UP) * mix(beyond.y, 1.0, lit);
    // The lacquer mirrors the lamps near by, and the wall that ends it.
    vec3 ray = vec3(-to_eye.xy, to_eye.z);
#if DETAIL
    // The lamp's own mirror image can be in the shade.
    vec3 room = environment(ray, 0.38, 0.0);
#else
    vec3 room = environment(ray, 0.38);
#endif
    vec3 gloss = (room * mix(beyond.z, beyond.w, lit) + 2.4 * backdrop(ray))
               * environment_share(vec3(0.04), 0.34, max(to_eye.z, 0.0));
    vec3 glint = vec3(0.0);
#if DETAIL
    // A dark table is matt: the lamp would outshine the lines over it.
    float polish = min(0.05 + 4.0 * table.g, 1.0);
    glint = lamp * (0.0125 * polish * ggx(saturate(normalize(to_light.xyz + to_eye).z), 0.14));
#endif
#if INNER
    base = vec3(0.0);
    shaded = shadow_place(vec3(point, 0.0), UP);
    shine = gloss;
#if DETAIL
    gleam = glint;
#endif
#else
    float open = openness(vec3(point, 0.0), UP);
    from_all *= open;
    base = gloss * mix(1.0, open, 0.4) + glint;
#endif
    painted = from_lamp + from_all;
#if INNER || HDR
    around = from_all;
#endif
}
