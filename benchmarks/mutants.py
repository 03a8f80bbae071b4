"""The mutants of a module: one small change each, made on its syntax tree.

Operators: a comparison for its neighbour (`<` for `<=`, `==` for `!=`, `in` for `not in` ...), `+` for `-` and the
like, `and` for `or`, `not` taken away, a condition the other way round, a whole number one higher, true for false, a
text that the program reads (a verb, a code, a rule, a key) for another, a returned value for None, a statement taken
away (a call, an assignment to a field or an item, `del`, `continue`, `break`), two arguments changed for one another.

Left out: annotations, docstrings, `__slots__`, the parts of f-strings and every constant with a space in it, which are
texts to people (the gallery has them to the letter), `raise`, and the order of the arguments of `min` and `max`.
"""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
REMOVED = (ast.Expr, ast.AugAssign, ast.Delete, ast.Continue, ast.Break)
CONDITIONS = (ast.If, ast.While, ast.IfExp)

#: Changes a node in place, or gives the node to stand there instead.
Change = Callable[[ast.AST], ast.AST | None]


@dataclass(frozen=True)
class Mutant:
    """One changed module. `lines` are those of the statement that was changed, None where it runs on import."""

    module: str
    path: Path
    source: str
    number: int
    line: int
    lines: range | None
    operator: str
    before: str
    after: str
    place: int  # of the node in the walk over the tree
    change: Change

    def __str__(self) -> str:
        return f"{self.module} #{self.number} line {self.line} ({self.operator}): {self.before}  ->  {self.after}"

    def code(self) -> CodeType:
        """The module with the change."""
        tree = ast.parse(self.source)
        _changed(tree, self.place, self.change)
        return compile(ast.fix_missing_locations(tree), str(self.path), "exec")


def mutants_of(module: str, path: Path) -> list[Mutant]:
    """All mutants of a module, numbered from 1 in the order of the source."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    left_out = _left_out(tree)
    found: list[Mutant] = []
    for place, node, lines in _walk(tree):
        if id(node) in left_out:
            continue
        for operator, change in _changes(node):
            before, after = _text(node), _text_after(node, change)
            if before == after:
                continue
            line = node.target.lineno if isinstance(node, ast.comprehension) else getattr(node, "lineno", 1)
            found.append(
                Mutant(module, path, source, len(found) + 1, line, lines, operator, before, after, place, change)
            )
    return found


def _walk(tree: ast.Module) -> Iterator[tuple[int, ast.AST, range | None]]:
    """Every node with its number and the lines of its statement; None where it stands in no function."""
    number = -1

    def visit(node: ast.AST, lines: range | None, inside: bool) -> Iterator[tuple[int, ast.AST, range | None]]:
        nonlocal number
        number += 1
        if isinstance(node, ast.stmt) and inside:
            lines = range(node.lineno, _header_end(node) + 1)
        yield number, node, lines
        function = isinstance(node, ast.FunctionDef | ast.Lambda)
        for field, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from visit(child, lines, inside or (function and field == "body"))

    yield from visit(tree, None, False)


def _header_end(node: ast.stmt) -> int:
    """The last line of a statement without the block under it."""
    body = getattr(node, "body", None)
    if not body or not isinstance(body, list):
        return node.end_lineno or node.lineno
    return max(node.lineno, body[0].lineno - 1)


def _changed(tree: ast.Module, place: int, change: Change) -> None:
    target = next(node for number, node, _ in _walk(tree) if number == place)
    instead = change(target)
    if instead is None:
        return
    for parent in ast.walk(tree):
        for _, value in ast.iter_fields(parent):
            if isinstance(value, list) and target in value:
                value[value.index(target)] = instead
                return
        for field, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, field, instead)
                return


def _left_out(tree: ast.Module) -> set[int]:
    """Nodes that are not the program's: annotations, texts to people, `__slots__`, imports for types."""
    roots = [root for node in ast.walk(tree) for root in _not_program(node)]
    return {id(child) for root in roots for child in ast.walk(root)}


def _not_program(node: ast.AST) -> list[ast.AST]:
    """What of a node is left out."""
    match node:
        case ast.FunctionDef(returns=ast.AST() as returns):
            return [returns]
        case ast.arg(annotation=ast.AST() as annotation) | ast.AnnAssign(annotation=annotation):
            return [annotation]
        case ast.JoinedStr() | ast.Raise() | ast.Expr(value=ast.Constant()):
            return [node]
        case ast.Assign(targets=[ast.Name(id="__slots__")]) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return [node]
        case ast.ClassDef():
            return list(node.keywords)
    return []


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    if isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield "arithmetic", _other_operator
    elif isinstance(node, ast.BoolOp):
        yield "boolean", _other_boolean
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield "unary", lambda n: n.operand  # type: ignore[attr-defined]
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Return) and node.value is not None and not _is_nothing(node.value):
        yield "return", _return_none
    elif isinstance(node, ast.Call) and _may_swap(node):
        yield "arguments", _swap_arguments
    if isinstance(node, CONDITIONS) and not isinstance(node.test, ast.Compare | ast.UnaryOp):
        yield "condition", _negate
    if isinstance(node, ast.comprehension) and node.ifs:
        yield "condition", _negate_filter
    if isinstance(node, REMOVED) or (
        isinstance(node, ast.Assign) and all(isinstance(t, ast.Attribute | ast.Subscript) for t in node.targets)
    ):
        yield "removed", lambda n: ast.copy_location(ast.Pass(), n)


def _comparisons(node: ast.Compare) -> Iterator[tuple[str, Change]]:
    for place, operator in enumerate(node.ops):
        other = COMPARISONS[type(operator)]

        def change(n: ast.AST, place: int = place, to: type[ast.cmpop] = other) -> None:
            n.ops[place] = to()  # type: ignore[attr-defined]

        yield "comparison", change


def _constants(node: ast.Constant) -> Iterator[tuple[str, Change]]:
    value = node.value
    if isinstance(value, bool):
        yield "constant", lambda n: ast.copy_location(ast.Constant(not n.value), n)  # type: ignore[attr-defined]
    elif isinstance(value, int):
        yield "constant", lambda n: ast.copy_location(ast.Constant(n.value + 1), n)  # type: ignore[attr-defined]
    elif isinstance(value, str) and value and " " not in value:
        yield "constant", lambda n: ast.copy_location(ast.Constant(f"{n.value}?"), n)  # type: ignore[attr-defined]


def _other_operator(node: ast.AST) -> None:
    node.op = ARITHMETIC[type(node.op)]()  # type: ignore[attr-defined]


def _other_boolean(node: ast.AST) -> None:
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()  # type: ignore[attr-defined]


def _return_none(node: ast.AST) -> None:
    node.value = ast.Constant(None)  # type: ignore[attr-defined]


def _swap_arguments(node: ast.AST) -> None:
    arguments = node.args  # type: ignore[attr-defined]
    arguments[0], arguments[1] = arguments[1], arguments[0]


def _negate(node: ast.AST) -> None:
    node.test = ast.UnaryOp(ast.Not(), node.test)  # type: ignore[attr-defined]


def _negate_filter(node: ast.AST) -> None:
    node.ifs[0] = ast.UnaryOp(ast.Not(), node.ifs[0])  # type: ignore[attr-defined]


def _may_swap(node: ast.Call) -> bool:
    """Whether two arguments changed for one another can matter: not those of `min` and `max`."""
    starred = any(isinstance(argument, ast.Starred) for argument in node.args)
    return len(node.args) > 1 and not starred and getattr(node.func, "id", "") not in ("min", "max")


def _is_nothing(node: ast.expr) -> bool:
    """None, or False, which says the same to whoever asks."""
    return isinstance(node, ast.Constant) and node.value in (None, False)


def _text(node: ast.AST) -> str:
    """The first line of a node as source."""
    shown = node
    if isinstance(node, ast.If | ast.While):
        shown = node.test
    return ast.unparse(ast.fix_missing_locations(deepcopy(shown))).splitlines()[0][:110]


def _text_after(node: ast.AST, change: Change) -> str:
    copied = deepcopy(node)
    return _text(change(copied) or copied)
