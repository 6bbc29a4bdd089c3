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
#if MATERIAL == MATERIAL_COIN
flat in vec3 axis_x;
flat in vec3 axis_y;
#endif
out vec4 color;
#if MATERIAL == MATERIAL_LACQUER
flat in vec3 turn;
#endif

struct Surface {
    vec3 albedo;
    float metal;
    float roughness;
    float coat;  // a layer of lacquer above
};

#include "materials/painted_wood.glsl"
#if MATERIAL
#include MATERIAL_FILE
#endif

#if FIELD
#include "common/matte.glsl"
#else
#define MATTE 0
#endif

#if !MATTE
#include "common/metal.glsl"
#endif

Surface surface_here(inout vec3 n) {
    Surface s = Surface(tint.rgb, 0.0, tint.w, 0.0);
    int material = int(surface.z + 0.5);
#if !MATTE
    if (material == MATERIAL_PAINTED_WOOD) paint_wood(s);
    else if (material == MATERIAL_BRASS) s = Surface(vec3(0.95, 0.560, 0.185) * tint.rgb, 1.0, 0.18, 0.0);
    else if (material == MATERIAL_STEEL) s = Surface(vec3(0.78, 0.79, 0.80) * tint.rgb, 1.0, 0.27, 0.0);
    if (s.metal > 0.5) s.roughness += turning_marks(surface.y / wood.z);
#endif
#if MATERIAL
    if (material == MATERIAL) s = material_surface(n);
#endif
    return s;
}

#define SEES_FLOOR (DETAIL && !FIELD && !VOID)

// Returns the light seen along a ray reflected at a place: the surroundings, or the floor where the ray goes down, and
// a share of the lamp.
vec3 seen(vec3 from, vec3 ray, float roughness, float sunlit_share) {
#if !SEES_FLOOR
    return environment(ray, roughness, sunlit_share);
#else
    vec4 studio = environment_and_lamp(ray, roughness);
    vec3 key = studio.rgb * studio.a, others = studio.rgb - key;
    float t = max(from.z, 0.0) / max(-ray.z, 0.05);
    vec2 hit = from.xy + ray.xy * t;
    float blur = 2.0 + roughness * 5.0 + log2(1.0 + t * wood.y * 8.0);
    float above = smoothstep(-0.05 - 0.5 * roughness, 0.05 + 0.3 * roughness, ray.z);
#if MIRROR
    float dark = 1.0;  // omitted without a visible difference: it is dim and blurred
#else
    // Software OpenGL skips iterations, never branches.
    float dark = openness(vec3(hit, 0.0), vec3(0.0, 0.0, 1.0), above < 1.0 ? int(to_light.w) : 0);
#endif
    vec3 lamp = sunlight.rgb * (to_light.z * 0.65 / PI);
    vec3 below = floor_color(textureLod(floor_wood, floor_place(hit), blur).r)
                * (irradiance(vec3(0.0, 0.0, 1.0)) + lamp) * dark * pool(hit);
    // The lacquer sends the room on, and a mirror in the table more of it, dimmed by what stands between.
    float flat_ = 1.0 - abs(ray.z), flat2 = flat_ * flat_;
    vec3 room = environment(vec3(ray.xy, abs(ray.z)), roughness, 0.0) * dark;
    below += 0.6 * (0.04 + 0.96 * (flat2 * flat2 * flat_)) * room;
#if SILVERED
    if (distance(hit, stage.xy) < chalk_lines.w) below = 0.7 * room;
#endif
    return mix(below, others, above) + key * sunlit_share;
#endif
}

#if BALLS + RODS + RINGS
#include "common/mirrored_bodies.glsl"

// Returns the same with other bodies before the surroundings, for a metal surface.
vec3 seen_with_bodies(vec3 ray, float alpha, float sunlit_share, bool metal) {
    int found = body_ahead(position, ray, alpha, SHAPES);
    Image body = image_of(max(found, 0), position, ray, alpha);
    // Rings are slender and cost most: they cast no shadow on what is mirrored.
    float lit = body_ahead(body.place, to_light.xyz, 0.0, BALLS + RODS) < 0 ? body.lit : 0.0;
    // At its edge a mirror shows what is behind it, so rays may pass into those mirrored, and one look-up is enough.
    float cover = metal && found >= 0 ? body.cover : 0.0;
    vec3 way = mix(ray, body.ray, cover), place = mix(position, body.place, cover);
    float blur = sqrt(mix(alpha, body.alpha, cover));
    return mix(vec3(1.0), body.color, cover) * seen(place, way / max(length(way), 1e-3), blur, mix(sunlit_share, lit, cover));
}
#endif

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
#ifdef BENT_NORMAL
    if (int(surface.z + 0.5) == MATERIAL) n = bent_normal(n, to_eye, s);
#endif
    // Where the normal turns within a pixel, highlights would sparkle: roughen by that much.
    vec3 dx = dFdx(n), dy = dFdy(n);
    float alpha = s.roughness * s.roughness;
    alpha = sqrt(min(alpha * alpha + min(0.5 * (dot(dx, dx) + dot(dy, dy)), 0.18), 1.0));
#if MIRROR
    alpha = max(alpha, 0.20);  // the lacquer blurs its mirror image
#endif
    float roughness = sqrt(alpha);

    float n_v = max(dot(n, to_eye), 0.02), n_l = saturate(dot(n, to_light.xyz));
    vec3 f0 = mix(vec3(0.04), s.albedo, s.metal), diffuse = s.albedo * (1.0 - s.metal);
#if FIELD
#ifdef BAKED_LIGHT
    float lit = own_shade;
#else
    float lit = sunlit(n_l > 0.0 ? shaded : vec3(0.0), rise_of(n_l));
#endif
#else
    float lit = sunlit(n_l > 0.0 ? shadow_place(position, n) : vec3(0.0), rise_of(n_l));
#endif
    vec3 lamp = sunlight.rgb * (n_l * lit);
    // What is mirrored does not go on into the body; nor does what the lacquer mirrors.
    vec3 shares = environment_share(f0, roughness, n_v);
    diffuse *= 1.0 - max(shares.r, max(shares.g, shares.b));
    vec3 direct = diffuse / PI * lamp;
#if FIELD || defined(OWN_HIGHLIGHT)
    vec3 halfway = normalize(to_light.xyz + to_eye);
    float n_h = saturate(dot(n, halfway));
#endif
#if FIELD
    // Elsewhere the lamp is part of the surroundings that are mirrored.
    vec3 shine = fresnel(saturate(dot(to_light.xyz, halfway)), f0);
    direct += shine * (ggx(n_h, alpha) * masking(n_v, n_l, alpha)) * lamp;
#endif
#ifdef OWN_HIGHLIGHT
    if (int(surface.z + 0.5) == MATERIAL) direct += lamp * own_highlight(n, halfway, s.albedo);
#endif

    // The floor close below hides the light from beneath.
#if VOID
    float open = 1.0;
#else
#if FIELD
    float height = 2.0 * position.z / ground.x;
#else
    float height = position.z * wood.y * 15.0;
#endif
    float open = mix(0.35 + 0.65 * saturate(height), 1.0, 0.5 + 0.5 * n.z);
#ifdef BAKED_LIGHT
    open = own_sky;
#endif
#endif
#if PATTERNED
    vec3 all_round = irradiance(n);
#else
    vec3 all_round = around;
#endif
    vec3 ray = reflect(-to_eye, n), ambient = diffuse * all_round;
#if BALLS + RODS + RINGS
    vec3 mirrored = seen_with_bodies(ray, alpha, lit, s.metal > 0.5) * shares;
#else
    vec3 mirrored = seen(position, ray, roughness, lit) * shares;
#endif
    mirrored = kept_hue(mirrored, s.albedo, s.metal);
    if (s.coat > 0.0) {
        // No surface is edge-on over a whole pixel: without this limit single pixels of silhouettes glint.
        float share = 0.85 * fresnel(max(n_v, 0.16), vec3(0.04)).r;  // nearly as `environment_share` of this roughness
        direct *= 1.0 - share;
        ambient *= 1.0 - share;
        mirrored = mix(mirrored, environment(ray, 0.16, lit), share);
#if FIELD
        direct += lamp * (0.008 * ggx(n_h, max(0.05, 0.3 * alpha)));
#endif
    }
#if !SEES_FLOOR
    mirrored *= open;
#endif
    ambient = open * ambient + 0.5 * mirrored;
    direct += 0.5 * mirrored;
#if MIRROR
    color = vec4(min(direct + ambient, 12.0), position.z * wood.y + 0.02);
#elif FIELD
    color = developed(direct * air.a + air.rgb, ambient * air.a, open);
#else
    color = developed(direct, ambient, open);
#endif
}
#endif
