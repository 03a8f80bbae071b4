"""Hostile input: a corpus made by code (`corpus`), changes at random (`mutation`), and what must hold of any of it.

docs/hostile-input.md says what is refused how, and with which commands this is played again.
"""
