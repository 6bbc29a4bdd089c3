// The sky over the field: clouds, the sun, and hills and woods at the horizon.
#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/field.glsl"
in vec3 direction;
in vec4 clear_sky;
in vec3 glow;
in vec2 over;
out vec4 color;

uniform sampler2D sky_clouds;  // share hidden, sunlight sent on

vec3 sky(vec3 d) {
    float near_sun = saturate(dot(d, to_light.xyz));
    // The power 384 of it.
    float n2 = near_sun * near_sun, n6 = n2 * n2 * n2, n24 = n6 * n6 * n6 * n6, n48 = n24 * n24, n96 = n24 * n24 * n24 * n24;
    n96 *= n96;
    vec3 light = clear_sky.rgb + vec3(1.2, 0.96, 0.66) * day_sun.rgb * (n96 * n96);
    light += vec3(30.0, 26.0, 19.0) * day_sun.rgb * smoothstep(0.99992, 0.99996, near_sun);
    // The clouds have a gap where the sun usually is; at another hour it makes its own.
    vec2 cloud = texture(sky_clouds, over).rg * (clear_sky.a * (1.0 - day_sky.w * n48));
    light = mix(light, vec3(0.30, 0.34, 0.40) * day_sky.rgb + 0.5 * glow, cloud.r);
    return light + vec3(0.95, 0.86, 0.74) * day_sun.rgb * cloud.g;
}

#if BAND
// Returns noise from 0 to 1 round the horizon, with a number of waves.
float round_noise(float turn, float waves) {
    float at = turn * waves, cell = floor(at), part = at - cell;
    vec2 random = fract(sin(mod(vec2(cell, cell + 1.0), waves) * 91.3458 + waves) * 47453.5453);
    return mix(random.x, random.y, part * part * (3.0 - 2.0 * part));
}

// Mixes in a colour below a height, with an edge one pixel wide.
vec3 before(vec3 behind, vec3 shown, float height, float at, float pixel) {
    return mix(behind, shown, 1.0 - smoothstep(height - pixel, height + pixel, at));
}

// Returns the hills and woods round the horizon.
vec3 horizon(vec3 light, vec3 d, float pixel) {
    float turn = atan(d.y, d.x) * (0.5 / PI) + 0.5;
    vec3 air = haze(d);
    float hills = 0.009 + 0.030 * round_noise(turn, 9.0) * round_noise(turn, 5.0) + 0.006 * round_noise(turn, 37.0);
    float ridge = 0.002 + 0.024 * round_noise(turn, 14.0) * round_noise(turn, 23.0) + 0.002 * round_noise(turn, 61.0);
    float crowns = 0.40 * round_noise(turn, 830.0) + 0.25 * round_noise(turn, 1900.0);
    crowns += 0.35 * round_noise(turn, 310.0);
    float grove = smoothstep(0.25, 0.80, round_noise(turn, 19.0));
    float woods = 0.0012 + (0.003 + 0.005 * grove) * (0.35 + 0.65 * crowns);
    ridge += 0.0009 * crowns;
    // In the valleys there is haze.
    float far = 0.16 + 0.20 * saturate(d.z / hills), near = 0.18 + 0.20 * saturate(d.z / ridge);
    light = before(light, mix(air, vec3(0.055, 0.090, 0.105) * day_ground.rgb, far), hills, d.z, pixel);
    light = before(light, mix(air, vec3(0.052, 0.085, 0.042) * day_ground.rgb, near), ridge, d.z, pixel);
    float shade = mix(1.0, 0.55 + 0.75 * crowns, smoothstep(0.0, 0.5 * woods, d.z));
    return before(light, far_woods(d, shade), woods, d.z, pixel);
}
#endif

void main() {
    vec3 d = normalize(direction);
#if BAND
    vec3 light = d.z > 0.0 ? sky(d) : far_woods(d, 1.0);
    color = developed(horizon(light, d, fwidth(d.z)));
#else
    color = developed(d.z > 0.0 ? sky(d) : far_woods(d, 1.0));
#endif
}
