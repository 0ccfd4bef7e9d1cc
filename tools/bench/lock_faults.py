#!/usr/bin/env python3
"""Injects faults into the generated client and server, and tells which are found.

    lock_faults.py COUNTERPOINT [FAULTS] [LINES]    so many faults (201) of the three kinds, in a program of LINES lines (2500)

For each fault: the kind, what was changed, and the first finding. At the end, a table. A fault that is not found is listed: it
may not change what the program does to its locks.
"""

import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

KINDS = ["im", "icv", "icn"]


def check(tool, folder):
    """The findings of a program, as code and line."""
    run = subprocess.run(
        [tool, "check", "--engine", "locks", "--no-cache", "--format", "json1", str(folder)],
        capture_output=True, text=True, timeout=600,
    )
    if run.returncode not in (0, 1, 3) or not run.stdout:
        raise SystemExit(f"{' '.join(run.args)}: exit code {run.returncode}: {run.stderr.strip()}")
    report = json.loads(run.stdout)
    found = []
    for program in report["files"]:
        for finding in program["diagnostics"]:
            if finding["severity"] != "note":
                found.append((finding["code"], finding["span"]["line"]))
    return run.returncode, found


def fault(tool, source, kind, seed):
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(
            [tool, "inject", "--kind", kind, "--seed", str(seed), str(source), folder],
            capture_output=True, text=True, check=True, timeout=600,
        ).stdout.strip()
        code, found = check(tool, folder)
    description = re.sub(r"^.*/([^/]*\.java)", r"\1", told)
    return kind, seed, description, code, found


def measure(tool, faults, lines):
    """Whether the program is right without a fault, and what is said of each fault."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        generator = Path(__file__).with_name("client_server.py")
        subprocess.run([sys.executable, str(generator), str(source), str(lines)], check=True, capture_output=True)
        code, found = check(tool, source)
        tasks = [(KINDS[index % len(KINDS)], index) for index in range(faults)]
        with ThreadPoolExecutor(max_workers=2) as pool:
            results = list(pool.map(lambda task: fault(tool, source, *task), tasks))
    return code == 0 and not found, results


def counted(results):
    """By kind: how many are found, unknown, and proved to break nothing."""
    rows = {kind: [0, 0, 0] for kind in KINDS}
    for kind, _, _, code, _ in results:
        rows[kind][{1: 0, 3: 1, 0: 2}[code]] += 1
    return [[kind, sum(row), *row] for kind, row in rows.items()]


def not_found(results):
    """One line for each fault without a finding."""
    return [f"{kind} {seed}: exit code {code}: {text}" for kind, seed, text, code, _ in results if code != 1]


def main():
    tool = sys.argv[1]
    faults = int(sys.argv[2]) if len(sys.argv) > 2 else 201
    lines = sys.argv[3] if len(sys.argv) > 3 else "2500"
    is_right, results = measure(tool, faults, lines)
    print(f"without a fault: {'proved' if is_right else 'NOT proved'}")
    print("\n".join(not_found(results)))
    print("| kind | faults | found | unknown | proved to break nothing |")
    print("|---|---:|---:|---:|---:|")
    for row in counted(results):
        print("| " + " | ".join(str(cell) for cell in row) + " |")


if __name__ == "__main__":
    main()
