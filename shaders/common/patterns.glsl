// Patterns that are fixed to a body: `place` is where on it, in body axes, 1 being half its greatest length.

// Four numbers from 0 to 1 for each cell of a grid (Hoskins, "Hash without sine", 2014).
vec4 scattered(vec3 cell) {
    vec4 p = fract(vec4(cell.xyzx) * vec4(0.1031, 0.1030, 0.0973, 0.1099));
    p += dot(p, p.wzxy + 33.33);
    return fract((p.xxyz + p.yzzw) * p.zywx);
}

// How much of a pattern of this wavelength is left where a pixel is so wide.
float resolved(float wavelength, float pixel) { return saturate(2.0 - 4.0 * pixel / wavelength); }

float wave(float turns, float pixel) { return sin(2.0 * PI * turns) * resolved(1.0, pixel); }

#if EGG
// Share of speckle at p: one round spot in each cell of a grid, most of them small. pixel: width of one.
float speckles(vec3 p, float pixel) {
    vec3 corner = floor(p - 0.5);
    float share = 0.0;
    for (int i = 0; i < 8; i++) {
        vec3 cell = corner + vec3(i & 1, (i >> 1) & 1, i >> 2);
        vec4 random = scattered(cell);
        float radius = 0.08 + 0.34 * random.w * random.w;
        float off = distance(p, cell + 0.2 + 0.6 * random.xyz);
        share = max(share, 1.0 - smoothstep(radius - pixel, radius + pixel + 0.06, off));
    }
    return share;
}

vec3 egg(vec3 shell) {
    float pixel = length(fwidth(place));
    // What turns fast is smeared along its way.
    float smeared = 2.0 * PI * paint.x * length(place.xy), blur = 20.0 * smeared * smeared;
    vec3 p = place + 0.02 * sin(place.yzx * 17.0);
    float large = mix(0.12, speckles(p * 7.0 + 3.0, pixel * 7.0), 1.0 / (1.0 + blur * 49.0));
    float small = mix(0.12, speckles(p * 19.0 + 11.0, pixel * 19.0), 1.0 / (1.0 + blur * 361.0));
    shell *= 0.94 + 0.06 * sin(place.z * 4.0 + 2.0 * sin(place.x * 3.0 + place.y * 2.0));
    return mix(shell, vec3(0.085, 0.036, 0.017), 0.92 * max(large, 0.8 * small));
}
#endif

#if LACQUER
// Mean over a width of a wave that is 1 and -1 in turns, along each axis.
vec3 alternating(vec3 cells, vec3 width) {
    width = max(width, vec3(1e-4));
    vec3 from = abs(fract(0.5 * (cells - 0.5 * width)) - 0.5), to = abs(fract(0.5 * (cells + 0.5 * width)) - 0.5);
    return 2.0 * (from - to) / width;
}

vec3 checkered(vec3 plain) {
    if (light_paint + dark_paint == vec3(0.0)) return plain;
    // A little under the surface: a face may lie just where two cells meet.
    // An axis without planes stays in the middle of a cell.
    vec3 cells = place * (-0.998 * paint.yzw) + 0.5 * vec3(equal(paint.yzw, vec3(0.0)));
    // What turns fast is smeared along its way.
    vec3 sides = alternating(cells, fwidth(cells) + abs(cross(turn, place) * paint.yzw));
    return mix(dark_paint, light_paint, 0.5 + 0.5 * sides.x * sides.y * sides.z);
}
#endif

#if CLOTH
float weave() {
    vec3 threads = place * 50.0;
    float kept = resolved(1.0, length(fwidth(threads)));
    vec3 s = sin(2.0 * PI * threads);
    return (s.x * s.y + s.y * s.z + s.z * s.x) * kept;
}
#endif

#if PAPER
float sheets(float across) {
    float pixel = fwidth(across), sheet = floor(across);
    float fine = wave(across, pixel) * (0.4 + 0.6 * scattered(vec3(sheet, 1.0, 2.0)).x);
    return fine + 0.6 * wave(across / 7.3, pixel / 7.3);
}
#endif

#if COIN
// Height of the face at p, 1 being the rim: a rim, a ring of beads, and a top on one side, a rose on the other.
float raised(float edge, float inside, float soft) { return smoothstep(edge - soft, edge + soft, inside); }

float top_shape(vec2 p, float soft) {
    float body = p.y < 0.06 ? 0.50 * pow(saturate((p.y + 0.60) / 0.66), 0.75)
                            : 0.50 * sqrt(saturate(1.0 - (p.y - 0.06) * (p.y - 0.06) / 0.029));
    float stem = p.y > 0.1 && p.y < 0.50 ? 0.055 + 0.10 * saturate(0.30 - p.y) : 0.0;
    float inside = max(max(body, stem) - abs(p.x), 0.10 - distance(p, vec2(0.0, 0.50)));
    float turning = 0.016 - abs(length((p - vec2(0.0, 0.50)) * vec2(1.0, 2.6)) - 0.36);
    float band = 0.012 - abs(p.y + 0.02);
    return max(raised(0.0, inside, soft + 0.02) * (1.0 - 0.5 * raised(0.0, band, soft)), 0.7 * raised(0.0, turning, soft));
}

float rose_shape(vec2 p, float r, float soft) {
    float angle = atan(p.y, p.x);
    float petals = 0.030 - abs(r - 0.42 - 0.20 * cos(5.0 * angle)) * 0.6;
    float star = 0.20 - r * (1.0 + 0.5 * cos(5.0 * angle + PI));
    return max(raised(0.0, petals, soft + 0.012), raised(0.0, star, soft + 0.02));
}

float relief(vec2 p, float pixel) {
    float r = length(p), soft = 0.010 + pixel;
    float around = 2.0 * PI * 0.845 / 56.0;
    float bead = (fract(atan(p.y, p.x) * (56.0 / (2.0 * PI))) - 0.5) * around;
    float beads = raised(0.0, 0.024 - length(vec2(r - 0.845, bead)), soft) * resolved(around, pixel);
    float figure = place.z > 0.0 ? top_shape(p, soft) : rose_shape(p, r, soft);
    return max(max(raised(0.915, r, soft + 0.008), 0.7 * beads), 0.8 * figure);
}

// Bends the normal by the relief of the faces and the reeds of the edge; returns the height.
float struck(inout vec3 n) {
    float pixel = min(length(fwidth(place)), 0.2);
    float kept = 1.0 / (1.0 + 30.0 * paint.x);
    vec3 axis_z = cross(axis_x, axis_y);
    if (abs(dot(n, axis_z)) < 0.7) {
        float reeds = surface.x * 110.0;
        vec3 along = normalize(cross(axis_z, n));
        n = normalize(n + along * (0.55 * kept * wave(reeds, min(fwidth(reeds), 1.0))));
        return 0.8;
    }
    float step_ = max(pixel, 0.006), here = relief(place.xy, pixel);
    vec2 slope = vec2(relief(place.xy + vec2(step_, 0.0), pixel), relief(place.xy + vec2(0.0, step_), pixel)) - here;
    slope *= 0.022 * kept / step_;
    n = normalize(n - slope.x * axis_x - slope.y * axis_y);
    return here;
}
#endif
