"""Part `robustness`: the concurrent programs with other random seeds and other Z3 versions.

A proof that holds by luck breaks here. Obligations whose verdict is not the same everywhere are named. The programs are
those of part `layers`; the versions are those of part `solvers`.
"""

from collections import Counter

from layers import civl_programs_given, examples
from setting import report
from solvers import WORDS, given, version
from table import heading, seconds, some, table

SEEDS = [1, 2, 3]


def part(setting):
    heading("Concurrent programs with other seeds and other Z3 versions")
    programs = examples() + civl_programs_given()
    solvers = [(f"seed {seed}", seeded(setting, seed)) for seed in SEEDS]
    solvers += [(f"version {version(path)}", path) for path in given()]
    rows, verdicts = [], {}
    for name, solver in solvers:
        verdicts[name], wall = verify(setting, solver, programs)
        words = Counter(verdicts[name].values())
        rows.append([name, *(words[word] for word in ("proved", "failed", "unknown", "unsupported")), seconds(wall)])
    table(["solver", "proved", "failed", "unknown", "unsupported", "wall"], rows)
    show_unstable(verdicts)


def seeded(setting, seed):
    """A solver that starts from this seed."""
    path = setting.scratch / f"z3-seed-{seed}"
    path.write_text(f'#!/bin/sh\nexec "{setting.solver}" smt.random_seed={seed} sat.random_seed={seed} "$@"\n')
    path.chmod(0o755)
    return path


def verify(setting, solver, programs):
    """The verdict of each obligation, and the wall time of all."""
    verdicts, wall = {}, 0.0
    for name, arguments in programs:
        finished = setting.check("--no-cache", *arguments, solver=solver)
        wall += finished.wall
        for file in (report(finished) or {"files": []})["files"]:
            for obligation in file["obligations"]:
                verdict = obligation["verdict"]
                verdicts[f"{name}: {obligation['id']}"] = WORDS.get(verdict, verdict)
    return verdicts, wall


def show_unstable(verdicts):
    everywhere = set().union(*verdicts.values())
    unstable = [key for key in sorted(everywhere) if len({found.get(key) for found in verdicts.values()}) > 1]
    print(f"{len(everywhere)} obligations, {len(unstable)} of them not the same everywhere", flush=True)
    for key in unstable:
        words = Counter(found.get(key, "no verdict") for found in verdicts.values())
        odd = [f"{name} {found.get(key, 'no verdict')}" for name, found in verdicts.items() if words[found.get(key, "no verdict")] < len(verdicts) / 2]
        print(f"  {key}: {some(odd)}")
