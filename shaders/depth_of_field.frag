// Depth of field: each pixel gathers those that spread as far as it (after Gustafsson, "Bokeh depth of
// field in a single pass", 2018). Pixels behind spread no farther than here, or they would cover what is sharp.
// Alpha: the share of this pixel that blurred objects in front of it cover.
out vec4 color;

uniform sampler2D picture;
uniform vec3 spread;

const int LOOKS = 16, SAMPLES = 48;
const float GOLDEN = 2.3999632;

vec4 taken(ivec2 at, int i, float radius) {
    float angle = float(i) * GOLDEN;
    ivec2 tap = at + ivec2(round(radius * vec2(cos(angle), sin(angle))));
    return texelFetch(picture, clamp(tap, ivec2(0), textureSize(picture, 0) - 1), 0);
}

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 here = texelFetch(picture, at, 0);
    // Radius to gather from: that of this pixel, or of objects in front of it.
    float most = abs(here.a);
    for (int i = 0; i < LOOKS; i++) {
        float radius = spread.z * (float(i) + 0.5) / float(LOOKS), far = -taken(at, i, radius).a;
        most = max(most, far > radius - 1.0 ? far : 0.0);
    }
    int samples = most > 0.3 ? SAMPLES : 0;
    vec3 sum = here.rgb;
    float count = 1.0, before = 0.0;
    for (int i = 0; i < samples; i++) {
        float radius = most * sqrt((float(i) + 0.7) / float(SAMPLES));
        vec4 each = taken(at, i, radius);
        float far = abs(each.a);
        if (each.a > here.a) far = min(far, 2.0 * abs(here.a));
        float share = smoothstep(radius - 0.8, radius + 0.8, far);
        // Points that spread much less than their surroundings get too few samples, which would show as grain.
        if (each.a < here.a - 0.5) share *= clamp(6.0 * far / most - 3.0, 0.0, 1.0);
        sum += mix(sum / count, each.rgb, share);
        count += 1.0;
        before += share * clamp(2.0 * (here.a - each.a) - 0.5, 0.0, 1.0) * clamp(-2.0 * each.a - 0.5, 0.0, 1.0);
    }
    color = vec4(sum / count, clamp(2.0 * before / float(SAMPLES), 0.0, 1.0));
}
