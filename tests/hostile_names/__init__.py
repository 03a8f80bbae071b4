"""Names that attack, in every field that a log can fill, and what each output makes of them (docs/security.md)."""
