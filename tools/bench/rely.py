"""Part `rely`: each method of the examples, a client of 1,600 lines cold and after an edit, classes of many methods, and
sources of the JDK if $COUNTERPOINT_BENCH_JDK is a folder or a `src.zip` of them."""

import os
import shutil
import zipfile
from collections import Counter
from pathlib import Path

from java_methods import methods
from measure import median
from setting import ROOT, report, shown
from table import heading, seconds, table, target

EXAMPLES = ROOT / "examples" / "rely"
CLIENT = EXAMPLES / "crawler"

METHOD_SECONDS = 1
COLD_SECONDS = 10
WARM_SECONDS = 1
COUNTS = [10, 30, 100, 300, 1000]
# How much longer a method may take in the largest class than in the smallest one of a hundred or more.
GROWTH = 1.5
# Of the JDK: classes that are thread-safe by their monitors, and a package.
SAFE = ["java/util/Vector.java", "java/util/Hashtable.java"]
PACKAGE = "java/util/concurrent"
JDK_SECONDS = 120


def part(setting):
    examples(setting)
    client(setting)
    many(setting)
    jdk(setting)


def examples(setting):
    heading("The methods of the examples that take longest")
    slowest, wrong = [], []
    for path in sorted(EXAMPLES.glob("*/*.java")):
        if path.parent == CLIENT:
            continue
        found = report(setting.check("--engine", "rely", "--no-cache", path))
        if not found:
            wrong.append(shown(path))
            continue
        times = method_times(found)
        slowest += [(time, name, shown(path)) for name, time in times.items()]
        wrong += [shown(path)] if (found["files"][0]["verdict"] == "proved") == path.stem.startswith("bug") else []
    slowest.sort(reverse=True)
    table(["method", "program", "time"], [[name, path, seconds(time)] for time, name, path in slowest[:8]])
    print(f"{len(slowest)} methods; judged otherwise than marked: {', '.join(wrong) or 'none'}\n")
    target(f"each method within {METHOD_SECONDS} s", bool(slowest) and slowest[0][0] <= METHOD_SECONDS)


def method_times(found):
    """The longest time of an obligation of each method: its obligations are asked together."""
    times = {}
    for program in found["files"]:
        for obligation in program["obligations"]:
            name = obligation["id"].split("/")[0]
            times[name] = max(times.get(name, 0), obligation["time_ms"] / 1000)
    return times


def client(setting):
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in CLIENT.glob("*.java"))
    heading(f"A client of {lines} lines: cold, unchanged, and after an edit in one method")
    folder, cache = setting.scratch / "crawler", setting.scratch / "crawler-cache"
    shutil.copytree(CLIENT, folder, dirs_exist_ok=True)
    shutil.rmtree(cache, ignore_errors=True)
    check = lambda: setting.check("--engine", "rely", "--cache-dir", cache, folder)
    cold, warm = check(), check()
    edited = folder / "Log.java"
    edited.write_text(edited.read_text(encoding="utf-8").replace("int found = 0;", "int found = 1 - 1;"), encoding="utf-8")
    after = check()
    rows = [[name, (report(run) or {}).get("summary", {}).get("proved", 0), seconds(run.wall), seconds(run.own_cpu)]
            for name, run in [("cold", cold), ("unchanged", warm), ("after an edit", after)]]
    table(["run", "proved", "wall", "own"], rows)
    target(f"proved within {COLD_SECONDS} s cold", cold.code == 0 and cold.wall <= COLD_SECONDS)
    target(f"proved within {WARM_SECONDS} s after an edit", after.code == 0 and after.wall <= WARM_SECONDS)


def many(setting):
    heading("Classes of many methods")
    rows, by_method = [], {}
    for count in COUNTS:
        path = setting.scratch / "Many.java"
        path.write_text(methods(count, "monitor"), encoding="utf-8")
        runs = [setting.check("--engine", "rely", "--no-cache", path) for _ in range(setting.repeat if count < 300 else 1)]
        checked = median(runs)
        by_method[count] = checked.cpu / count
        rows.append([count, seconds(checked.wall), seconds(checked.own_cpu), f"{1000 * checked.cpu / count:.1f} ms",
                     "proved" if checked.code == 0 else f"exit {checked.code}"])
    table(["methods", "wall", "own", "processor, per method", "verdict"], rows)
    is_linear = by_method[COUNTS[-1]] <= GROWTH * by_method[100]
    target(f"a method of {COUNTS[-1]} takes at most {GROWTH} times as long as one of 100", is_linear)


def jdk(setting):
    given = os.environ.get("COUNTERPOINT_BENCH_JDK")
    if not given:
        print("No sources of the JDK: $COUNTERPOINT_BENCH_JDK names no folder or `src.zip`.\n")
        return
    sources = unpacked(Path(given), setting.scratch / "jdk")
    heading("Sources of the JDK")
    rows, reasons, is_bounded = [], Counter(), True
    for name in SAFE + sorted(str(path.relative_to(sources)) for path in (sources / PACKAGE).glob("*.java")):
        path = sources / name
        if path.name == "package-info.java" or not path.is_file():
            continue
        safe = ["--thread-safe", path.stem] if name in SAFE else []
        checked = setting.check("--engine", "rely", "--no-cache", *safe, path)
        found = report(checked)
        is_bounded &= found is not None and checked.wall <= JDK_SECONDS
        verdicts = Counter(by_method(found).values()) if found else Counter()
        reasons.update(unsupported(found) if found else ["no report"])
        if verdicts or not found:
            rows.append([path.stem, sum(verdicts.values())]
                        + [verdicts[verdict] for verdict in ("proved", "failed", "unknown", "unsupported")]
                        + [seconds(checked.wall)])
    table(["file", "methods", "proved", "failed", "unknown", "unsupported", "wall"], rows)
    table(["why not supported", "methods"], reasons.most_common(15))
    target(f"no crash, and each file within {JDK_SECONDS} s", is_bounded)


def unpacked(given, folder):
    """The folder with `java/util`: of a folder, itself or `java.base` in it; of an archive, what is unpacked."""
    if given.is_file():
        with zipfile.ZipFile(given) as archive:
            wanted = [name for name in archive.namelist() if "java/util/" in name and name.endswith(".java")]
            archive.extractall(folder, wanted)
        given = folder
    return given / "java.base" if (given / "java.base").is_dir() else given


def by_method(found):
    """The worst verdict of each method."""
    order = ["proved", "unknown", "failed", "refuted", "unsupported", "invalid"]
    verdicts = {}
    for program in found["files"]:
        for obligation in program["obligations"]:
            name = obligation["id"].split("/")[0]
            verdicts[name] = max(verdicts.get(name, "proved"), obligation["verdict"], key=order.index)
    return verdicts


def unsupported(found):
    """The reasons in the messages, without the names of the methods."""
    diagnostics = (diagnostic for program in found["files"] for diagnostic in program["diagnostics"])
    messages = (one["message"] for one in diagnostics if "is not checked: " in one["message"])
    return [generalised(message.split("is not checked: ", 1)[1]) for message in messages]


def generalised(reason):
    parts = reason.split("`")
    return "…".join(parts[::2]) if len(parts) > 2 else reason
