// A dark opening in a wall.
#define SHINE 0

Surface material_surface(inout vec3 n) {
    return Surface(vec3(0.010, 0.009, 0.008), 0.0, 1.0, 0.0);
}
