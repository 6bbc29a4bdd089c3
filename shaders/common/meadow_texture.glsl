uniform sampler2D floor_paint;  // the meadow's texture: lightness of grass, dryness, slow noise
