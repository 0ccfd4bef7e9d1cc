//! Inlining, monomorphisation and printing, from text to text.

use expect_test::{Expect, expect};
use ivl::inline_functions::inline_functions;
use ivl::mono::monomorphise;
use ivl::print_ast::print;
use ivl::to_ast::{expr_to_ast, to_ast};
use ivl::typed::{ExprKind, Program};
use source::{Diagnostic, Severity, SourceMap};
use std::sync::Arc;

fn typed(text: &str) -> (Program, SourceMap) {
    let mut map = SourceMap::new();
    let file = map.add("test.bpl", text);
    let (tree, diagnostics) = front::bpl::parse(file, text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let (program, diagnostics) = ivl::typecheck::typecheck(&tree);
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    (program, map)
}

/// Prints a program, and checks that the text means the same: it is read, checked, and printed as the same text.
fn printed(program: &Program) -> String {
    let text = print(&to_ast(program));
    let (again, _) = typed(&text);
    assert_eq!(print(&to_ast(&again)), text, "printing is stable");
    text
}

fn check(text: &str, expected: Expect) {
    let (program, _) = typed(text);
    printed(&program);
    let mono = monomorphise(inline_functions(program)).expect("the program is supported");
    expected.assert_eq(&printed(&mono.program));
}

fn check_inlined(text: &str, expected: Expect) {
    let (program, _) = typed(text);
    expected.assert_eq(&printed(&inline_functions(program)));
}

fn check_unsupported(text: &str, expected: Expect) {
    let (program, map) = typed(text);
    let diagnostics = match monomorphise(inline_functions(program)) {
        Ok(mono) => panic!("supported:\n{}", printed(&mono.program)),
        Err(diagnostics) => diagnostics,
    };
    let mut text = String::new();
    for diagnostic in diagnostics {
        let start = map.start(diagnostic.span);
        text += &format!("{}:{}: {} {}\n", start.line, start.column, diagnostic.code.id, diagnostic.message);
    }
    expected.assert_eq(&text);
}

#[test]
fn a_program_without_type_parameters_passes_untouched() {
    let (program, _) = typed("function f(x: int): int; axiom (forall x: int :: {f(x)} f(x) == x + 1);");
    let before = program.axioms[0].expr.clone();
    let after = monomorphise(program).expect("the program is supported").program;
    assert!(Arc::ptr_eq(&before.0, &after.axioms[0].expr.0));
}

#[test]
fn inlining_is_simultaneous_and_nested() {
    check_inlined(
        "function {:inline} f(x: int, y: int): int { x - y }
         function {:inline} g(x: int): bool { (exists y: int :: f(y, x) > x) }
         procedure P(y: int) { assert g(f(y, 1)) && (forall x: int :: g(x)); }",
        expect![[r#"
            function {:inline} f(x: int, y: int): int {
              x - y
            }

            function {:inline} g(x: int): bool {
              (exists y: int :: y - x > x)
            }

            procedure P(y: int);

            implementation P(y: int)
            {
              anon0:
              assert (exists y_1: int :: y_1 - (y - 1) > y - 1) && (forall x: int :: (exists y_1: int :: y_1 - x > x));
              return;
            }
        "#]],
    );
}

#[test]
fn an_argument_used_twice_is_shared() {
    let mut text = "function {:inline} f(x: int): int { x + x }\naxiom ".to_string();
    text += &"f(".repeat(40);
    text += "1";
    text += &")".repeat(40);
    text += " > 0;";
    let program = inline_functions(typed(&text).0);
    let mut nodes = 0;
    ivl::visit::walk(&program.axioms[0].expr, &mut |_| {
        nodes += 1;
        true
    });
    assert_eq!(nodes, 43, "40 sums, 1, >, 0");
}

#[test]
fn instances_are_those_in_use() {
    check(
        "datatype List<T> { Nil(), Cons(head: T, tail: List T) }
         function length<T>(list: List T): int;
         axiom (forall<T> :: length(Nil(): List T) == 0);
         axiom (forall<T> head: T, tail: List T :: {length(Cons(head, tail))}
           length(Cons(head, tail)) == 1 + length(tail));
         function unused<T>(x: T): T;
         procedure Push<T>(x: T, list: List T) returns (longer: List T)
           ensures length(longer) == 1 + length(list);
         { longer := Cons(x, list); }
         procedure Client() {
           var list: List bool;
           call list := Push(true, Nil());
           assert list is Cons ==> list->head == list->head;
         }",
        expect![[r#"
            type T_of_Push;

            datatype List_bool {
              Nil_bool(),
              Cons_bool(head: bool, tail: List_bool)
            }

            datatype List_T_of_Push {
              Nil_T_of_Push(),
              Cons_T_of_Push(head: T_of_Push, tail: List_T_of_Push)
            }

            function length_bool(list: List_bool): int;
            function length_T_of_Push(list: List_T_of_Push): int;

            axiom length_bool(Nil_bool()) == 0;
            axiom length_T_of_Push(Nil_T_of_Push()) == 0;
            axiom (forall head: bool, tail: List_bool :: {length_bool(Cons_bool(head, tail))} length_bool(Cons_bool(head, tail)) == 1 + length_bool(tail));
            axiom (forall head: T_of_Push, tail: List_T_of_Push :: {length_T_of_Push(Cons_T_of_Push(head, tail))} length_T_of_Push(Cons_T_of_Push(head, tail)) == 1 + length_T_of_Push(tail));

            procedure Push_bool(x: bool, list: List_bool) returns (longer: List_bool);
              ensures length_bool(longer) == 1 + length_bool(list);

            procedure Push(x: T_of_Push, list: List_T_of_Push) returns (longer: List_T_of_Push);
              ensures length_T_of_Push(longer) == 1 + length_T_of_Push(list);

            procedure Client();

            implementation Push(x: T_of_Push, list: List_T_of_Push) returns (longer: List_T_of_Push)
            {
              anon0:
              longer := Cons_T_of_Push(x, list);
              return;
            }

            implementation Client()
            {
              var list: List_bool;
              anon0:
              call list := Push_bool(true, Nil_bool());
              assert list is Cons_bool ==> list->head == list->head;
              return;
            }
        "#]],
    );
}

#[test]
fn a_function_with_a_body_is_defined_at_each_instance() {
    check(
        "function first<T>(x: T, y: T): T { x }
         procedure P() { assert first(1, 2) == 1; assert first(true, false); }",
        expect![[r#"
            function first_int(x: int, y: int): int uses {
              axiom (forall x: int, y: int :: {first_int(x, y)} first_int(x, y) == x);
            }

            function first_bool(x: bool, y: bool): bool uses {
              axiom (forall x: bool, y: bool :: {first_bool(x, y)} first_bool(x, y) == x);
            }

            procedure P();

            implementation P()
            {
              anon0:
              assert first_int(1, 2) == 1;
              assert first_bool(true, false);
              return;
            }
        "#]],
    );
}

#[test]
fn an_asserted_quantifier_is_taken_at_an_arbitrary_type() {
    check(
        "function f<T>(x: T): int;
         procedure P()
           requires (forall<T> x: T :: f(x) > 0);
         { assert (forall<T> x: T :: f(x) >= 0); assert f(1) > 0; }",
        expect![[r#"
            type arbitrary_type_0;

            function f_int(x: int): int;
            function f_arbitrary_type_0(x: arbitrary_type_0): int;

            procedure P();
              requires (forall x: int :: f_int(x) > 0) && (forall x: arbitrary_type_0 :: f_arbitrary_type_0(x) > 0);

            implementation P()
            {
              anon0:
              assert (forall x: int :: f_int(x) >= 0) && (forall x: arbitrary_type_0 :: f_arbitrary_type_0(x) >= 0);
              assert f_int(1) > 0;
              return;
            }
        "#]],
    );
}

#[test]
fn a_quantifier_over_fields_is_complete_with_the_remaining_types() {
    check(
        "type Field T;
         type Heap = <T>[Field T]T;
         function Same(h: Heap, k: Heap): bool;
         axiom (forall h: Heap, k: Heap :: Same(h, k) <==> (forall<T> f: Field T :: h[f] == k[f]));
         const count: Field int;
         procedure P(h: Heap) { assert Same(h, h[count := h[count]]); }",
        expect![[r#"
            type Field t0;
            type other_0_of_Field;
            type others_of_a_Field_a_a;

            datatype a_Field_a_a {
              map_a_Field_a_a(Field_int_int: [Field int]int, others: others_of_a_Field_a_a)
            }

            const count: Field int;

            function Same(h: a_Field_a_a, k: a_Field_a_a): bool;
            function select_a_Field_a_a_other_0_of_Field(x0: others_of_a_Field_a_a, x1: Field other_0_of_Field): other_0_of_Field;

            axiom (forall h: a_Field_a_a, k: a_Field_a_a :: Same(h, k) <==> (forall f: Field int :: h->Field_int_int[f] == k->Field_int_int[f]) && (forall f: Field other_0_of_Field :: select_a_Field_a_a_other_0_of_Field(h->others, f) == select_a_Field_a_a_other_0_of_Field(k->others, f)));

            procedure P(h: a_Field_a_a);

            implementation P(h: a_Field_a_a)
            {
              anon0:
              assert Same(h, h->(Field_int_int := h->Field_int_int[count := h->Field_int_int[count]]));
              return;
            }
        "#]],
    );
}

#[test]
fn a_quantifier_over_values_is_complete_with_any_value() {
    check(
        "function f<T>(x: T): bool;
         function all(): bool;
         axiom all() <==> (forall<T> x: T :: f(x));
         procedure P() { assert all() ==> f(1); }",
        expect![[r#"
            type any_value;

            function f_int(x: int): bool;
            function f_any_value(x: any_value): bool;
            function all(): bool;

            axiom all() <==> (forall x: int :: f_int(x)) && (forall x: any_value :: f_any_value(x));

            procedure P();

            implementation P()
            {
              anon0:
              assert all() ==> f_int(1);
              return;
            }
        "#]],
    );
}

/// What `Unbox(b): T` is depends on `T`, which `f` settles.
#[test]
fn a_function_of_the_type_alone_is_told_what_settles_the_type() {
    check(
        "type Box;
         type Field T;
         function Unbox<T>(b: Box): T;
         function Same(h: <T>[Field T]Box, k: <T>[Field T]Box): bool;
         axiom (forall h, k: <T>[Field T]Box ::
           (forall<T> f: Field T :: (Unbox(h[f]): T) == Unbox(k[f])) ==> Same(h, k));
         procedure P(h: <T>[Field T]Box, f: Field int, b: Box) { assert Unbox(b) == 3 ==> Same(h, h[f := h[f]]); }",
        expect![[r#"
            type Box;
            type Field t0;
            type other_0_of_Field;
            type others_of_a_Field_a_Box;

            datatype a_Field_a_Box {
              map_a_Field_a_Box(Field_int_Box: [Field int]Box, others: others_of_a_Field_a_Box)
            }

            function Unbox_int(b: Box): int;
            function Unbox_other_0_of_Field(b: Box): other_0_of_Field;
            function Same(h: a_Field_a_Box, k: a_Field_a_Box): bool;
            function select_a_Field_a_Box_other_0_of_Field(x0: others_of_a_Field_a_Box, x1: Field other_0_of_Field): Box;
            function Unbox_other_0_of_Field_by_0(b: Box, type1: Field other_0_of_Field): other_0_of_Field;

            axiom (forall h: a_Field_a_Box, k: a_Field_a_Box :: (forall f: Field int :: Unbox_int(h->Field_int_Box[f]) == Unbox_int(k->Field_int_Box[f])) && (forall f: Field other_0_of_Field :: Unbox_other_0_of_Field_by_0(select_a_Field_a_Box_other_0_of_Field(h->others, f), f) == Unbox_other_0_of_Field_by_0(select_a_Field_a_Box_other_0_of_Field(k->others, f), f)) ==> Same(h, k));

            procedure P(h: a_Field_a_Box, f: Field int, b: Box);

            implementation P(h: a_Field_a_Box, f: Field int, b: Box)
            {
              anon0:
              assert Unbox_int(b) == 3 ==> Same(h, h->(Field_int_Box := h->Field_int_Box[f := h->Field_int_Box[f]]));
              return;
            }
        "#]],
    );
}

#[test]
fn a_lambda_over_types_is_a_record() {
    check(
        "type Field T;
         procedure P(g: Field int, b: bool) returns (c: bool) {
           var frame: <T>[Field T]bool;
           frame := (lambda<T> f: Field T :: b && f != g);
           assert !frame[g];
           c := (forall<T> f: Field T :: frame[f] ==> f != g);
         }",
        expect![[r#"
            type Field t0;
            type other_0_of_Field;
            type others_of_a_Field_a_bool;

            datatype a_Field_a_bool {
              map_a_Field_a_bool(Field_int_bool: [Field int]bool, others: others_of_a_Field_a_bool)
            }

            function others_of_lambda_0(x0: bool, x1: Field int): others_of_a_Field_a_bool uses {
              axiom (forall x0: bool, x1: Field int, f: Field other_0_of_Field :: {select_a_Field_a_bool_other_0_of_Field(others_of_lambda_0(x0, x1), f)} select_a_Field_a_bool_other_0_of_Field(others_of_lambda_0(x0, x1), f) == (x0 && true));
            }

            function select_a_Field_a_bool_other_0_of_Field(x0: others_of_a_Field_a_bool, x1: Field other_0_of_Field): bool;

            procedure P(g: Field int, b: bool) returns (c: bool);

            implementation P(g: Field int, b: bool) returns (c: bool)
            {
              var frame: a_Field_a_bool;
              anon0:
              frame := map_a_Field_a_bool((lambda f: Field int :: b && f != g), others_of_lambda_0(b, g));
              assert !frame->Field_int_bool[g];
              c := (forall f: Field int :: frame->Field_int_bool[f] ==> f != g) && (forall f: Field other_0_of_Field :: select_a_Field_a_bool_other_0_of_Field(frame->others, f) ==> true);
              return;
            }
        "#]],
    );
}

#[test]
fn an_equation_between_different_types_is_false() {
    check(
        "type Field T;
         function id<T>(f: Field T): int;
         axiom (forall<T, U> f: Field T, g: Field U :: {id(f), id(g)} f != g ==> id(f) != id(g));
         procedure P(f: Field int, g: Field bool) { assert id(f) != id(g); }",
        expect![[r#"
            type Field t0;

            function id_int(f: Field int): int;
            function id_bool(f: Field bool): int;

            axiom (forall f: Field int, g: Field int :: {id_int(f), id_int(g)} f != g ==> id_int(f) != id_int(g));
            axiom (forall f: Field int, g: Field bool :: {id_int(f), id_bool(g)} true ==> id_int(f) != id_bool(g));
            axiom (forall f: Field bool, g: Field int :: {id_bool(f), id_int(g)} true ==> id_bool(f) != id_int(g));
            axiom (forall f: Field bool, g: Field bool :: {id_bool(f), id_bool(g)} f != g ==> id_bool(f) != id_bool(g));

            procedure P(f: Field int, g: Field bool);

            implementation P(f: Field int, g: Field bool)
            {
              anon0:
              assert id_int(f) != id_bool(g);
              return;
            }
        "#]],
    );
}

/// In `P<int>`, the two fields may be the same: the assertion does not hold.
#[test]
fn an_implementation_is_also_taken_where_its_types_coincide() {
    check(
        "type Field T;
         var heap: <T>[Field T]T;
         procedure P<T>(f: Field T, x: T, g: Field int)
           modifies heap;
         {
           heap[f] := x;
           assert heap[g] == old(heap)[g];
         }",
        expect![[r#"
            type Field t0;
            type T_of_P;
            type others_of_a_Field_a_a;

            datatype a_Field_a_a {
              map_a_Field_a_a(Field_T_of_P_T_of_P: [Field T_of_P]T_of_P, Field_int_int: [Field int]int, others: others_of_a_Field_a_a)
            }

            var heap: a_Field_a_a;

            procedure P(f: Field T_of_P, x: T_of_P, g: Field int);
              modifies heap;

            procedure P_int(f: Field int, x: int, g: Field int);
              modifies heap;

            implementation P(f: Field T_of_P, x: T_of_P, g: Field int)
            {
              anon0:
              heap := heap->(Field_T_of_P_T_of_P := heap->Field_T_of_P_T_of_P[f := x]);
              assert heap->Field_int_int[g] == old(heap)->Field_int_int[g];
              return;
            }

            implementation P_int(f: Field int, x: int, g: Field int)
            {
              anon0:
              heap := heap->(Field_int_int := heap->Field_int_int[f := x]);
              assert heap->Field_int_int[g] == old(heap)->Field_int_int[g];
              return;
            }
        "#]],
    );
}

/// Two variables of a type do not settle the type each by itself, so that there is no instance for all other types.
#[test]
fn other_uses_of_type_quantifiers_are_unsupported() {
    check_unsupported(
        "function f<T>(x: T, y: T): bool;
         function all(): bool;
         axiom all() <==> (forall<T> x, y: T :: f(x, y));
         axiom (forall<T> x, y: T :: f(x, y)) ==> f(1, 2);
         axiom (exists<T> x, y: T :: f(x, y));
         procedure P(b: bool)
           requires (exists<T> x, y: T :: f(x, y));
         {
           var c: bool;
           assert (exists z: int :: (forall<T> x, y: T :: f(x, y) && f(z, z)));
           assert (exists<T> x, y: T :: f(x, y));
           assert (forall z: int :: (forall<T> x, y: T :: f(x, y) && f(z, z)));
           c := (forall<T> x, y: T :: f(x, y));
           assume !(forall<T> x, y: T :: f(x, y));
         }",
        expect![[r#"
            3:27: E0291 this quantifier over types is both proved and assumed here
            4:16: E0291 this quantifier over types asks for a type that nothing names
            5:16: E0291 this quantifier over types asks for a type that nothing names
            7:21: E0291 this quantifier over types asks for a type that nothing names
            10:37: E0291 this quantifier over types fails at a type that may depend on a variable bound around it
            13:17: E0291 this quantifier over types is both proved and assumed here
            14:20: E0291 this quantifier over types asks for a type that nothing names
        "#]],
    );
}

#[test]
fn growing_types_are_unsupported() {
    check_unsupported(
        "datatype List<T> { Nil(), Cons(head: T, tail: List T) }
         function f<T>(x: T): int { f(Cons(x, Nil())) }
         procedure P() { assert f(1) == 0; }",
        expect![[r#"
            2:19: E0291 the function `f` is needed at more and more types, such as `List (List (List (List (List (List (List (List (List (List i…`
        "#]],
    );
}

#[test]
fn a_map_that_can_hold_itself_is_unsupported() {
    check_unsupported(
        "procedure P(m: <T>[T]int) { assert m[m] == 0; }",
        expect![[r#"
        1:36: E0291 a map of type `<a>[a]int` can hold itself as a value
    "#]],
    );
}

#[test]
fn names_that_clash_are_told_apart() {
    check_inlined(
        "const x: int;
         function {:inline} f(y: int): bool { (forall z: int :: z > y) }
         procedure P(y: int) { var z: int; assert (forall x: int, y: int :: f(z + x + y)); }
         axiom (forall z: int :: f(z + x));",
        expect![[r#"
            const x: int;

            function {:inline} f(y: int): bool {
              (forall z: int :: z > y)
            }

            axiom (forall z: int, z_1: int :: z_1 > z + x);

            procedure P(y: int);

            implementation P(y: int)
            {
              var z: int;
              anon0:
              assert (forall x_1: int, y_1: int, z_1: int :: z_1 > z + x_1 + y_1);
              return;
            }
        "#]],
    );
}

#[test]
fn literals_and_operators_survive() {
    check_inlined(
        "function {:builtin \"MapConst\"} MapConst<T, U>(u: U): [T]U;
         procedure P(a: bv8, r: real) returns (m: [int]bool)
           ensures {:msg \"text\"} a[8:4] ++ a[4:0] == a && r / 2.50 >= -1e3 && int(r) mod 3 == 0;
         {
           start:
           m := MapConst(false);
           m[3] := (var k := 2; k > 1);
           goto again, done;
           again:
           assert {:subsumption 0} !m[4];
           while (*) invariant m[3]; { havoc m; assume m[3]; }
           if (m[5]) { goto again; }
           done:
           return;
         }",
        expect![[r#"
            function {:builtin "MapConst"} MapConst<T, U>(u: U): [T]U;

            procedure P(a: bv8, r: real) returns (m: [int]bool);
              ensures {:msg "text"} a[8:4] ++ a[4:0] == a && r / 2.50 >= -1000.0 && int(r) mod 3 == 0;

            implementation P(a: bv8, r: real) returns (m: [int]bool)
            {
              start:
              m := MapConst(false): [int]bool;
              m := m[3 := (var k := 2; k > 1)];
              goto again, done;
              again:
              assert {:subsumption 0} !m[4];
              goto anon0_LoopHead;
              anon0_LoopHead:
              assert m[3];
              goto anon0_LoopDone, anon0_LoopBody;
              anon0_LoopBody:
              havoc m;
              assume m[3];
              goto anon0_LoopHead;
              anon0_LoopDone:
              goto anon1_Then, anon1_Else;
              anon1_Then:
              assume {:partition} m[5];
              goto again;
              anon1_Else:
              assume {:partition} !m[5];
              goto anon2;
              anon2:
              goto done;
              done:
              return;
            }
        "#]],
    );
}

#[test]
fn expressions_are_written_for_messages() {
    let (program, _) = typed("var g: int; procedure P(x: int) ensures (forall y: int :: y > old(g) - x); {}");
    let procedure = &program.procedures[0];
    let expr = &procedure.ensures[0].expr;
    assert!(matches!(expr.kind(), ExprKind::Quantifier(_)));
    let text = ivl::print_ast::print_expr(&expr_to_ast(&program, &procedure.params, expr));
    assert_eq!(text, "(forall y: int :: y > old(g) - x)");
}
