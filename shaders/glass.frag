// Clear plastic such as Plexiglas, drawn after all that is opaque: first the far side seen from within (BACK), then the
// near side. What lies behind is read from the picture so far, where the refracted ray meets the floor.
#include "common/frame.glsl"
#include "common/display.glsl"
#include "common/lighting.glsl"
centroid in vec3 position;
centroid in vec3 normal;
centroid in vec3 surface;  // half the body's width here, how deep below its top
flat in vec4 tint;
flat in vec3 axis_x;
flat in vec3 axis_y;
out vec4 color;

uniform sampler2D picture;

const float INDEX = 1.49;
const vec3 ABSORBS = vec3(16.0, 4.5, 6.5);  // 1/m: seen edgewise such plastic is green

// Returns the share of light left after a path of this length [m] through the body.
vec3 through(float way) { return exp(-ABSORBS * way) * tint.rgb; }

// Returns the light seen from a point on the body along a ray that has left it.
vec3 behind(vec3 from, vec3 ray) {
    if (ray.z > -0.04) return environment(ray, 0.4);  // its faces are slightly uneven, which blurs the lamps
    vec4 clip = view_projection * vec4(from + ray * (from.z / -ray.z), 1.0);
    vec2 at = clip.xy / max(clip.w, 1e-6) * 0.5 + 0.5;
    vec3 so_far = textureLod(picture, clamp(at, 0.5 * screen.zw, 1.0 - 0.5 * screen.zw), 0.0).rgb;
#if HDR
    return so_far;
#else
    return undisplayed(so_far);
#endif
}

// Returns the further path of a ray inside: upwards it leaves by the flat top, or is totally reflected by it; downwards it
// leaves by the shell, which is near.
vec3 onward(vec3 inside, vec3 top) {
    vec3 out_ = refract(inside, -top, INDEX);
    bool up = dot(inside, top) > 0.0, leaves = dot(out_, out_) > 0.0;
    return up ? (leaves ? out_ : reflect(inside, top)) : inside;
}

#if BACK
void main() {
    vec3 n = normalize(normal), ray = normalize(position - eye.xyz), top = cross(axis_x, axis_y);
    // Most of what is seen of the far side is seen through the top.
    vec3 inside = refract(ray, dot(ray, top) < 0.0 ? top : -top, 1.0 / INDEX);
    vec3 out_ = refract(inside, -n, INDEX);
    // It leaves there, or is totally reflected.
    bool leaves = dot(out_, n) > 0.0;
    float way = surface.y / max(abs(dot(inside, top)), 0.25) + (leaves ? 0.0 : surface.x);
    vec3 seen = behind(position, leaves ? out_ : onward(reflect(inside, n), top));
    color = vec4(developed(through(way) * seen).rgb, 0.0);
}
#else
void main() {
    vec3 n = normalize(normal), to_eye = normalize(eye.xyz - position), top = cross(axis_x, axis_y);
    float n_v = max(dot(n, to_eye), 0.02);
    float share = environment_share(vec3(0.04), 0.05, n_v).r;
    // Wherever the normal turns within a pixel, the lamp's image is wider: else it would sparkle.
    vec3 dx = dFdx(n), dy = dFdy(n);
    float alpha2 = min(0.0001 + 0.5 * (dot(dx, dx) + dot(dy, dy)), 0.18);
    vec3 light = environment(reflect(-to_eye, n), sqrt(sqrt(alpha2))) * share;
    // Edges pipe the light of the whole body.
    light += vec3(0.20, 0.34, 0.29) * pow(1.0 - n_v, 4.0);
    // A flat top shows the far side below it; a curved surface shows the scene behind it.
    float flat_ = smoothstep(0.80, 0.97, dot(n, top));
    vec3 inside = refract(-to_eye, n, 1.0 / INDEX);
    vec3 body = behind(position, onward(inside, top)) * through(0.8 * surface.x);
    vec3 curved = developed(light + (1.0 - share) * body).rgb;
    float passes = 1.0 - share;
#if !HDR
    // The colour so far is a displayed value, not light: the brighter it is, the less a reflection adds.
    light = min(1.9 * light, developed(light).rgb);
    passes *= 1.0 - light.g;
#endif
    color = vec4(mix(curved, light, flat_), passes * flat_);
}
#endif
