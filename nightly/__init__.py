"""The nightly floor: the job that runs from cron or a systemd timer and that nobody watches (docs/operating.md).

In: the club's config (tables ``[nightly]``, ``[retention]``, ``[limits]``, ``[rules]``), the folders in which logs
arrive, the store. Out: the store brought up to date, a new version of the report in the place of the old one, a copy of
the store for readers, one line of JSON on standard output, a journal of JSON lines on standard error, an exit code.

Begin with `run.STEPS`: the list that is executed and that ``--dry-run`` prints. Under it:

* `state`     what the steps share
* `pipeline`  the stages of an audit, which the command ``audit`` runs as well
* `inbox`     which files lie in the inbox, and which of them are new or have changed
* `lock`      one run at a time
* `publish`   a report written aside, put in place in one step, old versions kept for a while
* `reported`  what this run has to tell that no run has told before; the exit code comes of that
* `journal`   the structured log
* `settings`  ``config show``: every setting with its value and where it comes from
* `doctor`    what may be wrong with an installation, and what to do about it

A run may be killed at any moment and started again: every step does only what is not done yet.
"""
