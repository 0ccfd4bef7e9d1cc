"""Part `warm`: the second run, with nothing changed and with one procedure changed."""

from generate import procedures
from measure import median, ratio
from peer import written
from setting import report
from table import heading, percent, seconds, table, target

COUNT = 1000
EDITED = 501
WARM_SHARE = 0.1


def part(setting):
    heading(f"Warm runs: {COUNT} procedures, results of an earlier run in the cache")
    program = written(setting, "warm", procedures(COUNT))
    cache = setting.scratch / "cache"
    cold = setting.check("--cache-dir", cache, program)
    unchanged = median([setting.check("--cache-dir", cache, program) for _ in range(setting.repeat)])
    # Each repetition edits another procedure, so that none finds the results of the one before it.
    edits = []
    for number in range(setting.repeat):
        program.write_text(procedures(COUNT, edited=EDITED + number))
        edits.append(setting.check("--cache-dir", cache, program))
    edited = median(edits)
    runs = [("cold, empty cache", cold), ("nothing changed", unchanged), ("one procedure changed", edited)]
    rows = [
        [name, verdict(run), seconds(run.wall), seconds(run.cpu), seconds(run.own_cpu), *shares(run, cold)]
        for name, run in runs
    ]
    table(["run", "verdict", "wall", "cpu", "own cpu", "wall / cold", "cpu / cold"], rows)
    share = ratio(edited.wall, cold.wall)
    target(f"after an edit at most {percent(WARM_SHARE)} of the cold run (is: {percent(share)})", share <= WARM_SHARE)


def shares(run, cold):
    return [percent(ratio(run.wall, cold.wall)), percent(ratio(run.cpu, cold.cpu))]


def verdict(finished):
    found = report(finished)
    return found["files"][0]["verdict"] if found else "no verdict"
