"""The error gallery: for every kind of finding a minimal log that shows it, with its exact finding and text."""
