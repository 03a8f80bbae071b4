"""The attacking names by what they attack. Each is one that a log may hold: text without lone surrogates."""

HIT = "window.__hit=1"
ELSEWHERE = "http://127.0.0.1:9/"

KINDS: dict[str, tuple[str, ...]] = {
    "html": (
        f"<script>{HIT}</script>",
        f"</script><script>{HIT}</script>",
        f"</title></style></pre></textarea><script>{HIT}</script>",
        f"<img src=x onerror={HIT}>",
        f"<svg/onload={HIT}>",
        f'<svg><animate onbegin="{HIT}" attributeName=x dur=1s>',
        f'<svg><a xlink:href="javascript:{HIT}"><text x=20 y=20>go</text></a></svg>',
        "<iframe srcdoc='<script>parent.__hit=1</script>'></iframe>",
        f'<a href="javascript:{HIT}">Anna</a>',
        f'" onmouseover="{HIT}" autofocus onfocus="{HIT}',
        f"' onload='{HIT}' x='",
        f"` onerror={HIT} `",
        "`code` and `more",
        f"javascript:{HIT}",
        f"data:text/html,<script>{HIT}</script>",
        "<!-- <b>", "--><b>", "]]><b>", "<![CDATA[<b>", "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'b'>]>&a;",
        "&lt;b&gt;", "&#60;b&#62;", "&amp;lt;", "<b", "<bdi></bdi></bdi>", "<base href='//example.org/'>",
        f"<meta http-equiv=refresh content='0;url={ELSEWHERE}'>",
        f"<link rel=stylesheet href={ELSEWHERE}x.css>",
        f"<style>*{{background:url({ELSEWHERE}x)}}</style>",
        f"}}*{{background:url({ELSEWHERE}x)}}/*",
        "<form action=//example.org><input name=a></form>",
    ),
    "template": ("{{ 7*7 }}", "{% raw %}", "{# no #}", "${7*7}", "#{7*7}", "<%= 7*7 %>", "{0.__class__}", "%(name)s",
                 "${jndi:ldap://127.0.0.1/a}", "[markup]bold[/markup]", "[link=http://127.0.0.1]x[/link]"),
    "formula": (
        "=1+1", "=cmd|' /C calc'!A0", "+1+1", "-1+1", "-5", "@SUM(A1:A9)", "\t=1+1", "\r=1+1", "\n=1+1", " =1+1",
        "\u00a0=1+1", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff201", "\u22121+1", "\ufe66x", '"=1+1', "'=1+1",
        "a;=1+1", "a,=1+1", "a|=1+1", "a\t=1+1", 'a";=1+1;"', "a\n=1+1", "\ufeff=1+1", "\x00=1+1", "%0A=1+1",
        '=HYPERLINK("http://127.0.0.1:9/","go")', "<r><t>x</t></r>",
        "<r></r></is></c><c r='A9'><f>1+1</f></c><c><is><r></r>", "_x003D_1+1", "_x0041_x001B_[31m",
        "http://127.0.0.1:9/", "internal:'Players'!A1", "1e5", "1/2", "TRUE", "007",
    ),
    "path": (
        "../../etc/passwd", "..", ".", "/etc/passwd", "..\\..\\windows", "C:\\x", "CON", "aux.html", "nul", "a/b", "~",
        "~root/.ssh", "a\x00.html", "index.html", "%2e%2e%2f", "file:///etc/passwd", "-rf", "--help", "*", "?",
        "$(touch hit)", "`touch hit`", "; touch hit", "| touch hit", "name.", "Name", "name", "NAME",
    ),
    "sql": (
        "'; DROP TABLE hands; --", '"; DROP TABLE hands; --', "' OR '1'='1", "\\'; --", "/* */", "$1", "?1", "%", "_",
        "a%' ESCAPE '!", "{'a': 1}", "read_csv('/etc/passwd')", "NULL", "null", "None", "NaN", "hand_id",
    ),
    "terminal": (
        "\x1b[31mred", "\x1b[2J\x1b[H", "\x1b]0;title\x07", "\x1b]8;;http://127.0.0.1\x1b\\go\x1b]8;;\x1b\\",
        "\x1b]52;c;aGl0\x07", "\x1bP1$r\x1b\\", "\x1bc", "\x9b31mred", "\x9d52;c;aGl0\x9c", "\x07", "\x08\x08\x08",
        "\x7f", "\x0e\x0f", "a\rb", "a\nb", "a\x0bb\x0cc", "\x85next", "\u2028line\u2029", "\x1f", "%s %n %x",
        "\\x1b[31m",
    ),
    "unicode": (
        "\u202egnp.exe", "\u202aa\u202c", "\u2066a\u2069", "\u200fa", "\u061ca", "Anna\u200b", "An\u200dna",
        "An\u00adna",
        "\ufeffAnna", "Anna\u2060", "Anna\ufe0f", "Anna\u034f", "Anna\u3164", "Anna\u115f", "Anna\u2800", "Anna\u180e",
        "Anna\U000e0041", "Anna\u00a0", "Anna\u3000", "Anna ", " Anna", "An  na", "Anna",
        "\u0410nna", "Z" + "\u0351" * 300,
        "\u0338Anna", "a\u20dd\u20dd\u20dd\u20dd", "e\u0301", "\u00e9", "\ue000", "\U0010ffff", "\ufffe", "\ufffd",
        "\u05d0\u05d1\u05d2 (seat 2)", "\u0627\u0644\u0639 1, 2", "\U0001f468\u200d\U0001f469", "\u212b", "\ufb01",
        "",
        " ", "\u200b", "\u3164",
    ),
    "other": (
        "__proto__", "constructor", "toString", "__class__", "seat 1", "seat 2 (Anna)", "the house", "table", "house",
        "pot", "player:p1", "p1", "p2", "s0-clean", "P8", "undefined", "true", "0", "-0", "1" * 400, "x" * 40_000,
        "W" * 100 + "<b>", "<script>" * 2_000,
    ),
}  # fmt: skip
#: All of them, each once, in a fixed order.
NAMES: tuple[str, ...] = tuple(dict.fromkeys(name for names in KINDS.values() for name in names))
