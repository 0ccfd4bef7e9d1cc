"""Part `effects`: the structures of the paper, against the times of its C++ prototype.

The prototype is given the summaries and the linearization points; Counterpoint computes and finds them. The figures of the
prototype were measured once on one machine with two cores. The numbers of views are pinned in
crates/effects/tests/structures.rs.
"""

from pathlib import Path

from measure import median, ratio
from setting import report
from table import heading, seconds, table, target

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "effects"

# Seconds of the prototype; none where it has no proof or was not tried.
PROGRAMS = [
    ("coarse_stack_gc.c", 0.017),
    ("coarse_queue_gc.c", 0.030),
    ("treiber_gc.c", 0.05),
    ("michael_scott_gc.c", 0.37),
    ("dglm_gc.c", 0.38),
    ("coarse_stack_manual.c", 0.16),
    ("coarse_queue_manual.c", 0.98),
    ("treiber_manual.c", 1.79),
    ("michael_scott_manual.c", 140.6),
    ("dglm_manual.c", None),
    ("treiber_backoff.c", None),
    ("two_lock_queue_manual.c", None),
]

# Shorter times of the prototype are too small to compare: starting a process takes a part of them.
COMPARED_SECONDS = 0.1
FASTER = 10
LONGEST_SECONDS = 5
LARGEST_MEGABYTES = 1024


def part(setting):
    heading("Lock-free structures: wall time of the whole run against the prototype's")
    rows, fast_enough, runs = [], True, []
    for name, prototype in PROGRAMS:
        run = median([setting.check("--no-cache", EXAMPLES / name) for _ in range(setting.repeat)])
        runs.append(run)
        gain = ratio(prototype, run.wall) if prototype else None
        fast_enough &= gain is None or prototype < COMPARED_SECONDS or gain >= FASTER
        rows.append([name, verdict(run), seconds(run.wall), seconds(run.cpu), f"{run.own_memory:.0f} MB", *against(prototype, gain)])
    table(["program", "verdict", "wall", "cpu", "memory", "prototype", "times faster"], rows)
    target(f"at least {FASTER} times faster wherever the prototype takes {COMPARED_SECONDS} s", fast_enough)
    is_small = all(run.wall <= LONGEST_SECONDS and run.own_memory <= LARGEST_MEGABYTES for run in runs)
    target(f"each within {LONGEST_SECONDS} s and {LARGEST_MEGABYTES} MB", is_small)


def against(prototype, gain):
    return [seconds(prototype), f"{gain:.0f}"] if prototype else ["no proof", ""]


def verdict(finished):
    found = report(finished)
    return found["files"][0]["verdict"] if found else "no verdict"
