#include "common/frame.glsl"
in vec3 in_ring;  // cosine, sine of the azimuth, and how far out, 0 to 1
out vec2 point;
invariant gl_Position;
out float middle;  // 1 in the middle, 0 at the rim

void main() {
    point = disc.xy + disc.z * in_ring.z * in_ring.xy;
    middle = 1.0 - smoothstep(0.7, 1.0, in_ring.z);
    gl_Position = view_projection * vec4(point, 0.0, 1.0);
}
