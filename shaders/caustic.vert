// Rays through a clear body, where they meet the floor, and the light there.
#include "common/frame.glsl"
#include "common/lighting.glsl"
in vec3 in_ray;  // x, y; light there, in that of the lamp on the bare floor
out vec3 light;

void main() {
    // The shadow has left half of the lamp's light there (shadow.frag).
    const float shadow = 0.5;
    vec3 lamp = sunlight.rgb * (to_light.z / PI), round_ = irradiance(vec3(0.0, 0.0, 1.0));
    light = max(in_ray.z - shadow, 0.0) * lamp / (round_ + shadow * lamp);
    gl_Position = view_projection * vec4(in_ray.xy, 0.0, 1.0);
    gl_Position.z -= 1e-5 * gl_Position.w;
}
