// One triangle that covers the screen; drawn with three vertices and no buffer.
#include "common/frame.glsl"
out vec2 uv;
out vec2 place;  // in the whole picture, of which this may be a part

void main() {
    uv = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    place = (uv + window.xy * screen.zw) / window.zw;
    gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);
}
