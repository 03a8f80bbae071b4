"""One line in, one record or one reason out: strict, never raising, and the same for both readers."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest import decode
from ingest.config import DEFAULT_LIMITS, Limits
from ingest.decode import decode_line
from ingest.reasons import REJECT_CODES, Malformed
from ingest.records import Cash, Close, Hand, Session, decode_taken_hand
from ingest.verbs import CARD_TEXTS, VERBS
from tests.ingest.logs import CASH, CLOSE, POK, POKER, RECORDS, SESSION, STITCH, changed, line


def refused(raw: bytes, limits: Limits = DEFAULT_LIMITS) -> Malformed:
    """The reason why a line is refused."""
    reason = decode_line(raw, limits)
    assert isinstance(reason, Malformed), f"taken: {reason}"
    return reason


def taken(raw: bytes) -> Any:
    """The record of a line."""
    record = decode_line(raw)
    assert not isinstance(record, Malformed), record.message
    return record


@pytest.mark.parametrize(("name", "kind"), [("session", Session), ("cash", Cash), ("close", Close), ("pok", Hand)])
def test_each_record_is_taken_as_its_kind(name: str, kind: type) -> None:
    """A well-formed record of each kind comes out as its struct, its values unchanged."""
    record = taken(line(RECORDS[name]))
    assert type(record) is kind
    assert record.session_id == "s1"


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_both_readers_see_the_same_record(name: str) -> None:
    """What the quick reader takes, the careful reader takes as the same record, and so does decode_taken_hand."""
    raw = line(RECORDS[name])
    careful = decode._carefully(raw, DEFAULT_LIMITS)
    assert decode_line(raw) == careful
    if name != "pok":  # it holds a remark, which only the careful reader takes
        assert decode._quickly(raw) == careful
    if isinstance(careful, Hand):
        assert decode_taken_hand(raw) == decode_taken_hand(raw.decode()) == careful


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"hello", "line.not_json"),
        (b'{"record":"hand"', "line.not_json"),
        (b'{"record":"hand"} {}', "line.not_json"),
        (b'{"record":NaN}', "line.not_json"),
        (b'{"amount":Infinity}', "line.not_json"),
        (b'{"amount":01}', "line.not_json"),
        (b"{'record':1}", "line.not_json"),
        (b'{"a":1,}', "line.not_json"),
        (b'{"a":"\x01"}', "line.not_json"),
        (b"[]", "line.not_json"),
        (b'"hand"', "line.not_json"),
        (b"null", "line.not_json"),
        (b"12", "line.not_json"),
        (b"1" * 5000, "line.not_json"),
        (b"\xef\xbb\xbf{}", "line.not_json"),
        (b'{"record":"\xff"}', "line.not_utf8"),
        (b'{"record":"\xed\xa0\x80"}', "line.not_utf8"),
        (b"[" * 100_000, "line.too_deep"),
        (b'{"a":' * 5000 + b"1" + b"}" * 5000, "line.too_deep"),
        (b'{"a":1,"a":1}', "field.twice"),
        (b'{"a":{"b":[{"c":1,"c":2}]}}', "field.twice"),
        (b'{"_a":{"b":1,"b":2}}', "field.twice"),
        (b'{"\\u0061":1,"a":2}', "field.twice"),
        (b'{"a":"\\ud800"}', "text.surrogate"),
        (b'{"a":"\\udc00\\ud800"}', "text.surrogate"),
        (b'{"\\udfff":1}', "text.surrogate"),
        (b'{"_a":["\\uD800x"]}', "text.surrogate"),
        (b"{}", "field.missing"),
    ],
)
def test_a_line_that_is_no_json_object_is_refused(raw: bytes, code: str) -> None:
    """Text that is not JSON, or not one object without doubled fields, is refused by its own code."""
    assert refused(raw).code == code


HAND_FAULTS: list[tuple[str, tuple[Any, ...], Any, str, str]] = [
    ("poker", ("format",), ..., "field.missing", "format"),
    ("poker", ("format",), "handproof/2", "format.unknown", "format"),
    ("poker", ("format",), 1, "field.type", "format"),
    ("poker", ("record",), "hnad", "record.unknown", "record"),
    ("poker", ("record",), None, "field.type", "record"),
    ("poker", ("game",), ..., "field.missing", "game"),
    ("poker", ("game",), "pokr", "text.value", "game"),
    ("poker", ("hand_id",), ..., "field.missing", "hand_id"),
    ("poker", ("hand_id",), 7, "field.type", "hand_id"),
    ("poker", ("hand_no",), "1", "field.type", "hand_no"),
    ("poker", ("hand_no",), True, "field.type", "hand_no"),
    ("poker", ("hand_no",), -1, "number.bounds", "hand_no"),
    ("poker", ("hand_no",), 1.0, "number.not_whole", "hand_no"),
    ("poker", ("hand_no",), None, "field.type", "hand_no"),
    ("poker", ("players",), {}, "field.type", "players"),
    ("poker", ("players",), [], "seat.empty", "dealer_seat"),
    ("poker", ("players", 0), 5, "field.type", "players[0]"),
    ("poker", ("players", 0, "seat"), 0, "number.bounds", "players[0].seat"),
    ("poker", ("players", 0, "seat"), 4, "seat.twice", "players[1].seat"),
    ("poker", ("players", 0, "player_id"), "p2", "player.twice", "players[1].player_id"),
    ("poker", ("players", 0, "stack"), 2**53 + 1, "number.bounds", "players[0].stack"),
    ("poker", ("players", 0, "stack"), -(2**53) - 1, "number.bounds", "players[0].stack"),
    ("poker", ("players", 0, "stack"), 10**30, "number.bounds", "players[0].stack"),
    ("poker", ("players", 0, "nmae"), "x", "field.unknown", "players[0].nmae"),
    ("poker", ("dealer_seat",), 2, "seat.empty", "dealer_seat"),
    ("poker", ("started_at",), "2026-11-01T20:00:00", "time.wrong", "started_at"),
    ("poker", ("started_at",), "2026-02-29T20:00:00Z", "time.wrong", "started_at"),
    ("poker", ("started_at",), 5, "field.type", "started_at"),
    ("poker", ("opening", "pot"), -1, "number.bounds", "opening.pot"),
    ("poker", ("opening", "bank"), 0, "field.unknown", "opening.bank"),
    ("poker", ("opening", "next_dealer_seat"), 1, "field.unknown", "opening.next_dealer_seat"),
    ("poker", ("closing", "pot"), None, "field.type", "closing.pot"),
    ("poker", ("rules",), {"antee": 1}, "rule.unknown", "rules.antee"),
    ("poker", ("rules",), {"ante": -1}, "rule.unknown", "rules.ante"),
    ("poker", ("rules",), {"ante": 1.0}, "rule.unknown", "rules.ante"),
    ("poker", ("rules",), {"ante": 10**25}, "rule.unknown", "rules.ante"),
    ("poker", ("rules",), {"bank_min": 1}, "rule.unknown", "rules.bank_min"),
    ("poker", ("rules",), {"ante": None}, "rule.unknown", "rules.ante"),
    ("poker", ("rules",), [], "field.type", "rules"),
    ("poker", ("deck", 0), "10s", "text.card", "deck[0]"),
    ("poker", ("deck",), "As", "field.type", "deck"),
    ("poker", ("actions", 0), "ante", "field.type", "actions[0]"),
    ("poker", ("actions", 0, "action"), ..., "field.missing", "actions[0].action"),
    ("poker", ("actions", 0, "action"), "atne", "verb.unknown", "actions[0].action"),
    ("poker", ("actions", 0, "action"), "stake", "verb.unknown", "actions[0].action"),
    ("poker", ("actions", 0, "action"), ["ante"], "field.type", "actions[0].action"),
    ("poker", ("actions", 0, "amount"), ..., "field.missing", "actions[0].amount"),
    ("poker", ("actions", 0, "amount"), -1, "number.bounds", "actions[0].amount"),
    ("poker", ("actions", 0, "amount"), 1e3, "number.not_whole", "actions[0].amount"),
    ("poker", ("actions", 0, "cards"), [], "field.unknown", "actions[0].cards"),
    ("poker", ("actions", 0, "amuont"), 1, "field.unknown", "actions[0].amuont"),
    ("poker", ("actions", 0, "at"), "now", "time.wrong", "actions[0].at"),
    ("poker", ("actions", 2, "cards", 1), "tS", "text.card", "actions[2].cards[1]"),
    ("poker", ("actions", 2, "cards", 1), "", "text.card", "actions[2].cards[1]"),
    ("poker", ("actions", 2, "cards", 1), None, "field.type", "actions[2].cards[1]"),
    ("poker", ("actions", 3, "amount"), 5, "field.unknown", "actions[3].amount"),
    ("poker", ("actions", 5, "discards"), ..., "field.missing", "actions[5].discards"),
    ("poker", ("actions", 6, "pool"), "side0", "text.value", "actions[6].pool"),
    ("poker", ("actions", 6, "pool"), "side1\n", "text.value", "actions[6].pool"),
    ("stitch", ("opening", "pot"), 0, "field.unknown", "opening.pot"),
    ("stitch", ("closing", "stitch_round"), 0, "field.type", "closing.stitch_round"),
    ("stitch", ("actions", 0, "cards"), [], "cards.count", "actions[0].cards"),
    ("stitch", ("actions", 5, "pool"), "pok", "field.unknown", "actions[5].pool"),
    ("stitch", ("actions", 6, "seat"), 1, "field.unknown", "actions[6].seat"),
    ("stitch", ("actions", 9, "to_seat"), 0, "number.bounds", "actions[9].to_seat"),
    ("pok", ("opening", "pools", "10"), 1, "field.unknown", 'opening.pools."10"'),
    ("pok", ("opening", "pools", "A"), -1, "number.bounds", "opening.pools.A"),
    ("pok", ("opening", "pools", "A"), 1.5, "number.not_whole", "opening.pools.A"),
    ("pok", ("opening", "pools"), 3, "field.type", "opening.pools"),
    ("pok", ("rules",), {"circle": {"1": 2}}, "rule.unknown", "rules.circle.1"),
    ("pok", ("actions", 3, "pool"), "main", "text.value", "actions[3].pool"),
    ("pok", ("actions", 4, "pool"), "A", "text.value", "actions[4].pool"),
    ("pok", ("actions", 7, "cards"), ["Qd", "Kd"], "cards.count", "actions[7].cards"),
    ("pok", ("actions", 9, "what"), 1, "field.unknown", "actions[9].what"),
    ("session", ("session_id",), ..., "field.missing", "session_id"),
    ("session", ("chip_value",), 0.25, "field.type", "chip_value"),
    ("session", ("chip_value",), "1/4", "text.value", "chip_value"),
    ("session", ("game",), "bridge", "text.value", "game"),
    ("session", ("rules", "pokker"), {}, "rule.unknown", "rules.pokker"),
    ("session", ("rules", "poker"), 5, "field.type", "rules.poker"),
    ("session", ("rules", "pok", "ante"), 5, "rule.unknown", "rules.pok.ante"),
    ("session", ("hand_id",), "h", "field.unknown", "hand_id"),
    ("cash", ("amount",), 0.5, "number.not_whole", "amount"),
    ("cash", ("amount",), ..., "field.missing", "amount"),
    ("cash", ("after_hand_no",), -1, "number.bounds", "after_hand_no"),
    ("cash", ("at",), "2026-11-01", "time.wrong", "at"),
    ("close", ("stacks", 1, "player_id"), "p1", "player.twice", "stacks[1].player_id"),
    ("close", ("stacks", 1, "seat"), 4, "field.unknown", "stacks[1].seat"),
    ("close", ("shares", 0, "amount"), -1, "number.bounds", "shares[0].amount"),
    ("close", ("shares",), None, "field.type", "shares"),
]


@pytest.mark.parametrize(("name", "path", "value", "code", "field"), HAND_FAULTS)
def test_a_malformed_field_is_refused_by_its_path(
    name: str, path: tuple[Any, ...], value: Any, code: str, field: str
) -> None:
    """Each kind of malformed field is refused with its code, its path, and a sentence that names both."""
    reason = refused(line(changed(RECORDS[name], *path, to=value)))
    assert (reason.code, reason.field) == (code, field)
    assert field in reason.message
    assert reason.expected in reason.message
    assert REJECT_CODES[code] in reason.message
    assert reason.message.isprintable()


def test_the_nearest_known_name_is_offered() -> None:
    """A misspelt field, verb or rule key names the one that was probably meant."""
    assert "did you mean amount?" in refused(line(changed(CASH, "amont", to=3))).message
    assert "did you mean ante?" in refused(line(changed(POKER, "actions", 0, "action", to="antee"))).message
    assert "did you mean 'entry'?" in refused(line(POKER, rules={"entyr": 1})).message
    assert "did you mean sequence?" in refused(line(changed(POK, "opening", "pools", "sequense", to=1))).message


def test_money_on_a_verb_that_takes_none_is_never_passed_over() -> None:
    """An amount on a fold is refused, and the sentence says that fold takes none."""
    reason = refused(line(changed(POKER, "actions", 3, "amount", to=5)))
    assert "decline does not take amount in poker" in reason.message
    assert "(action 4)" in reason.message


def test_a_doubled_field_is_found_in_an_otherwise_good_line() -> None:
    """The quick reader does not take a line in which a field stands twice, at any depth, even with the same value."""
    good = line(POKER).decode()
    for once in ('"hand_no":1', '"seat":4', '"amount":3', '"pot":0', '"action":"decline"', '"entry":1'):
        doubled = good.replace(once, f"{once},{once}", 1)
        assert refused(doubled.encode()).code == "field.twice", once


def test_escaped_quotation_marks_do_not_hide_a_doubled_field() -> None:
    """Marks written as \\u0022 in one place do not outweigh those of a field that stands twice in another."""
    raw = line(POKER).decode().replace("Борис", "\\u0022\\u0022").replace('"pot":0', '"pot":0,"pot":0', 1)
    assert refused(raw.encode()).code == "field.twice"
    assert taken(line(POKER).replace("Борис".encode(), b'\\u0022a\\"b\\\\')).players[0].name == '"a"b\\'


def test_remarks_are_passed_over_at_every_level() -> None:
    """Fields that begin with _ may hold anything, also among rules and circles, and change nothing of the record."""
    remark = {"_x": [None, 1.5, {"y": True, "z": 10**400}]}
    for record in (POK, POKER, STITCH, SESSION, CASH, CLOSE):
        plain = taken(line(record))
        noted = changed(record, **remark)
        for name in ("rules", "opening", "closing"):
            if name in noted:
                noted[name] |= remark
        for name in ("players", "actions", "stacks", "shares"):
            for part in noted.get(name, ()):
                part |= remark
        if record is POK:
            noted["opening"]["pools"] |= {**remark, "_n": 3}
        assert taken(line(noted)) == plain
        if isinstance(plain, Hand):
            assert decode_taken_hand(line(noted)) == plain


def test_nesting_is_bounded_inside_remarks_too() -> None:
    """64 levels are taken and 65 are not, also in a field that is otherwise passed over."""
    for levels, code in ((63, None), (64, "line.too_deep"), (900, "line.too_deep"), (50_000, "line.too_deep")):
        raw = line(SESSION)[:-1] + b',"_x":' + b"[" * levels + b"]" * levels + b"}"
        record = decode_line(raw)
        assert (record.code if isinstance(record, Malformed) else None) == code


def test_spacing_escapes_and_order_of_fields_do_not_matter() -> None:
    """The same record written by another writer is the same record."""
    backwards = dict(reversed(POKER.items()))
    for raw in (json.dumps(backwards, indent=None), json.dumps(POKER), " " + json.dumps(POKER) + "\t"):
        assert taken(raw.encode()) == taken(line(POKER))


def test_well_formed_nonsense_is_taken() -> None:
    """What is only wrong, not malformed, is left to the engine: an unknown seat, too many cards, a joker in stitch."""
    taken(line(changed(POKER, "actions", 0, "seat", to=99)))
    taken(line(changed(POKER, "actions", 2, "cards", to=["As"] * 9)))
    taken(line(changed(STITCH, "actions", 3, "cards", to=["Xx", "Xx"])))
    taken(line(changed(POK, "actions", 2, "cards", to=[])))
    taken(line(changed(POK, "actions", 3, "pool", to="pok")))
    taken(line(POKER, hand_no=0, actions=[]))
    taken(line(changed(POKER, "players", 0, "name", to="\u202e=cmd|'\x00<script>")))


@pytest.mark.parametrize(("game", "verb"), [(game, verb) for game, verbs in VERBS.items() for verb in verbs])
def test_each_verb_takes_its_fields_and_no_others(game: str, verb: str) -> None:
    """With its required fields a verb is taken, without one of them refused, and so with one that it does not take."""
    samples = {"seat": 1, "amount": 0, "to_seat": 1, "cards": ["??"], "discards": [],
               "pool": "pok" if game == "pok" else "main"}  # fmt: skip
    fields = VERBS[game][verb]
    record = changed(RECORDS[game], actions=[])
    action = {"action": verb, **{name: samples[name] for name in fields.required}}
    taken(line(record, actions=[action]))
    taken(line(record, actions=[{**action, **{name: samples[name] for name in fields.optional}}]))
    for name in fields.required:
        without = {key: value for key, value in action.items() if key != name}
        assert refused(line(record, actions=[without])).code == "field.missing"
    for name in set(samples) - set(fields.takes()):
        reason = refused(line(record, actions=[{**action, name: samples[name]}]))
        assert (reason.code, reason.field) == ("field.unknown", f"actions[0].{name}")


def test_limits_are_refused_with_their_remedy() -> None:
    """A line, a hand's actions or its players beyond the limit are refused, and the sentence names the setting."""
    assert refused(b" " * 2000, Limits(line_bytes=1024)).code == "line.too_long"
    assert "line_bytes" in refused(b" " * 2000, Limits(line_bytes=1024)).message
    assert refused(line(POKER), Limits(actions=6)).code == "limit.actions"
    assert refused(line(POKER), Limits(players=1)).code == "limit.players"
    assert not isinstance(decode_line(line(POKER), Limits(actions=7, players=2)), Malformed)


def test_values_are_shown_short_and_harmless() -> None:
    """What a refusal shows of the log is at most 60 characters, without control or direction characters."""
    for text in ("\x1b[31mred", "\u202eevil", "a" * 10_000, "\u2066\ufeff\x00"):
        reason = refused(line(CASH, at=text))
        assert reason.value is not None
        assert len(reason.value) <= 60
        assert reason.message.isprintable()
        reason = refused(line(changed(CASH, text, to=1)))
        assert reason.message.isprintable()
        assert len(reason.field or "") <= 80


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
    | st.sampled_from(["hand", "poker", "handproof/1", *CARD_TEXTS[:4]]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


def _paths(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [way] if way else []
    for step, inner in steps:
        found += _paths(inner, (*way, step))
    return found


@given(st.sampled_from(sorted(RECORDS)).flatmap(lambda n: st.tuples(st.just(n), st.sampled_from(_paths(RECORDS[n])))),
       JSON_VALUES)  # fmt: skip
def test_any_value_anywhere_is_taken_or_refused_by_both_readers_alike(
    where: tuple[str, tuple[Any, ...]], value: Any
) -> None:
    """Whatever stands in whatever field: no exception, and the quick reader takes only what the careful one takes."""
    name, path = where
    raw = line(changed(RECORDS[name], *path, to=value))
    careful = decode._carefully(raw, DEFAULT_LIMITS)
    quick = decode._quickly(raw)
    if quick is not None and decode._judge(quick, DEFAULT_LIMITS) is None:
        assert quick == careful
    result = decode_line(raw)
    assert result == careful
    if isinstance(result, Malformed):
        assert result.code in REJECT_CODES
        assert result.message.isprintable()
    elif isinstance(result, Hand):
        assert decode_taken_hand(raw) == result


@given(st.binary(max_size=60))
def test_any_bytes_are_taken_or_refused(raw: bytes) -> None:
    """No bytes make decoding raise."""
    assert isinstance(decode_line(raw), Malformed | Session | Hand | Cash | Close)


@given(st.sampled_from(sorted(RECORDS)), st.data())
def test_a_line_with_some_bytes_changed_never_raises(name: str, data: st.DataObject) -> None:
    """Cut, doubled or overwritten bytes in a good line give a record or a reason, the same from both readers."""
    raw = line(RECORDS[name])
    start = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(start, min(len(raw), start + 30)))
    put = data.draw(
        st.binary(max_size=3) | st.sampled_from([raw[start:end] * 2, b'"', b"\\u0022", b"null", b"1.0", b"_"])
    )
    broken = raw[:start] + put + raw[end:]
    assert decode_line(broken) == decode._carefully(broken, DEFAULT_LIMITS)
