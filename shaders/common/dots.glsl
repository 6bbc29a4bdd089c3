// Visibility of dots, which are drawn over the finished picture and look up what hides them.
const float FAINT = 0.3;    // of a dot behind or inside a body: tips near the axis lie inside a wide top
const float NEARER = 1e-3;  // share of its distance by which a dot on a surface comes forward to be seen

// Returns the visible share of a dot at depth z where the scene's depth is `scene`.
float left_of_dot(float z, float scene) { return (1.0 - z) * (1.0 + NEARER) >= 1.0 - scene ? 1.0 : FAINT; }
