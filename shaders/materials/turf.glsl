// The meadow in static shadows beyond the shadow map: v is 0 inside a shadow, 1 outside.
#include "common/meadow.glsl"
#include "common/baked_light.glsl"
#define SHINE 0
#define BAKED_SHADOW 1

Surface material_surface(inout vec3 n) {
    Turf turf = meadow(position.xy);
    vec3 to_eye = normalize(eye.xyz - position);
    own_shade = smoothstep(0.0, 1.0, surface.y) * (1.0 + sheen_of(to_eye) * (1.0 - turf.bare));
    return Surface(turf.albedo, 0.0, 1.0, 0.0);
}
