// One dot of a cloud: round, faint where a body stands before it. A bead is as large as it would be there, but never
// smaller than a dot.
#include "common/frame.glsl"
#include "common/dots.glsl"
uniform sampler2D depth_map;
uniform float size;    // of a dot in pixels of the target
#if BEADS
uniform float extent;  // pixels of the target that a bead's diameter has at the distance 1 m
flat out float across;
#endif
in vec3 in_position;
in vec4 in_color;

flat out vec4 ink;

void main() {
    vec4 clip = view_projection * vec4(in_position, 1.0);
    vec3 at = clip.xyz / clip.w * 0.5 + 0.5;
    float scene = textureLod(depth_map, at.xy, 0.0).r;
    bool ahead = clip.w > 1e-6 && abs(at.z) < 1e6;  // false for NaN
    gl_Position = ahead ? vec4(clip.xy, 0.0, clip.w) : vec4(2.0, 2.0, 2.0, 1.0);
    ink = vec4(in_color.rgb, in_color.a * left_of_dot(at.z, scene));
#if BEADS
    across = clamp(extent / clip.w, size, 48.0);
    gl_PointSize = across + 1.0;
#else
    gl_PointSize = size + 1.0;
#endif
}
