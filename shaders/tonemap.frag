// Tone mapping: adds bloom and a slight vignette to light in half floats, then applies the film curve; or writes the
// light as it is (LIGHT).
#include "common/frame.glsl"
#include "common/display.glsl"
in vec2 uv;     // in this picture
in vec2 place;  // in the whole picture
out vec4 color;

uniform sampler2D picture;
uniform sampler2D bloom_map;

#if OCCLUDED
#include "common/half_depth.glsl"
uniform sampler2D depth_map;
uniform sampler2D open_map;  // at half the size: how open, how deep

// Returns how open the surroundings are: interpolated between the four neighbours at half the size where these are as
// deep as this pixel, else as at the nearest of them.
float open_here(ivec2 at) {
    float depth = ahead(texelFetch(depth_map, at, 0).r), sharpness = 30.0 / depth;
    vec2 between = textureLod(open_map, uv, 0.0).rg;
    vec2 nearest = texelFetch(open_map, at / 2, 0).rg;
    return mix(nearest.x, between.x, max(1.0 - sharpness * abs(between.y - depth), 0.0));
}
#endif

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 scene = texelFetch(picture, at, 0);
#if OCCLUDED
    // Alpha is the share of light that occlusion does not take away.
    scene.rgb *= mix(open_here(at), 1.0, scene.a);
#endif
    vec3 light = scene.rgb + 0.06 * textureLod(bloom_map, place, 0.0).rgb;
    vec2 off = place - 0.5;
    light *= 1.0 - 0.5 * dot(off, off);
#if LIGHT
    color = vec4(light, 1.0);
#else
    color = vec4(display(light, gl_FragCoord.xy), 1.0);
#endif
}
