// Ambient occlusion: how open the surroundings are (after McGuire, Mara, Luebke, "Scalable ambient obscurance",
// 2012). x: share of the light from all round that arrives; y: depth.
#include "common/half_depth.glsl"
out vec2 color;

uniform vec2 middle;  // of the picture, from that of what the eye looks at, at 1 m, in `lens`
uniform vec4 reach;  // radius [m], radius in pixels at 1 m, most pixels, depth beyond which all is open [m]

const int SAMPLES = 10;
const float TURNS = 3.0;

vec3 place(ivec2 at, float depth, vec2 pixel) {
    return vec3((2.0 * (vec2(at) + 0.5) * pixel - 1.0 + middle) * lens.xy, 1.0) * depth;
}

float depth_at(ivec2 at, ivec2 last) { return texelFetch(depths_map, clamp(at, ivec2(0), last), 0).r; }

// Returns the one of two differences that stays on the surface.
vec3 nearer(vec3 a, vec3 b) { return abs(a.z) < abs(b.z) ? a : b; }

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy), size = textureSize(depths_map, 0), last = size - 1;
    vec2 pixel = 1.0 / vec2(size);
    float depth = texelFetch(depths_map, at, 0).r;
    vec3 here = place(at, depth, pixel);
    const ivec2 X = ivec2(1, 0), Y = ivec2(0, 1);
    vec3 right = place(at + X, depth_at(at + X, last), pixel), left = place(at - X, depth_at(at - X, last), pixel);
    vec3 up = place(at + Y, depth_at(at + Y, last), pixel), down = place(at - Y, depth_at(at - Y, last), pixel);
    vec3 dx = nearer(right - here, here - left), dy = nearer(up - here, here - down);
    vec3 n = normalize(cross(dy, dx));
    // Sixteen neighbours turn the spiral in sixteen ways, adjacent ones by most (Bayer); ambient_occlusion_blur.frag
    // takes their mean.
    int differ = at.x ^ at.y;
    int way = ((differ & 1) << 3) | ((at.y & 1) << 2) | (differ & 2) | ((at.y >> 1) & 1);
    const float each = 6.2831853 * TURNS / float(SAMPLES);
    const mat2 onward = mat2(cos(each), sin(each), -sin(each), cos(each));
    float first = 0.125 + 0.25 * float((way + at.x) & 3), turn = 6.2831853 * float(way) / 16.0 + each * first;
    vec2 towards = vec2(cos(turn), sin(turn));
    float far = clamp(reach.y / depth, 2.0, reach.z), inverse = 1.0 / (reach.x * reach.x);
    float sum = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        float out_ = (float(i) + first) / float(SAMPLES);
        ivec2 tap = clamp(at + ivec2(towards * (out_ * far)), ivec2(0), last);
        towards = onward * towards;
        vec3 v = place(tap, texelFetch(depths_map, tap, 0).r, pixel) - here;
        float distance2 = dot(v, v) * inverse, cosine = dot(v, n) / reach.x - 0.01;
        float near = max(1.0 - distance2, 0.0);
        sum += near * near * near * max(cosine, 0.0) / (distance2 + 0.003);
    }
    float open = max(1.0 - 2.0 * 5.0 / float(SAMPLES) * sum, 0.0);
    color = vec2(depth > reach.w ? 1.0 : open, depth);
}
