"""The viewer: a window, a renderer, panels and recordings round `physics`."""
