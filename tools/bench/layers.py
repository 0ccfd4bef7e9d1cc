"""Part `layers`: concurrent programs, each by itself on all cores: wall time, the solver's time, our own.

The programs are the right ones of the examples, and those of a folder that $COUNTERPOINT_BENCH_CIVL names: a tree of
Civl programs with run lines that give libraries and companion files, as in Boogie's own tests.
"""

import os
import re
from pathlib import Path

from measure import ratio
from own_time import ENOUGH_SECONDS, OWN_SHARE
from setting import ROOT, libraries, shown
from table import heading, percent, seconds, table, target
from warm import verdict

VARIABLE = "COUNTERPOINT_BENCH_CIVL"
LONGEST_SECONDS = 60


def part(setting):
    heading("Layered refinement: wall time, solver and own processor time")
    report(setting, "the examples", examples())
    if given := civl_programs_given():
        report(setting, os.environ[VARIABLE], given)


def examples():
    """Name and arguments of each right program of the examples."""
    paths = sorted((ROOT / "examples" / "layers").rglob("*.bpl"))
    return [(shown(path), [*libraries(path), path]) for path in paths if not path.name.startswith("bug")]


def civl_programs_given():
    folder = os.environ.get(VARIABLE)
    return list(civl_programs(Path(folder))) if folder else []


def report(setting, title, programs):
    """The programs that take long, one by one, and all of them together."""
    runs = [(name, setting.check("--no-cache", *arguments)) for name, arguments in programs]
    long = sorted((run for run in runs if run[1].wall >= ENOUGH_SECONDS), key=lambda run: -run[1].wall)
    rows = [row(name, verdict(finished), [finished]) for name, finished in long]
    rows.append(row(f"all {len(runs)} programs of {title}", "", [finished for _, finished in runs]))
    table(["program", "verdict", "wall", "solver cpu", "own cpu", "own share"], rows)
    whole = sum(finished.wall for _, finished in runs)
    target(f"all in at most {LONGEST_SECONDS} s (is: {seconds(whole)})", whole <= LONGEST_SECONDS)
    most = max((own_share([finished]) for _, finished in long), default=0.0)
    target(f"own time at most {percent(OWN_SHARE)} where a run takes a second (is at most: {percent(most)})", most <= OWN_SHARE)


def row(name, verdict, runs):
    wall, cpu, own = (sum(getattr(run, field) for run in runs) for field in ("wall", "cpu", "own_cpu"))
    return [name, verdict, seconds(wall), seconds(cpu - own), seconds(own), percent(own_share(runs))]


def own_share(runs):
    return ratio(sum(run.own_cpu for run in runs), sum(run.cpu for run in runs))


def civl_programs(folder):
    """Name and arguments of each program that has a run line for boogie."""
    for path in sorted(folder.rglob("*.bpl")):
        lines = path.read_text(errors="replace").splitlines()
        run = next((line for line in lines if line.startswith("// RUN:") and "boogie" in line), None)
        if run is None:
            continue
        companions = [path.parent / name for name in re.findall(r"%S/([\w./-]+\.bpl)", run)]
        files = companions + ([path] if "%s" in run or not companions else [])
        names = re.findall(r"[-/]lib:(\w+)", run)
        together = ["--together"] if len(files) > 1 else []
        yield str(path.relative_to(folder)), [*(f"--lib={name}" for name in names), *together, *files]
