//! What operators and accesses of C mean, where a reader could take them for something else.

mod support;

use expect_test::expect;
use support::check;

#[test]
fn an_assignment_has_the_value_that_was_assigned() {
    check(
        "static _Atomic int M;",
        "int y = ++M; N = y;",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 y;
          int32 tmp;
          0: tmp = M + 1; M = tmp; -> 1
          1: y = tmp; -> 2
          2: N = y; -> 3
          3: return
        }
        init() {
          0: N = 0; M = 0; -> 1
          1: return
        }
    "#]],
    );
    check(
        "",
        "int y = (N += x); N = y;",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 y;
          int32 tmp;
          int32 tmp_2;
          0: tmp = N; -> 1
          1: tmp_2 = tmp + x; N = tmp_2; -> 2
          2: y = tmp_2; -> 3
          3: N = y; -> 4
          4: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
    check(
        "",
        "int y = (N = x); N = y;",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 y;
          int32 tmp;
          0: tmp = x; -> 1
          1: N = tmp; -> 2
          2: y = tmp; -> 3
          3: N = y; -> 4
          4: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
    check(
        "static _Atomic int M;",
        "M += 2;",
        expect![[r#"
        f(int32 x, Node * p) {
          0: M = M + 2; -> 1
          1: return
        }
        init() {
          0: M = 0; -> 1
          1: return
        }
    "#]],
    );
}

#[test]
fn the_type_of_a_pointer_says_whether_accesses_are_atomic() {
    let counted = "typedef struct { Node *ptr; unsigned age; } Ptr; static _Atomic Ptr P;";
    check(
        &format!("{counted} static Ptr get(Ptr *from) {{ return *from; }}"),
        "p = get((Ptr *)&P).ptr;",
        expect![[r#"
        4: `*from` reading or writing a structure that other threads may see, one member after the other, is not modelled
    "#]],
    );
    check(
        &format!("{counted} static Ptr get(_Atomic Ptr *from) {{ return *from; }}"),
        "p = get(&P).ptr;",
        expect![[r#"
        f(int32 x, Node * p) {
          0: return
        }
        init() {
          0: P.ptr = NULL; P.age = 0; -> 1
          1: return
        }
    "#]],
    );
    check(
        "static _Atomic int M; static void up(int *m) { *m += 1; }",
        "up((int *)&M);",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 tmp;
          0: tmp = M; -> 1
          1: M = tmp + 1; -> 2
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
fn a_name_for_the_assembler_is_another_name() {
    check(
        "static int A; extern int B asm(\"A\");",
        "N = B;",
        expect![[r#"
            4: `B` a variable that is defined in another file is not modelled
            4: `asm("A")` an assembler name is not modelled
        "#]],
    );
}

#[test]
fn an_enumeration_without_negative_constants_is_unsigned() {
    check(
        "enum Colour { RED, GREEN = 4 };",
        "enum Colour c = RED; if (~c < 0) N = 1;",
        expect![[r#"
        f(int32 x, Node * p) {
          uint32 c;
          0: c = 0; -> 1
          1: assume(~c < 0); -> 2
          1: assume(!(~c < 0)); -> 3
          2: N = 1; -> 3
          3: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
    check(
        "enum Sign { MINUS = -1, PLUS = 1 };",
        "enum Sign s = PLUS; if (~s < 0) N = 1;",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 s;
          0: s = 1; -> 1
          1: assume(~s < 0); -> 2
          1: assume(!(~s < 0)); -> 3
          2: N = 1; -> 3
          3: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
    check(
        "#define K 3\nenum E { A = K };",
        "enum E e = A; N = e;",
        expect![[r#"
        6: `enum E` a variable of an enumeration whose constants are no literals is not modelled
    "#]],
    );
    check(
        "",
        "long unsigned int u = 1; N = u == 1;",
        expect![[r#"
        f(int32 x, Node * p) {
          uint64 u;
          0: u = 1; -> 1
          1: N = (int32)(u == 1); -> 2
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
fn the_order_of_arguments_does_not_matter() {
    check(
        "",
        "int a = 1; __sync_bool_compare_and_swap(&N, a, (a = 2, 5));",
        expect![[r#"
        5: `__sync_bool_compare_and_swap(&N, a, (a = 2, 5))` a call whose arguments depend on the order in which they are evaluated is not modelled
    "#]],
    );
    check(
        "static Node *Last;",
        "__sync_bool_compare_and_swap(&Top->next, Last->next, p);",
        expect![[r#"
        5: `__sync_bool_compare_and_swap(&Top->next, Last->next, p)` a call whose arguments depend on the order in which they are evaluated is not modelled
    "#]],
    );
    check(
        "static Node *new(void) { return malloc(sizeof(Node)); }",
        "__atomic_store_n(&Top, new(), __ATOMIC_SEQ_CST);",
        expect![[r#"
            f(int32 x, Node * p) {
              Node * tmp;
              0: tmp = malloc(Node); -> 1
              1: Top = tmp; -> 2
              2: return
            }
            init() {
              0: Top = NULL; -> 1
              1: return
            }
        "#]],
    );
}

#[test]
fn a_shift_has_the_type_of_its_left_operand() {
    check(
        "",
        "unsigned a = 1; N = (a << 1L) == 0;",
        expect![[r#"
        f(int32 x, Node * p) {
          uint32 a;
          0: a = 1; -> 1
          1: N = (int32)(a << 1 == 0); -> 2
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
fn what_is_swapped_is_not_stored_to_plainly() {
    check(
        "static int Busy;",
        "while (!__sync_bool_compare_and_swap(&Busy, 0, 1)) { } N = 1; Busy = 0;",
        expect![[r#"
        5: `Busy` a plain store to a variable that is also swapped or counted atomically is not modelled
    "#]],
    );
    check(
        "static _Atomic int Busy;",
        "while (!__sync_bool_compare_and_swap(&Busy, 0, 1)) { } N = 1; Busy = 0;",
        expect![[r#"
            f(int32 x, Node * p) {
              0: assume(Busy == 0); Busy = 1; -> 1
              0: assume(Busy != 0); -> 0
              1: N = 1; -> 2
              2: Busy = 0; -> 3
              3: return
            }
            init() {
              0: N = 0; Busy = 0; -> 1
              1: return
            }
        "#]],
    );
}

#[test]
fn words_of_the_reader_are_no_labels() {
    check(
        "",
        "ATOMI: { N = 1; }",
        expect![[r#"
        5: `ATOMI` the name `ATOMI` is not modelled
    "#]],
    );
}

#[test]
fn taking_a_lock_succeeds() {
    check(
        "static pthread_mutex_t L = PTHREAD_MUTEX_INITIALIZER;",
        "if (pthread_mutex_lock(&L) != 0) return; pthread_mutex_unlock(&L);",
        expect![[r#"
            f(int32 x, Node * p) {
              0: assume(L == nobody); L = self; -> 1
              1: assume(0 != 0); -> 3
              1: assume(0 == 0); -> 2
              2: assert(L == self); L = nobody; -> 3
              3: return
            }
            init() {
              0: L = nobody; -> 1
              1: return
            }
        "#]],
    );
}
