// One dot of a cloud: round, of the same size on the screen wherever it is, faint where a body stands before it.
#include "common/frame.glsl"
uniform sampler2D depth_map;
uniform float size;  // of a dot in pixels of the target
in vec3 in_position;
in vec4 in_color;

flat out vec4 ink;

const float FAINT = 0.3;     // of a dot behind or inside a body: tips near the axis lie inside a wide top
const float NEARER = 1e-3;  // share of its distance by which a dot on a surface comes forward to be seen

void main() {
    vec4 clip = view_projection * vec4(in_position, 1.0);
    vec3 at = clip.xyz / clip.w * 0.5 + 0.5;
    float scene = textureLod(depth_map, at.xy, 0.0).r;
    bool ahead = clip.w > 1e-6 && abs(at.z) < 1e6;  // what is not a number is not ahead either
    bool seen = (1.0 - at.z) * (1.0 + NEARER) >= 1.0 - scene;
    gl_Position = ahead ? vec4(clip.xy, 0.0, clip.w) : vec4(2.0, 2.0, 2.0, 1.0);
    gl_PointSize = size + 1.0;
    ink = vec4(in_color.rgb, in_color.a * (seen ? 1.0 : FAINT));
}
