// Halves the depth map: takes one of each four pixels, in metres ahead of the eye.
#include "common/half_depth.glsl"
out float color;

uniform sampler2D depth_map;

void main() {
    ivec2 at = min(2 * ivec2(gl_FragCoord.xy), textureSize(depth_map, 0) - 1);
    color = ahead(texelFetch(depth_map, at, 0).r);
}
