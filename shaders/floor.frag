#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/light.glsl"
#if INNER
#include "common/shadow.glsl"
#endif
#if IMAGE
#include "common/mirror.glsl"
#endif
#include "common/stage.glsl"
in vec2 point;
in vec3 ambient;
in vec3 base;
#if INNER || DETAIL
in float lamp;
#endif
#if INNER
in vec3 shaded;
#endif
#if DETAIL
in vec3 shine;
in vec2 clear;
in float gleam;
#endif
out vec4 color;

#if DETAIL
uniform sampler2D turned_wood;

// What the lacquer mirrors: the studio, and before it (IMAGE) what stands on the floor.
vec3 lacquer() {
#if IMAGE
    vec3 to_eye = normalize(eye.xyz - vec3(point, 0.0));
    vec4 image = mirrored();
    vec3 bodies = image.rgb * environment_share(vec3(0.045), 0.2, max(to_eye.z, 0.02)) * (1.2 * clear.x);
    return mix(shine, bodies, image.a);
#else
    return shine;
#endif
}
#endif

void main() {
    float lightness = texture(floor_wood, floor_place(point)).r;
#if DETAIL
    // Fibres too fine for the picture of whole boards; 0.606 is their mean.
    lightness *= 0.74 + 0.43 * texture(turned_wood, point.yx * wood.yx * vec2(4.0, 3.0)).r;
#endif
    vec3 albedo = floor_color(lightness), around = ambient;
#if INNER || DETAIL
    float sun = lamp;
#endif
#if INNER
    sun *= sunlit(shaded);
#endif
#if DETAIL
    vec3 gloss = lacquer();
#if INNER && HDR
    float open = mix(1.0, openness(vec3(point, 0.0), vec3(0.0, 0.0, 1.0)), clear.y);
    around *= open;
    gloss *= mix(1.0, open, 0.4);
#endif
    vec3 direct = base + gloss + sunlight.rgb * sun * (albedo * (1.0 / PI) + gleam);
#elif INNER
    vec3 direct = base + albedo * sunlight.rgb * (sun / PI);
#else
    vec3 direct = base;
#endif
    color = developed(direct, albedo * around);
}
