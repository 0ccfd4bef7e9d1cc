#!/usr/bin/env python3
"""A solver that is killed at one question of twenty: hands its input on to the real one and dies with it.

usage: dying_solver.py SOLVER LOG SEED ARGUMENTS...
Each kill leaves a line in LOG: a hash of what was said since the last reset, that is, of the question.
"""
import hashlib, os, random, signal, subprocess, sys

solver, log, seed, arguments = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
chance = random.Random(f"{seed} {os.getpid()}")
real = subprocess.Popen([solver, *arguments], stdin=subprocess.PIPE)
question = hashlib.sha256()
answers = 0
for line in sys.stdin.buffer:
    if line.startswith(b"(push") or line.startswith(b"(reset"):
        question = hashlib.sha256()
    elif not line.startswith((b"(echo", b"(set-option")):
        question.update(line)
    if line.startswith(b"(check-sat"):
        answers += 1
        # The first two are those of the introduction.
        if answers > 2 and chance.random() < 0.05:
            with open(log, "a") as kills:
                kills.write(question.hexdigest() + "\n")
            os.kill(real.pid, signal.SIGKILL)
            os.kill(os.getpid(), signal.SIGKILL)
    real.stdin.write(line)
    real.stdin.flush()
real.stdin.close()
real.wait()
