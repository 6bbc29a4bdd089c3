// Leather plaited of strands wound both ways, each over one and under the next.
Surface material_surface(inout vec3 n) {
    vec2 strand = 4.0 * surface.x + vec2(surface.y, -surface.y);
    float pixel = max(fwidth(strand.x), fwidth(strand.y));
    vec2 across = abs(fract(strand) - 0.5);
    float over = mod(floor(strand.x) + floor(strand.y), 2.0);
    float edge = mix(across.x, across.y, over), under = mix(across.y, across.x, over);
    float height = (1.0 - 3.4 * edge * edge) * (1.0 - 0.5 * smoothstep(0.30, 0.5, under));
    height = mix(0.62, height, saturate(1.3 - 3.5 * pixel));
    return Surface(vec3(0.150, 0.062, 0.028) * tint.rgb * (0.30 + 0.85 * height), 0.0, 0.52 - 0.12 * height, 0.25);
}
