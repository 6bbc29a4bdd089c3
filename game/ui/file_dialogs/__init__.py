"""Dialogs of files: one to choose a file, one for what the columns of a table are."""
