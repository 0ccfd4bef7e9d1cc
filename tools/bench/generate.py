#!/usr/bin/env python3
"""Generates the benchmark programs. The same arguments always give the same bytes.

    generate.py procedures COUNT    a program of COUNT procedures, all of them right
    generate.py hard                rewrites the hard programs in programs/

The language is the part that old and new versions of Boogie share.
"""

import sys
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent / "programs"

# So many procedures share one function with its axioms: declarations grow with the program, as in real ones.
PROCEDURES_PER_TOPIC = 20

PRELUDE = """\
// {count} procedures; each but the first calls the one before it.

var M: [int]int;
var Steps: int;

function Weight(x: int): int;
axiom (forall x: int :: {{Weight(x)}} 0 <= Weight(x));
axiom (forall x, y: int :: {{Weight(x), Weight(y)}} x <= y ==> Weight(x) <= Weight(y));
"""

TOPIC = """
function Topic{topic}(x: int): int;
axiom (forall x: int :: {{Topic{topic}(x)}} x + {topic} <= Topic{topic}(x));
axiom (forall x: int :: {{Topic{topic}(x)}} Topic{topic}(x) <= Weight(x) + x + {topic});
"""

HEADER = """
procedure P{i}(n: int, v: int) returns (r: int)
  requires 0 <= n && 0 <= v;
  modifies M, Steps;
  ensures v <= r;
  ensures old(Steps) <= Steps;
  ensures (forall k: int :: {{M[k]}} k < 0 || n <= k ==> M[k] == old(M)[k]);
"""

# Fills a part of the map in a loop, and remembers what it filled in.
FILL = """\
  ensures (forall k: int :: {{M[k]}} 0 <= k && k < n ==> M[k] == Weight(k) + {c});
{{
  var j: int;
{call}
  j := 0;
  while (j < n)
    invariant 0 <= j && j <= n;
    invariant (forall k: int :: {{M[k]}} 0 <= k && k < j ==> M[k] == Weight(k) + {c});
    invariant (forall k: int :: {{M[k]}} k < 0 || n <= k ==> M[k] == old(M)[k]);
  {{
    M[j] := Weight(j) + {c};
    j := j + 1;
  }}
  Steps := Steps + j;
  r := v + j + {c};
  assert 0 < n ==> {c} <= M[0];
}}
"""

# Adds up values of a function in a loop with two branches, under bounds from the axioms.
COLLECT = """\
{{
  var j, least: int;
{call}
  j := 0;
  least := 0;
  r := v;
  while (j < n)
    invariant 0 <= j && j <= n;
    invariant {topic} * j <= least && v + least <= r;
    invariant (forall k: int :: {{M[k]}} k < 0 || n <= k ==> M[k] == old(M)[k]);
  {{
    least := least + {topic};
    if (M[j] < {c}) {{
      r := r + Topic{topic}(j);
      M[j] := {c};
    }} else {{
      r := r + {topic} + Weight(j);
    }}
    j := j + 1;
  }}
  assert v + {topic} * n <= r;
}}
"""

# Finds the greatest of the values, with a flag and an early way out.
SEARCH = """\
  ensures r == v + {c} || (exists k: int :: {{M[k]}} 0 <= k && k < n && r == M[k]);
{{
  var j: int;
{call}
  r := v + {c};
  j := 0;
  while (j < n)
    invariant 0 <= j && j <= n && v + {c} <= r;
    invariant (forall k: int :: {{M[k]}} 0 <= k && k < j ==> M[k] <= r);
    invariant r == v + {c} || (exists k: int :: {{M[k]}} 0 <= k && k < j && r == M[k]);
    invariant (forall k: int :: {{M[k]}} k < 0 || n <= k ==> M[k] == old(M)[k]);
  {{
    if (r < M[j]) {{
      r := M[j];
    }}
    j := j + 1;
  }}
  assert 0 < n ==> M[n - 1] <= r;
}}
"""

# No loop: cases, and the previous procedure called under different conditions.
CASES = """\
{{
  var x, y: int;
{call}
  x := Topic{topic}(v);
  assert v + {topic} <= x;
  if (n == 0) {{
    y := x;
  }} else if (n < {c} + 1) {{
    y := x + Weight(n);
    M[n - 1] := y;
    assert M[n - 1] == y;
  }} else {{
    M[0] := x;
    y := M[0] + Weight({c}) + 1;
  }}
  Steps := Steps + 1;
  r := y - {topic};
  assert n == 0 ==> r + {topic} == Topic{topic}(v);
}}
"""

KINDS = [FILL, COLLECT, SEARCH, CASES]


def procedures(count, edited=None):
    """A right program of so many procedures. The edited one differs by a constant inside its body."""
    topics = (count + PROCEDURES_PER_TOPIC - 1) // PROCEDURES_PER_TOPIC
    parts = [PRELUDE.format(count=count)]
    parts += [TOPIC.format(topic=topic) for topic in range(topics)]
    parts += [procedure(i, i == edited) for i in range(count)]
    return "".join(parts)


def procedure(i, is_edited):
    call = ""
    if i > 0:
        call = f"\n  call r := P{i - 1}(n, v + {1000 if is_edited else i % 7});"
    values = {"i": i, "c": i % 11 + 1, "topic": i // PROCEDURES_PER_TOPIC, "call": call}
    return HEADER.format(**values) + KINDS[i % len(KINDS)].format(**values)



def branches(count=13):
    """A long straight line of choices, each of which moves an amount from one variable to another.

    The sum stays the same, but there is no invariant between the choices to say so.
    """
    choices = []
    for i in range(count):
        choices.append(f"""\
  if (choice[{i}] < x) {{
    x := x + {3 * i + 1};
    y := y - {3 * i + 1};
  }} else {{
    x := x - {2 * i + 3};
    y := y + {2 * i + 3};
  }}
""")
    return f"""\
// {count} choices in a row keep a sum: {2 ** count} paths, and nothing said in between.

procedure Branches(choice: [int]int, x0: int, y0: int) returns (x: int, y: int)
  ensures x + y == x0 + y0;
{{
  x := x0;
  y := y0;
{"".join(choices)}}}
"""


def straight_line(count=450):
    """Assignments in one long line over a map and three variables, with a question now and then."""
    lines = []
    for i in range(count):
        lines.append(f"  t := x + {i % 5};\n  x := y - t;\n  y := t + {i % 3} * z;\n  M[{i % 50}] := x;\n")
        if i % 25 == 24:
            lines.append(f"  assert M[{i % 50}] == x && M[{(i + 1) % 50}] + y == y + M[{(i + 1) % 50}];\n")
    return f"""\
// {4 * count} assignments in one line.

var M: [int]int;

procedure StraightLine(a: int, b: int, z: int) returns (x: int, y: int)
  modifies M;
{{
  var t: int;

  x := a;
  y := b;
{"".join(lines)}}}
"""


def nonlinear(bound=70):
    """Products of variables within bounds."""
    return f"""\
// The root of two is no fraction of numbers up to {bound}.

procedure Nonlinear(x: int, y: int)
  requires 1 <= x && x <= {bound};
  requires 1 <= y && y <= {bound};
{{
  assert x * x != 2 * y * y;
}}
"""


def transitivity(count=200):
    """A chain in a transitive relation: the axiom is instantiated for every triple."""
    links = "".join(f"  requires Before(e[{i}], e[{i + 1}]);\n" for i in range(count))
    return f"""\
// A chain of {count} links in a transitive relation. The axiom has an instance for every three elements.

type Element;

function Before(x, y: Element): bool;
axiom (forall x, y, z: Element :: {{Before(x, y), Before(y, z)}} Before(x, y) && Before(y, z) ==> Before(x, z));

procedure Transitivity(e: [int]Element)
{links}{{
  assert Before(e[0], e[{count}]);
  assert (forall k: int :: {{e[k]}} k == {count // 2} ==> Before(e[0], e[k]) && Before(e[k], e[{count}]));
}}
"""


HARD = {"branches": branches, "straight_line": straight_line, "nonlinear": nonlinear, "transitivity": transitivity}


def main():
    match sys.argv[1:]:
        case ["procedures", count] if count.isdigit():
            sys.stdout.write(procedures(int(count)))
        case ["hard"]:
            for name, text in HARD.items():
                (PROGRAMS / f"{name}.bpl").write_text(text())
        case _:
            sys.exit(__doc__)

if __name__ == "__main__":
    main()
