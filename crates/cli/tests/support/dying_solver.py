#!/usr/bin/env python3
"""A solver that is killed at one question of twenty: hands its input on to the real one and dies with it.

usage: dying_solver.py SOLVER LOG SEED ARGUMENTS...
Which questions are killed follows from SEED, the question, and how often it was killed before: no clock, process number
or order of the questions decides. Each kill leaves a line in LOG: a hash of the question, that is, of the command and of
what was asserted since the last reset.
"""
import hashlib, os, signal, subprocess, sys

solver, log, seed, arguments = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]


def is_killed(question):
    """Says so of one question of twenty, and leaves the line in the log."""
    with open(log, "a+") as kills:
        kills.seek(0)
        before = kills.read().split().count(question)
        chosen = hashlib.sha256(f"{seed} {question} {before}".encode()).digest()[0] < 256 // 20
        if chosen:
            kills.write(question + "\n")
    return chosen


real = subprocess.Popen([solver, *arguments], stdin=subprocess.PIPE)
asserted = hashlib.sha256()
is_introduction = False
is_output = False
for line in sys.stdin.buffer:
    if line.startswith((b"(push", b"(reset")):
        asserted = hashlib.sha256()
    elif line.startswith(b"(get-"):
        # What is asked for after an answer may take several lines, up to the next echo.
        is_output = True
        is_introduction |= line.startswith(b"(get-info :version")
    elif line.startswith(b"(echo"):
        is_output = False
    elif line.startswith(b"(check-sat"):
        question = asserted.copy()
        question.update(line)
        if not is_introduction and is_killed(question.hexdigest()):
            os.kill(real.pid, signal.SIGKILL)
            os.kill(os.getpid(), signal.SIGKILL)
    elif not is_output and line.strip() and not line.startswith(b"(set-option"):
        asserted.update(line)
    real.stdin.write(line)
    real.stdin.flush()
real.stdin.close()
real.wait()
