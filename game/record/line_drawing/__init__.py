"""Line drawings of scenes, as in a textbook: outlines and creases, hidden ones dashed, as vector graphics."""
