// The mean of sixteen neighbours of `occlusion.frag` as far as they are about as deep.
out vec2 color;

uniform sampler2D open_map;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy), last = textureSize(open_map, 0) - 1;
    vec2 here = texelFetch(open_map, at, 0).rg;
    float sum = 0.0, weights = 0.0, sharpness = 25.0 / here.y;
    for (int j = -2; j < 2; j++)
        for (int i = -2; i < 2; i++) {
            vec2 each = texelFetch(open_map, clamp(at + ivec2(i, j), ivec2(0), last), 0).rg;
            float weight = max(1.0 - sharpness * abs(each.y - here.y), 0.0) + 1e-4;
            sum += weight * each.x;
            weights += weight;
        }
    color = vec2(sum / weights, here.y);
}
