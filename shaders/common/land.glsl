// What stands on the land: walls, tents, rock and water. Slow noise comes from the picture of the meadow.
#if TURF || ROCK || WATER
float own_shade = 1.0;  // share of the sun's light that reaches it whatever the shadow map says
float own_sky = 1.0;    // share of the sky that it sees
#endif

#if TURF

// The meadow where something throws a shadow that is too far away for the shadow map: v is 0 in it, 1 out of it.
Surface shaded_turf(inout vec3 n) {
    Turf turf = meadow(position.xy);
    vec3 to_eye = normalize(eye.xyz - position);
    own_shade = smoothstep(0.0, 1.0, surface.y) * (1.0 + sheen_of(to_eye) * (1.0 - turf.bare));
    return Surface(turf.albedo, 0.0, 1.0, 0.0);
}
#endif

#if MASONRY
// Courses of cut stones, each with a tone of its own, weathered from above and damp at the foot.
Surface ashlar(inout vec3 n) {
    vec2 at = surface.xy, size = vec2(1.05, 0.46);
    float pixel = length(fwidth(at)), course = floor(at.y / size.y);
    vec2 cell = vec2(at.x / size.x + 0.5 * course + 0.31 * sin(3.7 * course), at.y / size.y);
    vec4 own = scattered(vec3(floor(cell), 3.0));
    vec2 inside = 0.5 - abs(fract(cell) - 0.5);
    float sharp = resolved(0.7, pixel);
    float joint = (1.0 - smoothstep(0.02, 0.06, min(inside.x * size.x, inside.y * size.y) + 0.012 * own.w)) * sharp;
    // By the place in the world: pieces of wall are all the same.
    vec2 there = vec2(position.x + 0.45 * position.y, at.y);
    float slow = texture(floor_paint, there * vec2(0.021, 0.013)).b, fine = texture(floor_paint, at * 0.11).b;
    vec3 stone = mix(vec3(0.215, 0.196, 0.163), vec3(0.300, 0.280, 0.240), 0.5 + (own.x - 0.5) * sharp);
    stone = mix(stone, vec3(0.255, 0.190, 0.118), 0.45 * own.y * sharp + 0.30 * smoothstep(0.45, 0.75, slow));
    stone *= 0.50 + 0.56 * slow + 0.40 * fine;
    // What was mended in another year, and where rain has run down from the parapet.
    float years = texture(floor_paint, 0.0057 * position.xy + 0.004 * course).b;
    float run = texture(floor_paint, there * vec2(0.093, 0.006) + 0.31).b;
    stone *= (0.70 + 0.60 * years) * (1.0 - 0.38 * smoothstep(0.52, 0.72, run));
    float damp = 1.0 - smoothstep(0.0, 3.4, at.y + 5.0 * (fine - 0.5));
    stone = mix(stone, vec3(0.062, 0.078, 0.030), 0.75 * damp);
    stone *= 1.0 - 0.55 * joint;
    return Surface(stone * tint.rgb, 0.0, 0.92, 0.0);
}
#endif

#if WALL
// How much of a beam is seen: posts and rails of a frame, and braces across its panels.
float beams(vec2 at, float pixel) {
    const vec2 panel = vec2(1.75, 2.75);
    vec2 cell = floor(at / panel), inside = at - (cell + 0.5) * panel;
    vec2 edge = 0.5 * panel - abs(inside);
    float brace = abs(inside.x - (mod(cell.x, 2.0) < 0.5 ? 0.55 : -0.55) * inside.y) * 0.87;
    brace = mod(cell.x + cell.y, 3.0) < 0.5 ? brace : 9.0;
    float off = min(min(edge.x, edge.y) - 0.11, brace - 0.10), drawn = max(pixel, 0.01);
    return 1.0 - smoothstep(-0.5 * drawn, 0.5 * drawn, off);
}

// Plaster between the beams of a frame, on a footing of stone, stained by what runs down from the eaves.
Surface framed_wall() {
    vec2 at = surface.xy;
    float pixel = length(fwidth(at));
    float slow = texture(floor_paint, at * vec2(0.13, 0.05) + 0.1).b, fine = texture(floor_paint, at * 0.31).b;
    vec3 plaster = tint.rgb * (0.66 + 0.36 * slow + 0.26 * fine);
    plaster *= 1.0 - vec3(0.30, 0.34, 0.40) * (1.0 - smoothstep(0.2, 1.5, at.y + 1.2 * (fine - 0.5)));
    vec3 wood = vec3(0.070, 0.046, 0.030) * (0.6 + 0.9 * fine);
    vec3 footing = vec3(0.20, 0.185, 0.16) * (0.6 + 0.8 * fine);
    vec3 color = mix(footing, mix(plaster, wood, beams(at, pixel)), smoothstep(0.40, 0.46, at.y));
    return Surface(color, 0.0, 0.9, 0.0);
}
#endif

#if WHITEWASH
// Boards that rain has washed, greenish at the foot.
Surface whitewash() {
    float slow = texture(floor_paint, surface.xy * vec2(0.9, 0.25) + 0.2).b;
    vec3 color = tint.rgb * (0.82 + 0.36 * slow);
    color *= 1.0 - vec3(0.22, 0.16, 0.30) * (1.0 - smoothstep(0.0, 0.35, position.z + 0.3 * (slow - 0.5)));
    return Surface(color, 0.0, 0.8, 0.0);
}
#endif

#if THATCH
// Straw in courses, each with its lower edge in shade, darker where it is wet.
Surface thatch(inout vec3 n) {
    vec2 at = surface.xy;
    float pixel = length(fwidth(at));
    vec3 straw = texture(floor_paint, at * vec2(1.10, 0.12)).rgb;
    vec3 slow = texture(floor_paint, at * vec2(0.05, 0.08)).rgb;
    float course = at.y / 0.72 + 0.25 * (straw.b - 0.5) + 0.12 * (slow.b - 0.5), part = fract(course);
    float lip = smoothstep(0.0, 0.10, part) * (1.0 - 0.35 * smoothstep(0.7, 1.0, part));
    lip = mix(0.8, lip, resolved(0.72, pixel));
    vec3 color = tint.rgb * (0.48 + 0.75 * straw.r) * (0.70 + 0.60 * slow.b) * (0.62 + 0.42 * lip);
    color = mix(color, vec3(0.070, 0.082, 0.030), 0.5 * smoothstep(0.55, 0.80, slow.b));
    return Surface(color, 0.0, 0.95, 0.0);
}
#endif

#if TILES
// Rows of tiles, no two of one tone, with moss where the roof stays damp.
Surface tiles() {
    const vec2 size = vec2(0.55, 0.42);
    vec2 at = surface.xy;
    float pixel = length(fwidth(at)), row = floor(at.y / size.y);
    vec2 cell = vec2(at.x / size.x + 0.5 * row, at.y / size.y), inside = fract(cell);
    float kept = resolved(0.6, pixel);
    vec4 own = scattered(vec3(floor(cell), 1.0));
    float side = 1.0 - smoothstep(0.03, 0.10, 0.5 - abs(inside.x - 0.5));
    float edge = max(1.0 - smoothstep(0.0, 0.22, inside.y), 0.7 * side);
    float slow = texture(floor_paint, at * vec2(0.045, 0.028) + 0.3).b;
    vec3 color = tint.rgb * (1.0 + kept * (0.7 * own.x - 0.35)) * (1.0 - 0.55 * kept * edge) * (0.65 + 0.75 * slow);
    color = mix(color, vec3(0.060, 0.070, 0.028), 0.45 * smoothstep(0.52, 0.75, slow + 0.2 * (own.y - 0.5) * kept));
    return Surface(color, 0.0, 0.9, 0.0);
}
#endif

#if TENT
// Canvas between ropes: it hangs in folds, and glows a little where the sun stands behind it.
Surface canvas_cloth(inout vec3 n) {
    Surface s = Surface(vec3(0.60, 0.545, 0.43) * tint.rgb, 0.0, 0.88, 0.0);
    paint_sectors(s, surface.x, surface.y, min(fwidth(surface.x), 0.02), max(fwidth(surface.y), 1e-7));
    s.roughness = 0.88;
    float folds = paint.y * surface.x, kept = resolved(1.0, min(fwidth(folds), 1.0));
    s.albedo *= 1.0 + 0.13 * kept * cos(2.0 * PI * folds);
    n = normalize(mix(n, to_light.xyz, 0.16));
    return s;
}
#endif

#if ROCK
// Beds of different stone, broken along joints, with what water has washed down over them. u: share of the sky that it
// sees, v: of the sun.
Surface bedded_rock(inout vec3 n) {
    float size = 1.0 / (0.55 * ground.x);
    bool lies = n.z > 0.62;
    vec2 at = (lies ? position.xy : vec2(position.x + 0.6 * position.y, position.z)) * size;
    own_sky = surface.x;
    own_shade = surface.y;
    vec3 slow = texture(floor_paint, at * vec2(0.060, 0.031)).rgb;
    vec3 rough = texture(floor_paint, at * vec2(0.34, 0.47) + 0.3).rgb;
    float bed = position.z * size + 0.35 * (slow.b - 0.5), layer = floor(bed), part = bed - layer;
    vec4 own = scattered(vec3(layer, 5.0, 2.0)), above = scattered(vec3(layer + 1.0, 5.0, 2.0));
    float next = smoothstep(0.82, 1.0, part), sharp = resolved(0.5, fwidth(at.y));
    float tone = mix(own.x, above.x, next), warm = mix(own.y, above.y, next);
    vec3 stone = mix(vec3(0.190, 0.158, 0.124), vec3(0.375, 0.325, 0.250), mix(0.5, tone, 0.85));
    stone = mix(stone, vec3(0.330, 0.195, 0.112), 0.60 * smoothstep(0.40, 0.95, warm));
    float fine = 4.0 * bed + 1.6 * rough.b + 0.5 * slow.r, lines = wave(fine, fwidth(fine));
    stone *= (0.55 + 0.45 * rough.b + 0.45 * slow.b) * (1.0 + 0.10 * lines * (0.4 + own.z));
    // Where there is soil: in some places not even on ledges, in others also on slopes.
    float soil = 0.45 * (rough.b - 0.5) + 0.8 * (slow.b - 0.5);
    float flat_ = smoothstep(0.46, 0.80, n.z + soil);
    stone *= 1.0 - 0.50 * smoothstep(0.40, 0.28, rough.b) - 0.30 * sharp * smoothstep(0.10, 0.0, part) * (1.0 - flat_);
    // Streaks of what water has dissolved run down from the rim.
    float streak = smoothstep(0.55, 0.80, texture(floor_paint, at * vec2(0.27, 0.008) + 0.7).b);
    stone *= 1.0 - vec3(0.42, 0.40, 0.34) * streak;
    // Grass holds on where the rock lies flat.
    vec3 grass = mix(vec3(0.040, 0.058, 0.018), vec3(0.098, 0.102, 0.036), rough.b) * (0.6 + 0.8 * rough.r);
    stone = mix(stone, grass, 0.92 * flat_);
#if DETAIL
    n = bumped(n, (0.42 * rough.b + 0.10 * lines + 1.2 * slow.b) * 0.020 * ground.x);
#endif
    return Surface(stone * tint.rgb, 0.0, 0.93, 0.0);
}
#endif

#if WATER
// Ripples run with the stream, each pattern at its own pace; white where it breaks over stones and along the banks.
// The tint says how far the patterns have drifted, in repeats of each.
Surface stream(inout vec3 n) {
    vec2 at = surface.xy;
    // The water is fast in the middle and lags at the banks: what drifts is drawn out there.
    float lag = at.y * at.y;
    vec2 slow_at = vec2(0.05 * (at.x + 0.8 * lag) - tint.x, 0.50 * at.y);
    vec2 fine_at = vec2(0.20 * (at.x + 1.2 * lag) - tint.y, 2.4 * at.y + 0.37);
    vec3 slow = texture(floor_paint, slow_at).rgb, fine = texture(floor_paint, fine_at).rgb;
    vec3 waves = texture(floor_paint, vec2(0.9 * at.x - tint.z, 1.7 * at.y + 0.11)).rgb;
#if DETAIL
    // Stones in its bed stand where they are.
    float rapids = smoothstep(0.50, 0.72, texture(floor_paint, at * vec2(0.17, 0.61) + 0.53).b);
#else
    const float rapids = 0.25;
#endif
    // Seen at a grazing angle the crests hide what would mirror the ground.
    float steep = saturate(2.2 * normalize(eye.xyz - position).z - 0.1);
    n = normalize(vec3(steep * ((fine.bg - 0.5) * 0.22 + (waves.bg - 0.5) * 0.24), 1.0));
    own_sky = 0.62;
    own_shade = tint.w;
    float bank = smoothstep(0.20, 0.42, abs(at.y));
    float broken = 0.30 * slow.b + 0.44 * fine.b + 0.24 * waves.r + 0.16 * bank + 0.24 * rapids;
    broken = 0.80 * smoothstep(0.58, 1.00, broken);
    vec3 deep = mix(vec3(0.008, 0.052, 0.054), vec3(0.050, 0.105, 0.080), bank * slow.g + 0.35 * fine.b);
    return Surface(mix(deep, vec3(0.60, 0.65, 0.65), broken), 0.0, mix(0.10, 0.85, broken), 0.0);
}
#endif

#if HAIR
vec3 strand;     // unit vector along the hair
float offset_;   // of a hair's highlights along it: no two hairs lean alike

// Strands along v, no two of one tone.
Surface combed(inout vec3 n) {
    float u = surface.x, pixel = min(fwidth(u), 0.02);
    vec3 px = dFdx(position), py = dFdy(position);
    strand = px * dFdy(u) - py * dFdx(u);
    strand = normalize(strand - dot(strand, n) * n + 1e-9);
    float bundle = wave(17.0 * u, 17.0 * pixel), fine = wave(61.0 * u, 61.0 * pixel);
    float thin = wave(139.0 * u + 0.4 * bundle, 139.0 * pixel);
    // Light sinks in between strands, and what stands out catches it.
    float shade = 1.0 + 0.26 * bundle + 0.24 * fine + 0.26 * thin;
    offset_ = 0.10 * bundle + 0.13 * fine + 0.10 * thin;
    n = normalize(n + (0.20 * bundle + 0.24 * fine + 0.18 * thin) * cross(strand, n));
    return Surface(tint.rgb * shade, 0.0, 0.62, 0.0);
}

// Light from the cuticle, white and towards the root, and from inside of the hair, of its colour and towards the tip
// (Kajiya, Kay 1989; Marschner et al. 2003).
vec3 on_hair(vec3 n, vec3 halfway, vec3 own) {
    float white = dot(normalize(strand + (offset_ - 0.10) * n), halfway);
    float warm = dot(normalize(strand + (offset_ + 0.14) * n), halfway);
    float a = sqrt(max(1.0 - white * white, 0.0)), b = sqrt(max(1.0 - warm * warm, 0.0));
    return vec3(0.055 * pow(a, 150.0)) + own * (0.42 * pow(b, 24.0));
}
#endif
