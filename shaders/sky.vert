// The screen at the far plane.
#include "common/frame.glsl"
out vec3 direction;

void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0;
    vec4 far = view_projection_inverse * vec4(corner, 1.0, 1.0);
    direction = far.xyz / far.w - eye.xyz;
    gl_Position = vec4(corner, 1.0, 1.0);
}
