"""The changes that are made: those of Cosmic Ray that look like a slip, and two more.

Cosmic Ray replaces an operator by every other one. Most of that nobody would write, and much of it changes nothing
(`== 0` and `<= 0` of a number that is never negative), so each operator here has one or two replacements: its opposite,
and for a comparison its other bound. Rules change state by statements, so whole statements are left out, too.
"""

# pyright: reportMissingImports=false, reportIncompatibleMethodOverride=false

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import parso.python.tree as tree
from cosmic_ray import plugins
from cosmic_ray.operators.operator import Example, Operator

SWAPPED = {"+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "min": "max", "max": "min"}

CHOSEN = re.compile(
    r"core/(NumberReplacer|AddNot|ZeroIterationForLoop"
    r"|Replace(AndWithOr|OrWithAnd|TrueWithFalse|FalseWithTrue|BreakWithContinue|ContinueWithBreak)"
    r"|ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt)"
    r"|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|Mul_FloorDiv|FloorDiv_Mul|Mod_FloorDiv"
    r"|BitAnd_BitOr|BitOr_BitAnd|LShift_RShift|RShift_LShift)"
    r"|ReplaceUnaryOperator_Delete_(Not|Invert|USub))"
    r"|mailwing/.*"
)


class LeaveOutStatement(Operator):
    """Leaves out a statement that has an effect: a call, or an assignment to more than a local name."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """The statement, if it is one of that kind."""
        if node.type == "simple_stmt" and has_effect(node.children[0]):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Put `pass` in its place."""
        first = node.get_first_leaf()
        node.children[0] = tree.Keyword("pass", first.start_pos, prefix=first.prefix)
        return node

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        """What it does, in the form that Cosmic Ray has for that."""
        return (Example("s.first = 2\n", "pass\n"),)


class SwapToken(Operator):
    """Swaps what is one word in the source, and no operator of an expression: `+=`, `min`."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        """The token, if it is one of those."""
        if node.type in ("operator", "name") and node.value in SWAPPED:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        """Put its counterpart in its place."""
        return type(node)(SWAPPED[node.value], node.start_pos, prefix=node.prefix)

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        """What it does, in the form that Cosmic Ray has for that."""
        return (Example("x += 1", "x -= 1"), Example("min(a, b)", "max(a, b)"))


def has_effect(statement: Any) -> bool:
    """Whether something outlives a statement: it calls something, or assigns to more than a local name."""
    if statement.type == "atom_expr":
        return True
    return statement.type == "expr_stmt" and statement.children[0].type == "atom_expr"


plugins.OPERATOR_PROVIDERS["mailwing"] = {"LeaveOutStatement": LeaveOutStatement, "SwapToken": SwapToken}


def operators() -> dict[str, Any]:
    """The operators that are used, by the name that Cosmic Ray finds them under."""
    return {name: plugins.get_operator(name)() for name in sorted(plugins.operator_names()) if CHOSEN.fullmatch(name)}
