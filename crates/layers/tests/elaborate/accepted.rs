//! What a program becomes.

use crate::common::load_text;
use layers::civl::{CmdKind, LayerRange, Linearity, Primitive, Routine};

fn range(lower: u32, upper: u32) -> LayerRange {
    LayerRange { lower, upper }
}

#[test]
fn fields_for_attributes() {
    let loaded = load_text(
        "var {:layer 0, 2} {:linear} x: One int;
        var y: int;
        atomic action {:layer 2} A({:linear_in} p: One int) returns (r: int) { }
        yield procedure {:layer 1} P({:linear_in} p: One int, {:hide} h: int, {:layer 0} g: int) returns (r: int)
        refines A;
        {
            var {:layer 1} l: int;
            assert {:layer 0, 1} true;
            call {:layer 1} l := Copy(3);
        }",
    );
    let civl = loaded.civl();
    let globals: Vec<_> = civl.globals.iter().map(|global| (global.layers, global.is_linear)).collect();
    assert!(globals.contains(&(range(0, 2), true)) && globals.contains(&(LayerRange::ALL, false)));
    let procedure = civl.yield_procedures().next().unwrap();
    assert_eq!(procedure.layer, 1);
    assert_eq!(procedure.params[0].linearity, Linearity::LinearIn);
    assert_eq!(procedure.params[1].linearity, Linearity::Ordinary);
    assert!(procedure.params[1].is_hidden);
    assert_eq!(procedure.params[2].layers, range(0, 0));
    let visible: Vec<u32> = procedure.visible.iter().map(|id| id.0).collect();
    assert_eq!(visible, [0, 3]);
    let body = procedure.body.as_ref().unwrap();
    assert_eq!(body.locals[4].layers, range(1, 1));
    let cmds: Vec<_> = body.blocks.iter().flat_map(|block| &block.cmds).collect();
    assert!(matches!(&cmds[0].kind, CmdKind::Assert { layers, .. } if layers.iter().eq(&[0, 1])));
    assert!(matches!(&cmds[1].kind, CmdKind::Atomic { layers, .. } if *layers == range(1, 1)));
    assert!(cmds.iter().all(|cmd| cmd.attributes.is_empty()));
}

#[test]
fn layers_with_something_to_check() {
    let loaded = load_text(
        "yield invariant {:layer 7} Inv();
        pure action Gate(b: bool) { assert b; }
        atomic action {:layer 4, 5} A() refines B; { }
        atomic action {:layer 6} B() { }
        yield procedure {:layer 3} P() refines A;
        requires {:layer 1} true;
        { call {:layer 2} Gate(true); }
        yield procedure {:layer 0} Q();",
    );
    let civl = loaded.civl();
    assert!(civl.refinement_layers.iter().eq(&[3, 5]));
    assert!(civl.invariant_layers.iter().eq(&[1, 2, 3, 5, 7]));
}

#[test]
fn old_on_entry_is_now() {
    let loaded = load_text(
        "var {:layer 0, 1} x: int;
        yield invariant {:layer 1} Inv(i: int);
        yield procedure {:layer 1} P()
        requires call Inv(x);
        preserves call Inv(old(x) + 1);
        ensures call Inv(old(x));
        { }",
    );
    let civl = loaded.civl();
    let procedure = civl.yield_procedures().next().unwrap();
    let has_old = |expr: &ivl::typed::Expr| {
        let mut found = false;
        ivl::visit::walk(expr, &mut |expr| {
            found |= matches!(expr.kind(), ivl::typed::ExprKind::Old(_));
            true
        });
        found
    };
    assert_eq!(procedure.requires_calls.iter().filter(|call| has_old(&call.ins[0])).count(), 0);
    assert_eq!(procedure.ensures_calls.iter().filter(|call| has_old(&call.ins[0])).count(), 2);
}

#[test]
fn unpacking_is_found_again() {
    let loaded = load_text(
        "datatype Pair { Pair(x: int, y: int), Single(x: int) }
        yield procedure {:layer 1} P(p: Pair) { var i: int; var j: int; Pair(i, j) := p; Single(i) := p; }",
    );
    let civl = loaded.civl();
    let body = civl.yield_procedures().next().unwrap().body.as_ref().unwrap();
    let targets: Vec<usize> = body
        .blocks
        .iter()
        .flat_map(|block| &block.cmds)
        .map(|cmd| match &cmd.kind {
            CmdKind::Unpack { targets, .. } => targets.len(),
            _ => panic!("only unpacking is written"),
        })
        .collect();
    assert_eq!(targets, [2, 1]);
}

#[test]
fn primitives_are_those_of_the_library() {
    let text = "yield procedure {:layer 1} P({:linear} m: Map (One int) int) { var {:linear} n: Map (One int) int;
            call n := Map_MakeEmpty(); }";
    let loaded = load_text(text);
    let civl = loaded.civl();
    let primitives = civl.routines.iter().filter_map(|routine| match routine {
        Routine::Primitive { primitive, .. } => Some(*primitive),
        _ => None,
    });
    assert!(primitives.collect::<Vec<_>>().contains(&Primitive::MapMakeEmpty));
    let loaded = crate::common::load(
        &[],
        &[("test.bpl", "pure procedure Move(x: int, y: int); yield procedure {:layer 1} P() { call Move(1, 2); }")],
    );
    let loaded = loaded.unwrap_or_else(|_| panic!("the program is well typed"));
    assert!(loaded.civl().routines.iter().all(|routine| !matches!(routine, Routine::Primitive { .. })));
}

#[test]
fn yielding_loops() {
    let loaded = load_text(
        "yield invariant {:layer 1} Inv();
        yield procedure {:layer 2} P() {
            while (*)
            invariant {:yields} {:layer 1} true;
            invariant call Inv();
            { }
        }",
    );
    let civl = loaded.civl();
    let body = civl.yield_procedures().next().unwrap().body.as_ref().unwrap();
    let heads: Vec<_> = body.blocks.iter().filter_map(|block| block.yields.as_ref()).collect();
    assert_eq!(heads.len(), 1);
    assert_eq!((heads[0].layer, heads[0].invariants.len()), (1, 1));
}
