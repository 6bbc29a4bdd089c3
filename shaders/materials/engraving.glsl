// A line engraved in brass, filled with the tint. It is as wide as a pixel at least, but fainter instead (mesh.vert):
// grain.x is half its width and grain.y the distance from its middle, in pixels; u is what is left of the ink.
Surface material_surface(inout vec3 n) {
    float ink = surface.x * saturate(grain.x + 0.5 - abs(grain.y));
    vec3 brass = vec3(0.95, 0.560, 0.185);
    // A share of what is displayed, about the square root of the light. As metal all through, so that no edge is brighter
    // than line and brass.
    return Surface(mix(tint.rgb, brass, (1.0 - ink) * (1.0 - ink)), 1.0, 0.18, 0.0);
}
