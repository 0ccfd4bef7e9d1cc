"""Part `scaling`: time per procedure and our own memory as programs grow."""

from generate import procedures
from measure import median, ratio
from peer import written
from table import heading, megabytes, seconds, table, target
from warm import verdict

COUNTS = [100, 300, 1000, 3000, 10000]

# Programs up to this size are measured several times.
SHORT = 1000

# Processor time per procedure may differ by this factor between the best and the worst size. The wall time is shown
# beside it, but on a busy machine it says more about the machine.
FLAT = 1.5

# The smallest program with so many lines must need no more of our memory than this.
LINES = 10_000
MEMORY_MEGABYTES = 200


def part(setting):
    heading("Scaling: generated programs of many procedures")
    rows, walls, cpus, memory_of_lines = [], [], [], None
    for count in COUNTS:
        text = procedures(count)
        lines = text.count("\n")
        program = written(setting, "scaling", text)
        finished = median([setting.check("--no-cache", program) for _ in range(setting.repeat if count <= SHORT else 1)])
        walls.append(finished.wall / count)
        cpus.append(finished.cpu / count)
        if lines >= LINES and memory_of_lines is None:
            memory_of_lines = finished.own_memory
        each = [f"{1000 * value:.2f} ms" for value in (walls[-1], cpus[-1], finished.own_cpu / count)]
        memory = megabytes(finished.own_memory)
        rows.append([f"{count}", lines, verdict(finished), seconds(finished.wall), *each, memory])
    names = ["procedures", "lines", "verdict", "wall", "wall each", "cpu each", "own cpu each", "own memory"]
    table(names, rows)
    print(f"greatest / smallest time per procedure: wall {spread(walls):.2f}, cpu {spread(cpus):.2f}")
    target(f"processor time per procedure within a factor {FLAT} over all sizes", spread(cpus) <= FLAT)
    text = f"at most {MEMORY_MEGABYTES} MB of our own for a program of {LINES} lines (is: {megabytes(memory_of_lines)})"
    target(text, memory_of_lines <= MEMORY_MEGABYTES)


def spread(values):
    return ratio(max(values), min(values))
