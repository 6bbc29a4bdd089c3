// A translucent body of one colour. A ghost shows its form by light round its edge; a VEIL is a film of glass that
// mirrors the lamp and the surroundings, or what turning bars of metal seem to be.
#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/lighting.glsl"
centroid in vec3 position;
centroid in vec3 normal;
flat in vec4 tint;
flat in float opacity;
out vec4 color;

#if VEIL
#include "common/strobe.glsl"
centroid in vec3 surface;  // azimuth in turns
centroid in vec4 grain;    // place, in fine spacings of the floor's lines
flat in vec4 paint;        // turns blurred, number of bars, width of one [m], least contrast

// Returns the length of bars of this width before a place, where one begins at each whole number.
float covered(float u, float width) { return floor(u) * width + min(fract(u), width); }

// Returns how much of what is behind it bars hide that turn about an axis: less and less from that to the rim. Each is
// seen as far as it passes while the shutter is open, and fades where they would seem to turn backwards.
float bars(float n_v) {
    float round_ = 2.0 * PI * max(length(grain.xy) * wood.z, 1e-6), share = min(paint.y * paint.z / round_, 0.9);
    float u = surface.x * paint.y + 0.5 * share, passing = paint.x * paint.y;
    float width = max(max(passing, fwidth(u)), 1e-3);
    float here = (covered(u + 0.5 * width, share) - covered(u - 0.5 * width, share)) / width;
    float mean = mix(share, here, max(unstrobed(passing), paint.w));
    // At a slant more of them stand one behind the other.
    return 1.0 - pow(1.0 - min(mean, 0.98), 1.0 / max(n_v, 0.3));
}
#endif

void main() {
    vec3 n = normalize(normal), to_eye = normalize(eye.xyz - position);
    float n_v = max(dot(n, to_eye), 0.02), n_l = dot(n, to_light.xyz), edge = (1.0 - n_v) * (1.0 - n_v);
#if VEIL
    const float roughness = 0.24;
    float share = 0.85 * fresnel(n_v, vec3(0.04)).r;
    share = paint.y > 0.0 ? 0.0 : share;
    vec3 diffuse = tint.rgb * (1.0 - share);
    // The lamp meets bars from all sides, few of which send it to the eye.
    n_l = paint.y > 0.0 ? 0.35 : n_l;
    vec3 light = diffuse * irradiance(n) + environment(reflect(-to_eye, n), roughness) * share
               + sunlight.rgb * (saturate(n_l) / PI) * diffuse;
#else
    float wrapped = 0.22 + 0.78 * saturate(0.5 + 0.5 * n_l);
    float shine = pow(saturate(dot(n, normalize(to_light.xyz + to_eye))), 28.0);
    vec3 light = tint.rgb * (1.35 * wrapped * wrapped + 1.1 * edge) + 0.5 * shine;
#endif
    // Thicker where the eye looks along its surface.
#if VEIL
    float dense = paint.y > 0.0 ? min(opacity * bars(n_v), 0.9) : mix(opacity, 0.90, edge * (1.0 - n_v));
#else
    float dense = mix(opacity, 0.95, edge * sqrt(1.0 - n_v));
#if !HDR
    dense = pow(dense, 0.75);  // displayed values are mixed, not light, and so dark colours weigh more
#endif
#endif
    color = vec4(developed(light).rgb, dense);
}
