#include "common/frame.glsl"
in vec3 in_position;
in mat4 in_model;

void main() {
    gl_Position = light_projection * (in_model * vec4(in_position, 1.0));
}
