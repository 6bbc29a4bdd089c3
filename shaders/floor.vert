#include "common/frame.glsl"
#include "common/light.glsl"
#include "common/stage.glsl"
in vec3 in_ring;  // cosine, sine of the azimuth, and how far out, 0 to 1

// What changes slowly over the floor is worked out here, thinned by the fog already.
out vec2 point;
out vec3 ambient;  // light on the floor from all round
out vec3 base;     // colour there is whatever the floor's: fog, and the studio mirrored in the lacquer
#if INNER || DETAIL
out float lamp;    // share of the lamp's light
#endif
#if INNER
out vec3 shaded;   // place in the shadow map
#endif
#if DETAIL
out vec3 shine;    // the studio mirrored in the lacquer, where it is no part of `base`
out vec2 clear;    // share that the fog leaves; 1 in the middle, 0 at the rim of the dark disc
out float gleam;   // of the lamp in the lacquer
#endif
invariant gl_Position;  // drawn by several programs, each where the others have not drawn

const vec3 UP = vec3(0.0, 0.0, 1.0);

void main() {
#if INNER
    float radius = disc.z * in_ring.z;
#else
    float radius = disc.z * pow(disc.w / disc.z, in_ring.z);
#endif
    point = disc.xy + radius * in_ring.xy;
    gl_Position = view_projection * vec4(point, 0.0, 1.0);

    vec3 to_eye = eye.xyz - vec3(point, 0.0);
    float away = length(to_eye);
    to_eye /= away;
    float far = distance(point, stage.xy);
    float fog = max(smoothstep(0.5 * stage.z, 0.9 * stage.w, far), smoothstep(0.5, 0.9, away / depths.y));
    float lit = pool(point), sun = to_light.z * mix(0.06, 1.0, lit) * (1.0 - fog);
    ambient = irradiance(UP) * (mix(0.20, 1.0, lit) * (1.0 - fog));
    base = backdrop(-to_eye) * fog;
    // The lacquer mirrors the lamps near by, and the wall that ends it.
    vec3 ray = vec3(-to_eye.xy, to_eye.z);
    vec3 gloss = (environment(ray, 0.38) * mix(0.08, 0.34, lit) + 0.9 * backdrop(ray))
               * environment_share(vec3(0.04), 0.34, max(to_eye.z, 0.0)) * (1.0 - fog);
    float middle = 1.0 - smoothstep(0.7, 1.0, radius / disc.z);
#if INNER
    shaded = shadow_place(vec3(point, 0.0), UP);
#endif
#if INNER || DETAIL
    lamp = sun;
#else
    ambient += sunlight.rgb * (sun / PI);
#endif
#if DETAIL
    clear = vec2(1.0 - fog, middle);
    gleam = 0.0125 * ggx(saturate(normalize(to_light.xyz + to_eye).z), 0.14);
#endif
    float open = 1.0;
#if INNER && !HDR
    open = mix(1.0, openness(vec3(point, 0.0), UP), middle);
#endif
    ambient *= open;
    gloss *= mix(1.0, open, 0.4);
#if DETAIL
    shine = gloss;
#else
    base += gloss;
#endif
}
