// The room behind the studio's table, out of focus: its light over that of a plain wall, as a square root, which is
// close to the curve of the screen.
uniform sampler2D studio_room;

vec3 room(vec2 place) { return textureLod(studio_room, place, 0.0).rgb; }
