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

// What is seen of speckles that turn too fast: rings, by how many lie on a circle of latitude.
float rings(float height, float often) {
    return 0.13 + 0.12 * sin(height * often * 1.9 + 1.0) * sin(height * often * 0.71 + 2.4);
}

// One pore in each cell of a fine grid, well inside it.
float pores(vec3 p) {
    vec4 random = scattered(floor(p));
    return 1.0 - smoothstep(0.08, 0.22 + 0.2 * random.w, distance(fract(p), 0.35 + 0.3 * random.xyz));
}

vec3 egg(vec3 shell) {
    float pixel = length(fwidth(place));
    // What turns fast is smeared along its way.
    float smeared = 2.0 * PI * paint.x * length(place.xy), blur = 20.0 * smeared * smeared;
    vec3 p = place + 0.02 * sin(place.yzx * 17.0);
    float large = mix(rings(place.z, 7.0), speckles(p * 7.0 + 3.0, pixel * 7.0), 1.0 / (1.0 + blur * 49.0));
    float small = mix(rings(place.z, 31.0), speckles(p * 19.0 + 11.0, pixel * 19.0), 1.0 / (1.0 + blur * 361.0));
    shell *= 0.94 + 0.06 * sin(place.z * 4.0 + 2.0 * sin(place.x * 3.0 + place.y * 2.0));
    // Browner towards the blunt end, and there with more pores.
    float blunt = smoothstep(0.9, -0.9, place.z);
    shell *= mix(vec3(1.06, 1.04, 1.02), vec3(0.98, 0.88, 0.78), blunt);
    shell *= 1.0 - (0.05 + 0.07 * blunt) * pores(place * 46.0) * resolved(1.0, pixel * 46.0) / (1.0 + 40.0 * blur);
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

#if PAPER
float sheets(float across) {
    float pixel = fwidth(across), sheet = floor(across);
    float fine = wave(across, pixel) * (0.4 + 0.6 * scattered(vec3(sheet, 1.0, 2.0)).x);
    return fine + 0.6 * wave(across / 7.3, pixel / 7.3);
}
#endif

#if COIN
uniform sampler2D coin_faces;

// Bends the normal by what is struck on the faces and by the reeds of the edge; returns how much it is frosted.
float struck(inout vec3 n) {
    float kept = 1.0 / (1.0 + 30.0 * paint.x);
    vec3 axis_z = cross(axis_x, axis_y);
    if (abs(dot(n, axis_z)) < 0.7) {
        float reeds = surface.x * 110.0;
        vec3 along = normalize(cross(axis_z, n));
        n = normalize(n + along * (0.55 * kept * wave(reeds, min(fwidth(reeds), 1.0))));
        return 0.6;
    }
    // Each face as it is seen from its own side.
    float side = place.z > 0.0 ? 1.0 : -1.0;
    vec2 at = vec2(0.25 + 0.25 * side * place.x + (side > 0.0 ? 0.0 : 0.5), 0.5 + 0.5 * place.y);
    vec3 face = texture(coin_faces, at).rgb;
    vec2 lean = (face.xy * (255.0 / 127.0) - 128.0 / 127.0) * (0.75 * kept);
    n = normalize(n + lean.x * side * axis_x + lean.y * axis_y);
    return face.z;
}
#endif
