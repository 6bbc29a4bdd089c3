// The scene's depths at half its size [m ahead of the eye], and what they say about places.
uniform sampler2D depths_map;
uniform vec4 lens;    // half width and height of what is seen at 1 m; two terms of the projection's depth

// Metres ahead of the eye, from a depth texture's number.
float ahead(float depth) { return lens.w / (2.0 * depth - 1.0 + lens.z); }
