// Noise and waves for patterns, which fade to their mean where a pixel is too wide for them.

// Returns four random numbers from 0 to 1 for each cell of a grid (Hoskins, "Hash without sine", 2014).
vec4 scattered(vec3 cell) {
    vec4 p = fract(vec4(cell.xyzx) * vec4(0.1031, 0.1030, 0.0973, 0.1099));
    p += dot(p, p.wzxy + 33.33);
    return fract((p.xxyz + p.yzzw) * p.zywx);
}

// Returns how much of a pattern of this wavelength is left for this width of a pixel.
float resolved(float wavelength, float pixel) { return saturate(2.0 - 4.0 * pixel / wavelength); }

float wave(float turns, float pixel) { return sin(2.0 * PI * turns) * resolved(1.0, pixel); }

// Returns four values of noise from 0 to 1, one wave in each unit of p; pixel: width of one. Far off it is its mean.
vec4 noise4(vec3 p, float pixel) {
    vec3 cell = floor(p), t = p - cell;
    t = t * t * (3.0 - 2.0 * t);
    vec4 near = mix(mix(scattered(cell), scattered(cell + vec3(1, 0, 0)), t.x),
                    mix(scattered(cell + vec3(0, 1, 0)), scattered(cell + vec3(1, 1, 0)), t.x), t.y);
    vec4 far = mix(mix(scattered(cell + vec3(0, 0, 1)), scattered(cell + vec3(1, 0, 1)), t.x),
                   mix(scattered(cell + vec3(0, 1, 1)), scattered(cell + vec3(1, 1, 1)), t.x), t.y);
    return mix(vec4(0.5), mix(near, far, t.z), resolved(1.0, pixel));
}

// Returns three octaves of noise, each `finer` than the one before and half as strong.
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
