// The land: a disc under the eye, finest there.
#include "common/frame.glsl"
#include "common/light.glsl"
#include "common/field.glsl"
in vec3 in_ring;  // cosine, sine of the azimuth, and how far out, 0 to 1

// What changes slowly over the land is worked out here.
out vec2 point;
out vec3 shaded;  // place in the shadow map
out vec4 air;     // what is seen whatever stands there; share that is seen of that
out float sheen;  // of grass: against the sun it glows, with the sun it shows less of its shade
flat out vec3 ambient;

void main() {
    const float finest = 1e-5;
    float radius = ground.z * (pow(1.0 / finest, in_ring.z) - 1.0) / (1.0 / finest - 1.0);
    const vec3 up = vec3(0.0, 0.0, 1.0);
    point = eye.xy + radius * in_ring.xy;
    shaded = shadow_place(vec3(point, 0.0), up);
    ambient = irradiance(up);
    vec3 to_eye = eye.xyz - vec3(point, 0.0);
    float away = length(to_eye), wooded = smoothstep(1200.0, 5500.0, away), clear = clear_air(away);
    to_eye /= away;
    air = vec4(mix(haze(-to_eye) * (1.0 - clear), far_woods(-to_eye, 1.0), wooded), clear * (1.0 - wooded));
    sheen = sheen_of(to_eye);
    gl_Position = view_projection * vec4(point, 0.0, 1.0);
    gl_Position.z = min(gl_Position.z, 0.999999 * gl_Position.w);  // the land goes on beyond the far plane
}
