//! Structured statements to blocks.

use crate::{accept, check};
use expect_test::{Expect, expect};
use ivl::typed::{Assumption, CallSite, Cmd, CmdKind, Expr, ExprKind, Transfer, UnaryOp, Var, Visibility};

/// Commands in short, separated by semicolons; expressions show only their outermost shape.
pub fn kinds(cmds: &[Cmd]) -> String {
    let words: Vec<String> = cmds.iter().map(kind).collect();
    words.join("; ")
}

fn kind(cmd: &Cmd) -> String {
    match &cmd.kind {
        CmdKind::Assert(expr) | CmdKind::Prove { claim: _, expr } => format!("assert {}", shape(expr)),
        CmdKind::Assume { expr, origin: Assumption::Stated } => format!("assume {}", shape(expr)),
        CmdKind::Assume { expr, origin: Assumption::Guard { taken } } => format!("guard({taken}) {}", shape(expr)),
        CmdKind::Assume { expr, origin: Assumption::FreeInvariant | Assumption::Rule } => {
            format!("free {}", shape(expr))
        }
        CmdKind::Assign(assignments) => {
            let parts: Vec<String> =
                assignments.iter().map(|(var, value)| format!("{} := {}", name(var), shape(value))).collect();
            parts.join(", ")
        }
        CmdKind::Havoc(vars) => format!("havoc {}", vars.iter().map(name).collect::<Vec<_>>().join(" ")),
        CmdKind::Call(call) => format!("call p{}", call.procedure.0),
        CmdKind::Async(call) => format!("async p{}", call.procedure.0),
        CmdKind::Parallel(sites) => format!("parallel {}", callees(sites)),
        CmdKind::LoopYield(sites) => format!("yields {}", callees(sites)).trim_end().into(),
        CmdKind::Measure(exprs) => format!("measure({})", exprs.len()),
        CmdKind::Visibility(Visibility::Hide(_)) => "hide".into(),
        CmdKind::Visibility(Visibility::Reveal(_)) => "reveal".into(),
        CmdKind::Visibility(Visibility::Push) => "push".into(),
        CmdKind::Visibility(Visibility::Pop) => "pop".into(),
    }
}

fn callees(sites: &[CallSite]) -> String {
    sites.iter().map(|site| format!("p{}", site.call.procedure.0)).collect::<Vec<_>>().join(" ")
}

fn name(var: &Var) -> String {
    match var {
        Var::Global(id) => format!("g{}", id.0),
        Var::Const(id) => format!("c{}", id.0),
        Var::Local(id) => format!("l{}", id.0),
        Var::Bound(id) => format!("b{}", id.0),
    }
}

fn shape(expr: &Expr) -> String {
    match expr.kind() {
        ExprKind::Var(var) => name(var),
        ExprKind::Literal(literal) => format!("{literal:?}"),
        ExprKind::Unary(UnaryOp::Not, inner) => format!("!{}", shape(inner)),
        ExprKind::Binary(op, left, right) => format!("({op:?} {} {})", shape(left), shape(right)),
        ExprKind::Field { expr, field } => format!("{}->f{}", shape(expr), field.0),
        ExprKind::FieldUpdate { expr, field, value } => format!("{}->(f{} := {})", shape(expr), field.0, shape(value)),
        ExprKind::Select { map, indices, .. } => format!("{}[{}]", shape(map), shape(&indices[0])),
        ExprKind::Store { map, indices, value, .. } => {
            format!("{}[{} := {}]", shape(map), shape(&indices[0]), shape(value))
        }
        ExprKind::Is { expr, constructor } => format!("({} is C{})", shape(expr), constructor.0),
        _ => "…".into(),
    }
}

fn check_blocks(body: &str, expected: Expect) {
    let (_, program) = accept(&format!("procedure P(c: bool) returns (x: int) {{ {body} }}"));
    let mut text = String::new();
    let blocks = &program.implementations[0].blocks;
    for block in blocks {
        let transfer = match &block.transfer {
            Transfer::Return { .. } => "return".to_string(),
            Transfer::Goto { targets, attributes, .. } => {
                let labels: Vec<&str> = targets.iter().map(|target| &*blocks[target.index()].label).collect();
                let marks: String = attributes.iter().map(|attribute| format!(" {{:{}}}", attribute.name)).collect();
                format!("goto{marks} {}", labels.join(", "))
            }
        };
        text += &format!("{}: {} | {transfer}\n", block.label, kinds(&block.cmds));
    }
    expected.assert_eq(&text);
}

#[test]
fn an_empty_body_returns() {
    check_blocks(
        "",
        expect![[r#"
        anon0:  | return
    "#]],
    );
}

#[test]
fn branches_join() {
    check_blocks(
        "if (c) { x := 1; } else { x := 2; } assert c;",
        expect![[r#"
        anon0:  | goto anon1_Then, anon1_Else
        anon1_Then: guard(true) l0; l1 := Int(1) | goto anon2
        anon1_Else: guard(false) !l0; l1 := Int(2) | goto anon2
        anon2: assert l0 | return
    "#]],
    );
    check_blocks(
        "if {:mark} (*) { x := 1; }",
        expect![[r#"
        anon0:  | goto {:mark} anon1_Then, anon1_Else
        anon1_Then: l1 := Int(1) | goto anon2
        anon1_Else:  | goto anon2
        anon2:  | return
    "#]],
    );
    check_blocks(
        "if (c) { return; } else if (x == 0) { x := 1; } else if (x == 1) { } x := 2;",
        expect![[r#"
        anon0:  | goto anon1_Then, anon1_Else
        anon1_Then: guard(true) l0 | return
        anon1_Else: guard(false) !l0 | goto anon2_Then, anon2_Else
        anon2_Then: guard(true) (Eq l1 Int(0)); l1 := Int(1) | goto anon4
        anon2_Else: guard(false) !(Eq l1 Int(0)) | goto anon3_Then, anon3_Else
        anon3_Then: guard(true) (Eq l1 Int(1)) | goto anon4
        anon3_Else: guard(false) !(Eq l1 Int(1)) | goto anon4
        anon4: l1 := Int(2) | return
    "#]],
    );
    check_blocks(
        "if (c) { return; } else { return; } x := 1;",
        expect![[r#"
        anon0:  | goto anon1_Then, anon1_Else
        anon1_Then: guard(true) l0 | return
        anon1_Else: guard(false) !l0 | return
        anon2: l1 := Int(1) | return
    "#]],
    );
}

#[test]
fn loops_have_heads() {
    check_blocks(
        "while (c) invariant x == 0; free invariant x == 1; measure x; { x := 1; } x := 2;",
        expect![[r#"
            anon0:  | goto anon1_LoopHead
            anon1_LoopHead: assert (Eq l1 Int(0)); free (Eq l1 Int(1)); measure(1) | goto anon1_LoopDone, anon1_LoopBody
            anon1_LoopBody: guard(true) l0; l1 := Int(1) | goto anon1_LoopHead
            anon1_LoopDone: guard(false) !l0; l1 := Int(2) | return
        "#]],
    );
    check_blocks(
        "while (*) { if (c) { break; } x := 1; }",
        expect![[r#"
        anon0:  | goto anon1_LoopHead
        anon1_LoopHead:  | goto anon1_LoopDone, anon1_LoopBody
        anon1_LoopBody:  | goto anon2_Then, anon2_Else
        anon2_Then: guard(true) l0 | goto anon4
        anon2_Else: guard(false) !l0 | goto anon3
        anon3: l1 := Int(1) | goto anon1_LoopHead
        anon1_LoopDone:  | goto anon4
        anon4:  | return
    "#]],
    );
    check_blocks(
        "while (c) { while (c) { break; } }",
        expect![[r#"
        anon0:  | goto anon1_LoopHead
        anon1_LoopHead:  | goto anon1_LoopDone, anon1_LoopBody
        anon1_LoopBody: guard(true) l0 | goto anon2_LoopHead
        anon2_LoopHead:  | goto anon2_LoopDone, anon2_LoopBody
        anon2_LoopBody: guard(true) l0 | goto anon3
        anon2_LoopDone: guard(false) !l0 | goto anon3
        anon3:  | goto anon1_LoopHead
        anon1_LoopDone: guard(false) !l0 | return
    "#]],
    );
}

#[test]
fn breaks_leave_what_their_label_names() {
    check_blocks(
        "L: while (c) { while (c) { break L; } } x := 1;",
        expect![[r#"
        L:  | goto anon0_LoopHead
        anon0_LoopHead:  | goto anon0_LoopDone, anon0_LoopBody
        anon0_LoopBody: guard(true) l0 | goto anon1_LoopHead
        anon1_LoopHead:  | goto anon1_LoopDone, anon1_LoopBody
        anon1_LoopBody: guard(true) l0 | goto anon2
        anon1_LoopDone: guard(false) !l0 | goto anon0_LoopHead
        anon0_LoopDone: guard(false) !l0 | goto anon2
        anon2: l1 := Int(1) | return
    "#]],
    );
    check_blocks(
        "while (c) { L: if (c) { x := 1; break L; } } x := 2;",
        expect![[r#"
        anon0:  | goto anon1_LoopHead
        anon1_LoopHead:  | goto anon1_LoopDone, anon1_LoopBody
        anon1_LoopBody: guard(true) l0 | goto L
        L:  | goto anon2_Then, anon2_Else
        anon2_Then: guard(true) l0; l1 := Int(1) | goto anon3
        anon2_Else: guard(false) !l0 | goto anon3
        anon3:  | goto anon1_LoopHead
        anon1_LoopDone: guard(false) !l0; l1 := Int(2) | return
    "#]],
    );
}

#[test]
fn jumps() {
    check_blocks(
        "goto A, B; A: x := 1; B: x := 2; goto A; C: return;",
        expect![[r#"
        anon0:  | goto A, B
        A: l1 := Int(1) | goto B
        B: l1 := Int(2) | goto A
        C:  | return
    "#]],
    );
    check_blocks(
        "x := 1; return; x := 2;",
        expect![[r#"
        anon0: l1 := Int(1) | return
        anon1: l1 := Int(2) | return
    "#]],
    );
    check_blocks(
        "goto In; while (c) { In: x := 1; }",
        expect![[r#"
        anon0:  | goto In
        anon1:  | goto anon2_LoopHead
        anon2_LoopHead:  | goto anon2_LoopDone, anon2_LoopBody
        anon2_LoopBody: guard(true) l0 | goto In
        In: l1 := Int(1) | goto anon2_LoopHead
        anon2_LoopDone: guard(false) !l0 | return
    "#]],
    );
}

#[test]
fn no_jump_goes_to_the_entry() {
    check_blocks(
        "A: x := 1; goto A;",
        expect![[r#"
        anon0:  | goto A
        A: l1 := Int(1) | goto A
    "#]],
    );
    check_blocks(
        "while (c) { }",
        expect![[r#"
        anon0:  | goto anon1_LoopHead
        anon1_LoopHead:  | goto anon1_LoopDone, anon1_LoopBody
        anon1_LoopBody: guard(true) l0 | goto anon1_LoopHead
        anon1_LoopDone: guard(false) !l0 | return
    "#]],
    );
}

#[test]
fn generated_labels_are_new() {
    check_blocks(
        "anon0: x := 1; anon00: if (c) { }",
        expect![[r#"
        anon0: l1 := Int(1) | goto anon00
        anon00:  | goto anon0000_Then, anon0000_Else
        anon0000_Then: guard(true) l0 | goto anon0001
        anon0000_Else: guard(false) !l0 | goto anon0001
        anon0001:  | return
    "#]],
    );
}

#[test]
fn other_commands() {
    check_blocks(
        "assert c; assume c; havoc x; call x := P(c); push; hide *; reveal *; pop;",
        expect![[r#"
        anon0: assert l0; assume l0; havoc l1; call p0; push; hide; reveal; pop | return
    "#]],
    );
}

#[test]
fn labels_and_breaks_that_lead_nowhere() {
    check(
        "procedure P(c: bool) {
           var x: int;
           goto A, Nowhere;
         A: x := 1;
         A: x := 2;
           break;
         L: x := 3; while (c) { break L; }
           while (c) { if (c) { break A; } }
         M: if (c) { break; }
         }",
        expect![[r#"
            3:20: E0209 there is no label `Nowhere` in this body
            5:10: E0202 label `A` is declared more than once
              4:10: first declared here
            6:12: E0209 `break` outside a loop
            7:39: E0209 `L` is not the label of an `if` or `while` around this `break`
              help: the label stands directly before the `if` or `while`
            8:39: E0209 `A` is not the label of an `if` or `while` around this `break`
              help: the label stands directly before the `if` or `while`
            9:22: E0209 `break` outside a loop
        "#]],
    );
}
