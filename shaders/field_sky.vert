// The sky over a field: the screen at the far plane in strips of cells, at whose corners slow changes are computed.
// Hills and woods are computed only in strips near the horizon (BAND); software OpenGL would do it everywhere.
#include "common/frame.glsl"
#include "common/field.glsl"
in vec4 in_corner;  // of a cell on the screen, -1 to 1; the lower and the upper edge of its strip
out vec3 direction;
out vec4 clear_sky;  // light; share of clouds that is seen
out vec3 glow;       // on the clouds
out vec2 over;       // place in the picture of the clouds

const float LOW = -0.01, HIGH = 0.09;  // sines of the heights between which there are hills and woods

vec3 ray(vec2 corner) {
    vec4 far = view_projection_inverse * vec4(corner, 1.0, 1.0);
    return far.xyz / far.w - eye.xyz;
}

// Returns whether a strip of the screen between two heights comes near the horizon.
bool reaches(vec2 between) {
    float low = 1.0, high = -1.0;
    for (int i = 0; i < 6; i++) {
        float rise = normalize(ray(vec2(float(i % 3) - 1.0, between[i / 3]))).z;
        low = min(low, rise);
        high = max(high, rise);
    }
    return low < HIGH && high > LOW;
}

void main() {
    vec3 d = normalize(ray(in_corner.xy));
    float near_sun = max(dot(d, to_light.xyz), 0.0), rise = 1.0 - exp2(-4.9 * max(d.z, 0.0));
    glow = vec3(1.0, 0.80, 0.55) * day_sun.rgb * (0.10 * pow(near_sun, 6.0) + 0.30 * pow(near_sun, 48.0));
    clear_sky = vec4(mix(haze(d) * 1.12, vec3(0.105, 0.235, 0.53) * day_sky.rgb, rise) + glow, smoothstep(0.02, 0.13, d.z));
    float turn = 2.0 * PI * day_sun.w, c = cos(turn), s = sin(turn);
    over = 0.5 + 0.5 * (mat2(c, -s, s, c) * d.xy) / (1.0 + abs(d.z));
    direction = d;
    gl_Position = reaches(in_corner.zw) == (BAND == 1) ? vec4(in_corner.xy, 1.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
