// Clear plastic such as Plexiglas, after all that is opaque: first the far side seen from within (BACK), then the
// near side. What lies behind is looked up in the picture so far, where the bent ray meets the floor.
#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/light.glsl"
centroid in vec3 position;
centroid in vec3 normal;
flat in vec4 tint;
flat in vec3 axis_x;
flat in vec3 axis_y;
out vec4 color;

uniform sampler2D picture;

const float INDEX = 1.49;
const vec3 BODY = vec3(0.86, 0.95, 0.93);  // of what passes through

// What is seen from a point on the body along a ray that has left it.
vec3 behind(vec3 from, vec3 ray) {
    if (ray.z > -0.04) return environment(ray, 0.1);
    vec4 clip = view_projection * vec4(from + ray * (from.z / -ray.z), 1.0);
    vec2 at = clip.xy / max(clip.w, 1e-6) * 0.5 + 0.5;
    vec3 so_far = textureLod(picture, clamp(at, 0.5 * screen.zw, 1.0 - 0.5 * screen.zw), 0.0).rgb;
#if HDR
    return so_far;
#else
    return undisplayed(so_far);
#endif
}

// What is seen along a ray inside that goes up to the flat top: it leaves there, or is thrown back into the body.
vec3 above(vec3 from, vec3 inside, vec3 top) {
    vec3 out_ = refract(inside, -top, INDEX);
    return behind(from, dot(out_, out_) > 0.0 ? out_ : reflect(inside, top));
}

#if BACK
void main() {
    vec3 n = normalize(normal), ray = normalize(position - eye.xyz), top = cross(axis_x, axis_y);
    // Most of what is seen of the far side is seen through the top.
    vec3 inside = refract(ray, dot(ray, top) < 0.0 ? top : -top, 1.0 / INDEX);
    vec3 out_ = refract(inside, -n, INDEX);
    float leaves = dot(out_, n), mirrored = leaves > 0.0 ? fresnel(leaves, vec3(0.04)).r : 1.0;
    vec3 inner = above(position, reflect(inside, n), top);
    vec3 through = leaves > 0.0 ? behind(position, out_) : inner;
    color = vec4(developed(BODY * tint.rgb * mix(through, inner, mirrored)).rgb, 0.0);
}
#else
void main() {
    vec3 n = normalize(normal), to_eye = normalize(eye.xyz - position), top = cross(axis_x, axis_y);
    float n_v = max(dot(n, to_eye), 0.02), n_l = saturate(dot(n, to_light.xyz));
    vec3 halfway = normalize(to_light.xyz + to_eye);
    float share = environment_share(vec3(0.04), 0.05, n_v).r;
    vec3 light = environment(reflect(-to_eye, n), 0.05) * share;
    float alpha = 0.012;
    float glint = 0.04 * ggx(saturate(dot(n, halfway)), alpha) * masking(n_v, n_l, alpha);
    light += sunlight.rgb * (n_l * min(glint, 4.0));
    // Edges pipe the light of the whole body.
    light += vec3(0.50, 0.60, 0.58) * (0.5 * pow(1.0 - n_v, 4.0));
    // A flat top shows the far side below it; what is curved shows what lies behind it by itself.
    float flat_ = smoothstep(0.80, 0.97, dot(n, top));
    vec3 inside = refract(-to_eye, n, 1.0 / INDEX);
    vec3 body = dot(inside, top) > 0.0 ? above(position, inside, top) : behind(position, inside);
    body *= BODY * tint.rgb;
    vec3 curved = developed(light + (1.0 - share) * body).rgb;
    float passes = 1.0 - share;
#if !HDR
    // What is shown already is not light: the brighter it is, the less a reflection adds.
    light = min(1.9 * light, developed(light).rgb);
    passes *= 1.0 - light.g;
#endif
    color = vec4(mix(curved, light, flat_), passes * flat_);
}
#endif
