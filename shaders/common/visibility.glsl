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

const vec2 THIN = vec2(10.0, 14.0);  // widths [pixels of a picture of 720 lines] between which a body begins to hide
const float STRIDE = 2.0;  // distance [the same] of the places in which a width is measured
const int STRIDES = 7;

// Returns 1 where what covers this fragment is thick, 0 where it is thin in some direction, such as a spoke or a rope.
float thickness() {
    float z = gl_FragCoord.z - 2e-5, unit = line_unit(), least = THIN.y;
    for (int k = 0; k < 4; k++) {
        vec2 way = vec2(cos(0.25 * PI * float(k)), sin(0.25 * PI * float(k))) * STRIDE * unit;
        float wide = 0.0;
        for (int side = 0; side < 2; side++) {
            int reach = 1;
            vec2 at = gl_FragCoord.xy;
            for (; reach < STRIDES; reach++) {
                at += side == 0 ? way : -way;
                if (textureLod(depth_map, at * canvas.zw, 0.0).r >= z) break;
            }
            wide += STRIDE * (float(reach) - 0.5);
        }
        least = min(least, wide);
    }
    return smoothstep(THIN.x, THIN.y, least);
}
