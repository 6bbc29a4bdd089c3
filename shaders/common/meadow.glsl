// The meadow: grass, trampled earth round the machine and on the path to the camp.
#include "common/meadow_texture.glsl"

const vec3 STRAW = vec3(0.178, 0.158, 0.064);
const mat2 TURNED = mat2(0.8, 0.6, -0.6, 0.8);

// Returns the squared distance from the path between two places, in its half widths.
float beside_way(vec2 at, vec2 from, vec2 to, float half_width) {
    vec2 along = to - from, rel = at - from;
    rel -= along * saturate(dot(rel, along) / dot(along, along));
    return dot(rel, rel) / (half_width * half_width);
}

struct Turf {
    vec3 albedo;
    float bare;    // share of earth without grass
    float blades;  // lightness of the grass here
    float slow;    // slow noise
};

// Returns the side [m] of a square as large as the ground that a pixel covers.
float grain_of(vec2 at) {
    vec2 x = dFdx(at), y = dFdy(at);
    return sqrt(abs(x.x * y.y - x.y * y.x)) + 1e-6;
}

// Returns the tiled texture of the meadow; level: its mipmap. Without anisotropic filtering, ground seen at a slant
// would lose all structure: there a level is taken that blurs as much as a pixel covers, if not in its shape.
vec3 painted_meadow(vec2 at, float level) {
#if ASLANT
    return texture(floor_paint, at).rgb;
#else
    return textureLod(floor_paint, at, level).rgb;
#endif
}

// Returns that level for a pixel which covers a square of this many tiles.
float level_of(float tiles) { return log2(tiles) + 8.6; }

// Returns distant grass without single blades: patches that dry out, and tall grass among low. grain: as of
// grain_of; level: as of the whole meadow.
Turf far_meadow(vec2 at, float grain, float level) {
    vec3 middle = painted_meadow(TURNED * at * (ground.y * 0.137), level - 2.87);
#if ZONE == FAR
    vec3 wide = vec3(0.5);  // the plots have their own tones
#else
    vec3 wide = painted_meadow(TURNED * TURNED * at * (ground.y * 0.0087), level - 6.84);
#endif
    // Where a pixel covers much of it, slow noise would reveal the repetition of the tile.
    middle = mix(vec3(0.47, 0.5, 0.5), middle, 1.0 / (1.0 + 1.2 * grain));
    float dry = saturate(0.80 * middle.b + 1.0 * wide.b - 0.65);
    float lush = saturate(0.5 + 1.3 * (middle.b - 0.5) - 1.1 * (wide.b - 0.5));
    vec3 albedo = mix(vec3(0.076, 0.097, 0.028), vec3(0.040, 0.074, 0.018), lush);
    albedo = mix(albedo, STRAW, 0.68 * dry);
    float tall = smoothstep(0.46, 0.74, 0.60 * wide.r + 0.55 * middle.g - 0.12);
    albedo *= (0.80 + 0.40 * middle.b) * (0.30 + 1.50 * middle.r) * (1.0 - 0.22 * tall);
    return Turf(albedo, 0.0, 0.45, middle.b);
}

// Returns grass with single blades that have dried out.
vec3 dried(vec3 albedo, float dry, float blades, float slow) {
    return mix(albedo, STRAW * (0.35 + 0.9 * blades), 0.55 * saturate(dry + slow - 0.85));
}

// Returns the stripes of mowing along the lines of a playing field; there are none beside a trebuchet.
float mown(vec2 at, float grain) {
    if (ground.x > 4.0 || chalk_lines.z <= 0.0) return 1.0;
    float wide = max(0.66 * chalk_lines.w, 1.5), turn = fract(0.5 * at.y / wide) - 0.5;
    float soft = 0.06 + 0.5 * grain / wide;
    float way = smoothstep(-soft, soft, 0.25 - abs(turn)) - 0.5;
    vec2 mowed = vec2(0.55 * chalk_lines.z + 5.0, 2.6 * chalk_lines.w + 2.0);
    vec2 inside = mowed - abs(at - vec2(0.5 * chalk_lines.z, 0.0));
    return 1.0 + (0.38 * way - 0.07) * smoothstep(0.0, 1.0, min(inside.x, inside.y));
}

Turf meadow(vec2 at) {
    float grain = grain_of(at);
    float level = level_of(grain * ground.y);
    Turf turf = far_meadow(at, grain, level);
    vec3 near = painted_meadow(at * ground.y, level);
    vec3 albedo = turf.albedo;
    float blades = near.r;
    albedo = dried(albedo, near.g, blades, turf.slow);
#if DETAIL
    // Blades that stand toward the sun are light, those behind them dark.
    float fine = 1.0 / (1.0 + 900.0 * grain * grain * ground.y * ground.y);
    blades += 0.9 * fine * (near.r - painted_meadow(at * ground.y - 0.006 * to_light.xy, level).r);
    // Daisies and buttercups keep together.
    vec2 place = at * (ground.y * 15.0), cell = floor(place);
    vec2 random = fract(sin(vec2(dot(cell, vec2(12.9898, 78.233)), dot(cell, vec2(39.346, 11.135)))) * 43758.5453);
    // Each is of another size; a daisy has fifteen petals about its yellow middle, a buttercup five.
    bool daisy = random.y < 0.6;
    vec2 off = (place - cell - 0.25 - 0.5 * random.yx) / mix(0.62, 1.15, fract(7.0 * random.x + 3.0 * random.y));
    float head = length(off), keep = saturate(3.0 * (turf.slow - 0.42));
    float round_it = atan(off.y, off.x);
    float reach = 0.19 * (daisy ? 0.86 + 0.14 * cos(15.0 * round_it) : 0.78 + 0.18 * cos(5.0 * round_it));
    float blown = step(random.x, 0.16 * keep) / (1.0 + 25.0 * grain * ground.y);
    float flower = blown * (1.0 - smoothstep(0.72 * reach, 1.12 * reach, head));
    vec3 petals = daisy ? mix(vec3(0.70, 0.46, 0.04), vec3(0.76, 0.75, 0.70), smoothstep(0.045, 0.075, head))
                        : vec3(0.74, 0.54, 0.05) * mix(0.72, 1.0, smoothstep(0.02, 0.10, head));
    // Their shadow lies on the grass on the side away from the light.
    float shaded = blown * (1.0 - smoothstep(0.10, 0.27, length(off + 0.06 * to_light.xy)));
#endif
    albedo *= (0.28 + 1.60 * blades) * mown(at, grain);
#if DETAIL
    albedo = mix(albedo * (1.0 - 0.45 * shaded), petals, flower);
#endif

    float w = ground.x, uneven = 0.9 * (turf.slow - 0.5) + 0.25 * (near.r - 0.5);
    float trodden = length(at) / w - uneven;
    if (chalk_lines.z > 0.0) {
        float way = sqrt(min(beside_way(at, vec2(-0.4, 0.3) * w, vec2(-1.7, 2.7) * w, 0.30 * w),
                             beside_way(at, vec2(-1.7, 2.7) * w, vec2(-3.0, 12.0) * w, 0.24 * w)));
        trodden = min(trodden, 0.45 + 0.50 * way - 1.1 * uneven);
    }
    float bare = 1.0 - smoothstep(0.55, 1.10, trodden);
    vec3 earth = mix(vec3(0.118, 0.084, 0.053), vec3(0.190, 0.145, 0.096), saturate(1.4 * turf.slow - 0.2));
    albedo = mix(albedo, earth * (0.70 + 0.60 * near.r), 0.92 * bare);
    return Turf(albedo, bare, near.r, turf.slow);
}
