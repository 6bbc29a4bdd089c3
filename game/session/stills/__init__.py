"""Single pictures of a whole motion: plates of many poses, and long exposures."""
