//! Locked sections and `ATOMIC` blocks: which are atomic, and what is said of those that are not.

use concurrent::spec::elaborate;
use effects::check::{Interference, check};
use effects::code::{Expr, Op};
use effects::fault::Fault;
use effects::post::{Actor, Run, Stop, step};
use effects::value::{NULL, OTHER, cell};
use effects::view::{View, status};
use expect_test::{Expect, expect};

fn expected(text: &str, expected: Expect) {
    let (program, diagnostics) = front::c::parse(source::FileId(0), text);
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let spec = elaborate(&program).unwrap();
    let line = |span: source::Span| text[..span.start as usize].matches('\n').count();
    let said = match check(&program, &spec, Interference::Summaries) {
        Ok(outcome) => {
            outcome.finding(&spec).map_or_else(|| vec!["proved".to_string()], |finding| vec![finding.message])
        }
        Err(findings) => findings
            .iter()
            .flat_map(|finding| {
                let labels = finding.related.iter().map(|label| format!("  line {}: {}", line(label.span), label.text));
                let help = finding.help.iter().map(|help| format!("  {help}"));
                std::iter::once(format!("line {}: {}", line(finding.span), finding.message)).chain(labels).chain(help)
            })
            .collect(),
    };
    expected.assert_eq(&(said.join("\n") + "\n"));
}

const STACK: &str = "
#include \"counterpoint.h\"
#include <stdlib.h>
//@ linearizable stack(push, pop)
//@ memory gc
typedef struct Node { int data; struct Node *next; } Node;
static _Atomic(Node *) Top;
";

fn stack(operations: &str, said: Expect) {
    expected(&format!("{STACK}{operations}"), said);
}

const ATOMIC_POP: &str = "
bool pop(int *out) {
  ATOMIC {
    Node *top = Top;
    if (top == NULL) return false;
    *out = top->data;
    Top = top->next;
  }
  return true;
}
";

#[test]
fn all_in_atomic() {
    let push = "
void push(int value) {
  Node *node = malloc(sizeof *node);
  node->data = value;
  ATOMIC { node->next = Top; Top = node; }
}";
    stack(
        &format!("{push}{ATOMIC_POP}"),
        expect![[r#"
        proved
    "#]],
    );
}

/// A block of one step is a block all the same.
#[test]
fn a_block_of_one_step() {
    let push = "
void push(int value) {
  Node *node = malloc(sizeof *node);
  node->data = value;
  while (true) {
    Node *top;
    ATOMIC { top = Top; }
    node->next = top;
    bool is_done = false;
    ATOMIC { if (Top == top) { Top = node; is_done = true; } }
    if (is_done) return;
  }
}";
    stack(
        &format!("{push}{ATOMIC_POP}"),
        expect![[r#"
        proved
    "#]],
    );
}

#[test]
fn a_swap_outside_is_not_kept_out() {
    let push = "
void push(int value) {
  Node *node = malloc(sizeof *node);
  node->data = value;
  while (true) {
    Node *top = Top;
    node->next = top;
    if (CAS(&Top, top, node)) return;
  }
}";
    stack(
        &format!("{push}{ATOMIC_POP}"),
        expect![[r#"
        line 22: this `ATOMIC` block is not atomic: it has two steps that others can see, and this is the second
          line 12: `Top` is read here without a lock
    "#]],
    );
}

/// A thread that reads outside may have read before the block and write after it.
#[test]
fn a_read_outside_is_not_kept_out() {
    let push = "
void push(int value) {
  Node *node = malloc(sizeof *node);
  node->data = value;
  Node *top = Top;
  node->next = top;
  ATOMIC { Top = node; }
}";
    stack(
        &format!("{push}{ATOMIC_POP}"),
        expect![[r#"
        line 20: this `ATOMIC` block is not atomic: it has two steps that others can see, and this is the second
          line 11: `Top` is read here without a lock
    "#]],
    );
}

/// Several accesses of one expression are not one step, and a step that reads and writes the same is not either.
#[test]
fn an_expression_is_no_single_step() {
    let push = "
void push(int value) {
  Node *node = malloc(sizeof *node);
  node->data = value;
  while (true) {
    Node *top = Top;
    node->next = top;
    if (CAS(&Top, top, node)) return;
  }
}
bool pop(int *out) {
  ATOMIC { Top = Top->next; }
  return false;
}";
    stack(
        push,
        expect![[r#"
        line 18: this `ATOMIC` block is not atomic: it has two steps that others can see, and this is the second
          line 12: `Top` is read here without a lock
    "#]],
    );
}

const QUEUE: &str = "
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
//@ linearizable queue(enq, deq)
//@ memory manual
typedef struct Node { int data; struct Node *next; } Node;
static Node *Head, *Tail;
static pthread_mutex_t HeadLock = PTHREAD_MUTEX_INITIALIZER, TailLock = PTHREAD_MUTEX_INITIALIZER;
void init(void) {
  Head = malloc(sizeof *Head);
  Head->next = NULL;
  Tail = Head;
}
";

const ENQ: &str = "
void enq(int value) {
  Node *node = malloc(sizeof *node);
  node->data = value;
  node->next = NULL;
  pthread_mutex_lock(&TailLock);
  Tail->next = node;
  Tail = node;
  pthread_mutex_unlock(&TailLock);
}
";

const DEQ: &str = "
bool deq(int *out) {
  pthread_mutex_lock(&HeadLock);
  Node *head = Head;
  Node *first = head->next;
  if (first == NULL) {
    pthread_mutex_unlock(&HeadLock);
    return false;
  }
  *out = first->data;
  Head = first;
  pthread_mutex_unlock(&HeadLock);
  free(head);
  return true;
}
";

fn queue(operations: &str, said: Expect) {
    expected(&format!("{QUEUE}{operations}"), said);
}

#[test]
fn cells_that_are_anchored_stay() {
    queue(
        &format!("{ENQ}{DEQ}"),
        expect![[r#"
        proved
    "#]],
    );
}

/// The cell is known from before the lock was taken.
#[test]
fn a_cell_from_before_the_lock_is_not_anchored() {
    let deq = DEQ.replace(
        "  pthread_mutex_lock(&HeadLock);\n  Node *head = Head;",
        "  Node *head = Head;\n  pthread_mutex_lock(&HeadLock);",
    );
    queue(
        &format!("{ENQ}{deq}"),
        expect![[r#"
            line 33: the section that holds `HeadLock` is not atomic: it has two steps that others can see, and this is the second
              others may free the cell meanwhile
        "#]],
    );
}

/// A thread that anchors cells relies on others to append only.
#[test]
fn others_must_append_only() {
    let enq = ENQ.replace("  Tail->next = node;\n  Tail = node;", "  node->next = Head->next;\n  Head->next = node;");
    queue(
        &format!("{enq}{DEQ}"),
        expect![[r#"
            line 20: the section that holds `TailLock` is not atomic: it has two steps that others can see, and this is the second
              others may free the cell meanwhile
        "#]],
    );
    let enq = ENQ.replace("  Tail = node;\n", "");
    queue(
        &format!("{enq}{DEQ}"),
        expect![[r#"
        this step may change shared memory in a way that no summary has
    "#]],
    );
}

/// After a write of its own, a section may have cut off what it had come to.
#[test]
fn a_cell_is_not_anchored_after_a_write() {
    let deq = DEQ.replace("  *out = first->data;\n  Head = first;\n", "  Head = first;\n  *out = first->data;\n");
    queue(
        &format!("{ENQ}{deq}"),
        expect![[r#"
            line 34: the section that holds `HeadLock` is not atomic: it has two steps that others can see, and this is the second
              others may free the cell meanwhile
        "#]],
    );
}

#[test]
fn a_lock_that_is_kept() {
    let deq = DEQ.replace("    pthread_mutex_unlock(&HeadLock);\n    return false;", "    return false;");
    queue(
        &format!("{ENQ}{deq}"),
        expect![[r#"
        line 30: `HeadLock` is still held when the function returns here
    "#]],
    );
}

/// What sections rely on is looked at where pointers are written without their lock.
#[test]
fn a_pointer_that_is_replaced() {
    let (program, _) = front::c::parse(source::FileId(0), &format!("{QUEUE}{ENQ}{DEQ}"));
    let program = program.unwrap();
    let mut code = effects::lower::lower(&program, &elaborate(&program).unwrap()).unwrap();
    effects::locks::reduce(&mut code).unwrap();
    let of = |name: &str| code.procedures.iter().find(|one| &*one.name == name).unwrap().entry;
    for (location, after, is_allowed) in
        [(of("enq"), NULL, true), (of("enq"), cell(1), false), (of("deq"), cell(1), false)]
    {
        let mut view = View { location, ..View::empty() };
        view.add_cell(after, OTHER, status::SHARED);
        view.add_cell(NULL, OTHER, status::SHARED);
        (view.slots[0], view.slots[1]) = (cell(0), cell(1));
        let write = Op::SetNext(Expr::Slot(0), Expr::Slot(1));
        let result = step(&code, Actor::Thread, &mut Run::new(view), &write, &mut Vec::new());
        assert_eq!(result, if is_allowed { Ok(()) } else { Err(Stop::Fault(Fault::Replaced)) });
    }
}
