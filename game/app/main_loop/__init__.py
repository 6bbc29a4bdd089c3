"""What keeps the main loop going: when a picture is needed, and what becomes of a part of it that fails."""
