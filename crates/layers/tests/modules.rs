//! What modules spare, and what is said where they do not keep to themselves.

mod common;

use common::{render, typed};
use expect_test::{Expect, expect};
use layers::check::{Obligations, obligations};
use std::collections::BTreeSet;

const COUNTER: &str = include_str!("../../../examples/layers/modules/ok.bpl");
const COUNTER_WITH_FUNCTOR: &str = include_str!("../../../examples/layers/modules/ok_functor.bpl");

fn made(text: &str) -> Obligations {
    let (map, program) =
        typed(&["base"], &[("test.bpl", text)]).unwrap_or_else(|(map, found)| panic!("{}", render(&map, &found)));
    obligations(&program).unwrap_or_else(|found| panic!("{}", render(&map, &found)))
}

/// The names of all obligations.
fn names(made: &Obligations) -> BTreeSet<String> {
    let end = made.probes.first().map_or(made.program.implementations.len(), |probe| probe.implementation.index());
    made.program.implementations[made.first..end].iter().map(|body| body.name.to_string()).collect()
}

fn check(text: &str, expected: Expect) {
    let (map, program) =
        typed(&["base"], &[("test.bpl", text)]).unwrap_or_else(|(map, found)| panic!("{}", render(&map, &found)));
    let found = obligations(&program).err().unwrap_or_default();
    expected.assert_eq(&render(&map, &found));
}

/// A module with a variable, movers on it and an invariant of it, all named with the number.
fn module(number: u32) -> String {
    let text = r#"
        var {:layer 0, 2} {:module "M#"} x#: int;
        yield invariant {:layer 1} {:module "M#"} Inv#(n: int); preserves n <= x#;
        yield procedure {:layer 0} {:module "M#"} Add#(); refines both action {:layer 1, 2} _ { x# := x# + 1; }
        yield procedure {:layer 0} {:module "M#"} Get#() returns (n: int); refines atomic action {:layer 1} _ { n := x#; }
        yield procedure {:layer 1} {:module "M#"} Up#() refines atomic action {:layer 2} _ { x# := x# + 1; }
        preserves call Inv#(0);
        { call Add#(); }
    "#;
    text.replace('#', &number.to_string())
}

#[test]
fn obligations_of_modules_add_up() {
    let alone: Vec<BTreeSet<String>> = (1..=4).map(|number| names(&made(&module(number)))).collect();
    assert!(alone[0].iter().any(|name| name.contains(": commutes")), "{:?}", alone[0]);
    let together: String = (1..=4).map(module).collect();
    assert_eq!(names(&made(&together)), alone.into_iter().flatten().collect());
}

/// What has to be proved of two locks, each written out, is what is proved of the functor for each of its instances, and
/// of the copies where they meet the counter.
#[test]
fn an_instance_written_out_has_no_other_obligations() {
    let parts = ["Lock", "Acquire", "Release", "Acq", "Rel", "Swap", "Clear"];
    let words = |name: &str| -> Vec<String> {
        name.split_inclusive(|c: char| !c.is_alphanumeric())
            .flat_map(|part| {
                let end = part.trim_end_matches(|c: char| !c.is_alphanumeric());
                [end.to_string(), part[end.len()..].to_string()]
            })
            .collect()
    };
    let is_part = |word: &String| parts.contains(&word.as_str());
    let copied = |name: &String, number: u32| -> String {
        words(name).iter().map(|word| if is_part(word) { format!("{word}{number}") } else { word.clone() }).collect()
    };
    let with_functor = names(&made(COUNTER_WITH_FUNCTOR));
    let (of_functor, others): (BTreeSet<String>, BTreeSet<String>) =
        with_functor.into_iter().partition(|name| words(name).iter().any(is_part));
    assert!(!of_functor.is_empty());
    let mut expanded = others;
    for number in [1, 2] {
        for name in of_functor.iter().map(|name| copied(name, number)) {
            assert!(expanded.insert(name.clone()), "proved of the functor and of the instance: {name}");
        }
    }
    assert_eq!(expanded, names(&made(COUNTER)));
}

#[test]
fn instances_are_told() {
    let by_text = made(COUNTER_WITH_FUNCTOR).by_text.obligations.into_iter();
    let told: Vec<String> = by_text.filter(|it| it.kind == "instance").map(|it| it.id).collect();
    assert_eq!(told, ["Lock1/copy of Lock", "Lock2/copy of Lock"]);
}

#[test]
fn obligations_by_module() {
    let count = |made: &Obligations| -> Vec<String> {
        made.by_module.iter().map(|(module, ids)| format!("{module} {}", ids.len())).collect()
    };
    assert_eq!(count(&made(COUNTER)), ["Client 4", "Counter 47", "Lock1 4", "Lock2 4"]);
    let with_functor = ["Client 4", "Counter 35", "Lock 10", "Lock1 6", "Lock2 6"];
    assert_eq!(count(&made(COUNTER_WITH_FUNCTOR)), with_functor);
}

#[test]
fn a_reference_to_another_module() {
    check(
        r#"
        var {:layer 0, 2} {:module "X"} {:module 2, "Y"} x: int;
        yield invariant {:layer 1} {:module "Y"} Inv(); preserves x > 0;
        "#,
        expect![[r#"
            3:67: E0580 `Inv` of module `Y` refers to `x`, which belongs to module `X` at layer 1
              2:58: `x` belongs to module `X` at layer 1
              help: call a procedure of module `X` that is still a procedure at layer 1, or a yield invariant of module `X`
              help: or let `x` migrate: `{:module 1, "Y"}` on it and on the actions that use it
        "#]],
    );
}

#[test]
fn a_step_on_a_variable_of_another_module() {
    check(
        r#"
        var {:layer 0, 2} {:module "X"} x: int;
        yield procedure {:layer 0} {:module "X"} Add(); refines atomic action {:layer 1, 2} _ { x := x + 1; }
        yield procedure {:layer 2} P() { call Add(); }
        "#,
        expect![[r#"
            4:42: E0580 `P` of the main program refers by way of `Add.action` to `x`, which belongs to module `X` at layer 1
              2:41: `x` belongs to module `X` at layer 1
              3:93: at layer 1 this is a step of the caller
              help: call a procedure of module `X` that is still a procedure at layer 1, or a yield invariant of module `X`
              help: or let `P` belong to module `X` at layer 1
        "#]],
    );
}

#[test]
fn a_copy_that_is_none() {
    check(
        r#"
        var {:layer 0, 1} {:functor "F"} x: int;
        atomic action {:layer 1} {:functor "F"} Add(n: int) { assert n > 0; x := x + n; }
        var {:layer 0, 1} {:instance "I", "F", "x"} xi: int;
        atomic action {:layer 1} {:instance "I", "F", "Add"} AddI(n: int) { assert n >= 0; xi := xi + n; }
        var {:layer 0, 1} {:instance "J", "F", "x"} xj: int;
        atomic action {:layer 1} {:instance "J", "F", "Add"} AddJ(n: int) { assert n > 0; xj := xi + n; }
        "#,
        expect![[r#"
            5:62: E0583 `AddI` is not a copy of `Add`
              3:49: the original
              help: the original reads `assert n > 0;`
              help: and this, with the names of the original, `assert n >= 0;`
            7:97: E0583 `AddJ` is part of instance `J`, but refers to `xi`, which is not part of it
              4:53: declared here
              help: refer to what is the copy in `J`: `{:instance "J", …}`
        "#]],
    );
}

#[test]
fn an_instance_that_is_left_too_early() {
    check(
        r#"
        var {:layer 0, 2} {:functor "F"} x: int;
        yield procedure {:layer 1} {:functor "F"} Add() refines atomic action {:layer 2} _ { x := x + 1; }
        { call AddAtOnce(); }
        yield procedure {:layer 0} {:functor "F"} AddAtOnce(); refines atomic action {:layer 1} _ { x := x + 1; }
        var {:layer 0, 2} {:instance "I", "F", "x"} {:module 1, "M"} xi: int;
        "#,
        expect![[r#"
            6:53: E0583 `xi` leaves instance `I` at layer 1, where it would meet `Add.action`, which has no copy in `I`
              3:90: this part exists there
              help: declare its copy, or let it end at a lower layer
            6:53: E0583 `xi` leaves instance `I` at layer 1, where `Add` of the functor still is a procedure
              3:51: this procedure
              help: migrate above layer 1
            6:53: E0583 `xi` leaves instance `I` at layer 1, where it would meet `AddAtOnce.action`, which has no copy in `I`
              5:97: this part exists there
              help: declare its copy, or let it end at a lower layer
        "#]],
    );
}
