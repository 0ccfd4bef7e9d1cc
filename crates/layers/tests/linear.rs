//! Linearity seen from outside: which programs are refused with which words, and what holds permissions where.

mod common;

use common::{load_text, render};
use expect_test::{Expect, expect};
use ivl::typed::{BlockId, LocalId, ProcedureId};
use layers::linear;

/// Compares what the rules of linearity say about the program.
fn check(text: &str, expected: Expect) {
    let loaded = load_text(text);
    let civl = loaded.civl();
    let diagnostics = linear::check(&civl, &loaded.mono.origins).err().unwrap_or_default();
    expected.assert_eq(&render(&loaded.map, &diagnostics));
}

fn accepts(text: &str) {
    check(text, expect![""]);
}

#[test]
fn permissions_of_permissions() {
    check(
        "yield procedure {:layer 1} P({:linear} x: One (One int)) { }",
        expect![[r#"
        1:40: E0520 `One` is taken of `One int`, a type that holds permissions
          189:10: declared here
    "#]],
    );
    check(
        "yield procedure {:layer 1} P({:linear} x: Map (Cell int int) bool) { }",
        expect![[r#"
        1:40: E0520 the keys of a `Map` are of type `Cell int int`, which holds permissions and is not a `One`
          78:10: declared here
    "#]],
    );
    accepts(
        "yield procedure {:layer 1} P({:linear} x: Map (One int) (Cell int int), {:linear} y: One ([int]One int)) { }",
    );
}

#[test]
fn inside_of_a_map() {
    check(
        "atomic action {:layer 1} A({:linear_in} m: UnitMap (One int), k: One int) returns ({:linear} n: UnitMap (One int))
         { n := m; n->dom[k] := true; }",
        expect![[r#"
            2:20: E0521 the inside of a `One` or a `Map` cannot be assigned
              help: `Path_Store(m->val[k], v)` changes the value at a key of a map
        "#]],
    );
    check(
        "atomic action {:layer 1} A({:linear_in} x: One int) returns ({:linear} y: One int) { y := x; y->val := 1; }",
        expect![[r#"
            1:94: E0521 the inside of a `One` or a `Map` cannot be assigned
              help: `Path_Store(m->val[k], v)` changes the value at a key of a map
        "#]],
    );
}

#[test]
fn written_out_updates_carry_nothing() {
    check(
        "atomic action {:layer 1} A({:linear_in} x: One int) returns ({:linear} y: One int)
         { y := x; y := y->(val := 1); }",
        expect![[r#"
            2:40: E0528 linear out-parameter `y` may not hold its permissions at a return
              2:20: it has none after this
        "#]],
    );
}

#[test]
fn constructed_permissions() {
    check(
        "atomic action {:layer 1} A() returns ({:linear} y: One int) { y := One(1); }",
        expect![[r#"
        1:76: E0528 linear out-parameter `y` may not hold its permissions at a return
          1:63: it has none after this
    "#]],
    );
    check(
        "atomic action {:layer 1} A() returns ({:linear} y: UnitMap (One int))
         { y := Map(MapConst(true), MapConst(Unit())); }",
        expect![[r#"
            2:56: E0528 linear out-parameter `y` may not hold its permissions at a return
              2:12: it has none after this
        "#]],
    );
    check(
        "atomic action {:layer 1} A({:linear_in} x: One int, b: bool) returns ({:linear} y: One int)
         { y := if b then x else One(1); }",
        expect![[r#"
            2:42: E0528 linear out-parameter `y` may not hold its permissions at a return
              2:12: it has none after this
        "#]],
    );
}

#[test]
fn swaps_and_packs() {
    accepts(
        "datatype Pair { Pair(a: One int, b: One int) }
         atomic action {:layer 1} A({:linear_in} x: One int, {:linear_in} y: One int) returns ({:linear} p: Pair)
         { var u: One int; var v: One int; u := x; v := y; u, v := v, u; p := Pair(u, v); Pair(u, v) := p; p := Pair(v, u); }",
    );
    check(
        "datatype Pair { Pair(a: One int, b: One int) }
         atomic action {:layer 1} A({:linear_in} x: One int) returns ({:linear} p: Pair) { p := Pair(x, x); }",
        expect![[r#"
            2:105: E0522 `x` gives its permissions twice in one assignment
              2:102: given here already
        "#]],
    );
    check(
        "datatype Pair { Pair(a: One int, b: One int) }
         atomic action {:layer 1} A({:linear_in} x: One int, {:linear_in} q: Pair) returns ({:linear} p: Pair)
         { p := Pair(x, q->b); }",
        expect![[r#"
            3:25: E0522 a field that holds permissions is filled from a variable, not from an expression
              help: assign it to a variable first
        "#]],
    );
    check(
        "datatype Pair { Pair(a: One int, b: One int) }
         function F(p: Pair): Pair;
         atomic action {:layer 1} A({:linear_in} q: Pair) returns ({:linear} x: One int, {:linear} y: One int)
         { Pair(x, y) := F(q); }",
        expect![[r#"
            4:26: E0522 a value that holds permissions is unpacked from a variable, not from an expression
        "#]],
    );
}

/// The rest of a variable whose permissions are gone does not come back with one part.
#[test]
fn filling_a_part_of_what_is_gone() {
    check(
        "datatype Pair { Pair(a: One int, b: One int) }
         atomic action {:layer 1} A({:linear_in} q: Pair, {:linear_in} x: One int)
         returns ({:linear} p: Pair, {:linear} r: Pair)
         { p := q; r := p; p->a := x; }",
        expect![[r#"
            4:39: E0528 linear out-parameter `p` may not hold its permissions at a return
              4:20: it has none after this
        "#]],
    );
    accepts(
        "datatype Pair { Pair(a: One int, b: One int) }
         atomic action {:layer 1} A({:linear_in} q: Pair, {:linear_in} x: One int) returns ({:linear} p: Pair)
         { p := q; p->a := x; }",
    );
    check(
        "datatype Pair { Pair(a: One int, b: One int) }
         atomic action {:layer 1} A({:linear_in} q: Pair, {:linear_in} x: One int)
         returns ({:linear} p: Pair, {:linear} r: Pair)
         { p := q; p->a, r := x, p; }",
        expect![[r#"
            4:37: E0528 linear out-parameter `p` may not hold its permissions at a return
              4:20: it has none after this
        "#]],
    );
}

/// A field that the value does not have: the update makes up the other fields.
#[test]
fn updates_that_change_the_constructor() {
    check(
        "datatype Either { Left(n: int, a: One int), Right(b: One int) }
         atomic action {:layer 1} A({:linear_in} q: Either) returns ({:linear} p: Either) { p := q; p->n := 1; }",
        expect![[r#"
            2:112: E0528 linear out-parameter `p` may not hold its permissions at a return
              2:101: it has none after this
        "#]],
    );
}

/// Values in plain maps hold no permissions: they are copied freely.
#[test]
fn permissions_in_plain_maps() {
    check(
        "atomic action {:layer 1} A({:linear_in} x: One int) returns ({:linear} y: One int, {:linear} z: One int)
         { var m: [int]One int; m[0] := x; y := m[0]; z := m[0]; }",
        expect![[r#"
            2:66: E0528 linear out-parameter `y` may not hold its permissions at a return
              2:44: it has none after this
            2:66: E0528 linear out-parameter `z` may not hold its permissions at a return
              2:55: it has none after this
        "#]],
    );
    check(
        "datatype D { D(a: One int, m: [int]UnitMap (One int)) }
         atomic action {:layer 1} A({:linear_in} x: One int, table: [int]UnitMap (One int), k: One int)
         returns ({:linear} d: D, {:linear} l: One int)
         { d := D(x, table); l := k; call One_Get(d->m[0], l); }",
        expect![[r#"
            4:51: E0524 the path goes to permissions through a plain map, which holds none
        "#]],
    );
}

#[test]
fn copies_are_ordinary() {
    check(
        "yield procedure {:layer 1} P({:linear} x: One int) { var y: One int; call y := Copy(x); call Q(x) | Q(y); }
         yield procedure {:layer 1} Q({:linear} x: One int) { }",
        expect![[r#"
            1:103: E0526 `y` may not hold its permissions here, and goes to linear parameter `x`
              1:70: it has none after this
        "#]],
    );
    check(
        "yield procedure {:layer 1} P({:linear} x: One int, y: One int) { call Q(x) | Q(y); }
         yield procedure {:layer 1} Q({:linear} x: One int) { }",
        expect![[r#"
            1:80: E0526 `y` may not hold its permissions here, and goes to linear parameter `x`
              1:52: declared here
        "#]],
    );
}

/// A result that carries nothing overwrites what the same call returns in a parameter.
#[test]
fn result_over_linear_out() {
    check(
        "pure action F({:linear_in} x: One int, {:linear_out} y: One int) returns (z: One int)
         { call Move(x, y); z := One(7); }
         atomic action {:layer 1} A({:linear_in} x: One int) returns ({:linear} y: One int)
         { y := x; call y := F(x, y); }",
        expect![[r#"
            4:32: E0526 `x` may not hold its permissions here, and goes to linear parameter `x`
              4:20: it has none after this
            4:39: E0528 linear out-parameter `y` may not hold its permissions at a return
              4:20: it has none after this
        "#]],
    );
}

#[test]
fn stale_values_and_havoc() {
    check(
        "var {:linear} {:layer 0, 1} g: One int;
         atomic action {:layer 1} A({:linear_in} x: One int) returns ({:linear} y: One int) modifies g;
         { y := g; g := x; y := g; }",
        expect![[r#"
            3:36: E0527 global `g` may not hold its permissions at a return
              3:28: it has none after this
        "#]],
    );
    check(
        "atomic action {:layer 1} A({:linear_in} x: One int) returns ({:linear} y: One int) { y := x; havoc y; }",
        expect![[r#"
            1:103: E0528 linear out-parameter `y` may not hold its permissions at a return
              1:94: it has none after this
        "#]],
    );
}

#[test]
fn globals_at_calls_loops_and_returns() {
    check(
        "var {:linear} {:layer 0, 1} g: One int;
         atomic action {:layer 1} A() returns ({:linear} y: One int) modifies g; { y := g; }",
        expect![[r#"
            2:92: E0527 global `g` may not hold its permissions at a return
              2:84: it has none after this
        "#]],
    );
    check(
        "var {:linear} {:layer 0, 1} g: One int;
         atomic action {:layer 1} A({:linear_in} x: One int) modifies g;
         { var y: One int; y := g; call B(); g := x; }
         atomic action {:layer 1} B() { }",
        expect![[r#"
            3:36: E0527 global `g` may not hold its permissions at a call
              3:28: it has none after this
        "#]],
    );
    check(
        "pure procedure F({:linear_in} x: One int, n: int) returns ({:linear} y: One int)
         { var i: int; var z: One int; i, z := 0, x; while (i < n) { i, y := i + 1, z; } y := z; }",
        expect![[r#"
            2:98: E0528 linear out-parameter `y` may not hold its permissions at a return
              1:70: declared here
        "#]],
    );
    accepts(
        "var {:linear} {:layer 0, 1} g: One int;
         atomic action {:layer 1} A({:linear_in} x: One int) returns ({:linear} y: One int) modifies g;
         { y := g; g := x; }",
    );
}

/// Others may change an ordinary global: what is put there is not there later.
#[test]
fn ordinary_globals_hold_nothing() {
    check(
        "var {:layer 0, 1} g: One int;
         atomic action {:layer 1} A({:linear_in} x: One int) returns ({:linear} y: One int) modifies g;
         { g := x; y := g; }",
        expect![[r#"
            3:28: E0528 linear out-parameter `y` may not hold its permissions at a return
              3:20: it has none after this
        "#]],
    );
}

#[test]
fn asynchronous_calls_take_permissions() {
    check(
        "yield procedure {:layer 1} P({:linear_in} x: One int) { async call Q(x); call Q(x); }
         yield procedure {:layer 1} Q({:linear} x: One int) { }",
        expect![[r#"
            1:81: E0526 `x` may not hold its permissions here, and goes to linear parameter `x`
              1:57: it has none after this
        "#]],
    );
    check(
        "yield procedure {:layer 1} P({:linear_in} m: UnitMap (One int), x: One int) { async call Q(m, x); call R(x); }
         yield procedure {:layer 1} Q({:linear_in} m: UnitMap (One int), {:linear_out} x: One int)
         { var n: UnitMap (One int); n := m; call One_Get(n, x); }
         yield procedure {:layer 1} R({:linear} x: One int) { }",
        expect![[r#"
            1:95: E0530 `x` receives permissions at the end of a call that is not waited for
              2:88: the parameter is `{:linear_out}`
        "#]],
    );
}

#[test]
fn arguments() {
    let callees = "yield procedure {:layer 1} Q({:linear} x: One int, {:linear} y: One int) { }
         yield procedure {:layer 1} R({:linear} x: One int) { }
         yield invariant {:layer 1} I({:linear} x: One int);
         var {:linear} {:layer 0, 1} g: One int;\n";
    let calls = ["call R(One(1));", "call Q(x, x);", "call R(x) | R(x);", "call R(x) | I(x);", "call I(One(1));"];
    let mut all = String::new();
    for call in calls {
        let text = format!("{callees}yield procedure {{:layer 1}} P({{:linear}} x: One int) {{ {call} }}");
        let loaded = load_text(&text);
        let civl = loaded.civl();
        let diagnostics = linear::check(&civl, &loaded.mono.origins).err().unwrap_or_default();
        all += &format!("{call}\n{}", render(&loaded.map, &diagnostics));
    }
    expect![[r#"
        call R(One(1));
        5:61: E0523 the argument for linear parameter `x` is not a variable
          2:49: the parameter is declared here
        call Q(x, x);
        5:64: E0523 `x` gives its permissions to two parameters of one call
          5:61: given here already
        call R(x) | R(x);
        5:68: E0523 `x` gives its permissions to two arms of a parallel call
          5:61: given here already
        call R(x) | I(x);
        5:68: E0523 `x` gives its permissions to a procedure and to a yield invariant of the same parallel call
          5:61: given to the procedure here
        call I(One(1));
        5:61: E0523 the argument for linear parameter `x` is not a variable
          3:49: the parameter is declared here
    "#]]
    .assert_eq(&all);
}

#[test]
fn clauses_speak_of_what_is_held() {
    check(
        "yield invariant {:layer 1} I({:linear} x: One int);
         yield procedure {:layer 1} P(o: One int, {:linear} l: One int, {:linear_in} i: One int)
         requires call I(l); requires call I(i); requires call I(o);
         ensures call I(l); ensures call I(i);
         preserves call I(l); preserves call I(i);
         { }",
        expect![[r#"
            3:66: E0526 `o` does not hold permissions when this clause holds, and goes to linear parameter `x`
            4:44: E0526 `i` does not hold permissions when this clause holds, and goes to linear parameter `x`
            5:48: E0526 `i` does not hold permissions when this clause holds, and goes to linear parameter `x`
        "#]],
    );
}

#[test]
fn loop_invariants_speak_of_what_is_held() {
    check(
        "yield invariant {:layer 1} I({:linear} x: One int);
         yield procedure {:layer 1} Q({:linear_in} x: One int) { }
         yield procedure {:layer 1} P({:linear_in} x: One int)
         { while (*) invariant {:yields} true; invariant call I(x); { call Q(x); } }",
        expect![[r#"
            4:65: E0526 `x` may not hold its permissions here, and goes to linear parameter `x`
              4:71: it has none after this
            4:78: E0526 `x` may not hold its permissions here, and goes to linear parameter `x`
              4:71: it has none after this
        "#]],
    );
}

#[test]
fn parameters_are_given_back() {
    check(
        "yield procedure {:layer 1} Q({:linear_in} x: One int) { }
         yield procedure {:layer 1} P({:linear} x: One int) returns ({:linear} y: One int) { call Q(x); }",
        expect![[r#"
            2:105: E0528 linear in-parameter `x` may not hold its permissions at a return
              2:94: it has none after this
            2:105: E0528 linear out-parameter `y` may not hold its permissions at a return
              2:80: declared here
        "#]],
    );
    check(
        "atomic action {:layer 1} A({:linear_out} x: One int) { }",
        expect![[r#"
        1:56: E0528 linear in-parameter `x` may not hold its permissions at a return
          1:42: declared here
    "#]],
    );
    accepts(
        "atomic action {:layer 1} A({:linear} x: One int, {:linear_in} m: UnitMap (One int), {:linear_out} y: One int)
         { var n: UnitMap (One int); n := m; call One_Get(n, y); }",
    );
}

#[test]
fn paths_of_primitives() {
    let calls = [
        "call One_Put(x->ps, k);",
        "call Path_Store(x->m->val[j], 1);",
        "call v := Path_Load(x->m->val);",
        "call Path_Store(x->m->val, MapConst(5));",
        "call Path_Store(x->m->dom, MapConst(true));",
        "call Path_Store(x->o->val, 5);",
        "call Path_Store(x->m, n);",
        "call One_Put(F(x)->ps, k);",
        "call One_Put(q->ps, k);",
    ];
    let mut all = String::new();
    for call in calls {
        let text = format!(
            "datatype D {{ D(o: One int, ps: UnitMap (One int), m: Map (One int) int) }}
             function F(d: D): D;
             atomic action {{:layer 1}} A({{:linear_in}} q: D, {{:linear_in}} n: Map (One int) int, {{:linear_in}} k: One int, j: One int)
             returns ({{:linear}} x: D)
             {{ var v: [One int]int; x := q; {call} }}"
        );
        let loaded = load_text(&text);
        let civl = loaded.civl();
        let diagnostics = linear::check(&civl, &loaded.mono.origins).err().unwrap_or_default();
        all += &format!("{call}\n{}", render(&loaded.map, &diagnostics));
    }
    expect![[r#"
        call One_Put(x->ps, k);
        call Path_Store(x->m->val[j], 1);
        call v := Path_Load(x->m->val);
        call Path_Store(x->m->val, MapConst(5));
        5:61: E0524 the values of a `Map` are changed one by one, at a key each
        call Path_Store(x->m->dom, MapConst(true));
        5:61: E0524 the path goes into the domain of a `Map`
        call Path_Store(x->o->val, 5);
        5:61: E0524 the path goes into a `One`
        call Path_Store(x->m, n);
        5:61: E0524 the place holds permissions: it is not copied or overwritten as a whole
          help: `Map_Get` and `Map_Put` move what is in a map
        call One_Put(F(x)->ps, k);
        5:58: E0524 this is not a path: a variable, with fields and indices behind it
        call One_Put(q->ps, k);
        5:58: E0525 the call changes `q`, an in-parameter
          5:45: in this call
          3:54: declared here
    "#]]
    .assert_eq(&all);
}

#[test]
fn permissions_without_a_body() {
    check(
        "pure procedure Dup({:linear} x: One int) returns ({:linear} y: One int); ensures x == y;",
        expect![[r#"
            1:61: E0529 `Dup` returns permissions in `y`, and has no body to show where they come from
              help: write the body, or return a value without permissions
        "#]],
    );
}

#[test]
fn received_at_some_layers_only() {
    check(
        "yield procedure {:layer 1} P({:linear_in} x: One int, y: One int) { call {:layer 1} Move(x, y); }",
        expect![[r#"
            1:93: E0531 `y` exists at layers 0 to 1, and receives permissions only at layers 1
              1:55: declared here
        "#]],
    );
    accepts("yield procedure {:layer 1} P({:linear_in} x: One int, y: One int) { call Move(x, y); }");
    check(
        "atomic action {:layer 1} A() { }
         yield procedure {:layer 0} Q({:hide} {:linear_in} x: One int, {:hide} {:linear_out} y: One int) refines A;
         { call Move(x, y); }
         yield procedure {:layer 1} P({:linear_in} x: One int, y: One int) { call Q(x, y); }",
        expect![[r#"
            4:88: E0531 `y` exists at layers 0 to 1, and receives permissions only at layers 0
              4:64: declared here
        "#]],
    );
}

#[test]
fn availability_at_each_point() {
    let loaded = load_text(
        "yield procedure {:layer 1} Q({:linear_in} x: One int) returns ({:linear} y: One int) { y := x; }
         yield procedure {:layer 1} P({:linear} a: One int, {:linear_in} b: One int)
         { var c: One int; c := b; call c := Q(c); call Q1(a); }
         yield procedure {:layer 1} Q1({:linear} x: One int) { }",
    );
    let civl = loaded.civl();
    let checked = linear::check(&civl, &loaded.mono.origins).unwrap_or_else(|e| panic!("{}", render(&loaded.map, &e)));
    let position = civl.program.procedures.iter().position(|procedure| &*procedure.name == "P");
    let routine = ProcedureId(position.unwrap_or_default() as u32);
    let [a, b, c] = [0, 1, 2].map(LocalId);
    let held = |set: &std::collections::BTreeSet<LocalId>| set.iter().copied().collect::<Vec<_>>();
    assert_eq!(held(checked.availability.at_block(routine, BlockId(0))), [a, b]);
    assert_eq!(held(checked.availability.after(routine, BlockId(0), 0)), [a, c]);
    assert_eq!(held(checked.availability.before(routine, BlockId(0), 1)), [a, c]);
    assert_eq!(held(checked.availability.after(routine, BlockId(0), 2)), [a, c]);
}
