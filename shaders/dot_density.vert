// Parts of the picture with counted dots.
uniform vec4 canvas;  // width, height of the target, and their inverses
in vec2 in_corner;    // [pixels]

void main() { gl_Position = vec4(2.0 * in_corner * canvas.zw - 1.0, 0.0, 1.0); }
