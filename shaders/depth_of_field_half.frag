// Shrinks the scene for depth of field: light, and how far it is spread [pixels of this size]; negative: too close.
#include "common/half_depth.glsl"
out vec4 color;

uniform sampler2D picture;
uniform sampler2D depth_map;
uniform sampler2D open_map;
uniform vec3 spread;  // radius of a point infinitely far away [pixels of this size], sharp depth [m], most pixels

float spread_at(float depth) { return clamp(spread.x * (depth - spread.y) / depth, -spread.z, spread.z); }

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy), corner = 2 * at, last = textureSize(picture, 0) - 1;
    float own = spread_at(texelFetch(depths_map, at, 0).r), weights = 0.0;
    vec4 scene = vec4(0.0);
    // Uses those of the four pixels that spread as the first: a sharp object must not be spread with its background.
    for (int i = 0; i < 4; i++) {
        ivec2 pixel = min(corner + ivec2(i & 1, i >> 1), last);
        float weight = max(1.0 - abs(spread_at(ahead(texelFetch(depth_map, pixel, 0).r)) - own), 0.0);
        scene += weight * texelFetch(picture, pixel, 0);
        weights += weight;
    }
    scene /= max(weights, 1e-3);
    scene.rgb *= mix(texelFetch(open_map, at, 0).r, 1.0, scene.a);
    color = vec4(scene.rgb, own);
}
