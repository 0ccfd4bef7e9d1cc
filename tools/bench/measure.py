"""Runs a command and measures it: wall time, processor time, the process's own share of both, its peak memory."""

import os
import statistics
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass

TICKS = os.sysconf("SC_CLK_TCK")

# How often the peak memory is read. The kernel keeps the peak, so only growth in the last moment can be missed. Short
# runs are looked at more often.
POLL_SECONDS = 0.01
SHORT_RUN_SECONDS = 0.1
SHORT_RUN_POLL_SECONDS = 0.001

# No run of a benchmark takes longer, unless it is told to; one that does has this exit code.
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


def run(command, longest=LONGEST_SECONDS):
    """Runs the command with its output kept; standard error is thrown away."""
    with tempfile.TemporaryFile() as output:
        start = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL)
        watcher = Watcher(process, longest)
        # Ended but not reaped: its times can still be read.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        wall = time.monotonic() - start
        own, with_children = processor_times(process.pid)
        watcher.stop()
        _, status, usage = os.wait4(process.pid, 0)
        code = process.returncode = os.waitstatus_to_exitcode(status)
        # A process that ended before it was looked at: the kernel says at most how much it had, as that counts from before
        # it was the command.
        peak = watcher.peak or usage.ru_maxrss / 1024
        output.seek(0)
        text = output.read().decode(errors="replace")
    return Run(STOPPED if watcher.has_killed else code, text, wall, with_children, own, peak)


class Watcher:
    """Reads the peak memory of a process now and then, and kills it when it takes too long."""

    def __init__(self, process, longest):
        self.process = process
        self.longest = longest
        self.peak = 0.0
        self.has_killed = False
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()

    def watch(self):
        start = time.monotonic()
        deadline = start + self.longest

        def pause():
            return SHORT_RUN_POLL_SECONDS if time.monotonic() - start < SHORT_RUN_SECONDS else POLL_SECONDS

        while not self.ended.wait(pause()):
            self.peak = max(self.peak, peak_memory(self.process.pid))
            if time.monotonic() > deadline and not self.has_killed:
                self.has_killed = True
                self.process.kill()

    def stop(self):
        self.ended.set()
        self.thread.join()


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
