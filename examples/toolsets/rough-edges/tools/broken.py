"""A module that cannot be imported."""

raise ImportError("this module is broken on purpose")
