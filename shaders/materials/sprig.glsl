// Leaves on a square (game/looks/kit/parts/foliage.py).
#define SHINE 0
#define TRANSLUCENT 1

uniform sampler2D field_plants;  // how light a leaf is, how yellow, whether there is one

Surface material_surface(inout vec3 n) {
    const float side = 512.0, shades = 8.0;
    vec2 at = surface.xy, x = dFdx(at), y = dFdy(at);
    vec3 leaf = texture(field_plants, at).rgb;
    // Mipmaps of the picture cover less than it does, so that at a distance less coverage counts as a leaf.
    float copy = max(0.5 * log2(abs(x.x * y.y - x.y * y.x) * side * side + 1e-9), 0.0);
    // A square seen edge-on would be a streak.
    vec3 out_ = normalize(cross(dFdx(position), dFdy(position)));
    float along = smoothstep(0.40, 0.12, abs(dot(out_, normalize(eye.xyz - position))));
    if (leaf.b * (1.0 + 0.16 * copy) < 0.5 + 0.6 * along) discard;
    float light = leaf.r * (0.30 + 0.70 * (floor(at.x) + 1.0) / shades);
    vec3 green = mix(vec3(0.008, 0.016, 0.003), vec3(0.105, 0.136, 0.030), light);
    green *= mix(vec3(0.72, 0.94, 1.15), vec3(1.28, 1.06, 0.85), leaf.g);
    return Surface(green * tint.rgb, 0.0, 0.9, 0.0);
}
