// One stretch of a line, from point b to c, with its neighbours a and d for the mitred joints. A point is xyz and half
// its width, in pixels, of a tube in metres; NaN lifts the pen. Where the pen is lifted, and at sharp turns, it is
// round.
#include "common/line.glsl"
in vec4 in_a;
in vec4 in_b;
in vec4 in_c;
in vec4 in_d;
in vec4 in_color_b;
in vec4 in_color_c;

out vec2 place;        // pixels along from b, and across
out float half_width;  // pixels
out vec4 ink;
flat out vec3 ends;    // length in pixels; 1 where b is round; 1 where c is
#if TUBE
flat out vec4 lamp;    // light across and towards the eye, and so its reflection
#endif

const float SHARP = 0.3;    // cosine of a turn that is not mitred
const float STEADY = 0.02;  // pixels below which a stretch has no direction of its own

bool lifted(vec4 p) { return isnan(p.x) || isnan(p.w); }

vec2 direction(vec2 v, vec2 other) {
    float l = length(v);
    return l > STEADY ? v / l : other;
}

float half_pixels(float given, vec4 clip) {
#if TUBE
    return max(given * pixels_per_metre(clip), 1.1 * line_unit());
#else
    return given * line_unit();
#endif
}

void main() {
    bool end = (gl_VertexID & 1) == 1;
    float sign_ = (gl_VertexID & 2) == 2 ? 1.0 : -1.0;
    vec4 b = view_projection * vec4(in_b.xyz, 1.0), c = view_projection * vec4(in_c.xyz, 1.0);
    vec4 from = in_front(b, c), to = in_front(c, b);
    if (lifted(in_b) || lifted(in_c) || from.w < 1e-6 || to.w < 1e-6) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        place = vec2(0.0);
        half_width = 0.0;
        ink = vec4(0.0);
        ends = vec3(0.0);
#if TUBE
        lamp = vec4(0.0);
#endif
        return;
    }
    vec4 before = view_projection * vec4(in_a.xyz, 1.0), beyond = view_projection * vec4(in_d.xyz, 1.0);
    bool starts = lifted(in_a) || before.w < 1e-6 || from != b, stops = lifted(in_d) || beyond.w < 1e-6 || to != c;
    vec2 p = to_pixels(from), q = to_pixels(to);
    vec2 o = starts ? p : to_pixels(before), r = stops ? q : to_pixels(beyond);
    vec2 along = direction(q - p, direction(r - o, vec2(1.0, 0.0)));
    vec2 into = direction(p - o, along), away = direction(r - q, along);
    bool sharp_b = dot(into, along) < SHARP, sharp_c = dot(along, away) < SHARP;
    ends = vec3(distance(p, q), starts || sharp_b ? 1.0 : 0.0, stops || sharp_c ? 1.0 : 0.0);
    vec2 across = vec2(-along.y, along.x);

    vec4 here = end ? to : from;
    half_width = half_pixels(end ? in_c.w : in_b.w, here);
    float reach = half_width + rim_of(half_width);
    vec2 corner = end ? q : p;
    if (end ? ends.z > 0.5 : ends.y > 0.5) {
        corner += across * (sign_ * reach) + along * (end ? reach : -reach);
    } else {
        vec2 joint = normalize(along + (end ? away : into));
        vec2 mitre = vec2(-joint.y, joint.x);
        corner += mitre * (sign_ * reach / dot(mitre, across));
    }
    place = vec2(dot(corner - p, along), dot(corner - p, across));
    ink = end ? in_color_c : in_color_b;
    float depth = here.z / here.w;
#if TUBE
    vec3 at = end ? in_c.xyz : in_b.xyz, to_eye = normalize(eye.xyz - in_b.xyz);
    vec3 run = in_c.xyz - in_b.xyz;
    vec3 side = cross(run, to_eye);
    side = dot(side, side) > 0.0 ? -normalize(side) : vec3(1.0, 0.0, 0.0);
    vec3 front = to_eye - dot(to_eye, run) / max(dot(run, run), 1e-20) * run;
    front = dot(front, front) > 1e-9 ? normalize(front) : to_eye;
    vec3 between = normalize(to_light.xyz + to_eye);
    lamp = vec4(dot(to_light.xyz, side), dot(to_light.xyz, front), dot(between, side), dot(between, front));
    vec4 near = view_projection * vec4(at + to_eye * (end ? in_c.w : in_b.w), 1.0);
    depth = near.w > 1e-6 ? near.z / near.w : depth;
#endif
    gl_Position = vec4(corner * 2.0 * canvas.zw, depth, 1.0);
}
