//! C programs in, steps or findings out.

use expect_test::{Expect, expect};
use source::{SourceMap, Span};

fn read(body: &str) -> (SourceMap, Result<concurrent::program::Program, Vec<source::Diagnostic>>) {
    let mut map = SourceMap::new();
    let file = map.add("a.c", body);
    let (program, diagnostics) = front::c::parse(file, body);
    (map, program.ok_or(diagnostics))
}

/// One line for each finding: its code's name, line, marked text, and message.
#[track_caller]
fn check_findings(body: &str, expected: Expect) {
    let (map, result) = read(body);
    let mut shown = String::new();
    for finding in result.err().unwrap_or_default() {
        let at: Span = finding.span;
        let text = map.text(at).lines().next().unwrap_or("").to_string();
        shown.push_str(&format!("{} {}: `{text}` {}\n", finding.code.name, map.start(at).line, finding.message));
        finding.help.iter().for_each(|help| shown.push_str(&format!("  {help}\n")));
    }
    expected.assert_eq(&shown);
}

/// The steps of the first procedure.
#[track_caller]
fn check_steps(body: &str, expected: Expect) {
    let (map, result) = read(body);
    match result {
        Ok(program) => {
            expected.assert_eq(&concurrent::text::print_procedure(&program, &program.procedures[0]));
        }
        Err(findings) => {
            let shown: Vec<String> =
                findings.iter().map(|one| format!("line {}: {}", map.start(one.span).line, one.message)).collect();
            panic!("{}", shown.join("\n"))
        }
    }
}

const NODE: &str = "#include \"counterpoint.h\"\ntypedef struct Node Node; struct Node { int data; Node *next; }; Node *Top; int N; _Bool Flag;\n";

#[track_caller]
fn check_body(body: &str, expected: Expect) {
    check_steps(&format!("{NODE}void f(int x, Node *p) {{ {body} }}"), expected);
}

#[test]
fn each_access_to_shared_memory_is_a_step() {
    check_body(
        "N = N + p->data;",
        expect![[r#"
            f(int32 x, Node * p) {
              int32 tmp;
              int32 tmp_2;
              0: tmp = N; -> 1
              0: tmp_2 = p->data; -> 3
              1: tmp_2 = p->data; -> 2
              2: N = tmp + tmp_2; -> 4
              3: tmp = N; -> 2
              4: return
            }
        "#]],
    );
    check_body(
        "Top->next->next = p;",
        expect![[r#"
        f(int32 x, Node * p) {
          Node * tmp;
          Node * tmp_2;
          0: tmp = Top; -> 1
          1: tmp_2 = tmp->next; -> 2
          2: tmp_2->next = p; -> 3
          3: return
        }
    "#]],
    );
    check_body(
        "if (Top->next == p && N > x) N = 1; else N = 2;",
        expect![[r#"
        f(int32 x, Node * p) {
          Node * tmp;
          0: tmp = Top; -> 1
          1: assume(tmp->next == p); -> 2
          1: assume(tmp->next != p); -> 4
          2: assume(x < N); -> 3
          2: assume(!(x < N)); -> 4
          3: N = 1; -> 5
          4: N = 2; -> 5
          5: return
        }
    "#]],
    );
}

#[test]
fn nobody_interferes_within_an_atomic_block() {
    check_body(
        "ATOMIC { Top = Top->next; N = Top->data + N; } N = 3;",
        expect![[r#"
            f(int32 x, Node * p) {
              0: -> 1
            | 1: Top = Top->next; -> 2
            | 2: N = Top->data + N; -> 3
              3: N = 3; -> 4
              4: return
            }
        "#]],
    );
    check_body(
        "N = 0; ATOMIC { while (N < x) N++; }",
        expect![[r#"
        f(int32 x, Node * p) {
          0: N = 0; -> 1
          1: -> 2
        | 2: assume(N < x); -> 3
        | 2: assume(!(N < x)); -> 4
        | 3: N = N + 1; -> 2
          4: return
        }
    "#]],
    );
    check_body(
        "ATOMIC { if (Top == p) return; Top = p; }",
        expect![[r#"
            f(int32 x, Node * p) {
              0: -> 1
            | 1: assume(Top == p); -> 3
            | 1: assume(Top != p); -> 2
            | 2: Top = p; -> 3
              3: return
            }
        "#]],
    );
}

#[test]
fn a_compare_and_swap_is_two_edges() {
    check_body(
        "while (!CAS(&Top, p, p->next)) ;",
        expect![[r#"
        f(int32 x, Node * p) {
          Node * tmp;
          0: tmp = p->next; -> 1
          1: assume(Top == p); Top = tmp; -> 2
          1: assume(Top != p); -> 0
          2: return
        }
    "#]],
    );
    check_body(
        "_Bool ok = CAS(&Top, p, Top); if (ok) N = 1;",
        expect![[r#"
        f(int32 x, Node * p) {
          bool ok;
          Node * tmp;
          0: tmp = Top; -> 1
          1: assume(Top == p); Top = tmp; -> 2
          1: assume(Top != p); -> 5
          2: ok = true; -> 3
          3: assume(ok); -> 4
          3: assume(!ok); -> 6
          4: N = 1; -> 6
          5: ok = false; -> 3
          6: return
        }
    "#]],
    );
    check_body(
        "Node *q = p; while (!atomic_compare_exchange_weak(&Top, &q, p)) ; ",
        expect![[r#"
        f(int32 x, Node * p) {
          Node * q;
          0: q = p; -> 1
          1: assume(Top == q); Top = p; -> 2
          1: q = Top; -> 1
          2: return
        }
    "#]],
    );
    check_body(
        "x = __sync_fetch_and_add(&N, x);",
        expect![[r#"
            f(int32 x, Node * p) {
              0: N = N + x; -> 1
              1: return
            }
        "#]],
    );
}

#[test]
fn control_flow() {
    check_body(
        "for (int i = 0; i < x; i++) { if (i == 3) continue; if (N) break; }",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 i;
          0: i = 0; -> 1
          1: assume(i < x); -> 2
          1: assume(!(i < x)); -> 5
          2: assume(i == 3); -> 3
          2: assume(i != 3); -> 4
          3: i = i + 1; -> 1
          4: assume(N != 0); -> 5
          4: assume(N == 0); -> 3
          5: return
        }
    "#]],
    );
    check_body(
        "switch (N) { case 1: N = 10; case 2: N = 20; break; default: goto out; } N = 30; out: ;",
        expect![[r#"
        f(int32 x, Node * p) {
          0: assume(N == 1); -> 1
          0: assume(N == 2); -> 2
          0: assume(N != 1); assume(N != 2); -> 4
          1: N = 10; -> 2
          2: N = 20; -> 3
          3: N = 30; -> 4
          4: return
        }
    "#]],
    );
    check_body(
        "do { x--; } while (x > 0 || Flag);",
        expect![[r#"
        f(int32 x, Node * p) {
          0: x = x - 1; -> 1
          1: assume(0 < x); -> 0
          1: assume(!(0 < x)); -> 2
          2: assume(Flag); -> 0
          2: assume(!Flag); -> 3
          3: return
        }
    "#]],
    );
    check_body(
        "N = x > 3 ? x : -x;",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 tmp;
          0: assume(3 < x); -> 1
          0: assume(!(3 < x)); -> 3
          1: tmp = x; -> 2
          2: N = tmp; -> 4
          3: tmp = -x; -> 2
          4: return
        }
    "#]],
    );
}

#[test]
fn helpers_are_inlined() {
    check_steps(
        &format!(
            "{NODE}static int twice(int y) {{ return y + y; }} static void set(int *to, int y) {{ *to = y; }}\n\
             static _Bool is_empty(void) {{ return Top == 0; }}\n\
             //@ linearizable stack(f, g)\nvoid f(int x) {{ set(&N, twice(x)); if (is_empty()) set(&Top->data, 1); }}"
        ),
        expect![[r#"
            f(int32 x) {
              int32 tmp;
              Node * tmp_2;
              0: tmp = x + x; -> 1
              1: N = tmp; -> 2
              2: assume(Top == NULL); -> 3
              2: assume(Top != NULL); -> 5
              3: tmp_2 = Top; -> 4
              4: tmp_2->data = 1; -> 5
              5: return
            }
        "#]],
    );
}

#[test]
fn version_counted_pointers_are_flat() {
    check_steps(
        "#include \"counterpoint.h\"\n\
         typedef struct Node Node; typedef struct { Node *ptr; unsigned age; } Ptr; struct Node { int data; _Atomic Ptr next; };\n\
         _Atomic Ptr Top; static _Bool same(Ptr a, Ptr b) { return a.ptr == b.ptr && a.age == b.age; }\n\
         //@ linearizable stack(f, g)\n\
         void f(void) { Ptr t = Top; Ptr n = t.ptr->next; if (same(Top, t)) CAS(&Top, t, (Ptr){ n.ptr, t.age + 1 }); t = t.ptr->next; Top = t; }",
        expect![[r#"
            f() {
              Node * t.ptr;
              version t.age;
              Node * n.ptr;
              version n.age;
              0: t.ptr = Top.ptr; t.age = Top.age; -> 1
              1: n.ptr = t.ptr->next.ptr; n.age = t.ptr->next.age; -> 2
              2: assume(Top.ptr != t.ptr); -> 3
              2: assume(Top.ptr == t.ptr); assume(Top.age == t.age); -> 5
              2: assume(Top.ptr == t.ptr); assume(Top.age != t.age); -> 3
              3: t.age = t.ptr->next.age; t.ptr = t.ptr->next.ptr; -> 4
              4: Top.ptr = t.ptr; Top.age = t.age; -> 6
              5: assume(Top.ptr == t.ptr && Top.age == t.age); Top.ptr = n.ptr; Top.age = t.age + 1; -> 3
              5: assume(!(Top.ptr == t.ptr && Top.age == t.age)); -> 3
              6: return
            }
        "#]],
    );
}

#[test]
fn what_is_not_modelled_is_said() {
    check_findings(
        &format!(
            "{NODE}int a[3]; float r; union U {{ int i; }};\n\
             void f(int x) {{\n\
             a[1] = x;\n\
             r = 1;\n\
             N = \"text\"[0];\n\
             undefined_function(x);\n\
             int *q = &N;\n\
             Top = Top + 1;\n\
             N = atomic_load_explicit(&N, memory_order_acquire);\n\
             f(x);\n\
             asm(\"nop\");\n\
             }}\n\
             #ifdef X\nint y;\n#endif\n"
        ),
        expect![[r#"
            unsupported 3: `float` a floating-point number is not modelled
            unsupported 5: `a[1]` an array element is not modelled
            unsupported 7: `"text"[0]` an array element is not modelled
            unsupported 8: `undefined_function(x)` a call of `undefined_function`, whose body is not in this file, is not modelled
            unsupported 9: `q` a variable that points to a variable is not modelled
            unsupported 10: `Top + 1` pointer arithmetic is not modelled
            unsupported 11: `memory_order_acquire` a memory order weaker than `memory_order_seq_cst` is not modelled
              memory is sequentially consistent here: use `memory_order_seq_cst`
            unsupported 12: `f(x)` recursion is not modelled
            unsupported 13: `asm("nop")` assembly code is not modelled
            unsupported 15: `#ifdef X` conditional text is not modelled
        "#]],
    );
}

/// What a compiler takes, and which would change what a program means if it were read over.
#[test]
fn what_changes_the_meaning_is_not_read_over() {
    let findings = |before: &str, body: &str, expected| {
        check_findings(&format!("{NODE}{before}\nvoid f(Node *p) {{ {body} }}"), expected);
    };
    findings(
        "static __thread Node *Own;",
        "p = Own;",
        expect![[r#"
            unsupported 3: `Node` `__thread` is not modelled
        "#]],
    );
    findings(
        "",
        "p = calloc(0, sizeof *p);",
        expect![[r#"
            unsupported 4: `0` allocating anything but one structure is not modelled
        "#]],
    );
    findings(
        "",
        "p = calloc(2, sizeof *p);",
        expect![[r#"
            unsupported 4: `2` allocating anything but one structure is not modelled
        "#]],
    );
    findings("", "p = calloc(1, sizeof *p);", expect![[""]]);
    findings(
        "#define NULL 8",
        "p = NULL;",
        expect![[r#"
            unsupported 3: `#define NULL 8` a program with its own macro `NULL` is not modelled
            unsupported 4: `NULL` `NULL`, which is the name of a macro, is not modelled
        "#]],
    );
    findings(
        "#define false 1",
        "Flag = false;",
        expect![[r#"
            unsupported 3: `#define false 1` a program with its own macro `false` is not modelled
            unsupported 4: `false` `false`, which is the name of a macro, is not modelled
        "#]],
    );
    findings(
        "static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;",
        "pthread_mutex_destroy(&Lock);",
        expect![[r#"
            unsupported 4: `pthread_mutex_destroy(&Lock)` a call of `pthread_mutex_destroy`, whose body is not in this file, is not modelled
        "#]],
    );
}

/// Both arms have one type, that of computing with the two.
#[test]
fn the_type_of_a_conditional() {
    check_body(
        "N = x ? (x == 1) : 2;",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 tmp;
          0: assume(x != 0); -> 1
          0: assume(x == 0); -> 3
          1: tmp = (int32)(x == 1); -> 2
          2: N = tmp; -> 4
          3: tmp = 2; -> 2
          4: return
        }
    "#]],
    );
}

#[test]
fn what_is_not_used_is_not_reported() {
    check_findings(
        "//@ linearizable stack(f, g)\nint a[3]; double d; int N; void other(void) { a[0] = 1; }\nvoid f(void) { N = 1; } void g(void) { }",
        expect![[""]],
    );
}

#[test]
fn wrong_programs_are_refused() {
    check_findings(
        "void f(void) { x = 1; goto out; break; }",
        expect![[r#"
            resolve 1: `x` `x` is not declared in this file
            resolve 1: `goto out;` there is no label `out`
            resolve 1: `break;` there is no loop or `switch` to leave
        "#]],
    );
    check_findings(
        &format!("{NODE}void f(void) {{ Top = 3; N = Top; Top->nxt = 0; N->data = 1; return 1; }}"),
        expect![[r#"
            unsupported 3: `3` this value has not the type that is expected here
            unsupported 3: `Top` this value has not the type that is expected here
            unsupported 3: `Top->nxt` `Node` has no member `nxt`
            unsupported 3: `N` a pointer is expected here
            unsupported 3: `return 1;` this function returns no value
        "#]],
    );
    check_findings(
        "void f(void) {\n  int x = ;\n}\n",
        expect![[r#"
            syntax 2: `` a name is missing here
        "#]],
    );
    check_findings(
        "struct S { struct T *t; }; struct S *s; void f(void) { s->t = 0; s->u = 0; }",
        expect![[r#"
            unsupported 1: `struct T` there is no structure `T`
        "#]],
    );
}

#[test]
fn annotations_stand_outside_of_functions() {
    check_findings(
        "//@ linearizable stack(f, g)\nvoid f(void) {\n  //@ memory gc\n}\n",
        expect![[r#"
        annotation 3: `//@ memory gc` an annotation within a function means nothing
          put it on a line of its own before the functions
    "#]],
    );
}

#[test]
fn a_wrong_structure_is_reported_once() {
    check_findings(
        "struct S { float x; struct S *s; }; struct S *P;\nvoid f(void) { P->s = 0; P->s->s = P; P->t = 0; }",
        expect![[r#"
            unsupported 1: `float` a floating-point number is not modelled
        "#]],
    );
    check_findings(
        "struct S { struct S s; }; struct S *P;\nvoid f(void) { P->s.s = 0; }",
        expect![[r#"
        resolve 1: `struct S { struct S s; }` this structure contains itself
    "#]],
    );
    check_findings("struct S { int x; } s;\nstruct S f(void) { return s; }", expect![[""]]);
}

/// What has a known name is not what it is known for if the program defines it.
#[test]
fn own_functions_and_macros_come_first() {
    check_body_after(
        "static void free(Node *a) { Top = a; }",
        "free(p);",
        expect![[r#"
            f(int32 x, Node * p) {
              0: Top = p; -> 1
              1: return
            }
        "#]],
    );
    check_findings(
        &format!("{NODE}#define CAS(a, b, c) 1\nvoid f(Node *p) {{ if (CAS(&Top, p, p)) N = 1; }}"),
        expect![[r#"
            unsupported 4: `(CAS(&Top, p, p))` a macro with parameters is not modelled
        "#]],
    );
    check_findings(
        &format!("{NODE}#define ATOMIC if (0)\nvoid f(Node *p) {{ ATOMIC {{ N = 1; }} }}"),
        expect![[r#"
            unsupported 3: `#define ATOMIC if (0)` a program with its own macro `ATOMIC` is not modelled
        "#]],
    );
    check_findings(
        "struct B { unsigned x : 3; }; struct B *P; void f(void) { P->x = 1; }",
        expect![[r#"
        unsupported 1: `unsigned x : 3;` a bit field is not modelled
    "#]],
    );
}

#[track_caller]
fn check_body_after(before: &str, body: &str, expected: Expect) {
    check_steps(
        &format!("{NODE}{before}\n//@ linearizable stack(f, g)\nvoid f(int x, Node *p) {{ {body} }}"),
        expected,
    );
}

#[test]
fn structures_may_be_torn() {
    check_findings(
        "#include \"counterpoint.h\"\n\
         typedef struct Node { int data; } Node; typedef struct { Node *ptr; unsigned age; } Ptr; Ptr P; _Atomic Ptr Q;\n\
         void f(void) {\nPtr x = P;\nQ = x;\nx = Q;\nx.ptr = Q.ptr;\nATOMIC { P = x; }\nP.ptr = x.ptr;\n}",
        expect![[r#"
            unsupported 4: `P` reading or writing a structure that other threads may see, one member after the other, is not modelled
              declare it `_Atomic`, or put the access into `ATOMIC { … }`
            unsupported 7: `Q.ptr` one member of an `_Atomic` structure is not modelled
              copy the whole structure into a local variable first
        "#]],
    );
}

#[test]
fn locks_are_held_by_threads() {
    check_steps(
        "pthread_mutex_t L = PTHREAD_MUTEX_INITIALIZER; int N; void f(void) { pthread_mutex_lock(&L); N = 1; pthread_mutex_unlock(&L); if (pthread_mutex_trylock(&L) == 0) N = 2; }",
        expect![[r#"
            f() {
              0: assume(L == nobody); L = self; -> 1
              1: N = 1; -> 2
              2: assert(L == self); L = nobody; -> 3
              3: assume(L == nobody); L = self; -> 4
              3: assume(L != nobody); -> 5
              4: N = 2; -> 5
              5: return
            }
        "#]],
    );
}

fn findings_after(before: &str, body: &str, expected: Expect) {
    let node = "typedef struct Node Node; struct Node { int data; Node *next; };";
    check_findings(&format!("{node}\n{before}\nvoid f(Node *p) {{ {body} }}"), expected);
}

#[test]
fn locks_are_initialised() {
    findings_after(
        "static pthread_spinlock_t Lock;",
        "pthread_spin_lock(&Lock);",
        expect![[r#"
        unsupported 2: `Lock` a lock that is used and never initialised is not modelled
          give it `PTHREAD_MUTEX_INITIALIZER`, or call `pthread_mutex_init` or `pthread_spin_init` in `init`
    "#]],
    );
    findings_after(
        "static pthread_mutex_t Lock; static int N; void init(void) { if (N == 0) pthread_mutex_init(&Lock, NULL); }",
        "pthread_mutex_lock(&Lock);",
        expect![[r#"
            unsupported 2: `Lock` a lock that is used and never initialised is not modelled
              give it `PTHREAD_MUTEX_INITIALIZER`, or call `pthread_mutex_init` or `pthread_spin_init` in `init`
        "#]],
    );
    findings_after(
        "static pthread_mutex_t Lock; void init(void) { pthread_mutex_init(&Lock, NULL); }",
        "pthread_mutex_lock(&Lock);",
        expect![[""]],
    );
}

/// `ATOMIC` is entered by its beginning, and once.
#[test]
fn atomic_blocks_are_entered_by_their_beginning() {
    findings_after(
        "",
        "if (p) goto inside; ATOMIC { inside: p = NULL; }",
        expect![[r#"
            unsupported 3: `goto inside;` a jump into `ATOMIC` is not modelled
            unsupported 3: `ATOMIC` `ATOMIC` without `#include "counterpoint.h"` before it is not modelled
        "#]],
    );
    findings_after(
        "static int N;",
        "switch (N) { case 0: ATOMIC { case 1: p = NULL; } }",
        expect![[r#"
            unsupported 3: `ATOMIC` `ATOMIC` without `#include "counterpoint.h"` before it is not modelled
            unsupported 3: `case 1: p = NULL;` a jump into `ATOMIC` is not modelled
        "#]],
    );
    findings_after(
        "static int N;",
        "ATOMIC { ATOMIC { N = 1; } }",
        expect![[r#"
            unsupported 3: `ATOMIC` `ATOMIC` without `#include "counterpoint.h"` before it is not modelled
            unsupported 3: `ATOMIC` `ATOMIC` without `#include "counterpoint.h"` before it is not modelled
            unsupported 3: `ATOMIC { N = 1; }` `ATOMIC` within `ATOMIC`, which would wait for itself, is not modelled
        "#]],
    );
    findings_after(
        "static int N;",
        "ATOMIC { again: if (N == 1) goto again; if (N == 2) goto out; } out: return;",
        expect![[r#"
            unsupported 3: `ATOMIC` `ATOMIC` without `#include "counterpoint.h"` before it is not modelled
        "#]],
    );
}

/// Helpers that call helpers make a short file long.
#[test]
fn a_function_has_so_many_steps() {
    let helpers = (1..30).fold("static int f0(int x) { x++; return x; }".to_string(), |text, at| {
        let before = at - 1;
        format!("{text} static int f{at}(int x) {{ x = f{before}(x); x = f{before}(x); return x; }}")
    });
    findings_after(
        &helpers,
        "int x = f29(1);",
        expect![[r#"
        unsupported 2: `f0(x)` a function of more than 3000 steps, helpers included, is not modelled
    "#]],
    );
}

/// Programs with pieces missing or doubled are read, and never a reason to panic.
#[test]
fn damaged_programs_are_no_trouble() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/effects");
    let mut random = 7u64;
    let mut next = |bound: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % bound.max(1)
    };
    for entry in std::fs::read_dir(folder).expect("there are examples").flatten() {
        let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
        let words: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')', ';', '.']).collect();
        for _ in 0..40 {
            let mut damaged = words.clone();
            for _ in 0..1 + next(3) {
                let (at, other) = (next(damaged.len()), next(damaged.len()));
                match next(3) {
                    0 => drop(damaged.remove(at)),
                    1 => damaged.insert(at, words[other % words.len()]),
                    _ => damaged.swap(at, other),
                }
            }
            let damaged = damaged.concat();
            let (program, diagnostics) = front::c::parse(source::FileId(0), &damaged);
            assert!(program.is_some() || !diagnostics.is_empty(), "{damaged}");
        }
    }
}
