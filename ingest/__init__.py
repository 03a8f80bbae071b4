"""The ingest floor: what a log is, and getting it into the store without losing or doubling a line.

In: log files of the format ``handproof/1`` (docs/log-format.md), plain, gzip or zstd: files, folders, globs or ``-``;
and texts of PokerStars (docs/pokerstars.md), which `formats` reads as hands of that format.
Out: the tables of `ingest/schema.sql` in one DuckDB file (docs/store.md), or, without a store, records one by one.

Begin with `load.ingest_logs` (logs into the store) or `load.read_log` (records and rejects of one file). Under them:

* `inputs`   which files an argument stands for
* `reading`  bytes to lines, under limits, through gzip and zstd that may break off
* `decode`   one line to one record, or to the reason why it cannot be taken
  (`verbs` is the table of verbs and fields, `wire` the strict shapes made of it, `plain_json` the careful JSON reader,
  `reasons` the words of a refusal, `times` the clock times)
* `tally`    a batch of records against the store: stored, repeated or conflicting
* `frames`   records to the rows of the tables
* `sources`  which files were read before, and how far
* `store`    opening the DuckDB file (`migrate` brings an older one forward, `store_copy` copies an open one)
* `config`   the club's settings; `house_rules` their rule keys; `records` the records
* `claims`   what such a text states beside the play; `convert` writes a log in another format
* `json_schema`  the published schema of the format

Every line ends in exactly one of: stored, repeated, conflicting, rejected, blank.
"""
