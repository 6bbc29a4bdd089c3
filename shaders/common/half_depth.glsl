// The scene's depths at half its size [m ahead of the eye].
uniform sampler2D depths_map;
uniform vec4 lens;    // half width and height of what is seen at 1 m; two terms of the projection's depth

// Returns metres ahead of the eye for a value of a depth texture.
float ahead(float depth) { return lens.w / (2.0 * depth - 1.0 + lens.z); }
