// Visibility of lines and arrows, which are drawn over the finished picture and look up what hides them.
#include "common/overlay.glsl"
uniform sampler2D depth_map;

// Returns the visible share of this fragment.
float in_sight(float faint) {
    vec2 at = gl_FragCoord.xy * canvas.zw, d = 0.5 * canvas.zw;
    float z = gl_FragCoord.z - 2e-5;
    vec4 scene = vec4(textureLod(depth_map, at + d, 0.0).r, textureLod(depth_map, at - d, 0.0).r,
                      textureLod(depth_map, at + vec2(d.x, -d.y), 0.0).r,
                      textureLod(depth_map, at + vec2(-d.x, d.y), 0.0).r);
    return mix(faint, 1.0, dot(step(vec4(z), scene), vec4(0.25)));
}
