"""The disk that rolls ever flatter and faster: contact, laws of loss, and the power law of its end."""
