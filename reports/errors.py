"""What stops a report. Everything else that can be wrong with a night is shown on its pages."""


class ReportError(Exception):
    """The report could not be written or asked for; the text says why and what to do (exit code 2)."""
