"""The reference engine: one hand and its rules in; verdict, findings, corrections and movements out.

Begin at `engine.replay_hand`. It hands the hand to the module of its game; hold RULEBOOK beside them:

* `poker` (P1-P11), with `payment` and `pots` for who is paid what, `ranking` for the hands (P20-P27);
* `stitch` (S0-S15), with `stitch_play` for one player's play against the bank;
* `pok` (K1-K12), with `pok_sets` for sets and sequences, `pok_play` for the play-out (K13-K17).

A hand that goes by the book takes the short way (`book` and its four neighbours), which can only say that all is well;
wherever it cannot, and in `engine.replay_step_by_step` always, the modules above judge.

What the games share: `bidding` (B1-B7, C8, C9), `lap` (one round in which everybody acts once), `order` (steps of a
hand, what came too early), `table` (stacks, double-entry movements, what was found), `holdings` and `deck` (cards, C2,
F1), `showdown` and `unknown` (showing, mucking, what unknown cards may be, C5), `closing` (C1). `rulebook` holds the
texts of the rules, `findings` the codes, `results` what comes out.

The engine knows neither files nor the store, keeps no state between hands, and never raises for a hand that `ingest`
took. It takes the log's decisions as played and recomputes their consequences (C4); every step is judged against the
table as the log's own earlier movements left it, so that one fault is one finding.

`run` is the engine's run over the store: which hands are new or to be replayed again, in a pool of processes, into the
tables of `schema.sql` (`verdicts`, `findings`, `corrections`, `movements`).
"""
