// From light to what the screen shows. The one place where the gamma curve is applied.

// Spreads the rounding to 8 bits over neighbouring pixels, so that dark gradients show no bands.
float dither(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5;
}

// Film curve and sRGB gamma in one function of each channel, with a root instead of powers, which are dear on
// a processor: 0.18 becomes 138 of 255 levels, 1 becomes 229, 4 becomes 251. Before it the channels leak a
// little into one another, so that very bright colours turn white instead of garish.
vec3 display(vec3 light, vec2 pixel) {
    const float leak = 0.02;
    vec3 c = light * (eye.w * (1.0 - 3.0 * leak)) + (eye.w * leak) * (light.r + light.g + light.b);
    vec3 bent = c * (4.83 + 3.90 * sqrt(c));
    return bent / (1.0 + bent) + dither(pixel) / 255.0;
}

// The light that `display` shows so, as far as 8 bits can tell.
vec3 undisplayed(vec3 shown) {
    vec3 bent = shown / max(1.0 - shown, 0.02);
    vec3 c = bent / (4.83 + 3.90 * sqrt(bent / 7.0));
    return bent / (4.83 + 3.90 * sqrt(c));
}

// The colour a pass writes for this light.
vec4 developed(vec3 light) {
#if HDR
    return vec4(min(light, 12.0), 1.0);
#else
    return vec4(display(light, gl_FragCoord.xy), 1.0);
#endif
}
