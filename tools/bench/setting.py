"""What a benchmark works with: the binary, the solver, a scratch folder, and the programs of the repository."""

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from measure import run

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = Path(__file__).resolve().parent / "programs"

# Wall-clock limit per obligation, for every verifier.
TIMEOUT_SECONDS = 30


@dataclass
class Setting:
    binary: Path
    solver: Path
    scratch: Path
    # How often short runs are repeated; the median counts.
    repeat: int

    def check(self, *arguments, solver=None):
        """Runs `counterpoint check`; the output is JSON."""
        command = [str(self.binary), "check", "--format", "json1", "--solver", str(solver or self.solver)]
        command += ["--timeout", str(TIMEOUT_SECONDS)]
        return run(command + [str(argument) for argument in arguments])


def binary():
    target = Path(os.environ.get("CARGO_TARGET_DIR") or "target")
    return (ROOT / target / "release" / "counterpoint").resolve()


def solver():
    """The solver that $COUNTERPOINT_Z3 names, else the pinned one."""
    given = os.environ.get("COUNTERPOINT_Z3")
    if given:
        return Path(shutil.which(given) or given)
    return ROOT / ".tools" / "z3"


def corpus():
    """The programs of the tests and examples, without those that are no valid programs."""
    folders = [ROOT / "tests" / "sequential", ROOT / "examples" / "sequential"]
    paths = sorted(path for folder in folders for path in folder.rglob("*.bpl"))
    return [path for path in paths if path.parent.name != "invalid"]


def libraries(path):
    """The options for the libraries that a program names in its first line: `// lib: base node`."""
    with open(path, encoding="utf-8", errors="replace") as file:
        first = file.readline()
    prefix = "// lib: "
    names = first[len(prefix):].split() if first.startswith(prefix) else []
    return [f"--lib={name}" for name in names]


def shown(path):
    """The path as people know it: from the root of the repository."""
    return str(path).removeprefix(f"{ROOT}/")


def report(finished):
    """The JSON object that a run of Counterpoint printed, or nothing if it printed none."""
    try:
        return json.loads(finished.output)
    except ValueError:
        return None
