#!/usr/bin/env python3
"""Checks the examples: the right programs must be proved, and a wrong one of each kind must show its error."""

import subprocess
import sys
from pathlib import Path

SEQUENTIAL = Path("examples/sequential")
LAYERS = Path("examples/layers")
WRONG = [
    ("a search that skips an element", SEQUENTIAL / "binary_search" / "bug_skips_element.bpl"),
    ("a counter whose lock is released between reading and writing", LAYERS / "locked_counter" / "bug_released_between.bpl"),
]


def main():
    binary = sys.argv[1]
    for folder, kind in [(SEQUENTIAL, "sequential"), (LAYERS, "concurrent")]:
        right = sorted(str(path) for path in folder.glob("*/ok*.bpl"))
        if not right:
            sys.exit(f"demo: there are no examples in {folder}")
        print(f"\nThe {len(right)} right {kind} programs of {folder}:\n", flush=True)
        run(binary, f"{folder}/*/ok*.bpl", right, expected=0)
    for what, path in WRONG:
        print(f"\nA wrong one, {what}:\n", flush=True)
        run(binary, path, [path], expected=1)
    print(f"\nAll as expected. Try your own: {binary} check FILE.bpl")


def run(binary, shown, paths, expected):
    print(f"$ counterpoint check {shown}", flush=True)
    code = subprocess.run([binary, "check", *paths]).returncode
    if code != expected:
        sys.exit(f"demo: expected exit code {expected}, got {code}")


if __name__ == "__main__":
    main()
