// Draws a texture of counted dots: their colours and their coverage. HIDING: fainter where the scene is nearer.
#include "common/dots.glsl"
uniform sampler2D dots;
in vec2 place;
out vec4 color;
#if HIDING
uniform sampler2D depth_map;
uniform vec4 canvas;  // width, height of the target, and their inverses
uniform vec4 room;    // as in dot_density.vert

// Returns the depth of the dots there: the lowest twenty bits are the root of what it leaves to 1.
float depth() {
    vec3 bytes = 255.0 * textureLod(dots, place + vec2(room.z, 0.0), 0.0).rgb;
    float nearness = (bytes.r + 256.0 * bytes.g + 65536.0 * mod(floor(bytes.b + 0.5), 16.0)) / 1048575.0;
    return 1.0 - nearness * nearness;
}
#endif

void main() {
    color = textureLod(dots, place, 0.0);
#if HIDING
    color.a *= left_of_dot(depth(), textureLod(depth_map, gl_FragCoord.xy * canvas.zw, 0.0).r);
#endif
}
