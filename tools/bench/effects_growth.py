"""Part `effects-growth`: time and views as structures grow, on generated ones.

Methods: a stack whose operations are chosen among many that do the same, each with a compare-and-swap of its own. Pointer
variables: a stack whose `pop` holds more and more pointers into the list, all of which matter until its end.
"""

from effects import verdict, views
from measure import median
from table import heading, seconds, table, target

METHODS = [1, 2, 4, 8, 16, 32]
POINTERS = [0, 1, 2, 3, 4]

# Time per method may grow by this factor from the fewest to the most.
FLAT = 3.0

START = """
#include "counterpoint.h"
#include <sched.h>
#include <stdlib.h>

//@ linearizable stack(push, pop)
//@ memory {memory}

typedef struct Node {{
  int data;
  struct Node *next;
}} Node;

static _Atomic(Node *) Top;
"""


def methods(count):
    """A stack with this many ways to push and to pop."""
    push = "".join(
        f"    case {at}:\n      while (true) {{\n        top = Top;\n        node->next = top;\n"
        "        if (CAS(&Top, top, node)) return;\n      }\n"
        for at in range(count)
    )
    pop = "".join(
        f"    case {at}:\n      while (true) {{\n        top = Top;\n        if (top == NULL) return false;\n"
        "        next = top->next;\n        if (CAS(&Top, top, next)) {\n          *out = top->data;\n"
        "          return true;\n        }\n      }\n"
        for at in range(count)
    )
    choice = f"  switch (atomic_fetch_add(&Turn, 1) % {count}) {{\n"
    return (
        START.format(memory="gc")
        + "static atomic_uint Turn;\n\nvoid push(int value)\n{\n  Node *node = malloc(sizeof *node), *top;\n  node->data = value;\n"
        + f"{choice}{push}  }}\n  while (true) {{\n  }}\n}}\n"
        + f"\nbool pop(int *out)\n{{\n  Node *top, *next;\n{choice}{pop}  }}\n  while (true) {{\n  }}\n}}\n"
    )


def pointers(count):
    """A stack whose `pop` looks at the top this many times before it begins, and compares in the end."""
    looks = "".join(f"  Node *seen{at} = Top;\n" for at in range(count))
    compares = "".join(f"      if (seen{at} == top) sched_yield();\n" for at in range(count))
    return (
        START.format(memory="gc")
        + "\nvoid push(int value)\n{\n  Node *node = malloc(sizeof *node);\n  node->data = value;\n"
        + "  while (true) {\n    Node *top = Top;\n    node->next = top;\n    if (CAS(&Top, top, node)) return;\n  }\n}\n"
        + f"\nbool pop(int *out)\n{{\n{looks}  while (true) {{\n    Node *top = Top;\n    if (top == NULL) return false;\n"
        + "    Node *next = top->next;\n    if (CAS(&Top, top, next)) {\n      *out = top->data;\n"
        + f"{compares}      return true;\n    }}\n  }}\n}}\n"
    )


def part(setting):
    heading("Lock-free structures: growth")
    each = measured(setting, "methods", METHODS, methods)
    target(f"processor time per method grows by at most {FLAT}", each[-1] <= FLAT * max(each[0], 0.01))
    measured(setting, "pointer variables", POINTERS, pointers)


def measured(setting, what, counts, generate):
    rows, each = [], []
    for count in counts:
        program = setting.scratch / f"{what.split()[0]}{count}.c"
        program.write_text(generate(count))
        run = median([setting.check("--no-cache", program) for _ in range(setting.repeat)])
        each.append(run.cpu / max(count, 1))
        rows.append([count, verdict(run), views(run) or "", seconds(run.wall), seconds(run.cpu), f"{run.own_memory:.0f} MB"])
    table([what, "verdict", "views", "wall", "cpu", "memory"], rows)
    return each
