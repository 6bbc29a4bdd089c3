// The end of the passes in half floats: glow, a slight vignette, then what the screen shows.
#include "common/frame.glsl"
#include "common/display.glsl"
in vec2 uv;
out vec4 color;

uniform sampler2D picture;
uniform sampler2D bloom_map;

#if OCCLUDED
#include "common/depths.glsl"
uniform sampler2D depth_map;
uniform sampler2D open_map;  // at half the size: how open, how deep

// How open it is here: of the four neighbours at half the size those that are as deep as this pixel.
float open_here(ivec2 at) {
    float depth = ahead(texelFetch(depth_map, at, 0).r), sharpness = 30.0 / depth;
    vec2 place = 0.5 * vec2(at), t = fract(place);
    ivec2 corner = ivec2(place), last = textureSize(open_map, 0) - 1;
    vec2 sum = vec2(0.0);
    for (int k = 0; k < 4; k++) {
        ivec2 off = ivec2(k & 1, k >> 1);
        vec2 each = texelFetch(open_map, min(corner + off, last), 0).rg, share = mix(1.0 - t, t, vec2(off));
        float weight = (share.x * share.y + 0.01) * (max(1.0 - sharpness * abs(each.y - depth), 0.0) + 1e-4);
        sum += weight * vec2(each.x, 1.0);
    }
    return sum.x / sum.y;
}
#endif

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 scene = texelFetch(picture, at, 0);
#if OCCLUDED
    // Alpha is the share of light that nothing close by takes away.
    scene.rgb *= mix(open_here(at), 1.0, scene.a);
#endif
    vec3 light = scene.rgb + 0.06 * textureLod(bloom_map, uv, 0.0).rgb;
    vec2 off = uv - 0.5;
    color = vec4(display(light * (1.0 - 0.5 * dot(off, off)), gl_FragCoord.xy), 1.0);
}
