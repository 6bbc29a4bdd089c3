uniform vec4 points_to_clip;
in vec2 in_place;
in vec2 in_uv;
in vec4 in_color;

out vec2 uv;
out vec4 tint;

void main() {
    uv = in_uv;
    tint = in_color;
    gl_Position = vec4(in_place * points_to_clip.xy + points_to_clip.zw, 0.0, 1.0);
}
