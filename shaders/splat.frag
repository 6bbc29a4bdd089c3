// Very many dots, counted into pixels before: their colours and how far they cover what is beneath.
#include "common/dots.glsl"
uniform sampler2D picture;
uniform sampler2D dots_depth;
uniform sampler2D depth_map;
uniform vec4 canvas;   // width, height of the target, and their inverses
uniform ivec2 corner;  // where in the target their picture begins
out vec4 color;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy) - corner;
    float scene = textureLod(depth_map, gl_FragCoord.xy * canvas.zw, 0.0).r;
    color = texelFetch(picture, at, 0);
    color.a *= left_of_dot(texelFetch(dots_depth, at, 0).r, scene);
}
