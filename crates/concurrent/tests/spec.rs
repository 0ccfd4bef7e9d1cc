//! Annotations, right and wrong.

use concurrent::program::*;
use concurrent::spec::{self, Memory, Removal};
use expect_test::{Expect, expect};
use source::{FileId, Span};

const INT: Type = Type::Int { bits: 32, is_signed: true };

fn span() -> Span {
    Span::new(FileId(0), 0, 0)
}

fn procedure(name: &str, params: &[Type], results: &[Type]) -> Procedure {
    let variable = |ty: &Type| Variable { name: "v".into(), ty: *ty, span: span() };
    let locals: Vec<Variable> = params.iter().chain(results).map(variable).collect();
    let ids = |from: usize, count: usize| (from..from + count).map(|at| LocalId(at as u32)).collect();
    let node = Node { is_within_atomic: false, span: span() };
    Procedure {
        name: name.into(),
        params: ids(0, params.len()),
        results: ids(params.len(), results.len()),
        locals,
        nodes: vec![node],
        edges: Vec::new(),
        entry: NodeId(0),
        exit: NodeId(0),
        span: span(),
    }
}

fn program(annotations: &[&str]) -> Program {
    let annotation = |text: &&str| Annotation { text: text.to_string(), span: span() };
    Program {
        procedures: vec![
            procedure("push", &[INT], &[]),
            procedure("pop", &[], &[Type::Bool, INT]),
            procedure("take", &[], &[INT]),
            procedure("odd", &[INT, INT], &[INT]),
            procedure("add", &[INT], &[Type::Bool]),
            procedure("discard", &[INT], &[Type::Bool]),
            procedure("has", &[INT], &[Type::Bool]),
        ],
        annotations: annotations.iter().map(annotation).collect(),
        ..Program::default()
    }
}

#[track_caller]
fn check(annotations: &[&str], expected: Expect) {
    let shown = match spec::elaborate(&program(annotations)) {
        Ok(spec) => format!("{} {} {:?}\n", spec.kind.word(), spec.memory.word(), spec.removal),
        Err(findings) => findings
            .iter()
            .map(|one| {
                let help = if one.help.is_empty() { String::new() } else { format!(" ({})", one.help.join("; ")) };
                format!("{}{help}\n", one.message)
            })
            .collect(),
    };
    expected.assert_eq(&shown);
}

#[test]
fn right_annotations() {
    check(
        &["linearizable stack(push, pop)"],
        expect![[r#"
        stack gc Flagged
    "#]],
    );
    check(
        &["linearizable queue( push ,take )", "empty -1", "memory manual"],
        expect![[r#"
        queue manual Sentinel(-1)
    "#]],
    );
    check(
        &["linearizable set(add, discard, has)"],
        expect![[r#"
            set gc Keyed
        "#]],
    );
}

#[test]
fn wrong_annotations() {
    check(
        &[],
        expect![[r#"
        no annotation says what this program implements (write a line such as `//@ linearizable stack(push, pop)`)
    "#]],
    );
    check(
        &["linearisable stack(push, pop)"],
        expect![[r#"
        there is no annotation `linearisable` (did you mean `linearizable`?)
    "#]],
    );
    check(
        &["linearizable set(add, has, has)"],
        expect![[r#"
        `has` is named twice
    "#]],
    );
    check(
        &["guarded"],
        expect![[r#"
        there is no annotation `guarded` (there is `linearizable`, `memory` and `empty`)
    "#]],
    );
    check(
        &["linearizable heap(push, pop)"],
        expect![[r#"
        there is no structure `heap` (write `stack(push, pop)`, `queue(enq, deq)` or `set(add, remove, contains)` with your functions' names)
    "#]],
    );
    check(
        &["linearizable stack push pop"],
        expect![[r#"
        a structure and its functions are expected here (write `stack(push, pop)`, `queue(enq, deq)` or `set(add, remove, contains)` with your functions' names)
    "#]],
    );
    check(
        &["linearizable stack(push)"],
        expect![[r#"
        a stack has 2 functions, and 1 are named (write `stack(push, pop)`, `queue(enq, deq)` or `set(add, remove, contains)` with your functions' names)
    "#]],
    );
    check(
        &["linearizable stack(push, pull)"],
        expect![[r#"
        there is no function `pull` in this file
    "#]],
    );
    check(
        &["linearizable stack(push, take)"],
        expect![[r#"
        `take` returns a value, and nothing says which one means empty (add a line such as `//@ empty -1`)
    "#]],
    );
    check(
        &["linearizable stack(push, pop)", "empty 0"],
        expect![[r#"
        no value means empty here: the function says by a `bool` whether there was one
    "#]],
    );
    check(
        &["linearizable stack(odd, pop)"],
        expect![[r#"
        `odd` has not the shape that is expected of it here (its shape is to be `void f(int value)`)
    "#]],
    );
    check(
        &["linearizable stack(push, pop)", "memory none"],
        expect![[r#"
        `none` is no kind of memory (write `memory gc` or `memory manual`)
    "#]],
    );
    check(
        &["linearizable stack(push, pop)", "memory gc", "memory gc"],
        expect![[r#"
        there is more than one annotation `memory`
    "#]],
    );
}

#[test]
fn memory_is_manual_where_something_is_freed() {
    let mut frees = program(&["linearizable stack(push, pop)"]);
    let null = Expr { kind: ExprKind::Null, ty: Type::Pointer(RecordId(0)), span: span() };
    let cmds = vec![Cmd { kind: CmdKind::Free(null), span: span() }];
    let step = Step { cmds, span: span() };
    frees.procedures[1].edges.push(Edge { from: NodeId(0), to: NodeId(0), step });
    let spec = spec::elaborate(&frees).expect("it is right");
    assert_eq!((spec.memory, spec.removal), (Memory::Manual, Removal::Flagged));
    frees.annotations.push(Annotation { text: "memory gc".to_string(), span: span() });
    assert!(spec::elaborate(&frees).is_err());
}
