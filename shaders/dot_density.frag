// Draws a texture of counted dots: their colours, their coverage, and their depths.
#include "common/dots.glsl"
uniform usampler2D dots;
uniform sampler2D depth_map;
uniform vec4 canvas;   // width, height of the target, and their inverses
uniform ivec2 corner;  // where in the target their picture begins
out vec4 color;

void main() {
    uvec2 dot_ = texelFetch(dots, ivec2(gl_FragCoord.xy) - corner, 0).rg;
    float scene = textureLod(depth_map, gl_FragCoord.xy * canvas.zw, 0.0).r;
    color = vec4((uvec4(dot_.r) >> uvec4(0u, 8u, 16u, 24u)) & 255u) / 255.0;
    float nearness = float(dot_.g & 1048575u) / 1048575.0;  // root of what the depth leaves to 1
    color.a *= left_of_dot(1.0 - nearness * nearness, scene);
}
