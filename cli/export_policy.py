"""`mailwing export-policy`: write a trained agent as an ONNX model."""

from __future__ import annotations

import argparse
from pathlib import Path

from .terminal import as_json
from .terminal import shown as terminal_text

EXAMPLES = """\
examples:
  mailwing export-policy runs/x/best --out policy.onnx
  mailwing export-policy zoo/selfplay --game ab_die_post --out policy.onnx

The model takes observations and masks, and gives masked log-probabilities and values; docs/data_sets.md shows how to
run it."""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "export-policy",
        help="write a trained agent as an ONNX model",
        description="Write a trained agent as an ONNX model.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("checkpoint", help="checkpoint folder, or zoo/NAME")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the file that is written")
    parser.add_argument("--game", help="id of the game, for a name that several games have in the zoo")
    parser.add_argument("--overwrite", action="store_true", help="replace the file if it is there")
    parser.add_argument("--json", action="store_true", help="print one JSON object on stdout and nothing else there")


def run(args: argparse.Namespace) -> int:
    """Write the model.

    Raises:
        ValueError: there is no such agent, or something is at the target.
        OSError: the target cannot be written.
    """
    from ..agents.onnx_files import export_policy

    about = export_policy(args.checkpoint, args.out, args.game, overwrite=args.overwrite)
    size = args.out.stat().st_size
    if args.json:
        known = {name: about[name] for name in ("mailwing", "game", "version", "spec_hash", "players", "base")}
        print(as_json({"path": str(args.out), "bytes": size, **known}, indent=1))
    else:
        over = f", over the bot {about['base']}" if about["base"] else ""
        print(terminal_text(f"{args.out}: a policy for {about['game']}{over}, {size / 1e6:.1f} MB"))
    return 0
