//! Loops of actions and yield procedures.
//!
//! An action has no loops. A loop of a yield procedure yields if its head says `{:yields}`; then the calls of yield
//! invariants at the start of the head say what holds there:
//!
//! ```text
//! Head: call I(…); assert {:yields} {:layer n} true; assert J; measure M; …
//!   is
//! Head: assert J; loop-yield {:yields} {:layer n} I(…); measure M; …
//! ```
//! The condition of a clause `{:yields}` means nothing. Where a head turns out not to be one, because nothing goes back to
//! it, such a clause is dropped and the calls are one yield, a parallel call of the invariants.

use super::flow::Flow;
use super::routine::Kind;
use super::{Checker, codes};
use crate::typed::{Block, CallSite, Cmd, CmdKind, Expr, ExprKind, Literal};
use source::{Diagnostic, Span};

pub(super) fn extract(checker: &mut Checker, kind: Kind, blocks: &mut [Block], name: Span) {
    let flow = Flow::new(blocks);
    if kind.is_action() {
        if flow.has_cycle() {
            checker.error(&codes::LABEL, name, "the body of an action has no loops");
        }
        return;
    }
    if !flow.is_reducible() {
        let message = "a loop that is entered at several places is not supported in a yield procedure";
        checker.error(&codes::UNSUPPORTED, name, message);
        return;
    }
    let heads = flow.loop_heads();
    for (at, block) in blocks.iter_mut().enumerate() {
        let is_head = heads.contains(&at);
        let marks = take_marks(checker, &mut block.cmds);
        if is_head {
            yield_in_head(checker, block, marks);
        } else if let [mark, ..] = &marks[..] {
            yield_once(checker, block, mark.span);
        }
    }
}

/// The clauses `{:yields}` of a block, taken out of it.
fn take_marks(checker: &mut Checker, cmds: &mut Vec<Cmd>) -> Vec<Cmd> {
    let (mut marks, mut rest) = (Vec::new(), Vec::new());
    for cmd in cmds.drain(..) {
        match &cmd.kind {
            CmdKind::Assert(expr) | CmdKind::Assume { expr, .. } if is_mark(&cmd) => {
                if !is_true(expr) {
                    let message = "the condition of a clause `{:yields}` would not be checked";
                    let diagnostic = Diagnostic::error(&codes::UNSUPPORTED, expr.span(), message);
                    checker.report(diagnostic.help("write `invariant {:yields} true;`, and the condition by itself"));
                }
                marks.push(cmd);
            }
            _ => rest.push(cmd),
        }
    }
    *cmds = rest;
    marks
}

fn yield_once(checker: &Checker, block: &mut Block, span: Span) {
    let sites = take_invariants(checker, &mut block.cmds);
    if !sites.is_empty() {
        block.cmds.insert(0, Cmd { kind: CmdKind::Parallel(sites), attributes: Vec::new(), span });
    }
}

/// The calls of yield invariants at the start of a block, taken out of it.
fn take_invariants(checker: &Checker, cmds: &mut Vec<Cmd>) -> Vec<CallSite> {
    let is_call = |cmd: &Cmd| match &cmd.kind {
        CmdKind::Call(call) => checker.procedure_signatures[call.procedure.index()].kind.is_invariant(),
        CmdKind::Assert(_)
        | CmdKind::Prove { .. }
        | CmdKind::Assume { .. }
        | CmdKind::Assign(_)
        | CmdKind::Havoc(_)
        | CmdKind::Async(_)
        | CmdKind::Parallel(_)
        | CmdKind::LoopYield(_)
        | CmdKind::Measure(_)
        | CmdKind::Visibility(_) => false,
    };
    let calls = cmds.iter().take_while(|cmd| is_call(cmd)).count();
    let mut sites = Vec::new();
    for Cmd { kind, attributes, span } in cmds.drain(..calls) {
        if let CmdKind::Call(call) = kind {
            sites.push(CallSite { call, attributes, span });
        }
    }
    sites
}

fn yield_in_head(checker: &mut Checker, block: &mut Block, marks: Vec<Cmd>) {
    let sites = take_invariants(checker, &mut block.cmds);
    let mut marks = marks.into_iter();
    let Some(mark) = marks.next() else {
        if let Some(site) = sites.first() {
            let diagnostic =
                Diagnostic::error(&codes::CALL, site.span, "a yield invariant is called, but the loop does not yield");
            checker
                .report(diagnostic.label(block.span, "this loop").help("add `invariant {:yields} true;` to the loop"));
        }
        return;
    };
    if let Some(second) = marks.next() {
        let diagnostic = Diagnostic::error(&codes::DUPLICATE, second.span, "a loop has one clause `{:yields}`");
        checker.report(diagnostic.label(mark.span, "the other one"));
    }
    let is_condition =
        |cmd: &&Cmd| matches!(cmd.kind, CmdKind::Assert(_) | CmdKind::Prove { .. } | CmdKind::Assume { .. });
    let at = block.cmds.iter().take_while(is_condition).count();
    block.cmds.insert(at, Cmd { kind: CmdKind::LoopYield(sites), attributes: mark.attributes, span: mark.span });
}

fn is_mark(cmd: &Cmd) -> bool {
    cmd.attributes.iter().any(|attribute| &*attribute.name == "yields")
}

fn is_true(expr: &Expr) -> bool {
    matches!(expr.kind(), ExprKind::Literal(Literal::Bool(true)))
}
