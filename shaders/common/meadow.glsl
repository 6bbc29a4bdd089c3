// The meadow: grass of many ages, trampled earth round the machine and on the way to the camp.
uniform sampler2D floor_paint;  // lightness of the grass, dryness, slow noise

const mat2 TURNED = mat2(0.8, 0.6, -0.6, 0.8);

// How far from the way between two places, in its half widths.
float beside_way(vec2 at, vec2 from, vec2 to, float half_width) {
    vec2 along = to - from, rel = at - from;
    return length(rel - along * saturate(dot(rel, along) / dot(along, along))) / half_width;
}

struct Turf {
    vec3 albedo;
    float bare;    // share of earth without grass
    float blades;  // lightness of the grass here
    float slow;    // slow noise
    float middle;
};

Turf meadow(vec2 at) {
    // Slow noise may be sharper than the card would have it where that blurs too much.
    vec3 near = texture(floor_paint, at * ground.y).rgb;
    vec3 middle = texture(floor_paint, TURNED * at * (ground.y * 0.137), -1.2 * depths.z).rgb;
    // Where a pixel holds much of it, slow noise would show that its tile repeats.
    float pixel = length(fwidth(at));
    middle.b = mix(0.5, middle.b, 1.0 / (1.0 + 1.5 * pixel));
    vec3 wide = texture(floor_paint, TURNED * TURNED * at * (ground.y * 0.0087), -2.0 * depths.z).rgb;

    float dry = saturate(0.70 * near.g + 0.80 * middle.b + 1.0 * wide.b - 1.0);
    float lush = saturate(0.5 + 1.3 * (middle.b - 0.5) - 1.1 * (wide.b - 0.5));
    vec3 albedo = mix(vec3(0.076, 0.097, 0.028), vec3(0.040, 0.074, 0.018), lush);
    albedo = mix(albedo, vec3(0.178, 0.158, 0.064), 0.68 * dry);
    float blades = near.r;
#if DETAIL
    // Blades that stand toward the sun are light, those behind them dark.
    float fine = 1.0 / (1.0 + 900.0 * pixel * pixel * ground.y * ground.y);
    blades += 0.9 * fine * (near.r - texture(floor_paint, (at - 0.006 / ground.y * to_light.xy) * ground.y).r);
    // Daisies and buttercups keep together.
    vec2 place = at * (ground.y * 15.0), cell = floor(place);
    vec2 random = fract(sin(vec2(dot(cell, vec2(12.9898, 78.233)), dot(cell, vec2(39.346, 11.135)))) * 43758.5453);
    float head = length(place - cell - 0.25 - 0.5 * random.yx), keep = saturate(3.0 * (wide.r + middle.g - 0.92));
    float flower = step(random.x, 0.16 * keep) * (1.0 - smoothstep(0.13, 0.22, head)) / (1.0 + 25.0 * pixel * ground.y);
#endif
    albedo *= 0.26 + 2.0 * blades * (0.80 + 0.40 * middle.b) * (0.55 + 1.0 * middle.r);
#if DETAIL
    albedo = mix(albedo, random.y < 0.6 ? vec3(0.75, 0.74, 0.68) : vec3(0.72, 0.52, 0.06), flower);
#endif

    float w = ground.x, uneven = 0.9 * (middle.b - 0.5) + 0.25 * (near.r - 0.5);
    float trodden = length(at) / w - uneven;
    if (chalk_lines.z > 0.0) {
        float way = min(beside_way(at, vec2(-0.4, 0.3) * w, vec2(-1.7, 2.7) * w, 0.30 * w),
                        beside_way(at, vec2(-1.7, 2.7) * w, vec2(-3.0, 12.0) * w, 0.24 * w));
        trodden = min(trodden, 0.45 + 0.50 * way - 1.1 * uneven);
    }
    float bare = 1.0 - smoothstep(0.55, 1.10, trodden);
    vec3 earth = mix(vec3(0.118, 0.084, 0.053), vec3(0.190, 0.145, 0.096), saturate(1.4 * middle.b - 0.2));
    albedo = mix(albedo, earth * (0.50 + 0.55 * near.r + 0.50 * middle.r), 0.92 * bare);
    return Turf(albedo, bare, near.r, middle.b, middle.r);
}
