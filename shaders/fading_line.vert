// One stretch of one of many lines, from point b to c, with its neighbours a and d for the joints. A line thins out and
// fades towards its old end.
#include "common/overlay.glsl"
#include "common/dots.glsl"
uniform sampler2D picture;  // colours of the lines
uniform sampler2D depth_map;
uniform int stretches;      // of each line
uniform float step_;        // of its age, 0 to 1, that each stands for
uniform float half_width;   // in pixels of a picture of 720 lines
in vec3 in_a;
in vec3 in_b;
in vec3 in_c;
in vec3 in_d;

noperspective out float side;
noperspective out float half_drawn;
flat out vec3 shade;
noperspective out float cover;

const float THINNED = 0.4;  // how wide the old end is, of the young one

void main() {
    bool end = (gl_VertexID & 1) == 1;
    int line = gl_InstanceID / (stretches + 3), nth = gl_InstanceID % (stretches + 3);
    float young = 1.0 - step_ * float(stretches - nth - int(end));
    vec4 here = view_projection * vec4(end ? in_c : in_b, 1.0);
    vec4 before = view_projection * vec4(end ? in_b : in_a, 1.0);
    vec4 after = view_projection * vec4(end ? in_d : in_c, 1.0);
    // The last three points of a line begin no stretch of it. NaN fails the test for being ahead of the eye.
    bool ahead = nth < stretches && min(here.w, min(before.w, after.w)) > 1e-6;
    vec2 along = to_pixels(after) - to_pixels(before);
    along = dot(along, along) > 1e-8 ? normalize(along) : vec2(1.0, 0.0);
    half_drawn = half_width * line_unit() * mix(THINNED, 1.0, young);
    side = ((gl_VertexID & 2) == 2 ? 1.0 : -1.0) * (half_drawn + 0.5);
    vec3 at = here.xyz / here.w * 0.5 + 0.5;
    vec4 ink = texelFetch(picture, ivec2(line & 1023, line >> 10), 0);
    shade = ink.rgb;
    cover = ink.a * young * young * left_of_dot(at.z, textureLod(depth_map, at.xy, 0.0).r);
    vec2 place = to_pixels(here) + vec2(-along.y, along.x) * side;
    gl_Position = ahead ? vec4(place * 2.0 * canvas.zw, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
