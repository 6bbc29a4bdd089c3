// Painted steel of a bridge: u is the share of the light that reaches it.
#define SHINE 1

Surface material_surface(inout vec3 n) {
    return Surface(tint.rgb * (0.44 + 0.56 * surface.x), 0.0, 0.55, 0.0);
}
