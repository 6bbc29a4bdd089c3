// A coin: faces struck in gold, an edge with reeds.
#include "common/noise.glsl"

uniform sampler2D coin_faces;

// Bends the normal by the relief of the faces and the reeds of the edge; returns how much the face is frosted.
float struck(inout vec3 n) {
    float kept = 1.0 / (1.0 + 30.0 * paint.x);
    vec3 axis_z = cross(axis_x, axis_y);
    if (abs(dot(n, axis_z)) < 0.7) {
        float reeds = surface.x * 110.0;
        vec3 along = normalize(cross(axis_z, n));
        n = normalize(n + along * (0.55 * kept * wave(reeds, min(fwidth(reeds), 1.0))));
        return 0.6;
    }
    // Each face as it is seen from its own side.
    float side = place.z > 0.0 ? 1.0 : -1.0;
    vec2 at = vec2(0.25 + 0.25 * side * place.x + (side > 0.0 ? 0.0 : 0.5), 0.5 + 0.5 * place.y);
    vec3 face = texture(coin_faces, at).rgb;
    vec2 lean = (face.xy * (255.0 / 127.0) - 128.0 / 127.0) * (0.75 * kept);
    n = normalize(n + lean.x * side * axis_x + lean.y * axis_y);
    return face.z;
}

Surface material_surface(inout vec3 n) {
    float frosted = struck(n);
    vec3 gold = mix(vec3(0.92, 0.66, 0.30), vec3(1.00, 0.80, 0.46), frosted) * tint.rgb;
    return Surface(gold, 1.0, mix(0.24, 0.46, frosted), 0.0);
}
