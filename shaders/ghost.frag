// A translucent body of one colour. A ghost shows its form by light round its edge; a VEIL is a film of glass that
// mirrors the lamp and the surroundings.
#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/lighting.glsl"
centroid in vec3 position;
centroid in vec3 normal;
flat in vec4 tint;
flat in float opacity;
out vec4 color;

void main() {
    vec3 n = normalize(normal), to_eye = normalize(eye.xyz - position);
    float n_v = max(dot(n, to_eye), 0.02), n_l = dot(n, to_light.xyz), edge = (1.0 - n_v) * (1.0 - n_v);
#if VEIL
    const float roughness = 0.24;
    float share = 0.85 * fresnel(n_v, vec3(0.04)).r;
    vec3 diffuse = tint.rgb * (1.0 - share);
    vec3 light = diffuse * irradiance(n) + environment(reflect(-to_eye, n), roughness) * share
               + sunlight.rgb * (saturate(n_l) / PI) * diffuse;
#else
    float wrapped = 0.34 + 0.66 * saturate(0.5 + 0.5 * n_l);
    vec3 light = tint.rgb * (1.35 * wrapped * wrapped + 1.1 * edge);
#endif
    // Thicker where the eye looks along its surface.
#if VEIL
    float dense = mix(opacity, 0.90, edge * (1.0 - n_v));
#else
    float dense = mix(opacity, 0.95, edge * sqrt(1.0 - n_v));
#if !HDR
    dense = pow(dense, 0.75);  // displayed values are mixed, not light, and so dark colours weigh more
#endif
#endif
    color = vec4(developed(light).rgb, dense);
}
