uniform sampler2D turned_wood;  // lightness of wood, round and along the grain
