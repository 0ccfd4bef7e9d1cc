//! What a compiler may do in more than one way, and small things of everyday C.

mod support;

use expect_test::expect;
use support::check;

#[test]
fn a_call_in_parentheses_is_no_cast() {
    check(
        "static int one(void) { return 1; }",
        "N = (one()) - 1; if ((unsigned)(one()) & 2) N = 2;",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 tmp;
          0: tmp = 1; -> 1
          1: N = tmp - 1; -> 2
          2: assume(((uint32)1 & 2) != 0); -> 3
          2: assume(((uint32)1 & 2) == 0); -> 4
          3: N = 2; -> 4
          4: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
}

#[test]
fn attributes_behind_a_name() {
    check(
        "",
        "int a __attribute__((unused)) = 1; N = a;",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 a;
          0: a = 1; -> 1
          1: N = a; -> 2
          2: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
}

#[test]
fn limits_of_the_headers() {
    check(
        "",
        "if (x == INT_MAX) N = INT_MIN; if (x < UINT8_MAX) N = (int)SIZE_MAX;",
        expect![[r#"
        f(int32 x, Node * p) {
          0: assume(x == 2147483647); -> 1
          0: assume(x != 2147483647); -> 2
          1: N = -2147483648; -> 2
          2: assume(x < 255); -> 3
          2: assume(!(x < 255)); -> 4
          3: N = -1; -> 4
          4: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
}

/// Where the program ends by itself is an error, and nothing comes after it.
#[test]
fn the_end_of_the_program() {
    check(
        "",
        "if (x == 3) abort(); N = 1;",
        expect![[r#"
        f(int32 x, Node * p) {
          0: assume(x == 3); -> 1
          0: assume(x != 3); -> 2
          1: assert(false); assume(false); -> 2
          2: N = 1; -> 3
          3: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
}

/// C leaves open which operand is evaluated first: both are ways.
#[test]
fn operands_in_any_order() {
    check(
        "",
        "if (Top == Top->next) N = 1;",
        expect![[r#"
        f(int32 x, Node * p) {
          Node * tmp;
          Node * tmp_2;
          Node * tmp_3;
          Node * tmp_4;
          0: tmp = Top; -> 1
          0: tmp_4 = Top; -> 5
          1: tmp_2 = Top; -> 2
          2: tmp_3 = tmp_2->next; -> 3
          3: assume(tmp == tmp_3); -> 4
          3: assume(tmp != tmp_3); -> 7
          4: N = 1; -> 7
          5: tmp_3 = tmp_4->next; -> 6
          6: tmp = Top; -> 3
          7: return
        }
        init() {
          0: Top = NULL; N = 0; -> 1
          1: return
        }
    "#]],
    );
    check(
        "\n#include \"counterpoint.h\"\nstatic int next(void) { N = N + 1; return N; }",
        "ATOMIC { N = N - next(); }",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 tmp;
          int32 tmp_2;
          int32 tmp_3;
          int32 tmp_4;
          0: -> 1
        | 1: tmp = N; -> 2
        | 1: N = N + 1; -> 6
        | 2: N = N + 1; -> 3
        | 3: tmp_2 = N; -> 4
        | 4: tmp_3 = tmp_2; -> 5
        | 5: N = tmp - tmp_3; -> 9
        | 6: tmp_4 = N; -> 7
        | 7: tmp_3 = tmp_4; -> 8
        | 8: tmp = N; -> 5
          9: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
    check(
        "",
        "Top->next = Top;",
        expect![[r#"
        f(int32 x, Node * p) {
          Node * tmp;
          Node * tmp_2;
          0: tmp = Top; -> 1
          0: tmp_2 = Top; -> 3
          1: tmp_2 = Top; -> 2
          2: tmp->next = tmp_2; -> 4
          3: tmp = Top; -> 2
          4: return
        }
        init() {
          0: Top = NULL; -> 1
          1: return
        }
    "#]],
    );
    check(
        "static int sum(int a, int b) { return a + b; }",
        "N = sum(N, Top->data);",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 tmp;
          int32 tmp_2;
          Node * tmp_3;
          int32 tmp_4;
          Node * tmp_5;
          0: tmp_2 = N; -> 1
          0: tmp_5 = Top; -> 5
          1: tmp_3 = Top; -> 2
          2: tmp_4 = tmp_3->data; -> 3
          3: tmp = tmp_2 + tmp_4; -> 4
          4: N = tmp; -> 7
          5: tmp_4 = tmp_5->data; -> 6
          6: tmp_2 = N; -> 3
          7: return
        }
        init() {
          0: Top = NULL; N = 0; -> 1
          1: return
        }
    "#]],
    );
    // It does not matter where only one of them accesses what is shared.
    check(
        "static int sum(int a, int b) { return a + b; }",
        "p->data = sum(x, N) + x;",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 tmp;
          0: tmp = x + N; -> 1
          1: p->data = tmp + x; -> 2
          2: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
}

#[test]
fn sides_of_an_assignment_that_disturb_each_other() {
    check(
        "static int next(void) { N = N + 1; return N; }",
        "N += next();",
        expect![[r#"
        5: `next()` an assignment whose two sides may be evaluated in any order is not modelled
    "#]],
    );
    check(
        "typedef struct { Node *a; int b; } Pair;",
        "Pair pair = { Top, N }; if (pair.b) N = 1;",
        expect![[r#"
        5: `{ Top, N }` a list of values whose order of evaluation matters is not modelled
    "#]],
    );
}

#[test]
fn enumerators_count_on() {
    check(
        "enum { A = 1, B = A + 2, C, D = 1 << 4, E = -D | 3 };",
        "N = C; N = D; N = E;",
        expect![[r#"
        f(int32 x, Node * p) {
          0: N = 4; -> 1
          1: N = 16; -> 2
          2: N = -13; -> 3
          3: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
    check(
        "enum { A = sizeof(int), B };",
        "N = B;",
        expect![[r#"
        5: `B` a macro or an enumerator that is no literal is not modelled
    "#]],
    );
}

#[test]
fn the_types_of_stdatomic_are_atomic() {
    check(
        "static atomic_int M;",
        "M++; M += 2;",
        expect![[r#"
        f(int32 x, Node * p) {
          0: M = M + 1; -> 1
          1: M = M + 2; -> 2
          2: return
        }
        init() {
          0: M = 0; -> 1
          1: return
        }
    "#]],
    );
}

#[test]
fn a_cast_to_an_own_type() {
    check(
        "typedef unsigned char u8;",
        "N = (u8)(x); N = (unsigned)(x) + (u8)(x + 1);",
        expect![[r#"
        f(int32 x, Node * p) {
          0: N = (int32)(uint8)x; -> 1
          1: N = (int32)((uint32)x + (uint32)(uint8)(x + 1)); -> 2
          2: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
}

/// An address is not null, and a lock that is tried is taken or not.
#[test]
fn conditions_on_addresses_and_locks() {
    check(
        "static void set(int *out) { if (out != NULL && out) *out = 1; }",
        "set(&N);",
        expect![[r#"
        f(int32 x, Node * p) {
          0: N = 1; -> 1
          1: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
    check(
        "static mtx_t L; void init(void) { mtx_init(&L, mtx_plain); }",
        "while (mtx_trylock(&L) != thrd_success) {} mtx_unlock(&L);",
        expect![[r#"
            f(int32 x, Node * p) {
              0: assume(L == nobody); L = self; -> 1
              0: assume(L != nobody); -> 0
              1: assert(L == self); L = nobody; -> 2
              2: return
            }
            init() {
              0: L = nobody; -> 1
              1: return
            }
        "#]],
    );
    check(
        "static mtx_t L; void init(void) { mtx_init(&L, mtx_recursive); }",
        "mtx_lock(&L);",
        expect![[r#"
        4: `L` a lock that is used and never initialised is not modelled
        4: `mtx_recursive` a lock of this kind is not modelled
    "#]],
    );
}

#[test]
fn null_of_all_kinds() {
    check(
        "",
        "Node *q = x ? 0 : p; if (q == (void *)0) N = 1;",
        expect![[r#"
        f(int32 x, Node * p) {
          Node * q;
          0: assume(x != 0); -> 1
          0: assume(x == 0); -> 4
          1: q = NULL; -> 2
          2: assume(q == NULL); -> 3
          2: assume(q != NULL); -> 5
          3: N = 1; -> 5
          4: q = p; -> 2
          5: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
}

/// What a compiler sees is another text than what stands there.
#[test]
fn text_that_compilers_read_otherwise() {
    check(
        "",
        "// a comment \\ \nN = 1;",
        expect![[r#"
        5: `\` a line that is joined with the next is not modelled
    "#]],
    );
    check(
        "#define _Atomic(T) T\nstatic _Atomic(int) M;",
        "M = 1;",
        expect![[r#"
            4: `#define _Atomic(T) T` a program with its own macro `_Atomic` is not modelled
        "#]],
    );
    check(
        "static _Atomic int M;",
        "__sync_fetch_and_add(&M, 1); *(int *)&M = 0;",
        expect![[r#"
        5: `*(int *)&M` a plain store to a variable that is also swapped or counted atomically is not modelled
    "#]],
    );
}
