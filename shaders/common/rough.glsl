// What a carpenter, a smith and a quarry leave: materials of the open air, each with a surface that is not smooth.
#if TURF
#include "common/meadow.glsl"
#elif MASONRY || ROCK || WATER || LEAVES || WALL || WHITEWASH || THATCH || TILES
uniform sampler2D floor_paint;  // the meadow's: lightness of grass, dryness, slow noise
#endif

// Noise from 0 to 1, four at once, of one wave in each unit of p; pixel: width of one. Far off it is its mean.
vec4 noise4(vec3 p, float pixel) {
    vec3 cell = floor(p), t = p - cell;
    t = t * t * (3.0 - 2.0 * t);
    vec4 near = mix(mix(scattered(cell), scattered(cell + vec3(1, 0, 0)), t.x),
                    mix(scattered(cell + vec3(0, 1, 0)), scattered(cell + vec3(1, 1, 0)), t.x), t.y);
    vec4 far = mix(mix(scattered(cell + vec3(0, 0, 1)), scattered(cell + vec3(1, 0, 1)), t.x),
                   mix(scattered(cell + vec3(0, 1, 1)), scattered(cell + vec3(1, 1, 1)), t.x), t.y);
    return mix(vec4(0.5), mix(near, far, t.z), resolved(1.0, pixel));
}

// Three sizes of it, each `finer` than the one before and half as strong.
vec4 mottled(vec3 p, float finer) {
    float pixel = length(fwidth(p));
    vec4 sum = 0.57 * noise4(p, pixel);
    p = p.yzx * finer + 7.3;
    pixel *= finer;
    sum += 0.29 * noise4(p, pixel);
#if DETAIL
    p = p.yzx * finer + 3.1;
    sum += 0.14 * noise4(p, pixel * finer);
#else
    sum += 0.07;
#endif
    return sum;
}

// The normal where the surface stands out by a height [m] (Mikkelsen, "Bump Mapping Unparametrized Surfaces", 2010).
vec3 bumped(vec3 n, float height) {
    vec3 px = dFdx(position), py = dFdy(position);
    vec3 rx = cross(py, n), ry = cross(n, px);
    float det = dot(px, rx);
    vec3 slope = sign(det) * (dFdx(height) * rx + dFdy(height) * ry);
    slope *= min(1.0, 0.7 * abs(det) / max(length(slope), 1e-12));  // at edges a pixel says nothing about slopes
    return normalize(max(abs(det), 1e-12) * n - slope);
}

#if TIMBER
Surface timber(inout vec3 n) {
    float number = floor(surface.x), along = surface.y / extent;
    vec4 own = scattered(vec3(number, 3.0, 5.0));
    vec2 at = vec2(fract(surface.x), 2.2 * along) + own.xy;
    float grain = texture(turned_wood, at).r, fine = texture(turned_wood, vec2(3.1, 1.3) * at + own.zw).r;
#if DETAIL
    float streaks = texture(turned_wood, vec2(0.43, 0.31) * at + own.yz).r;
#else
    float streaks = 0.5 * (fine + 0.6);
#endif
    // Where grain is darkest the wood has dried apart.
    float check = smoothstep(0.50, 0.36, 0.55 * streaks + 0.45 * fine) + 0.6 * smoothstep(0.36, 0.26, grain);
    vec3 wood = mix(vec3(0.170, 0.092, 0.038), vec3(0.185, 0.122, 0.066), own.x);
    wood = mix(wood, vec3(0.150, 0.136, 0.116), 0.10 + 0.75 * own.y * smoothstep(0.35, 0.75, streaks));
    wood *= (0.45 + 0.34 * own.z) * (0.10 + 0.90 * grain + 0.75 * fine) * (0.55 + 0.75 * streaks);
    wood *= 1.0 - 0.75 * min(check, 1.0);
    n = bumped(n, 0.0012 * extent * (grain + fine - 1.5 * check));
    return Surface(wood * tint.rgb, 0.0, 0.80, 0.0);
}
#endif

#if END_GRAIN
Surface end_grain(inout vec3 n) {
    vec2 p = surface.xy + 0.10 * sin(surface.yx * vec2(5.0, 4.0) + 1.0);
    float r = length(p), rings = 8.0 * r, turn = atan(p.y, p.x) * (0.5 / PI);
    float year = wave(rings + 0.8 * sin(9.0 * r), fwidth(rings));
    float cracks = max(wave(turn * 7.0 + 0.6 * sin(5.0 * r), 0.2), wave(turn * 3.0 + 0.31, 0.2));
    float open = smoothstep(0.965, 1.0, cracks) * smoothstep(0.05, 0.30, r) * resolved(0.4, length(fwidth(surface.xy)));
    vec3 wood = mix(vec3(0.175, 0.105, 0.050), vec3(0.225, 0.165, 0.100), saturate(0.5 * r + 0.2));
    wood *= (0.90 + 0.16 * year) * (1.0 - 0.75 * open);
    return Surface(wood * tint.rgb, 0.0, 0.88, 0.0);
}
#endif

#if STONE
Surface hewn_stone(inout vec3 n) {
    vec4 noise = mottled(5.0 * place + 11.0, 3.1);
    float spots = smoothstep(0.60, 0.72, noise.z);
    vec3 color = mix(vec3(0.135, 0.127, 0.112), vec3(0.270, 0.256, 0.226), smoothstep(0.30, 0.70, noise.x));
    color = mix(color, vec3(0.205, 0.165, 0.110), 0.35 * smoothstep(0.50, 0.70, noise.y));
    color *= 1.0 - 0.30 * spots;
    n = bumped(n, extent * (0.035 * noise.w - 0.008 * spots));
    return Surface(color * tint.rgb, 0.0, 0.86, 0.0);
}
#endif

#if IRON
Surface forged(inout vec3 n) {
    vec4 noise = mottled(13.0 * place + 5.0, 3.3);
    float rust = 0.7 * smoothstep(0.42, 0.75, noise.x);
    vec3 color = mix(vec3(0.155, 0.152, 0.150), vec3(0.095, 0.060, 0.040), rust) * (0.75 + 0.5 * noise.y);
    n = bumped(n, 0.010 * extent * noise.w);
    return Surface(color * tint.rgb, 0.90 - 0.75 * rust, 0.42 + 0.30 * rust + 0.12 * noise.z, 0.0);
}
#endif

#if ROPE
Surface laid(inout vec3 n) {
    float strand = 3.0 * (surface.x - surface.y), fibre = 11.0 * surface.x + 7.0 * surface.y;
    float round_ = wave(strand, fwidth(strand)), fine = wave(fibre, fwidth(fibre));
    vec3 color = vec3(0.255, 0.195, 0.115) * (0.80 + 0.26 * round_ + 0.08 * fine);
    return Surface(color * tint.rgb, 0.0, 0.92, 0.0);
}
#endif

#if EARTH
Surface soil(inout vec3 n) {
    vec4 noise = mottled(7.0 * place + 2.0, 3.7);
    vec3 color = mix(vec3(0.082, 0.060, 0.038), vec3(0.150, 0.112, 0.073), smoothstep(0.2, 0.8, noise.x));
    n = bumped(n, 0.022 * extent * noise.w);
    return Surface(color * tint.rgb, 0.0, 0.95, 0.0);
}
#endif

#if PUMPKIN
Surface gourd(inout vec3 n) {
    float turn = atan(place.y, place.x) * (0.5 / PI), rib = abs(sin(10.0 * PI * turn));
    float ends = smoothstep(0.55, 0.95, abs(place.z));
    vec4 noise = mottled(6.0 * place, 3.3);
    vec3 color = mix(vec3(0.52, 0.125, 0.015), vec3(0.36, 0.070, 0.009), pow(rib, 6.0));
    color = mix(color, vec3(0.46, 0.20, 0.035), 0.4 * ends + 0.2 * smoothstep(0.5, 0.7, noise.x));
    return Surface(color * (0.85 + 0.3 * noise.y) * tint.rgb, 0.0, 0.42 + 0.1 * noise.z, 0.0);
}
#endif

#if SPRIG
uniform sampler2D field_plants;  // how light a leaf is, how yellow, whether there is one

// Leaves on a square (game/looks/kit/parts/foliage.py).
Surface sprig_of_leaves(inout vec3 n) {
    const float side = 512.0, shades = 8.0;
    vec2 at = surface.xy, x = dFdx(at), y = dFdy(at);
    vec3 leaf = texture(field_plants, at).rgb;
    // Smaller copies of the picture cover less than it does: from afar less is enough to be a leaf.
    float copy = max(0.5 * log2(abs(x.x * y.y - x.y * y.x) * side * side + 1e-9), 0.0);
    // Seen along itself a square would be a streak.
    vec3 out_ = normalize(cross(dFdx(position), dFdy(position)));
    float along = smoothstep(0.40, 0.12, abs(dot(out_, normalize(eye.xyz - position))));
    if (leaf.b * (1.0 + 0.16 * copy) < 0.5 + 0.6 * along) discard;
    float light = leaf.r * (0.30 + 0.70 * (floor(at.x) + 1.0) / shades);
    vec3 green = mix(vec3(0.008, 0.016, 0.003), vec3(0.105, 0.136, 0.030), light);
    green *= mix(vec3(0.72, 0.94, 1.15), vec3(1.28, 1.06, 0.85), leaf.g);
    return Surface(green * tint.rgb, 0.0, 0.9, 0.0);
}
#endif

#if LEAVES
// Clumps of leaves: their light and dark is that of the meadow's blades, laid on three sides.
Surface foliage(inout vec3 n) {
    vec3 p = 0.42 * place, side = n * n;
    vec3 card = side.x * texture(floor_paint, p.yz).rgb + side.y * texture(floor_paint, p.zx + 0.4).rgb
              + side.z * texture(floor_paint, p.xy + 0.7).rgb;
    float leaf = card.r;
#if DETAIL
    vec4 noise = noise4(6.5 * place + 4.0, length(fwidth(6.5 * place)));
#else
    vec4 noise = 1.7 * (card.bgrb - 0.5) + 0.5;
#endif
    leaf = saturate(2.6 * leaf - 0.45);
    // Sky shows through at the edge of a crown.
    if (0.45 * noise.x + 0.65 * leaf < 0.62 - 0.85 * abs(dot(n, normalize(eye.xyz - position)))) discard;
    float lit = saturate(0.75 * leaf + 0.9 * (noise.x - 0.4));
    n = normalize(n + 0.9 * (noise.yzw - 0.5) + 0.7 * (leaf - 0.4) * to_light.xyz);
    vec3 green = mix(vec3(0.010, 0.019, 0.005), vec3(0.072, 0.098, 0.026), lit);
    return Surface(mix(green, vec3(0.095, 0.092, 0.022), 0.35 * lit * noise.y) * tint.rgb, 0.0, 0.9, 0.0);
}
#endif
