// One stretch of a ribbon, from point b to c, with its neighbours a and d for the mitred joints. A point is
// xyz and half its width in pixels; NaN lifts the pen.
#include "common/frame.glsl"
#include "common/ink.glsl"
in vec4 in_a;
in vec4 in_b;
in vec4 in_c;
in vec4 in_d;
in vec4 in_color_b;
in vec4 in_color_c;

out float side;
out float half_width;
out vec4 ink;

bool lifted(vec4 p) { return isnan(p.x) || isnan(p.w); }

void main() {
    bool end = (gl_VertexID & 1) == 1;
    float sign_ = (gl_VertexID & 2) == 2 ? 1.0 : -1.0;
    vec4 b = view_projection * vec4(in_b.xyz, 1.0), c = view_projection * vec4(in_c.xyz, 1.0);
    vec4 from = in_front(b, c), to = in_front(c, b);
    if (lifted(in_b) || lifted(in_c) || from.w < 1e-6 || to.w < 1e-6) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        side = half_width = 0.0;
        ink = vec4(0.0);
        return;
    }
    vec2 p = to_pixels(from), q = to_pixels(to);
    vec2 along = q - p;
    along = dot(along, along) > 1e-8 ? normalize(along) : vec2(1.0, 0.0);
    vec4 beyond = end ? in_d : in_a;
    vec2 joint = along;
    if (!lifted(beyond)) {
        vec4 clip = view_projection * vec4(beyond.xyz, 1.0);
        vec2 next = end ? to_pixels(clip) - q : p - to_pixels(clip);
        if (clip.w > 1e-6 && dot(next, next) > 1e-8) joint = along + normalize(next);
        joint = dot(joint, joint) > 0.01 ? normalize(joint) : along;
    }
    vec2 across = vec2(-joint.y, joint.x);
    half_width = end ? in_c.w : in_b.w;
    side = sign_ * (half_width + 1.0);
    float stretch = 1.0 / max(dot(across, vec2(-along.y, along.x)), 0.45);
    vec2 place = (end ? q : p) + across * (side * stretch);
    vec4 here = end ? to : from;
    ink = end ? in_color_c : in_color_b;
    gl_Position = vec4(place * 2.0 * canvas.zw, here.z / here.w, 1.0);
}
