//! The summaries that are computed do what those in appendix A of the paper do: both are run on all small heaps, and what
//! others can see of the results is the same, as a relation. The text may differ.

use concurrent::spec::elaborate;
use effects::cas_block::blocks;
use effects::code::Code;
use effects::interference::{Summary, interfere};
use effects::locks::reduce;
use effects::lower::lower;
use effects::ownership::reached_from;
use effects::post::{Actor, Run};
use effects::spin_locks::recognise;
use effects::value::{CELLS, FIRST, NULL, OTHER, SECOND, as_cell, cell};
use effects::view::{View, status};
use std::collections::BTreeSet;
use std::path::Path;

/// Most cells of a heap.
const SMALL: usize = 3;

struct Summaries {
    code: Code,
    all: Vec<Summary>,
}

fn summaries(text: &str) -> Summaries {
    let (program, diagnostics) = front::c::parse(source::FileId(0), text);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let mut code = lower(&program, &elaborate(&program).unwrap()).unwrap();
    recognise(&mut code);
    reduce(&mut code).unwrap();
    let all = blocks(&code).plain;
    Summaries { code, all }
}

fn of_example(name: &str) -> Summaries {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/effects");
    summaries(&std::fs::read_to_string(folder.join(name)).unwrap())
}

/// All heaps of a few cells, each with data of its own, that so many globals reach.
fn heaps(globals: usize) -> Vec<View> {
    let mut heaps = Vec::new();
    for count in 0..=SMALL {
        // A pointer is null or one of the cells; all pointers together are digits of a number.
        let (choices, pointers) = (count + 1, globals + count);
        for number in 0..choices.pow(pointers as u32) {
            let pointer = |at: usize| match number / choices.pow(at as u32) % choices {
                0 => NULL,
                target => cell(target - 1),
            };
            let mut view = View::empty();
            for at in 0..count {
                view.add_cell(pointer(globals + at), [FIRST, SECOND, OTHER][at], status::SHARED);
            }
            (0..globals).for_each(|at| view.slots[at] = pointer(at));
            if reached_from(&view, 0..globals) == (1 << count) - 1 {
                heaps.push(view);
            }
        }
    }
    heaps
}

/// What others can see of the result of a run: the heap without the names of its cells, and which counters grew.
fn seen(code: &Code, run: &Run) -> Vec<u8> {
    let mut order = Vec::new();
    for slot in 0..code.globals.len() {
        let mut next = run.view.slots[slot];
        while let Some(at) = as_cell(next).filter(|at| !order.contains(at)) {
            order.push(at);
            next = run.view.next[at];
        }
    }
    let name = |value| as_cell(value).map_or(value, |at| 100 + order.iter().position(|one| *one == at).unwrap() as u8);
    let mut text: Vec<u8> = run.view.slots[..code.globals.len()].iter().map(|value| name(*value)).collect();
    for at in &order {
        let grown = u8::from(run.grown & (1 << at) != 0);
        text.extend([name(run.view.next[*at]), run.view.data[*at], grown]);
    }
    text.extend((0..code.ages.len()).map(|age| u8::from(run.grown & (1 << (CELLS + age)) != 0)));
    assert_eq!(run.scrambled, 0);
    text
}

/// All pairs of a heap, by its number, and what a summary makes of it.
fn relation(of: &[&Summaries]) -> BTreeSet<(usize, Vec<u8>)> {
    let mut pairs = BTreeSet::new();
    for summaries in of {
        for (number, heap) in heaps(summaries.code.globals.len()).iter().enumerate() {
            for summary in &summaries.all {
                interfere(&summaries.code, Actor::Summary, heap, summary, |run| {
                    pairs.insert((number, seen(&summaries.code, &run)));
                })
                .unwrap();
            }
        }
    }
    pairs
}

fn has_same_effects(example: &str, paper: &[String]) -> bool {
    let paper: Vec<Summaries> = paper.iter().map(|text| summaries(text)).collect();
    let expected = relation(&paper.iter().collect::<Vec<&Summaries>>());
    assert!(!expected.is_empty());
    relation(&[&of_example(example)]) == expected
}

const STACK: &str = "
#include \"counterpoint.h\"
#include <stdlib.h>
//@ linearizable stack(push, pop)
//@ memory manual
";

const PLAIN: &str = "typedef struct Node { int data; struct Node *next; } Node;\n";

const COUNTED: &str = "
typedef struct Node Node;
typedef struct { Node *ptr; unsigned age; } Ptr;
struct Node { int data; Ptr next; };
static Ptr Head, Tail;
";

fn queue(memory: &str) -> String {
    format!("#include \"counterpoint.h\"\n#include <stdlib.h>\n//@ linearizable queue(enq, deq)\n//@ memory {memory}\n")
}

/// Figure 5.
#[test]
fn coarse_stack() {
    let paper = "static Node *Top;
void push(int value) { Node *node = malloc(sizeof *node); node->data = value; ATOMIC { node->next = Top; Top = node; } }
bool pop(int *out) {
  ATOMIC { if (Top == NULL) return false; Node *old = Top; *out = old->data; Top = Top->next; free(old); }
  return true;
}";
    assert!(has_same_effects("coarse_stack_manual.c", &[format!("{STACK}{PLAIN}{paper}")]));
}

/// Figure 7.
#[test]
fn coarse_queue() {
    let paper = |next: &str| {
        format!(
            "{}{PLAIN}static Node *Head, *Tail;
void enq(int value) {{
  Node *node = malloc(sizeof *node);
  node->data = value;
  node->next = NULL;
  ATOMIC {{ Tail->next = node; Tail = node; }}
}}
bool deq(int *out) {{
  ATOMIC {{
    if (Head->next == NULL) return false;
    Node *old = Head;
    *out = old->next->data;
    Head = {next};
    free(old);
  }}
  return true;
}}",
            queue("manual")
        )
    };
    assert!(has_same_effects("coarse_queue_manual.c", &[paper("Head->next")]));
    assert!(!has_same_effects("coarse_queue_manual.c", &[paper("old->next->next")]));
}

/// Figure 9.
#[test]
fn treibers_stack() {
    let paper = |count: &str| {
        format!(
            "{STACK}{PLAIN}typedef struct {{ Node *ptr; unsigned age; }} Ptr;
static Ptr Top;
void push(int value) {{
  Node *node = malloc(sizeof *node);
  node->data = value;
  ATOMIC {{ node->next = Top.ptr; Top.ptr = node; Top.age++; }}
}}
bool pop(int *out) {{
  ATOMIC {{
    if (Top.ptr == NULL) return false;
    Node *old = Top.ptr;
    *out = old->data;
    Top.ptr = Top.ptr->next;
    {count}
    free(old);
  }}
  return true;
}}"
        )
    };
    assert!(has_same_effects("treiber_manual.c", &[paper("Top.age++;")]));
    assert!(!has_same_effects("treiber_manual.c", &[paper("")]));
}

/// Figure 11. As it is printed, S1 counts the tail's version too, which the code in figure 10 does not do.
#[test]
fn queue_of_michael_and_scott() {
    let start = format!("{}{COUNTED}", queue("manual"));
    let one = |also: &str| {
        format!(
            "{start}
void enq(int value) {{ /* S1 */
  Node *node = malloc(sizeof *node);
  node->data = value;
  node->next.ptr = NULL;
  ATOMIC {{
    if (Tail.ptr->next.ptr != NULL) return;
    Tail.ptr->next.ptr = node;
    Tail.ptr->next.age++;
    {also}
  }}
}}
bool deq(int *out) {{ /* S5 */
  ATOMIC {{
    if (Head.ptr == Tail.ptr) return false;
    Node *old = Head.ptr;
    *out = old->next.ptr->data;
    Head.ptr = Head.ptr->next.ptr;
    Head.age++;
    free(old);
  }}
  return true;
}}"
        )
    };
    let other = format!(
        "{start}
void enq(int value) {{ /* S2 */
  (void)value;
  ATOMIC {{
    if (Tail.ptr->next.ptr == NULL) return;
    Tail.ptr = Tail.ptr->next.ptr;
    Tail.age++;
  }}
}}
bool deq(int *out) {{ /* S4 */
  (void)out;
  ATOMIC {{
    if (Head.ptr != Tail.ptr) return false;
    if (Head.ptr->next.ptr == NULL) return false;
    Tail.ptr = Tail.ptr->next.ptr;
    Tail.age++;
  }}
  return false;
}}"
    );
    assert!(has_same_effects("michael_scott_manual.c", &[one(""), other.clone()]));
    assert!(!has_same_effects("michael_scott_manual.c", &[one("Tail.age++;"), other]));
    assert!(!has_same_effects("michael_scott_manual.c", &[one("")]));
}

/// Figure 13.
#[test]
fn dglm_queue() {
    let start = format!("{}{PLAIN}static Node *Head, *Tail;", queue("gc"));
    let deq = "
bool deq(int *out) { /* S3 */
  ATOMIC { if (Head->next == NULL) return false; *out = Head->next->data; Head = Head->next; }
  return true;
}";
    let append = format!(
        "{start}
void enq(int value) {{ /* S1 */
  Node *node = malloc(sizeof *node);
  node->data = value;
  node->next = NULL;
  ATOMIC {{ if (Tail->next != NULL) return; Tail->next = node; }}
}}{deq}"
    );
    let swing = format!(
        "{start}
void enq(int value) {{ /* S2 */
  (void)value;
  ATOMIC {{ if (Tail->next == NULL) return; Tail = Tail->next; }}
}}{deq}"
    );
    assert!(has_same_effects("dglm_gc.c", &[append.clone(), swing]));
    assert!(!has_same_effects("dglm_gc.c", &[append]));
}
