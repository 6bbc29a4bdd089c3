// Lighting of matte surfaces in the open, which most of a field's pixels show: they mirror nothing.
// SHINE, which a material's file defines: 0: it never shines; 1: only in a tier with detail, as wood and stone do.
#if FIELD && defined(SHINE)
#define MATTE (SHINE <= 0 || (SHINE == 1 && !DETAIL))
#else
#define MATTE 0
#endif

#if MATTE
// Returns the colour of such a surface.
vec4 in_the_open(Surface s, vec3 n) {
    float facing = dot(n, to_light.xyz);
#ifdef TRANSLUCENT
    float lit = saturate(0.25 + 0.75 * facing);  // leaves transmit light and are shaded by other leaves
#elif defined(BAKED_LIGHT)
    float lit = saturate(facing);
#else
    float lit = saturate(facing) * sunlit(shaded);
#endif
#ifdef BAKED_LIGHT
    float open = own_sky;
#else
    float height = 2.0 * position.z / ground.x;
    float open = mix(0.35 + 0.65 * saturate(height), 1.0, 0.5 + 0.5 * n.z);
#endif
#if defined(BAKED_SHADOW) || defined(BAKED_LIGHT)
    lit *= own_shade;
#endif
    vec3 direct = s.albedo * sunlight.rgb * (lit / PI), ambient = s.albedo * around * open;
    return developed(direct * air.a + air.rgb, ambient * air.a, open);
}
#endif
