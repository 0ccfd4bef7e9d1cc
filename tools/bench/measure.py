"""Runs a command and measures it: wall time, processor time, the process's own share of both, its peak memory."""

import os
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass

TICKS = os.sysconf("SC_CLK_TCK")

# How often the peak memory is read. The kernel keeps the peak, so only growth in the last moment can be missed.
POLL_SECONDS = 0.005

# No run of a benchmark takes longer; one that does is reported with this exit code.
LONGEST_SECONDS = 900
STOPPED = -1


@dataclass
class Run:
    code: int
    output: str
    wall: float
    # Processor time of the process and everything it started and waited for, in seconds.
    cpu: float
    # Processor time of the process alone: its own threads, not the solvers it started.
    own_cpu: float
    # Peak memory of the process alone, in megabytes.
    own_memory: float


def run(command):
    """Runs the command with its output kept; standard error is thrown away."""
    with tempfile.TemporaryFile() as output:
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL)
        peak = watch(process, start + LONGEST_SECONDS)
        wall = time.monotonic() - start
        # The process has ended but is not reaped: its times can still be read.
        own, with_children = processor_times(process.pid)
        code = process.wait()
        if wall >= LONGEST_SECONDS:
            code = STOPPED
        output.seek(0)
        text = output.read().decode(errors="replace")
    return Run(code, text, wall, with_children, own, peak)


def watch(process, deadline):
    """Waits until the process has ended, without reaping it; returns its peak memory in megabytes."""
    peak = 0.0
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        peak = max(peak, peak_memory(process.pid))
        if time.monotonic() > deadline:
            process.kill()
        time.sleep(POLL_SECONDS)
    return peak


def peak_memory(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def processor_times(pid):
    """The processor time of a process alone, and with the children it waited for."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    user, system, child_user, child_system = (int(field) / TICKS for field in fields[11:15])
    return user + system, user + system + child_user + child_system


def median(runs):
    """The run with the median wall time."""
    middle = statistics.median_low(run.wall for run in runs)
    return next(run for run in runs if run.wall == middle)


def ratio(dividend, divisor):
    return dividend / divisor if divisor > 0 else float("inf")
