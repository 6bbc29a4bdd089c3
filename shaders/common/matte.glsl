// What stands in the open and mirrors nothing: for most of a field's pixels all that light does is to fall on it.
#define ON_BUILDINGS (MASONRY || TENT || SHADE || WALL || WHITEWASH || THATCH || TILES)
#define ROUGH_ALWAYS (LEAVES || SPRIG || TURF || ROCK || ON_BUILDINGS)
#define ROUGH_ENOUGH (TIMBER || END_GRAIN || STONE || ROPE || EARTH || STEELWORK)

// A tier without detail leaves out the faint shine of wood and stone, too.
#if FIELD && (ROUGH_ALWAYS || (ROUGH_ENOUGH && !DETAIL))
#define MATTE 1
#else
#define MATTE 0
#endif

#if MATTE
// What is seen of such a surface.
vec4 in_the_open(Surface s, vec3 n) {
    float facing = dot(n, to_light.xyz);
#if SPRIG
    float lit = saturate(0.25 + 0.75 * facing);  // leaves let light through; what shades them are leaves
#elif ROCK
    float lit = saturate(facing);
#else
    float lit = saturate(facing) * sunlit(shaded);
#endif
#if ROCK
    float open = own_sky;
#else
    float height = 2.0 * position.z / ground.x;
    float open = mix(0.35 + 0.65 * saturate(height), 1.0, 0.5 + 0.5 * n.z);
#endif
#if TURF || ROCK
    lit *= own_shade;
#endif
    vec3 direct = s.albedo * sunlight.rgb * (lit / PI), ambient = s.albedo * around * open;
    return developed(direct * air.a + air.rgb, ambient * air.a);
}
#endif
