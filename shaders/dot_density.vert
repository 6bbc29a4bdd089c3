// Parts of the picture with counted dots.
uniform vec4 canvas;  // width, height of the target, and their inverses
uniform vec4 room;    // where in the target [pixels] the dots' texture begins, and the inverses of its width and height
in vec2 in_corner;    // [pixels]
out vec2 place;       // in that texture, in whose rows each pixel has two: colour and cover, then the depth

void main() {
    gl_Position = vec4(2.0 * in_corner * canvas.zw - 1.0, 0.0, 1.0);
    place = (vec2(2.0, 1.0) * (in_corner - room.xy) - vec2(0.5, 0.0)) * room.zw;
}
