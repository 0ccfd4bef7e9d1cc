//! Datatypes.

use crate::{accept, check};
use expect_test::expect;

#[test]
fn fields_and_constructors() {
    check(
        "datatype Option<T> { None(), Some(value: T) }
         datatype Pair { Pair(a: int, b: bool) }
         procedure P(p: Pair, o: Option int) returns (q: Pair, i: int) {
           assert p->a == 1 && p->b && o->value == 1;
           assert p is Pair && o is None && !(o is Some);
           q := p->(a := 2)->(b := false);
           q := p->(a := true);
           i := p->c;
           i := i->a;
           assert o is Pair;
           assert i is Some;
           assert None() == o && Some(1) == o;
           assert Some(true) == o;
           assert None()->value == 1;
           q := Pair(1);
         }",
        expect![[r#"
            7:26: E0301 the new value of the field must be of type `int`, not `bool`
            8:20: E0304 datatype `Pair` has no field `c`
            9:20: E0304 a field access needs a datatype, and `int` is none
            10:24: E0304 datatype `Option` has no constructor `Pair`
            11:19: E0304 `is` needs a datatype, and `int` is none
            13:19: E0302 operator `==` does not apply to `Option bool` and `Option int`
            15:17: E0303 `Pair` takes 2 arguments, not 1
        "#]],
    );
}

#[test]
fn shared_fields_have_one_type() {
    check(
        "datatype Shape<T> { Circle(size: int, tag: T), Square(size: int, tag: T), Line(size: bool, tag: int) }",
        expect![[r#"
            1:80: E0206 field `size` has type `bool` here and another elsewhere
              1:21: constructor `Circle` has it at type `int`
              help: a field that constructors share has one type; rename one of them
            1:92: E0206 field `tag` has type `int` here and another elsewhere
              1:21: constructor `Circle` has it at type `T`
              help: a field that constructors share has one type; rename one of them
        "#]],
    );
    let (_, program) = accept("datatype S { C(a: int, b: bool), D(b: bool, a: int) }");
    let fields = &program.datatypes[0].fields;
    let places: Vec<Vec<(u32, usize)>> =
        fields.iter().map(|field| field.places.iter().map(|(at, position)| (at.0, *position)).collect()).collect();
    assert_eq!(places, [vec![(0, 0), (1, 1)], vec![(0, 1), (1, 0)]]);
}

#[test]
fn every_datatype_has_a_value() {
    check(
        "datatype Loop { Loop(next: Loop) }
         datatype A { A(b: B) }
         datatype B { B(a: [int]A), C(d: D) }
         datatype D { D(a: A) }
         datatype List { Nil(), Cons(tail: List, trees: [int]Tree) }
         datatype Tree { Tree(children: List) }
         datatype Last { Last(x: int) }",
        expect![[r#"
            1:10: E0206 datatype `Loop` has no values: each constructor needs one already
              help: add a constructor that needs no value of this datatype
            2:19: E0206 datatype `A` has no values: each constructor needs one already
              help: add a constructor that needs no value of this datatype
            3:19: E0206 datatype `B` has no values: each constructor needs one already
              help: add a constructor that needs no value of this datatype
            4:19: E0206 datatype `D` has no values: each constructor needs one already
              help: add a constructor that needs no value of this datatype
        "#]],
    );
}

#[test]
fn unpacking() {
    check(
        "datatype Pair<T> { Pair(a: T, b: int), Other() }
         function f(x: int): Pair int;
         var g: int;
         procedure P(p: Pair bool) returns (x: bool, y: int) {
           Pair(x, y) := p;
           Pair(y, y) := p;
           Pair(x, x) := p;
           Pair(x) := p;
           Pair(x, g) := p;
           f(y) := f(1);
           Nothing(y) := p;
           Pair(x, y) := 1;
         }",
        expect![[r#"
            6:20: E0307 `y` is assigned twice by one statement
              6:17: also here
            6:26: E0301 the unpacked value must be of type `Pair int`, not `Pair bool`
            7:20: E0301 argument 2 of `Pair` must be of type `int`, not `bool`
            7:20: E0307 `x` is assigned twice by one statement
              7:17: also here
            8:12: E0303 `Pair` takes 2 arguments, not 1
            9:20: E0306 `g` is assigned, but procedure `P` does not modify it
              4:20: the procedure is declared here
              help: add `modifies g;` to its specification
            10:12: E0304 `f` is a function, not a constructor: its result cannot be taken apart
            11:12: E0201 undeclared function `Nothing`
            12:26: E0301 the unpacked value must be of type `Pair bool`, not `int`
        "#]],
    );
}

#[test]
fn an_unpacking_asserts_its_constructor_and_assigns_the_fields() {
    let (_, program) = accept(
        "datatype Pair { Pair(a: int, b: int), Other() }
         procedure P(p: Pair) returns (x: int, y: int) { Pair(y, x) := p; }",
    );
    let cmds = &program.implementations[0].blocks[0].cmds;
    let names: Vec<&str> = cmds[0].attributes.iter().map(|attribute| &*attribute.name).collect();
    assert_eq!(names, ["counterpoint_unpack"]);
    expect![[r#"
        assert (l0 is C0); l2 := l0->f0, l1 := l0->f1
    "#]]
    .assert_eq(&format!("{}\n", crate::blocks::kinds(cmds)));
}
