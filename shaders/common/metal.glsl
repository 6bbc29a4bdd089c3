// Polished metal: its highlights, and the fine marks of the tool that turned it.

// Returns the light that a metal mirrors so that the film curve does not fade it to white: the lamp on gold is as bright,
// and stays gold, the more so the richer the colour. Needs the film curve.
vec3 kept_hue(vec3 light, vec3 albedo, float metal) {
    float rich = 1.0 - min(min(albedo.r, albedo.g), albedo.b) / max(max(albedo.r, albedo.g), max(albedo.b, 1e-4));
    vec3 roots = sqrt(light * eye.w);
    float most = max(max(roots.r, roots.g), roots.b), white = max(whitened(most), 0.0) * (0.7 * metal) * saturate(2.0 * rich);
    roots = max(roots - white * most, 0.0) / (1.0 - white);
    return roots * roots / eye.w;
}

// Returns a random number from 0 to 1 for each whole number.
float random1(float n) { return fract(sin(n * 12.9898) * 43758.547); }

// Returns how much rougher or smoother a turned surface is than its mean, in rings: v is the length along its profile, in
// fine spacings of the floor's lines. Far off they are too fine to be seen.
float turning_marks(float v) {
    float at = 34.0 * v, ring = floor(at), t = at - ring, pixel = fwidth(at);
    float rough = mix(random1(ring), random1(ring + 1.0), t * t * (3.0 - 2.0 * t)) - 0.5;
    return 0.07 * rough * saturate(2.0 - 2.5 * pixel);
}
