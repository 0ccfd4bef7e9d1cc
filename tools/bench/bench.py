#!/usr/bin/env python3
"""Measures Counterpoint and prints the results as tables; docs/benchmarks.md explains them.

Needs the release build and the solver: `make bench` sees to both. Installs nothing.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import effects
import effects_growth
import layers
import locks
import own_time
import peer
import rely
import robustness
import scaling
import setting
import solvers
import warm

PARTS = {
    "peer": peer.part,
    "own-time": own_time.part,
    "warm": warm.part,
    "scaling": scaling.part,
    "layers": layers.part,
    "effects": effects.part,
    "effects-growth": effects_growth.part,
    "locks": locks.part,
    "rely": rely.part,
    "robustness": robustness.part,
    "solvers": solvers.part,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part (repeatable)")
    parser.add_argument("--binary", type=Path, default=setting.binary(), help="the counterpoint to measure")
    parser.add_argument("--repeat", type=int, default=3, help="repetitions of short runs; the median counts")
    options = parser.parse_args()
    solver = setting.solver()
    for what, path in [("binary", options.binary), ("solver", solver)]:
        if not path.is_file():
            sys.exit(f"bench: the {what} {path} is not there; `make bench` builds and fetches what is needed")
    show_machine(solver)
    with tempfile.TemporaryDirectory(prefix="counterpoint-bench-") as scratch:
        used = setting.Setting(options.binary, solver, Path(scratch), max(options.repeat, 1))
        for name in options.part or PARTS:
            PARTS[name](used)


def show_machine(solver):
    said = subprocess.run([solver, "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start; solver: {said}")


if __name__ == "__main__":
    main()
