// The room behind the studio's table, out of focus: by how much more or less than from a plain wall light comes from
// there, as its square root, which is near enough the curve of the screen.
uniform sampler2D studio_room;

vec3 room(vec2 place) { return textureLod(studio_room, place, 0.0).rgb; }
