"""What people read: pages of the night, its sessions and players, two CSV files, and rows for the reading commands.

In: the store (sessions, cash, closes, hand_players of ingest; verdicts, findings, corrections, movements of replay;
continuity_findings, all_findings, final_verdicts, session_verdicts, check_results of checks).
Out: the folder of the report, and the tables report_results, report_players, report_sessions (schema.sql).

Begin with `build.write_reports`:

    order_hands      the hands in the order they were played
    gather_findings  all findings in one order, and whom each touches            found.py
    sum_movements    Polars sums over movements: nets, biggest pots, curves      ledger.py
    sum_night        with cash, closes and corrections: every number there is    night.py, totals.py
    save_tables      the numbers into the store
    Pages            the same numbers as pages: index, sessions, players         pages.py, templates/
    write_csv_files  the same numbers for spreadsheets                           csv_files.py

`readers` gives the same rows to the commands (``handproof findings --json`` and its sisters), `summary` the last lines
of an audit, `terminal` what the front door prints.

One hand for people: `hand_file` reads it by its id, `story` tells it (story_*.py), `explain` prints that, and `case`
keeps it as a file (`case_page` the page, `case_verify` the proof from the raw log).

* Names and ids from logs are hostile; nothing of them is shown but through `text.py`, and templates escape all.
* Pages need no network and no script; one folder is one report, put in place by `output.py`.
* What is to be paid back (`settle.py`) always sums to nothing: a chip is never made up.
* No clock, no random name: the same store gives the same bytes.
"""
