// One dot of a cloud: round, of the same size on the screen wherever it is, whole or hidden by what stands before it.
#include "common/frame.glsl"
uniform sampler2D depth_map;
uniform float size;  // of a dot in pixels of the target
in vec3 in_position;
in vec4 in_color;

flat out vec4 ink;

const float NEARER = 1e-3;  // share of its distance by which a dot on a surface comes forward to be seen

void main() {
    vec4 clip = view_projection * vec4(in_position, 1.0);
    vec3 at = clip.xyz / clip.w * 0.5 + 0.5;
    float scene = textureLod(depth_map, at.xy, 0.0).r;
    bool seen = clip.w > 1e-6 && (1.0 - at.z) * (1.0 + NEARER) >= 1.0 - scene;
    gl_Position = seen ? clip : vec4(2.0, 2.0, 2.0, 1.0);  // what is not a number is not seen either
    gl_PointSize = size + 1.0;
    ink = in_color;
}
