// A coin: faces struck in gold, an edge with reeds.
#include "common/noise.glsl"
#include "common/strobe.glsl"

uniform sampler2D coin_faces;

// Returns the face seen at a place on the coin: how its relief leans along the body's x and y axes, how frosted it is.
vec3 face_at(vec2 at, float side, float lod) {
    vec2 in_picture = vec2(0.25 + 0.25 * side * at.x + (side > 0.0 ? 0.0 : 0.5), 0.5 + 0.5 * at.y);
    vec3 face = textureLod(coin_faces, in_picture, lod).rgb;
    vec2 lean = (face.xy * (255.0 / 127.0) - 128.0 / 127.0) * 0.75;
    return vec3(lean.x * side, lean.y, face.z);
}

// Returns the mean of the face over the arc that passes while the shutter is open; where it would strobe, all round.
// A face is about as uneven twice in a turn as once.
vec3 smeared_face(float side) {
    const float most = 12.0, side_texels = 384.0;
    float arc = 2.0 * PI * mix(1.0, paint.x, unstrobed(2.0 * paint.x)), way = arc * length(place.xy);
    float pixel = max(length(fwidth(place.xy)), 1e-6), count = clamp(ceil(0.5 * way / pixel), 1.0, most);
    float lod = log2(0.5 * side_texels * max(0.7 * pixel, way / count) + 1e-6), step_ = arc / count;
    mat2 onward = mat2(cos(step_), sin(step_), -sin(step_), cos(step_));
    float first = 0.5 * (step_ - arc);
    vec2 turn = vec2(cos(first), sin(first));
    vec3 sum = vec3(0.0);
    for (int i = 0; i < int(count); i++) {
        mat2 turned = mat2(turn.x, turn.y, -turn.y, turn.x);
        vec3 face = face_at(turned * place.xy, side, lod);
        sum += vec3(face.xy * turned, face.z);
        turn = onward * turn;
    }
    return sum / count;
}

// Bends the normal by the relief of the faces and the reeds of the edge; returns how much the face is frosted.
float struck(inout vec3 n) {
    vec3 axis_z = cross(axis_x, axis_y);
    if (abs(dot(n, axis_z)) < 0.7) {
        float reeds = surface.x * 110.0;
        vec3 along = normalize(cross(axis_z, n));
        float passing = 110.0 * paint.x / SHUTTER;
        n = normalize(n + along * (0.55 * wave(reeds, clamp(fwidth(reeds), passing, 1.0))));
        return 0.6;
    }
    // Each face as it is seen from its own side.
    vec3 face = smeared_face(place.z > 0.0 ? 1.0 : -1.0);
    n = normalize(n + face.x * axis_x + face.y * axis_y);
    return face.z;
}

// Returns the hairlines that a used coin has: short scratches across its face in several directions, from 0 to 1. A fast
// turn smears them, and far off they are too fine to be seen.
float hairlines(float pixel) {
#if DETAIL
    const int ways = 3;
#else
    const int ways = 2;
#endif
    float found = 0.0;
    for (int i = 0; i < ways; i++) {
        float turn = 0.4 + 2.1 * float(i);
        vec2 at = mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * place.xy * vec2(2.6, 36.0);
        at.y += 0.9 * at.x;
        vec4 chance = scattered(vec3(floor(at.y), floor(at.x + 7.3 * fract(0.618 * floor(at.y))), float(i)));
        float off = abs(fract(at.y) - 0.5), wide = 0.05 + 36.0 * pixel;
        found += chance.x > 0.55 ? chance.y * smoothstep(wide, 0.0, off) * saturate(0.10 / wide) : 0.0;
    }
    return found * unstrobed(8.0 * paint.x);
}

Surface material_surface(inout vec3 n) {
    float frosted = struck(n), scratched = hairlines(length(fwidth(place.xy)));
    vec3 gold = mix(vec3(0.83, 0.575, 0.245), vec3(1.00, 0.78, 0.42), frosted) * (1.0 - 0.10 * scratched) * tint.rgb;
    return Surface(gold, 1.0, mix(0.24, 0.46, frosted) + 0.14 * scratched, 0.0);
}

// Returns the normal that a struck face seems to have. Metal that flowed outwards under the die has fine grooves from the
// middle to the rim, which spread the light across them: the lamp is seen in beams that stay where they are while the coin
// turns, not in the whole face at once (bent normal: Filament's documentation, "Anisotropic model").
#define BENT_NORMAL
vec3 bent_normal(vec3 n, vec3 to_eye, Surface s) {
    const float most = 0.45;
    float out_ = length(place.xy), frosted = saturate((s.roughness - 0.24) / 0.22);
    bool face = abs(dot(normalize(normal), cross(axis_x, axis_y))) >= 0.7;
    vec3 along = (place.x * axis_x + place.y * axis_y) / max(out_, 1e-6);
    vec3 across = normalize(to_eye - along * dot(to_eye, along));
    return face ? normalize(mix(n, across, most * (1.0 - 0.6 * frosted) * smoothstep(0.0, 0.25, out_))) : n;
}
