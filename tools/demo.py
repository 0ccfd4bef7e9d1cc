#!/usr/bin/env python3
"""Checks the examples: the right programs must be proved, and a wrong one must show its error."""

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path("examples/sequential")
WRONG = EXAMPLES / "binary_search" / "bug_skips_element.bpl"


def main():
    binary = sys.argv[1]
    right = sorted(str(path) for path in EXAMPLES.glob("*/ok.bpl"))
    if not right:
        sys.exit(f"demo: there are no examples in {EXAMPLES}")
    print(f"\nThe {len(right)} right programs of {EXAMPLES}:\n", flush=True)
    run(binary, f"{EXAMPLES}/*/ok.bpl", right, expected=0)
    print("\nA wrong one, whose search skips an element:\n", flush=True)
    run(binary, WRONG, [WRONG], expected=1)
    print("\nBoth as expected. Try your own: counterpoint check FILE.bpl")


def run(binary, shown, paths, expected):
    print(f"$ counterpoint check {shown}", flush=True)
    code = subprocess.run([binary, "check", *paths]).returncode
    if code != expected:
        sys.exit(f"demo: expected exit code {expected}, got {code}")


if __name__ == "__main__":
    main()
