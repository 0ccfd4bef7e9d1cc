//! What a compiler takes, and which would change what a program means if it were read over or read otherwise.

mod support;

use expect_test::expect;
use support::check;

#[test]
fn the_result_of_a_condition_has_the_type_of_the_function() {
    check(
        "static unsigned char low(int v) { return v; }",
        "if (low(x)) N = 1;",
        expect![[r#"
        f(int32 x, Node * p) {
          0: assume((uint8)x != 0); -> 1
          0: assume((uint8)x == 0); -> 2
          1: N = 1; -> 2
          2: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
    check(
        "static _Bool any(int v) { return v; }",
        "if (any(x)) N = 1;",
        expect![[r#"
        f(int32 x, Node * p) {
          0: assume(x != 0); -> 1
          0: assume(x == 0); -> 2
          1: N = 1; -> 2
          2: return
        }
        init() {
          0: N = 0; -> 1
          1: return
        }
    "#]],
    );
    check(
        "static int same(Node *a) { return a == Top; }",
        "if (same(p)) N = 1;",
        expect![[r#"
        f(int32 x, Node * p) {
          0: assume(p == Top); -> 1
          0: assume(p != Top); -> 2
          1: N = 1; -> 2
          2: return
        }
        init() {
          0: Top = NULL; N = 0; -> 1
          1: return
        }
    "#]],
    );
}

#[test]
fn an_address_keeps_its_type() {
    check(
        "",
        "int y = 256; if (*(unsigned char *)&y) N = 1;",
        expect![[r#"
        5: `(unsigned char *)&y` a pointer to a variable of another type is not modelled
    "#]],
    );
    check(
        "",
        "N = __atomic_load_n((unsigned char *)&N, __ATOMIC_SEQ_CST);",
        expect![[r#"
        5: `(unsigned char *)&N` a pointer to a variable of another type is not modelled
    "#]],
    );
    check(
        "static void set(unsigned char *c) { *c = 1; }",
        "set(&N);",
        expect![[r#"
        5: `&N` a pointer to a variable of another type is not modelled
    "#]],
    );
    check(
        "static void set(int *c) { *c = 1; }",
        "set((int *)&N);",
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
}

#[test]
fn a_global_is_declared_outside() {
    check(
        "",
        "extern Node *Top; Top = p;",
        expect![[r#"
        5: `Top` a global variable that is declared within a function is not modelled
    "#]],
    );
}

#[test]
fn the_declaration_with_a_value_counts() {
    check(
        "static int M = 1; static int M;",
        "N = M;",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 tmp;
          0: tmp = M; -> 1
          1: N = tmp; -> 2
          2: return
        }
        init() {
          0: N = 0; M = 1; -> 1
          1: return
        }
    "#]],
    );
    check(
        "extern int M; int M = 1; extern int M;",
        "N = M;",
        expect![[r#"
        f(int32 x, Node * p) {
          int32 tmp;
          0: tmp = M; -> 1
          1: N = tmp; -> 2
          2: return
        }
        init() {
          0: N = 0; M = 1; -> 1
          1: return
        }
    "#]],
    );
}

#[test]
fn what_is_defined_elsewhere_is_not_known() {
    check(
        "extern int M;",
        "N = M;",
        expect![[r#"
        4: `M` a variable that is defined in another file is not modelled
    "#]],
    );
}

#[test]
fn the_operand_of_a_switch_is_promoted() {
    check(
        "",
        "unsigned char c = 0; switch (c) { case 256: N = 1; }",
        expect![[r#"
        f(int32 x, Node * p) {
          uint8 c;
          0: c = 0; -> 1
          1: assume((int32)c == 256); -> 2
          1: assume((int32)c != 256); -> 3
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
        "",
        "long c = 0; switch (c) { case -1u: N = 1; }",
        expect![[r#"
        f(int32 x, Node * p) {
          int64 c;
          0: c = 0; -> 1
          1: assume(c == 4294967295); -> 2
          1: assume(c != 4294967295); -> 3
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

#[test]
fn types_of_a_function_are_its_own() {
    check(
        "enum { LIMIT = 1 }; void other(void) { enum { LIMIT = 0 } e; }",
        "N = LIMIT;",
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
        "struct Two { char a; }; void other(void) { struct Two { int a; } t; } struct Two S;",
        "N = S.a;",
        expect![[r#"
            f(int32 x, Node * p) {
              int32 tmp;
              0: tmp = (int32)S.a; -> 1
              1: N = tmp; -> 2
              2: return
            }
            init() {
              0: N = 0; S.a = 0; -> 1
              1: return
            }
        "#]],
    );
    check(
        "",
        "enum { LIMIT = 0 } e; N = LIMIT;",
        expect![[r#"
            5: `enum { LIMIT = 0 }` a type within a function is not modelled
            5: `LIMIT` `LIMIT` is not declared in this file
        "#]],
    );
    check(
        "",
        "struct Two { int a; }; N = 1;",
        expect![[r#"
        5: `struct Two { int a; }` a type within a function is not modelled
    "#]],
    );
    check(
        "enum { BIG = 4294967295 };",
        "N = BIG;",
        expect![[r#"
            5: `BIG` a macro or an enumerator that is no literal is not modelled
        "#]],
    );
}

#[test]
fn macros_stand_for_constants_or_are_reported() {
    check(
        "#define MODE 1\n#define MODE 0",
        "N = MODE;",
        expect![[r#"
            6: `MODE` a macro or an enumerator that is no literal is not modelled
        "#]],
    );
    check(
        "#define MODE 1\n#define MODE 1",
        "N = MODE;",
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
        "static int never(int v) { return v; }\n#define never(v) 1",
        "N = never(x);",
        expect![[r#"
        4: `never` `never`, which is the name of a macro, is not modelled
    "#]],
    );
    check(
        "static int One; static int Zero;\n#define Zero One",
        "N = Zero;",
        expect![[r#"
        4: `Zero` `Zero`, which is the name of a macro, is not modelled
    "#]],
    );
    check(
        "void other(void) {\n#define MODE 1\n}",
        "N = 1;",
        expect![[r#"
        5: `#define MODE 1
        ` a preprocessor line within a function is not modelled
    "#]],
    );
    check(
        "#define break",
        "while (x) { break; }",
        expect![[r#"
        5: `break` `break`, which is the name of a macro, is not modelled
    "#]],
    );
    check(
        "#define next data",
        "p->next = p;",
        expect![[r#"
        1: `next` `next`, which is the name of a macro, is not modelled
        5: `next` `next`, which is the name of a macro, is not modelled
    "#]],
    );
    check(
        "#define x 1",
        "N = x;",
        expect![[r#"
        5: `x` `x`, which is the name of a macro, is not modelled
    "#]],
    );
    check(
        "#define CHECK(v) if (v) return\nvoid other(int y) { CHECK(y); int CHECK; }",
        "N = 1;",
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
}

#[test]
fn a_helper_that_returns_nothing_returns_anything() {
    check(
        "static _Bool some(int v) { if (v) return 1; }",
        "Flag = 1; _Bool b = 1; b = some(x); Flag = b;",
        expect![[r#"
            f(int32 x, Node * p) {
              bool b;
              0: Flag = true; -> 1
              1: assume(x != 0); -> 2
              1: assume(x == 0); -> 4
              2: b = true; -> 3
              3: Flag = b; -> 5
              4: b = *; -> 3
              5: return
            }
            init() {
              0: Flag = false; -> 1
              1: return
            }
        "#]],
    );
    check(
        "static _Bool some(int v) { if (v) return 1; }",
        "if (some(x)) N = 1; else N = 2;",
        expect![[r#"
        f(int32 x, Node * p) {
          0: assume(x != 0); -> 1
          0: assume(x == 0); -> 2
          1: N = 1; -> 4
          2: -> 1
          2: -> 3
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
fn assertions_change_nothing() {
    check(
        "",
        "int y = 1; assert((y = 0) == 0);",
        expect![[r#"
        5: `(y = 0) == 0` an assertion that changes something is not modelled
    "#]],
    );
    check(
        "#include <assert.h>\n#define NDEBUG",
        "assert(x);",
        expect![[r#"
            5: `#define NDEBUG` a program with `NDEBUG`, which removes assertions, is not modelled
        "#]],
    );
}

#[test]
fn attributes_change_nothing() {
    check(
        "",
        "int __attribute__((mode(QI))) y = 256; N = y;",
        expect![[r#"
        5: `__attribute__((mode(QI)))` the attribute `mode` is not modelled
    "#]],
    );
    check(
        "__attribute__((constructor)) static void early(void) { N = 1; }",
        "N = 2;",
        expect![[r#"
        4: `__attribute__((constructor))` the attribute `constructor` is not modelled
    "#]],
    );
    check(
        "static __attribute__((noinline, aligned(64))) int twice(int v) { return v; }",
        "N = twice(x);",
        expect![[r#"
            f(int32 x, Node * p) {
              int32 tmp;
              0: tmp = x; -> 1
              1: N = tmp; -> 2
              2: return
            }
            init() {
              0: N = 0; -> 1
              1: return
            }
        "#]],
    );
    check(
        "// what??/",
        "N = 1;",
        expect![[r#"
        4: `??/` a trigraph is not modelled
    "#]],
    );
}

#[test]
fn a_lock_is_initialised_once() {
    check(
        "static pthread_mutex_t L = PTHREAD_MUTEX_INITIALIZER;",
        "pthread_mutex_lock(&L); pthread_mutex_init(&L, NULL);",
        expect![[r#"
            5: `pthread_mutex_init(&L, NULL)` initialising a lock that other threads may be using is not modelled
        "#]],
    );
}

#[test]
fn locks_are_not_values() {
    check(
        "static pthread_mutex_t L = PTHREAD_MUTEX_INITIALIZER;",
        "pthread_mutex_lock(&L); L = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;",
        expect![[r#"
            5: `L` copying or assigning a lock is not modelled
        "#]],
    );
    check(
        "typedef struct Cell { int data; pthread_mutex_t lock; } Cell;",
        "Cell *c = calloc(1, sizeof *c); N = c->data;",
        expect![[r#"
            f(int32 x, Node * p) {
              Cell * c;
              int32 tmp;
              0: c = malloc(Cell); c->data = 0; -> 1
              1: tmp = c->data; -> 2
              2: N = tmp; -> 3
              3: return
            }
            init() {
              0: N = 0; -> 1
              1: return
            }
        "#]],
    );
}

#[test]
fn arguments_are_evaluated() {
    check(
        "static int clear(void) { Top = NULL; return 1; }",
        "usleep(clear());",
        expect![[r#"
        f(int32 x, Node * p) {
          0: Top = NULL; -> 1
          1: return
        }
        init() {
          0: Top = NULL; -> 1
          1: return
        }
    "#]],
    );
}
