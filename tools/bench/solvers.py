"""Part `solvers`: the same programs with other Z3 versions, to choose the one that is pinned.

The versions are given in $COUNTERPOINT_BENCH_SOLVERS, paths separated by colons.
"""

import os
import subprocess
from collections import Counter

from generate import procedures
from peer import written
from setting import PROGRAMS, ROOT, corpus, report
from table import heading, seconds, table

VARIABLE = "COUNTERPOINT_BENCH_SOLVERS"


def part(setting):
    heading("Z3 versions")
    given = [path for path in os.environ.get(VARIABLE, "").split(":") if path]
    if not given:
        print(f"None given in {VARIABLE}: nothing to compare.")
        return
    paths = [ROOT / path for path in corpus()] + sorted(PROGRAMS.glob("*.bpl"))
    paths.append(written(setting, "many", procedures(300)))
    rows, verdicts = [], {}
    for solver in given:
        name = version(solver)
        finished = setting.check("--no-cache", "--jobs", 1, *paths, solver=solver)
        found = report(finished)
        if found is None:
            rows.append([name, "no verdicts"] + [""] * 6)
            continue
        verdicts[name] = {file["path"]: file["verdict"] for file in found["files"]}
        rows.append([name, *counts(verdicts[name]), seconds(finished.wall), seconds(finished.cpu)])
    table(["version", "proved", "failed", "unknown", "other", "right but not proved", "wall", "cpu"], rows)
    show_differences(verdicts)


def version(solver):
    """The version number a solver says it has."""
    said = subprocess.run([solver, "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
    return next((word for word in said if word[0].isdigit()), str(solver))


def counts(verdicts):
    words = Counter("failed" if word == "refuted" else word for word in verdicts.values())
    shown = [words[word] for word in ("proved", "failed", "unknown")]
    right = [path for path in verdicts if path.endswith("/ok.bpl") and verdicts[path] != "proved"]
    return [*shown, sum(words.values()) - sum(shown), len(right)]


def show_differences(verdicts):
    """Programs on which the versions do not agree."""
    differences = 0
    for path in sorted(set().union(*verdicts.values())):
        words = {name: found.get(path, "none") for name, found in verdicts.items()}
        if len(set(words.values())) > 1:
            differences += 1
            print(f"{shown(path)}: " + ", ".join(f"{name} {word}" for name, word in words.items()))
    print(f"{differences} programs with different verdicts" if differences else "the same verdicts everywhere")


def shown(path):
    return path.removeprefix(f"{ROOT}/")
