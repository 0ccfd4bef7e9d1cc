"""Part `peer`: our programs, verified by Counterpoint and by boogie on the same Z3 binary.

Both verify one procedure at a time, without a cache, without abstract interpretation, and report every error.
Runs alternate, so that both meet the same noise.
"""

import re
import shutil
from collections import Counter

from generate import procedures
from measure import STOPPED, median, ratio, run
from setting import TIMEOUT_SECONDS, corpus, libraries, report, shown
from table import heading, seconds, some, table, target, times

FASTER = 5

# One program that needs a proof and one that has an error: a boogie that cannot drive the solver fails here.
PROBE = "procedure Right(x: int) { assert x < x + 1; }\nprocedure Wrong(x: int) { assert x < 1; }\n"

# boogie waits forever for a solver that does not understand it.
LONGEST_SECONDS = 30

VERDICT = re.compile(r"finished with (\d+) verified, (\d+) errors?(.*)")
REJECTED = re.compile(r"parse errors? detected|name resolution errors? detected|type checking errors? detected")


def part(setting):
    heading("Counterpoint and boogie on the same programs and the same Z3")
    boogie = Boogie(setting) if shutil.which("boogie") else None
    if boogie is None:
        print("There is no boogie on the PATH: only our own times.\n")
    elif not boogie.works():
        print(f"This boogie cannot drive {setting.solver}: only our own times. Another Z3: COUNTERPOINT_Z3.\n")
        boogie = None
    programs = corpus()
    results = [result for path in programs if (result := compare(setting, boogie, path))]
    if boogie:
        print(f"{len(programs) - len(results)} of {len(programs)} programs are left out: this boogie rejects them or hangs.\n")
    rows = [
        row("nothing (start and end)", [compare(setting, boogie, written(setting, "empty", ""))]),
        row(f"{len(results)} programs", results),
        row("300 generated procedures", [compare(setting, boogie, written(setting, "many", procedures(300)))]),
    ]
    table(["programs", "counterpoint", "boogie", "ratio", "cpu", "boogie cpu", "ratio"], rows)
    if boogie:
        show_verdicts(results)
        faster = ratio(sum(theirs.wall for _, _, theirs in results), sum(ours.wall for _, ours, _ in results))
        target(f"at least {FASTER} times faster in total (is: {times(faster)})", faster >= FASTER)


class Boogie:
    def __init__(self, setting):
        self.setting = setting
        self.options = ["/nologo", "/noinfer", "/errorLimit:100", f"/timeLimit:{TIMEOUT_SECONDS}"]
        # The one names the solver that is asked for its version, the other the solver that is used.
        self.options += [f"/z3exe:{setting.solver}", f"/proverOpt:PROVER_PATH={setting.solver}"]

    def run(self, path):
        return run(["boogie", *self.options, str(path)], longest=LONGEST_SECONDS)

    def works(self):
        found = VERDICT.search(self.run(written(self.setting, "probe", PROBE)).output)
        return found is not None and found.groups()[:2] == ("1", "1")


def written(setting, name, text):
    path = setting.scratch / f"{name}.bpl"
    path.write_text(text)
    return path


def compare(setting, boogie, path):
    """The path, our median run, their median run; nothing if they reject the program or do not come to an end."""
    ours, theirs = [], []
    for _ in range(setting.repeat):
        if boogie:
            theirs.append(boogie.run(path))
            if REJECTED.search(theirs[0].output) or theirs[0].code == STOPPED:
                return None
        ours.append(setting.check("--no-cache", "--jobs", 1, *libraries(path), path))
    return path, median(ours), median(theirs) if boogie else None


def row(name, results):
    results = [result for result in results if result]
    wall, cpu = (sum(getattr(ours, field) for _, ours, _ in results) for field in ("wall", "cpu"))
    if not results or results[0][2] is None:
        return [name, seconds(wall), "", "", seconds(cpu), "", ""]
    their_wall, their_cpu = (sum(getattr(theirs, field) for _, _, theirs in results) for field in ("wall", "cpu"))
    walls = [seconds(wall), seconds(their_wall), times(ratio(their_wall, wall))]
    return [name, *walls, seconds(cpu), seconds(their_cpu), times(ratio(their_cpu, cpu))]


def verdict_of_boogie(finished):
    found = VERDICT.search(finished.output)
    if not found:
        return "no verdict"
    if int(found.group(2)) > 0:
        return "failed"
    return "unknown" if found.group(3).strip(" ,") else "proved"


def verdict_of_counterpoint(finished):
    """The same words; `vacuous` where nothing but contradictory assumptions are wrong, which boogie does not look for."""
    found = report(finished)
    if found is None:
        return "no verdict"
    names = {finding["name"] for file in found["files"] for finding in file["diagnostics"] if finding["severity"] == "error"}
    return "vacuous" if names == {"vacuous"} else found["files"][0]["verdict"]


def show_verdicts(results):
    pairs = [(path, verdict_of_counterpoint(ours), verdict_of_boogie(theirs)) for path, ours, theirs in results]
    same = Counter(ours for _, ours, theirs in pairs if is_same(ours, theirs))
    print("same verdict: " + ", ".join(f"{count} {word}" for word, count in sorted(same.items())))
    for (ours, theirs), paths in grouped(pairs).items():
        print(f"counterpoint says {ours}, boogie {theirs}: {some([shown(path) for path in paths])}")


def is_same(ours, theirs):
    # A refuted program is a failed one whose failing run was replayed.
    return ours == theirs or (ours, theirs) == ("refuted", "failed")


def grouped(pairs):
    groups = {}
    for path, ours, theirs in pairs:
        if not is_same(ours, theirs):
            groups.setdefault((ours, theirs), []).append(path)
    return groups
