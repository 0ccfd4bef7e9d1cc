"""Part `solvers`: the same programs with other Z3 versions, to choose the one that is pinned.

The versions are given in $COUNTERPOINT_BENCH_SOLVERS, paths separated by colons.
"""

import itertools
import os
import subprocess
from collections import Counter

from generate import procedures
from peer import written
from setting import PROGRAMS, corpus, libraries, report, shown
from table import heading, seconds, some, table

VARIABLE = "COUNTERPOINT_BENCH_SOLVERS"

# The solver's verdict in a word: that a failing run could be replayed is not its merit.
WORDS = {"refuted": "failed"}


def part(setting):
    heading("Z3 versions")
    solvers = given()
    if not solvers:
        print(f"None given in {VARIABLE}: nothing to compare.")
        return
    programs = corpus() + sorted(PROGRAMS.glob("*.bpl")) + [written(setting, "many", procedures(300))]
    rows, verdicts = [], {}
    for solver in solvers:
        name = version(solver)
        verdicts[name], slowest, wall, cpu = verify(setting, solver, programs)
        rows.append([name, *counts(verdicts[name]), seconds(wall), seconds(cpu), slowest])
    names = ["version", "proved", "failed", "unknown", "other", "right but not proved", "wall", "cpu", "slowest"]
    table(names, rows)
    show_differences(verdicts)


def given():
    return [path for path in os.environ.get(VARIABLE, "").split(":") if path]


def verify(setting, solver, programs):
    """The verdict of each program, the slowest program, the wall time and the processor time of all."""
    verdicts, times, wall, cpu = {}, {}, 0.0, 0.0
    for options, group in itertools.groupby(programs, key=libraries):
        finished = setting.check("--no-cache", "--jobs", 1, *options, *group, solver=solver)
        wall += finished.wall
        cpu += finished.cpu
        found = report(finished) or {"files": []}
        for file in found["files"]:
            verdicts[file["path"]] = WORDS.get(file["verdict"], file["verdict"])
            times[file["path"]] = file["time_ms"] / 1000
    slowest = max(times, key=times.get, default=None)
    return verdicts, f"{shown(slowest)} {seconds(times[slowest])}" if slowest else "", wall, cpu


def version(solver):
    """The version number a solver says it has."""
    said = subprocess.run([solver, "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
    return next((word for word in said if word[0].isdigit()), str(solver))


def counts(verdicts):
    words = Counter(verdicts.values())
    common = [words[word] for word in ("proved", "failed", "unknown")]
    right = [path for path in verdicts if path.endswith("/ok.bpl") and verdicts[path] != "proved"]
    return [*common, sum(words.values()) - sum(common), len(right)]


def show_differences(verdicts):
    """Programs on which the versions do not agree."""
    groups = {}
    for path in sorted(set().union(*verdicts.values())):
        words = tuple(f"{name} {found.get(path, 'no verdict')}" for name, found in verdicts.items())
        if len({found.get(path) for found in verdicts.values()}) > 1:
            groups.setdefault(words, []).append(shown(path))
    for words, paths in groups.items():
        print(f"{', '.join(words)}: {some(paths)}")
    if not groups:
        print("the same verdicts everywhere")
