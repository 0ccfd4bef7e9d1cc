"""Part `effects`: the structures of the paper: by summaries, by merging views, and by the paper's C++ prototype.

The prototype is given the summaries and the linearization points; Counterpoint computes and finds them. Its figures were
measured once on one machine with two cores. Merging views (`--interference classical`) is the method that summaries
replace; it is run once. Numbers of views are pinned in crates/effects/tests/structures.rs.
"""

import re
from pathlib import Path

from measure import median, ratio
from setting import report
from table import heading, seconds, table, target

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "effects"

# Seconds and views of the prototype; none where it has no proof, was not tried, or the number is not known.
PROGRAMS = [
    ("coarse_stack_gc.c", 0.017, None),
    ("coarse_queue_gc.c", 0.030, None),
    ("treiber_gc.c", 0.05, 458),
    ("michael_scott_gc.c", 0.37, 1552),
    ("dglm_gc.c", 0.38, 1559),
    ("coarse_stack_manual.c", 0.16, None),
    ("coarse_queue_manual.c", 0.98, None),
    ("treiber_manual.c", 1.79, 2926),
    ("michael_scott_manual.c", 140.6, 27087),
    ("dglm_manual.c", None, None),
    ("treiber_backoff.c", None, None),
    ("two_lock_queue_manual.c", None, None),
]

# Shorter times of the prototype are too small to compare: starting a process takes a part of them.
COMPARED_SECONDS = 0.1
FASTER = 10
LONGEST_SECONDS = 5
LARGEST_MEGABYTES = 1024


def part(setting):
    heading("Lock-free structures: wall time, views and memory of the whole run")
    rows, fast_enough, runs, same = [], True, [], True
    for name, prototype, prototype_views in PROGRAMS:
        path = EXAMPLES / name
        run = median([setting.check("--no-cache", path) for _ in range(setting.repeat)])
        merged = setting.check("--no-cache", "--interference", "classical", path)
        runs.append(run)
        gain = ratio(prototype, run.wall) if prototype else None
        fast_enough &= gain is None or prototype < COMPARED_SECONDS or gain >= FASTER
        same &= verdict(run) == verdict(merged) or name == "dglm_manual.c"
        theirs = [seconds(prototype) if prototype else "no proof", prototype_views or "", f"{gain:.0f}" if gain else ""]
        rows.append([name, *figures(run), *figures(merged), f"{ratio(merged.wall, run.wall):.0f}", *theirs])
    ours = ["verdict", "wall", "views", "memory"]
    table(["program", *ours, *(f"merging: {name}" for name in ours), "times longer", "prototype", "views", "times faster"], rows)
    target(f"at least {FASTER} times faster wherever the prototype takes {COMPARED_SECONDS} s", fast_enough)
    is_small = all(run.wall <= LONGEST_SECONDS and run.own_memory <= LARGEST_MEGABYTES for run in runs)
    target(f"each within {LONGEST_SECONDS} s and {LARGEST_MEGABYTES} MB", is_small)
    target("merging proves the same, except DGLM with manual memory, whose proof needs another owner of cells", same)


def figures(run):
    return [verdict(run), seconds(run.wall), views(run) or "", f"{run.own_memory:.0f} MB"]


def verdict(finished):
    found = report(finished)
    return found["files"][0]["verdict"] if found else "no verdict"


def views(finished):
    """The number of views that a proof has, from the note that says how it was found."""
    found = report(finished)
    for diagnostic in found["files"][0]["diagnostics"] if found else []:
        said = re.match(r"proved by (\d+) views", diagnostic["message"])
        if said:
            return int(said.group(1))
    return None
