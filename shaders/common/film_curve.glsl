// Film curve and sRGB gamma in one, with roots instead of powers, which are slow on a processor. The brightest channel
// follows the curve: 0.01 becomes 16 of 255 levels, 0.18 137, 1 228, 4 250. The others keep their ratio to it, and with
// that the hue; they are a little richer than in nature, and fade to white where they are nearly as bright as white
// paint in the sun.

// Returns x of x / (1 + x), which is what is displayed of the brightest channel, from the root of its light.
float bent(float root) { return root * (0.20 + root * (4.2 + 4.2 * root)); }

// Returns the share of white in a colour whose brightest channel has this root; below 0 it is richer than in nature.
float whitened(float root) { return clamp(0.35 * root - 0.33, -0.1, 0.65); }

// Returns the displayed values of light from the roots of its channels, with the exposure.
vec3 curved_roots(vec3 roots) {
    float most = max(max(roots.r, roots.g), max(roots.b, 1e-4));
    float x = bent(most), shown = x / (most + most * x), white = whitened(most);  // shown: over the root
    return roots * (shown - shown * white) + shown * most * white;
}

vec3 curved(vec3 light) { return curved_roots(sqrt(light * eye.w)); }
