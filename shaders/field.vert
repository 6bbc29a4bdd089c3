// The land in zones of increasing detail: the meadow about the measured field, and rings round it to the end
// of the land; a hair above the meadow the lines across it, and above these the ground on which shadows fall.
#include "common/frame.glsl"
#include "common/lighting.glsl"
#include "common/field.glsl"
in vec3 in_ring;  // cosine, sine of the azimuth, and how far out, 0 to 1

// What changes slowly over the land, worked out for each vertex.
out vec2 point;
#if ZONE == SHADED
out vec3 shaded;  // place in the shadow map
#endif
out vec4 air;  // light of the air in front of it; share of the surface's light that passes
flat out vec3 ambient;

const vec3 UP = vec3(0.0, 0.0, 1.0);

// Returns a place in the square about the origin, -1 to 1.
vec2 in_square() { return in_ring.z * in_ring.xy / max(abs(in_ring.x), abs(in_ring.y)); }

// Returns where a place in the light's box, -1 to 1, is on the ground.
vec2 lit_place(vec2 at) {
    return inverse(mat2(light_projection[0].xy, light_projection[1].xy)) * (at - light_projection[3].xy);
}

vec2 place() {
#if ZONE == SHADED
    return lit_place(in_square());
#elif ZONE == LINED
    return vec2(0.5 * chalk_lines.z, 0.0) + in_square() * (vec2(0.5 * chalk_lines.z, chalk_lines.w) + LINE_MARGIN);
#else
    float meadow = 0.62 * chalk_lines.z + AROUND;
    float out_ = ZONE == MEADOW ? in_ring.z * meadow : meadow * pow(ground.z / meadow, in_ring.z);
    return vec2(0.5 * chalk_lines.z, 0.0) + out_ * in_ring.xy;
#endif
}

void main() {
    point = place();
    ambient = irradiance(UP);
#if ZONE == SHADED
    shaded = shadow_place(vec3(point, 0.0), UP);
#endif
    vec3 to_eye = eye.xyz - vec3(point, 0.0);
    float away = length(to_eye), wooded = smoothstep(1200.0, 5500.0, away), clear = clear_air(away);
    to_eye /= away;
    air = vec4(mix(haze(-to_eye) * (1.0 - clear), far_woods(-to_eye, 1.0), wooded), clear * (1.0 - wooded));
    gl_Position = view_projection * vec4(point, 0.0, 1.0);
    gl_Position.z = min(gl_Position.z, 0.999999 * gl_Position.w);  // the land goes on beyond the far plane
    gl_Position.z -= float(max(ZONE - MEADOW, 0)) * LIFTED * gl_Position.w;
#if ZONE == LINED
    if (chalk_lines.z <= 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
#elif ZONE == SHADED
    // The shaded ground has no farmland.
    if (beyond_meadow(lit_place(vec2(0.0))) > 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
#endif
}
