#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/lighting.glsl"
#define ON_BODY (1 + MIRROR)
#include "common/shadow.glsl"
#if FIELD
#include "common/field.glsl"
#else
#include "common/stage.glsl"
#endif
centroid in vec3 position;
centroid in vec3 normal;
centroid in vec3 surface;
centroid in vec4 grain;
flat in vec4 tint;
flat in vec4 paint;
flat in vec3 light_paint;
flat in vec3 dark_paint;
#if PATTERNED
centroid in vec3 place;
flat in float extent;
#endif
#if FIELD
centroid in vec3 shaded;
in vec4 air;
#endif
#if FIELD || !PATTERNED
in vec3 around;
#endif
#if COIN || GLASS
flat in vec3 axis_x;
flat in vec3 axis_y;
#endif
out vec4 color;
#if LACQUER
flat in vec3 turn;
#endif
#if PATTERNED
#include "common/patterns.glsl"
#endif

uniform sampler2D turned_wood;

struct Surface {
    vec3 albedo;
    float metal;
    float roughness;
    float coat;  // a layer of lacquer above
};

// Share of light paint in a stretch of `width` sector pairs round u: the average of a square wave. Without
// it a fast top would strobe; so it blurs as the eye sees it.
float painted(float u, float width) {
    float from = u - 0.5 * width, to = u + 0.5 * width;
    float area = 0.5 * (floor(to) - floor(from)) + min(fract(to), 0.5) - min(fract(from), 0.5);
    return saturate(area / width);
}

// 1 between two arc lengths, with edges one pixel wide.
float between(float v, float from, float to, float pixel) {
    return smoothstep(from - pixel, from + pixel, v) - smoothstep(to - pixel, to + pixel, v);
}

// Sectors and the two lines beside them.
void paint_sectors(inout Surface s, float u, float v, float pixel_u, float pixel_v) {
    if (paint.y < 0.5) return;
    float share = painted(u * paint.y * 0.5, max(max(paint.x, pixel_u) * paint.y * 0.5, 1e-3));
    float band = between(v, paint.z, paint.w, pixel_v);
    s.albedo = mix(s.albedo, mix(dark_paint, light_paint, share), band);
    s.roughness = mix(s.roughness, 0.33, band);
    float gap = 0.035 * (paint.w - paint.z);
    float lines = between(v, paint.z - 2.0 * gap, paint.z - gap, pixel_v)
                + between(v, paint.w + gap, paint.w + 2.0 * gap, pixel_v);
    s.albedo = mix(s.albedo, vec3(0.020, 0.012, 0.008), 0.85 * lines);
}

#if DETAIL
// How much darker the wood is where a year ended. The trunk's pith runs beside the axis of what was turned of it: rings
// on the ends, arches and lines on the sides. What turns fast smears them.
float year_rings(float fibre) {
    float wavy = (0.8 - 0.6 * grain.w) * fibre + 0.25 * sin(1.7 * grain.z);
    float years = 3.4 * length(grain.xy - vec2(1.5, 0.9) + 0.05 * grain.z) + wavy;
    float year = fract(years), pixel = fwidth(years), smeared = 30.0 * paint.x;
    float late = smoothstep(0.35, 0.92, year) * smoothstep(1.0, 0.95, year) - 0.35;
    return late * saturate(1.6 - 2.0 * pixel) / (1.0 + smeared * smeared) * mix(0.16, 0.30, grain.w);
}
#endif

void paint_wood(inout Surface s) {
    float u = surface.x, v = surface.y;
    // Across the azimuth's jump from 1 to 0 the derivative means nothing.
    float pixel_u = min(fwidth(u), 0.02), pixel_v = max(fwidth(v), 1e-7);
    vec2 at = vec2(u, v * wood.y * 4.0);
    float lod = max(log2(paint.x * 512.0 + 1.0), log2(max(pixel_u * 512.0, pixel_v * wood.y * 1024.0) + 1e-6));
    float lightness = textureLod(turned_wood, at, lod).r;
#if DETAIL
    lightness *= 1.06 - year_rings(lightness);
#endif
    s.albedo = mix(vec3(0.060, 0.022, 0.008), vec3(0.60, 0.315, 0.125), lightness * lightness * 1.2) * tint.rgb;
    // Across the grain it drinks more of the varnish.
    s.albedo *= 1.0 - vec3(0.22, 0.30, 0.36) * (grain.w * grain.w);
    s.roughness = 0.42 - 0.12 * lightness;
    s.coat = 1.0;
    paint_sectors(s, u, v, pixel_u, pixel_v);
}

#if PATTERNED
#include "common/rough.glsl"
#include "common/land.glsl"
#if LEATHER
#include "common/leather.glsl"
#endif
#if CLOTH
#include "common/cloth.glsl"
#endif

// The materials that only some meshes have; what a mesh has not is compiled away.
void pattern(inout Surface s, inout vec3 n, int material) {
#if IVORY
    if (material == IVORY) {
        s = Surface(vec3(0.78, 0.69, 0.53) * tint.rgb, 0.0, 0.24, 1.0);
        paint_sectors(s, surface.x, surface.y, min(fwidth(surface.x), 0.02), max(fwidth(surface.y), 1e-7));
    }
#endif
#if EGG
    if (material == EGG) s = Surface(egg(vec3(0.74, 0.58, 0.43) * tint.rgb), 0.0, 0.42, 0.0);
#endif
#if COIN
    if (material == COIN) {
        float frosted = struck(n);
        vec3 gold = mix(vec3(0.92, 0.66, 0.30), vec3(1.00, 0.80, 0.46), frosted) * tint.rgb;
        s = Surface(gold, 1.0, mix(0.24, 0.46, frosted), 0.0);
    }
#endif
#if PAPER
    if (material == PAPER) {
        float dark = 0.5 - 0.5 * sheets(70.0 * surface.y / extent);
        s = Surface(vec3(0.80, 0.74, 0.61) * tint.rgb * (1.0 - 0.42 * dark), 0.0, 0.85, 0.0);
    }
#endif
#if CLOTH
    if (material == CLOTH) s = bound();
#endif
#if RUBBER
    if (material == RUBBER) {
        float ribs = 24.0 * surface.y / extent;
        s = Surface(vec3(0.030, 0.030, 0.032) * tint.rgb * (1.0 + 0.45 * wave(ribs, fwidth(ribs))), 0.0, 0.62, 0.0);
    }
#endif
#if LACQUER
    if (material == LACQUER) s = Surface(checkered(tint.rgb), 0.0, 0.30, 1.0);
#endif
#if TIMBER
    if (material == TIMBER) s = timber(n);
#endif
#if END_GRAIN
    if (material == END_GRAIN) s = end_grain(n);
#endif
#if STONE
    if (material == STONE) s = hewn_stone(n);
#endif
#if IRON
    if (material == IRON) s = forged(n);
#endif
#if ROPE
    if (material == ROPE) s = laid(n);
#endif
#if EARTH
    if (material == EARTH) s = soil(n);
#endif
#if PUMPKIN
    if (material == PUMPKIN) s = gourd(n);
#endif
#if LEAVES
    if (material == LEAVES) s = foliage(n);
#endif
#if SPRIG
    if (material == SPRIG) s = sprig_of_leaves(n);
#endif
#if MASONRY
    if (material == MASONRY) s = ashlar(n);
#endif
#if TENT
    if (material == TENT) s = canvas_cloth(n);
#endif
#if SHADE
    if (material == SHADE) s = Surface(vec3(0.010, 0.009, 0.008), 0.0, 1.0, 0.0);
#endif
#if WALL
    if (material == WALL) s = framed_wall();
#endif
#if WHITEWASH
    if (material == WHITEWASH) s = whitewash();
#endif
#if STEELWORK
    if (material == STEELWORK) s = Surface(tint.rgb * (0.44 + 0.56 * surface.x), 0.0, 0.55, 0.0);
#endif
#if THATCH
    if (material == THATCH) s = thatch(n);
#endif
#if TILES
    if (material == TILES) s = tiles();
#endif
#if TURF
    if (material == TURF) s = shaded_turf(n);
#endif
#if ROCK
    if (material == ROCK) s = bedded_rock(n);
#endif
#if WATER
    if (material == WATER) s = stream(n);
#endif
#if HAIR
    if (material == HAIR) s = combed(n);
#endif
#if LEATHER
    if (material == LEATHER) s = plaited();
#endif
}
#endif

#if FIELD
#include "common/matte.glsl"
#else
#define MATTE 0
#endif

Surface surface_here(inout vec3 n) {
    Surface s = Surface(tint.rgb, 0.0, tint.w, 0.0);
    int material = int(surface.z + 0.5);
#if !MATTE
    if (material == 0) paint_wood(s);
    else if (material == 1) s = Surface(vec3(0.95, 0.560, 0.185) * tint.rgb, 1.0, 0.18, 0.0);
    else if (material == 2) s = Surface(vec3(0.78, 0.79, 0.80) * tint.rgb, 1.0, 0.27, 0.0);
#endif
#if PATTERNED
    pattern(s, n, material);
#endif
    return s;
}

// What is seen along a ray: the studio, or the floor where the ray goes down.
vec3 seen(vec3 ray, float roughness) {
    vec3 studio = environment(ray, roughness);
#if DETAIL && !FIELD && !VOID
    float t = max(position.z, 0.0) / max(-ray.z, 0.05);
    vec2 hit = position.xy + ray.xy * t;
    float blur = 2.0 + roughness * 5.0 + log2(1.0 + t * wood.y * 8.0);
#if MIRROR
    float dark = 1.0;  // dim and blurred as it is, nobody misses it
#else
    float dark = openness(vec3(hit, 0.0), vec3(0.0, 0.0, 1.0));
#endif
    vec3 lamp = sunlight.rgb * (to_light.z * 0.65 / PI);
    vec3 ground = floor_color(textureLod(floor_wood, floor_place(hit), blur).r)
                * (irradiance(vec3(0.0, 0.0, 1.0)) + lamp) * dark * pool(hit);
    studio = mix(ground, studio, smoothstep(-0.05 - 0.5 * roughness, 0.05 + 0.3 * roughness, ray.z));
#endif
    return studio;
}

#if MATTE
void main() {
    vec3 n = normalize(normal);
    Surface s = surface_here(n);
    color = in_the_open(s, n);
}
#else
void main() {
    vec3 n = normalize(normal);
#if MIRROR
    vec3 to_eye = normalize(vec3(eye.xy, -eye.z) - position);
#else
    vec3 to_eye = normalize(eye.xyz - position);
#endif
    Surface s = surface_here(n);
    // Where the normal turns within a pixel, highlights would sparkle: roughen by that much.
    vec3 dx = dFdx(n), dy = dFdy(n);
    float alpha = s.roughness * s.roughness;
    alpha = sqrt(min(alpha * alpha + min(0.5 * (dot(dx, dx) + dot(dy, dy)), 0.18), 1.0));
#if MIRROR
    alpha = max(alpha, 0.20);  // the lacquer blurs what it shows
#endif
    float roughness = sqrt(alpha);

    vec3 halfway = normalize(to_light.xyz + to_eye);
    float n_v = max(dot(n, to_eye), 0.02), n_l = saturate(dot(n, to_light.xyz));
    float n_h = saturate(dot(n, halfway)), l_h = saturate(dot(to_light.xyz, halfway));
    vec3 f0 = mix(vec3(0.04), s.albedo, s.metal), diffuse = s.albedo * (1.0 - s.metal);
#if FIELD
#if WATER
    vec3 lamp = sunlight.rgb * (n_l * own_shade);
#else
    vec3 lamp = sunlight.rgb * (n_l * sunlit(n_l > 0.0 ? shaded : vec3(0.0)));
#endif
#else
    vec3 lamp = sunlight.rgb * (n_l * sunlit(n_l > 0.0 ? shadow_place(position, n) : vec3(0.0)));
#endif
    // What is mirrored does not go on into the body; nor does what the lacquer mirrors.
    vec3 shares = environment_share(f0, roughness, n_v);
    diffuse *= 1.0 - max(shares.r, max(shares.g, shares.b));
    vec3 direct = (diffuse / PI + fresnel(l_h, f0) * (ggx(n_h, alpha) * masking(n_v, n_l, alpha))) * lamp;

#if HAIR
    if (int(surface.z + 0.5) == HAIR) direct += lamp * on_hair(n, halfway, s.albedo);
#endif

    // The floor close below takes away the light from under.
#if VOID
    float open = 1.0;
#else
#if FIELD
    float height = 2.0 * position.z / ground.x;
#else
    float height = position.z * wood.y * 15.0;
#endif
    float open = mix(0.35 + 0.65 * saturate(height), 1.0, 0.5 + 0.5 * n.z);
#if WATER
    open = own_sky;
#endif
#endif
#if PATTERNED
    vec3 all_round = irradiance(n);
#else
    vec3 all_round = around;
#endif
    vec3 ray = reflect(-to_eye, n), ambient = diffuse * all_round, mirrored = seen(ray, roughness) * shares;
    if (s.coat > 0.0) {
        // Nothing is seen edge-on over a whole pixel: without this, silhouettes glint in single ones.
        float share = environment_share(vec3(0.04), 0.25, max(n_v, 0.16)).r;
        direct *= 1.0 - share;
        ambient *= 1.0 - share;
        mirrored = mix(mirrored, environment(ray, 0.16), share);
        direct += lamp * (0.008 * ggx(n_h, max(0.05, 0.3 * alpha)));
    }
    direct += 0.5 * open * mirrored;
    ambient = open * (ambient + 0.5 * mirrored);
#if MIRROR
    vec3 light = direct + ambient;
    color = vec4(light / (1.0 + 0.4 * light), position.z * wood.y + 0.02);
#elif FIELD
    color = developed(direct * air.a + air.rgb, ambient * air.a);
#else
    color = developed(direct, ambient);
#endif
}
#endif
