"""Part `scaling`: time per procedure and our own memory as programs grow."""

from generate import procedures
from measure import ratio
from peer import written
from table import heading, megabytes, seconds, table, target, times
from warm import verdict

COUNTS = [100, 300, 1000, 3000, 10000]

# Time per procedure may differ by this factor between the best and the worst size.
FLAT = 2.0

# The smallest program with so many lines must need no more of our memory than this.
LINES = 10_000
MEMORY_MEGABYTES = 200


def part(setting):
    heading("Scaling: generated programs of many procedures")
    rows, costs, memory_of_lines = [], [], None
    for count in COUNTS:
        text = procedures(count)
        lines = text.count("\n")
        finished = setting.check("--no-cache", written(setting, "scaling", text))
        costs.append(finished.wall / count)
        if lines >= LINES and memory_of_lines is None:
            memory_of_lines = finished.own_memory
        each = [f"{1000 * value / count:.2f} ms" for value in (finished.wall, finished.cpu, finished.own_cpu)]
        memory = megabytes(finished.own_memory)
        rows.append([f"{count}", lines, verdict(finished), seconds(finished.wall), *each, memory])
    names = ["procedures", "lines", "verdict", "wall", "wall each", "cpu each", "own cpu each", "own memory"]
    table(names, rows)
    flat = ratio(max(costs), min(costs))
    target(f"time per procedure within a factor {times(FLAT)} over all sizes (is: {times(flat)})", flat <= FLAT)
    text = f"at most {MEMORY_MEGABYTES} MB of our own for a program of {LINES} lines (is: {megabytes(memory_of_lines)})"
    target(text, memory_of_lines <= MEMORY_MEGABYTES)
