// The sky over the field: clouds, the sun, and hills and woods at the horizon.
#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/field.glsl"
in vec3 direction;
out vec4 color;

uniform sampler2D sky_clouds;  // share hidden, sunlight sent on

vec3 sky(vec3 d) {
    float near_sun = max(dot(d, to_light.xyz), 0.0), rise = 1.0 - exp2(-4.9 * max(d.z, 0.0));
    vec3 clear = mix(haze(d) * 1.12, vec3(0.105, 0.235, 0.53), rise);
    float n2 = near_sun * near_sun, n6 = n2 * n2 * n2, n24 = n6 * n6 * n6 * n6;
    float n48 = n24 * n24, n384 = n48 * n48;
    n384 *= n384;
    n384 *= n384;
    vec3 glow = vec3(1.0, 0.80, 0.55) * (0.10 * n6 + 0.30 * n48 + 1.2 * n384);
    clear += glow + vec3(30.0, 26.0, 19.0) * smoothstep(0.99992, 0.99996, near_sun);
    vec2 cloud = texture(sky_clouds, 0.5 + 0.5 * d.xy / (1.0 + abs(d.z))).rg * smoothstep(0.02, 0.13, d.z);
    clear = mix(clear, vec3(0.30, 0.34, 0.40) + 0.5 * glow, cloud.r);
    return clear + vec3(0.95, 0.86, 0.74) * cloud.g;
}

// Noise from 0 to 1 round the horizon, of so many waves.
float round_noise(float turn, float waves) {
    float at = turn * waves, cell = floor(at), part = at - cell;
    vec2 random = fract(sin(mod(vec2(cell, cell + 1.0), waves) * 91.3458 + waves) * 47453.5453);
    return mix(random.x, random.y, part * part * (3.0 - 2.0 * part));
}

// A colour below a height, with an edge one pixel wide.
vec3 over(vec3 behind, vec3 before, float height, float at, float pixel) {
    return mix(behind, before, 1.0 - smoothstep(height - pixel, height + pixel, at));
}

void main() {
    vec3 d = normalize(direction);
    float pixel = fwidth(d.z);
    vec3 light = d.z > 0.0 ? sky(d) : far_woods(d, 1.0);
    if (d.z > -0.01 && d.z < 0.09) {
        float turn = atan(d.y, d.x) * (0.5 / PI) + 0.5;
        vec3 air = haze(d);
        float hills = 0.020 + 0.036 * round_noise(turn, 9.0) * round_noise(turn, 5.0) + 0.007 * round_noise(turn, 31.0);
        float ridge = 0.010 + 0.018 * round_noise(turn, 14.0) + 0.004 * round_noise(turn, 47.0);
        float crowns = 0.40 * round_noise(turn, 830.0) + 0.25 * round_noise(turn, 1900.0);
        crowns += 0.35 * round_noise(turn, 310.0);
        float grove = smoothstep(0.25, 0.80, round_noise(turn, 19.0));
        float woods = 0.0012 + (0.004 + 0.007 * grove) * (0.35 + 0.65 * crowns);
        light = over(light, mix(air, vec3(0.055, 0.090, 0.105), 0.40), hills, d.z, pixel);
        light = over(light, mix(air, vec3(0.070, 0.105, 0.048), 0.55), ridge, d.z, pixel);
        float shade = mix(1.0, 0.55 + 0.75 * crowns, smoothstep(0.0, 0.5 * woods, d.z));
        light = over(light, far_woods(d, shade), woods, d.z, pixel);
    }
    color = developed(light);
}
