"""How values and sentences are shown: in the units and in the language of the person."""
