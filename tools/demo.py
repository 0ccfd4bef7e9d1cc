#!/usr/bin/env python3
"""Checks the examples: the right programs must be proved, and a wrong one of each kind must show its error."""

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path("examples")
RIGHT = [
    ("sequential", "sequential/*/ok*.bpl"),
    ("layered", "layers/*/ok*.bpl"),
    ("lock-free and locked", "effects/*_manual.c"),
    ("annotated Java", "rely/[a-c]*/ok.java"),
    ("Java lock", "locks/behaviour/*/ok.java"),
]
WRONG = [
    ("a search that skips an element", "sequential/binary_search/bug_skips_element.bpl"),
    ("a counter whose lock is released between reading and writing", "layers/locked_counter/bug_released_between.bpl"),
    ("a stack whose nodes come back under the same address", "effects/bugs/treiber_no_versions.c"),
    ("a buffer that waits under `if`", "rely/bounded_buffer/bug_await_under_if.java"),
    ("a lock that an exception leaves locked", "locks/exception_path/bug_no_finally.java"),
]


def main():
    binary = sys.argv[1]
    for kind, pattern in RIGHT:
        paths = sorted(str(path) for path in EXAMPLES.glob(pattern))
        if not paths:
            sys.exit(f"demo: there are no examples {pattern}")
        print(f"\nThe {len(paths)} right {kind} programs of {EXAMPLES / pattern}:\n", flush=True)
        run(binary, EXAMPLES / pattern, paths, expected=0)
    for what, path in WRONG:
        print(f"\nA wrong one, {what}:\n", flush=True)
        run(binary, EXAMPLES / path, [EXAMPLES / path], expected=1)
    print(f"\nAll as expected. Try your own: {binary} check FILE")


def run(binary, shown, paths, expected):
    print(f"$ counterpoint check {shown}", flush=True)
    code = subprocess.run([binary, "check", *paths]).returncode
    if code != expected:
        sys.exit(f"demo: expected exit code {expected}, got {code}")


if __name__ == "__main__":
    main()
