// Film curve and sRGB gamma in one, with roots instead of powers, which are slow on a processor. The brightest channel
// follows the curve: 0.01 becomes 17 of 255 levels, 0.18 137, 1 228, 4 250. The others keep their ratio to it, and with
// that the hue; they are a little richer than in nature, and fade to white where they are nearly as bright as white
// paint in the sun.

// Returns the displayed value of the brightest channel, from the root of its light.
float film_curve(float root) {
    float bent = root * (0.25 + root * (4.1 + 4.2 * root));
    return bent / (1.0 + bent);
}

// Returns the share of white in a colour whose brightest channel has this root.
float whitened(float root) {
    float beyond = max(root - 0.7, 0.0);
    return beyond / (beyond + 1.5);
}

// Returns the displayed values of light from the roots of its channels, with the exposure.
vec3 curved_roots(vec3 roots) {
    float most = max(max(roots.r, roots.g), max(roots.b, 1e-4));
    vec3 ratio = roots / most;
    ratio *= 0.93 + 0.07 * ratio;
    return film_curve(most) * mix(ratio, vec3(1.0), whitened(most));
}

vec3 curved(vec3 light) { return curved_roots(sqrt(light * eye.w)); }
