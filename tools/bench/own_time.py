"""Part `own-time`: how much of the time is our own work, where the solver needs a second or more.

Our own time is the wall time less the time spent waiting for the solver, where the JSON summary reports that. Else it is
the processor time of our process without the solver's, as a share of the processor time of both: on a busy machine the
wall time is too long a measure and would flatter us.
"""

from generate import procedures
from measure import ratio
from peer import written
from setting import PROGRAMS, report
from table import heading, percent, seconds, table, target
from warm import verdict

# Programs on which the solver works for less than this say nothing here.
ENOUGH_SECONDS = 1.0
OWN_SHARE = 0.1


def part(setting):
    heading("Our own share of the time where the solver needs a second or more")
    programs = [(path.stem, path) for path in sorted(PROGRAMS.glob("*.bpl"))]
    programs.append(("300 easy procedures", written(setting, "many", procedures(300))))
    rows, shares = [], []
    for name, path in programs:
        finished = setting.check("--no-cache", "--jobs", 1, path)
        solver = finished.cpu - finished.own_cpu
        share = own_share(finished)
        if solver >= ENOUGH_SECONDS:
            shares.append(share)
        measured = [seconds(finished.wall), seconds(solver), seconds(finished.own_cpu), percent(share)]
        rows.append([name, verdict(finished), *measured, "" if solver >= ENOUGH_SECONDS else "too easy to count"])
    table(["program", "verdict", "wall", "solver cpu", "own cpu", "own share", ""], rows)
    most = max(shares, default=0.0)
    target(f"own time at most {percent(OWN_SHARE)} (is at most: {percent(most)})", most <= OWN_SHARE)


def own_share(finished):
    found = report(finished)
    summary = found["summary"] if found else {}
    if "solver_ms" in summary and "wall_ms" in summary:
        return 1 - ratio(summary["solver_ms"], summary["wall_ms"])
    return ratio(finished.own_cpu, finished.cpu)
