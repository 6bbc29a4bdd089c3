"""Files that are opened in a session: scenes, tables, and logs, which are replayed."""
