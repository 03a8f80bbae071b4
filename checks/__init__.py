"""What no single hand shows: the third stage, after `ingest` and `replay`, before `reports`.

In: the tables of the stages below, in the one store. Out: `continuity_findings` and `check_results`, and the views
`all_findings`, `final_verdicts` and `session_verdicts`, which every reader of verdicts should use.

Two kinds of checks, not to be mixed up:

* What may be wrong in the *club*: from hand to hand in a sitting, and over its sums. `checks.continuity` lists them;
  each is a query in a file of its own (`stack.sql`, `dealer.sql` ...) that returns the bad rows. They are findings.
* What may be wrong in *this program or its store*: `checks.suites`, expectations on the tables, run by
  great-expectations through our read-only dialect (`checks.dialect`). They pass, fail, or cannot run (`error`).

A third looks at what may have been *changed* since: `checks.verify` holds the store against its lines and the logs.

Begin at `checks.run`: `run_checks` is the stage; `check_reports` looks at the reports once these are written. To add a
check between hands, write the query and name it in `CONTINUITY_CHECKS`; to add an expectation, name it in its suite.
No rule of a game is told here: what is legal in a hand the engine knows.
"""
