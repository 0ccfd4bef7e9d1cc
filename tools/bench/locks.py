"""Part `locks`: the concurrent buffer by methods and as a whole, lock classes, a client and server of 20,000 lines, and
faults that are put into it."""

import re
import subprocess
import sys
from pathlib import Path

from lock_faults import counted, measure, not_found
from measure import median, run
from setting import ROOT, report
from table import heading, megabytes, seconds, table, target

BUFFER = ROOT / "examples" / "locks" / "buffer"
BEHAVIOUR = ROOT / "examples" / "locks" / "behaviour"
GENERATOR = Path(__file__).with_name("client_server.py")

LINES = 20000
LONGEST_SECONDS = 10
LARGEST_MEGABYTES = 500
EVERY_SECONDS = 0.2
SIXTEEN_SECONDS = 1
# How many properties are proved, at least: of the class, for every number of threads, for sixteen.
PROPERTIES = [("read_write_lock", 6, 10), ("mutex", 4, 6)]
FAULTS = 201


def part(setting):
    buffer(setting)
    behaviour(setting)
    client_server(setting)
    faults(setting)


def buffer(setting):
    heading("The concurrent buffer: each method for all depths of reentry, and all threads together")
    rows, is_proved = [], True
    for depth in ["2", "4", "6", "unbounded"]:
        path = BUFFER / (f"ok_depth_{depth}.java" if depth.isdigit() else f"ok_{depth}.java")
        modular = median([setting.check("--engine", "locks", "--no-cache", path) for _ in range(setting.repeat)])
        is_proved &= modular.code == 0
        whole = run([str(setting.binary), "explore", "--timeout", "60", str(path)])
        states = re.search(r"\((\d+) states", whole.output)
        explored = states.group(1) if states else "none within a minute"
        rows.append([depth, seconds(modular.wall), explored, seconds(whole.wall)])
    table(["depth", "by methods", "states together", "together"], rows)
    target("proved by methods at every depth", is_proved)


def behaviour(setting):
    heading("Properties of lock classes: the longest of each class, for every number of threads and for sixteen")
    rows, is_fast, proved, wrong = [], True, {}, []
    for path in sorted(BEHAVIOUR.glob("*/*.java")):
        every = longest(setting.check("--engine", "locks", "--no-cache", path))
        sixteen = longest(setting.check("--engine", "locks", "--no-cache", "--threads", "16", path))
        name = f"{path.parent.name}/{path.stem}"
        shown = lambda longest: [f"{longest[0]}, {longest[1]}", seconds(longest[2])]
        rows.append([name, *shown(every), *shown(sixteen)])
        proved[name] = every[0], sixteen[0]
        if path.stem.startswith("bug") and not every[1] and "vacuous" not in path.stem:
            wrong.append(name)
        is_fast &= not path.stem.startswith("ok") or every[2] <= EVERY_SECONDS and sixteen[2] <= SIXTEEN_SECONDS
    table(["class", "proved, refuted", "every number", "proved, refuted", "sixteen"], rows)
    target(f"right classes: {EVERY_SECONDS} s for every number, {SIXTEEN_SECONDS} s for sixteen, per property", is_fast)
    for name, every, sixteen in PROPERTIES:
        found = proved[f"{name}/ok"]
        # One of them is that nobody waits for ever.
        is_enough = found[0] > every and found[1] > sixteen
        target(f"{name}: {every} properties for every number of threads, {sixteen} for sixteen", is_enough)
    target(f"each wrong class is refuted with a run {' '.join(wrong)}".strip(), not wrong)


def longest(finished):
    """How many properties are proved, how many refuted, and the longest time of one."""
    found = report(finished)
    if not found:
        return 0, 0, 0.0
    properties = [
        obligation for program in found["files"] for obligation in program["obligations"]
        if obligation["kind"] in ("lock-property", "lock-deadlock")
    ]
    count = lambda verdict: sum(obligation["verdict"] == verdict for obligation in properties)
    return count("proved"), count("refuted"), max(obligation["time_ms"] for obligation in properties) / 1000


def client_server(setting):
    heading(f"A client and a server of {LINES} lines")
    folder = setting.scratch / "client-server"
    subprocess.run([sys.executable, str(GENERATOR), str(folder), str(LINES)], check=True, stdout=subprocess.DEVNULL)
    checked = median([setting.check("--engine", "locks", "--no-cache", folder) for _ in range(setting.repeat)])
    found = report(checked)
    proved = found["summary"]["proved"] if found else 0
    table(["methods proved", "wall", "memory"], [[proved, seconds(checked.wall), megabytes(checked.own_memory)]])
    is_small = checked.wall <= LONGEST_SECONDS and checked.own_memory <= LARGEST_MEGABYTES
    target(f"proved within {LONGEST_SECONDS} s and {LARGEST_MEGABYTES} MB", is_small and checked.code == 0)


def faults(setting):
    heading(f"{FAULTS} faults in the client and server of {LINES} lines")
    is_right, results = measure(str(setting.binary), FAULTS, LINES)
    table(["kind", "faults", "found", "unknown", "proved to break nothing"], counted(results))
    print("\n".join(not_found(results)))
    target("nothing is reported without a fault, and each fault is found or proved to break nothing",
           is_right and all(code in (0, 1) for _, _, _, code, _ in results))
