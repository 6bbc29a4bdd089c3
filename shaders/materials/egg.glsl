// An egg: speckled and porous, browner towards its blunt end.
#include "common/noise.glsl"
#include "common/strobe.glsl"

// Returns the share of speckle at p: one round spot in each cell of a grid, most of them small. pixel: width of one.
float speckles(vec3 p, float pixel) {
    vec3 corner = floor(p - 0.5);
    float share = 0.0;
    for (int i = 0; i < 8; i++) {
        vec3 cell = corner + vec3(i & 1, (i >> 1) & 1, i >> 2);
        vec4 random = scattered(cell);
        float radius = 0.08 + 0.34 * random.w * random.w;
        float off = distance(p, cell + 0.2 + 0.6 * random.xyz);
        share = max(share, 1.0 - smoothstep(radius - pixel, radius + pixel + 0.06, off));
    }
    return share;
}

// Returns speckles smeared by a fast turn: rings, by how many lie on a circle of latitude.
float rings(float height, float often) {
    return 0.13 + 0.12 * sin(height * often * 1.9 + 1.0) * sin(height * often * 0.71 + 2.4);
}

// Returns pores, one in each cell of a fine grid, well inside it.
float pores(vec3 p) {
    vec4 random = scattered(floor(p));
    return 1.0 - smoothstep(0.08, 0.22 + 0.2 * random.w, distance(fract(p), 0.35 + 0.3 * random.xyz));
}

vec3 egg(vec3 shell) {
    float pixel = length(fwidth(place));
    // A fast turn smears the pattern along its motion.
    float smeared = 2.0 * PI * paint.x * length(place.xy), blur = 20.0 * smeared * smeared;
    vec3 p = place + 0.02 * sin(place.yzx * 17.0);
    float large = mix(rings(place.z, 7.0), speckles(p * 7.0 + 3.0, pixel * 7.0), 1.0 / (1.0 + blur * 49.0));
    float small = mix(rings(place.z, 31.0), speckles(p * 19.0 + 11.0, pixel * 19.0), 1.0 / (1.0 + blur * 361.0));
    float uneven = 2.0 * unstrobed(paint.x) * sin(place.x * 3.0 + place.y * 2.0);
    shell *= 0.94 + 0.06 * sin(place.z * 4.0 + uneven);
    // Browner towards the blunt end, and there with more pores.
    float blunt = smoothstep(0.9, -0.9, place.z);
    shell *= mix(vec3(1.06, 1.04, 1.02), vec3(0.98, 0.88, 0.78), blunt);
    shell *= 1.0 - (0.05 + 0.07 * blunt) * pores(place * 46.0) * resolved(1.0, pixel * 46.0) / (1.0 + 40.0 * blur);
    return mix(shell, vec3(0.085, 0.036, 0.017), 0.92 * max(large, 0.8 * small));
}

Surface material_surface(inout vec3 n) {
    return Surface(egg(vec3(0.74, 0.63, 0.52) * tint.rgb), 0.0, 0.42, 0.0);
}
