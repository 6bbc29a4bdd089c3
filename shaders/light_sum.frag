// The light of several moments: adds one of them to a sum (DEVELOP 0), or applies the film curve to the sum (DEVELOP 1).
// What moves is told from the ground by its depth. Alpha of the sum is for how long it has covered a pixel.
#include "common/frame.glsl"
#include "common/display.glsl"
out vec4 color;

uniform sampler2D light_map;  // of one moment; of the last one when the sum is developed
uniform sampler2D depth_now;
uniform sampler2D ground_map;  // without what moves: its light, and its depth in alpha
const float NEARER = 2e-6;  // least difference of depth of what moves
#if DEVELOP
uniform sampler2D sum_map;
uniform sampler2D lamp_map;  // light of the lamp's path
#else
uniform float weight;
#endif

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec3 here = texelFetch(light_map, at, 0).rgb;
    vec4 ground = texelFetch(ground_map, at, 0);
    float covered = float(texelFetch(depth_now, at, 0).r < ground.a - NEARER);
#if DEVELOP
    vec4 total = texelFetch(sum_map, at, 0);
    // The room is dimmed, or it would outshine what has moved in front of it; a shadow that has moved stays a shadow.
    float shade = min(dot(total.rgb, vec3(1.0)) / max(dot(ground.rgb, vec3(1.0)), 1e-4), 1.0);
    vec3 room = ROOM * (1.0 - total.a) * ground.rgb * mix(shade, 1.0, clamp(4.0 * total.a, 0.0, 1.0));
    vec3 veil = VEIL * max(total.rgb - (1.0 - total.a) * ground.rgb, 0.0);
    vec3 light = mix(room + veil, FADED * (room + veil) + FLASH * here, covered);
    light += texelFetch(lamp_map, at, 0).rgb;
    color = vec4(display(light, gl_FragCoord.xy), 1.0);
#else
    color = vec4(here, covered) * weight;
#endif
}
