"""Every small change to a module's source that its tests should notice.

A mutant changes one thing: a comparison, an operator, a number, a name or key, a truth value, a
condition, what is returned, or whether a statement runs at all. Left alone are annotations,
docstrings, decorators, and sentences for people: a test that repeats a sentence guards nothing.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
"""The neighbour across the border, and the opposite."""
COMBINED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNTOUCHED = frozenset({"annotation", "returns", "decorator_list", "bases"})
"""Fields in which nothing is changed."""


@dataclass(frozen=True)
class Mutant:
    """One change, as it would stand in the source."""

    line: int
    before: str
    """The statement, or the head of a longer one, on one line."""
    after: str
    code: CodeType
    """The whole module, changed and compiled."""

    def __str__(self) -> str:
        """As the report prints it."""
        return f"{self.line}: {self.before}  ->  {self.after}"


@dataclass(frozen=True)
class Place:
    """A node in the tree, and where it hangs."""

    node: ast.AST
    parent: ast.AST
    name: str
    """Of the parent's field."""
    index: int | None
    """In the field, where that is a list."""
    statement: ast.stmt
    """The innermost around it, or itself."""

    def put(self, node: ast.AST) -> None:
        """Hang another node there."""
        if self.index is None:
            setattr(self.parent, self.name, node)
        else:
            getattr(self.parent, self.name)[self.index] = node


def mutants(source: str, path: str) -> Iterator[Mutant]:
    """All of them, in the order of the source."""
    tree = ast.parse(source)
    for place in list(_places(tree, None)):
        before = _head(place.statement)
        for new in _changes(place):
            ast.copy_location(new, place.node)
            ast.fix_missing_locations(new)
            place.put(new)
            after = _head(new if isinstance(new, ast.stmt) else place.statement)
            code = compile(tree, path, "exec", dont_inherit=True)
            place.put(place.node)
            yield Mutant(getattr(place.node, "lineno", 0), before, after, code)


def _places(parent: ast.AST, statement: ast.stmt | None) -> Iterator[Place]:
    for name, value in ast.iter_fields(parent):
        if name in UNTOUCHED:
            continue
        many = isinstance(value, list)
        for index, node in enumerate(value if many else [value]):
            if not isinstance(node, ast.AST) or _is_about_types(node):
                continue
            inner = node if isinstance(node, ast.stmt) else statement
            if inner is not None:
                yield Place(node, parent, name, index if many else None, inner)
            yield from _places(node, inner)


def _is_about_types(node: ast.AST) -> bool:
    return isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias"


def _head(statement: ast.stmt) -> str:
    """One line of source: a statement without the statements inside it."""
    lines = ast.unparse(statement).splitlines()
    return next(line for line in lines if not line.startswith("@"))


def _changes(place: Place) -> Iterator[ast.AST]:
    """What may stand in this place instead."""
    node = place.node
    if isinstance(node, ast.expr):
        yield from _other_expressions(node, place.parent)
        if place.name in {"test", "ifs"} and not isinstance(node, ast.Compare | ast.UnaryOp):
            yield ast.UnaryOp(ast.Not(), node)
    elif isinstance(node, ast.stmt):
        yield from _other_statements(node)


def _other_statements(node: ast.stmt) -> Iterator[ast.stmt]:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            pass  # mypy proves that it is never reached
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.Raise():
            yield ast.Pass()
        case ast.Return(value=value) if value and ast.unparse(value) not in {"None", "False"}:
            yield ast.Return(ast.Constant(None))
        case ast.AugAssign(target=target, op=op, value=value):
            yield ast.Assign([target], value)
            yield ast.AugAssign(target, COMBINED[type(op)](), value)
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()
        case _:
            pass


def _other_expressions(node: ast.expr, parent: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Compare():
            yield from _other_comparisons(node)
        case ast.BinOp(left=left, op=combined, right=right):
            yield ast.BinOp(left, COMBINED[type(combined)](), right)
        case ast.BoolOp(op=joint, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(joint, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Name(id=name) if name in EXCHANGED:
            yield ast.Name(EXCHANGED[name], ast.Load())
        case ast.Constant(value=value) if not isinstance(parent, ast.Expr | ast.JoinedStr):
            yield from _other_constants(value)


def _other_comparisons(node: ast.Compare) -> Iterator[ast.expr]:
    for index, op in enumerate(node.ops):
        for other in COMPARED[type(op)]:
            ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)


def _other_constants(value: object) -> Iterator[ast.expr]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
    elif isinstance(value, str) and value and " " not in value:
        yield ast.Constant(f"{value}?")
