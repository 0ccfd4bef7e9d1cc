#!/usr/bin/env python3
"""Fetches the pinned Z3 into .tools/: downloads its wheel, checks the hash, unpacks the binary.

Does nothing when the binary is there already. The link .tools/z3 points to the pinned binary.
"""

import hashlib
import os
import platform
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

VERSION = "4.12.6.0"

# SHA-256 of the wheels of the package z3-solver, by version and platform.
WHEELS = {
    ("4.12.6.0", "linux-x86_64"): "dca097b9a3026a63019eba65fe7ad120dcccec847cc33a7c0e548cfe324680fc",
    ("4.15.4.0", "linux-x86_64"): "7e103a6f203f505b8b8b8e5c931cc407c95b61556512d4921c1ddc0b3f41b08e",
    ("5.4.0.0", "linux-x86_64"): "0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b",
}

TOOLS = Path(__file__).resolve().parent.parent / ".tools"


def main():
    version = VERSION.rsplit(".", 1)[0]
    folder = TOOLS / f"z3-{version}"
    binary = folder / "z3"
    if not binary.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=TOOLS) as scratch:
            unpacked = unpack(download(Path(scratch)), Path(scratch))
            check_version(unpacked, version)
            os.replace(unpacked, binary)
        print(f"Z3 {version} is now at {binary.relative_to(TOOLS.parent)}")
    link(binary)


def download(scratch):
    """The path of the wheel, after its hash was checked."""
    platform_name = f"{platform.system()}-{platform.machine()}".lower()
    expected = WHEELS.get((VERSION, platform_name))
    if expected is None:
        fail(f"no Z3 is pinned for {platform_name}; install Z3 and pass --solver PATH, or set COUNTERPOINT_Z3")
    print(f"fetching Z3 {VERSION} ...", flush=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    pip += ["--disable-pip-version-check", "--dest", str(scratch), f"z3-solver=={VERSION}"]
    try:
        run = subprocess.run(pip, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        fail("the download of Z3 took more than ten minutes")
    wheels = list(scratch.glob("*.whl"))
    if run.returncode != 0 or len(wheels) != 1:
        last = "\n".join(run.stdout.strip().splitlines()[-5:])
        fail(f"pip could not fetch Z3 (is there a network?); it said:\n{last}\n"
             "Or install Z3 yourself and pass --solver PATH, or set COUNTERPOINT_Z3.")
    actual = hashlib.sha256(wheels[0].read_bytes()).hexdigest()
    if actual != expected:
        fail(f"the hash of {wheels[0].name} is not the pinned one\n  expected {expected}\n  actual   {actual}")
    return wheels[0]


def unpack(wheel, scratch):
    """The path of the z3 binary, taken out of the wheel and made executable."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith(".data/data/bin/z3")]
        if len(names) != 1:
            fail(f"{wheel.name} holds {len(names)} z3 binaries, expected one")
        binary = scratch / "z3"
        binary.write_bytes(archive.read(names[0]))
    binary.chmod(0o755)
    return binary


def check_version(binary, version):
    """A binary that does not run here is better refused now than at the first check."""
    try:
        run = subprocess.run([str(binary), "--version"], stdout=subprocess.PIPE, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        fail(f"the fetched z3 does not run on this machine: {error}")
    if run.returncode != 0 or version not in run.stdout:
        fail(f"the fetched z3 does not call itself {version}: {run.stdout.strip()!r}")


def link(binary):
    """Points .tools/z3 to the binary, replacing another link in one step."""
    target = os.path.relpath(binary, TOOLS)
    place = TOOLS / "z3"
    if place.is_symlink() and os.readlink(place) == target:
        return
    fresh = TOOLS / f"z3.link.{os.getpid()}"
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(target)
    os.replace(fresh, place)


def fail(message):
    sys.exit(f"setup: {message}")


if __name__ == "__main__":
    main()
