// Blurs ambient occlusion: the mean of sixteen neighbours, four at a time, as far as they are about as deep.
out vec2 color;

uniform sampler2D open_map;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec2 here = texelFetch(open_map, at, 0).rg, pixel = 1.0 / vec2(textureSize(open_map, 0));
    float sum = 1e-3 * here.x, weights = 1e-3, sharpness = 25.0 / here.y;
    for (int k = 0; k < 4; k++) {
        vec2 corner = vec2(at) + vec2(2 * (k & 1) - 1, (k & 2) - 1);  // where four neighbours meet
        vec2 four = textureLod(open_map, corner * pixel, 0.0).rg;
        float weight = max(1.0 - sharpness * abs(four.y - here.y), 0.0);
        sum += weight * four.x;
        weights += weight;
    }
    color = vec2(sum / weights, here.y);
}
