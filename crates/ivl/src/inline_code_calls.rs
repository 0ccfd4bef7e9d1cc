//! Calls in code expressions, replaced by the bodies of the called procedures.
//!
//! text → ast → **typed** → mono → contract → acyclic → passive → solver text
//!
//! ```text
//! |{ …; call y := Q(e); … }|    in := e; assert pre_Q; assume free pre_Q; assume where(out, locals);
//!                               assume a for every `{:assumption}` variable a;
//!                               …body of Q…; assert post_Q; assume free post_Q; y := out
//! ```
//!
//! where `in`, `out` and the locals of Q are new locals of the code expression, which are arbitrary at first. A code
//! expression is assumed as well as proved, so a contract cannot stand for the body: believing less about the results
//! makes the value false more often, and that would be too much to assume. Hence only procedures with `{:inline n}` can
//! be called, n calls deep, and only those that change no global variable: an expression has no effects. Then `old(e)`
//! is `e` inside them. Every other call is reported as unsupported; none is left.

use crate::attributes;
use crate::call_graph::CallGraph;
use crate::codes;
use crate::contract::inline_depth;
use crate::typed::*;
use crate::visit::{
    Folder, Fresh, Memo, Substitution, Walker, fold_children, fold_program, for_each_expr_of_implementation,
    for_each_expr_of_procedure, for_each_expr_of_program, substitute, substitute_type,
};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};
use std::sync::Arc;

/// A code expression does not grow beyond this.
const BLOCK_LIMIT: usize = 2_000;

pub fn inline_code_calls(mut program: Program) -> Result<Program, Vec<Diagnostic>> {
    let (mut walker, mut found) = (Walker::default(), false);
    for_each_expr_of_program(&program, &mut |expr| found |= holds_code_call(&mut walker, expr));
    if !found {
        return Ok(program);
    }
    let original = program.clone();
    let calls = CallGraph::new(&original);
    let mut next_bound = program.next_bound;
    let mut type_vars = std::mem::take(&mut program.type_vars);
    let mut inliner = Inliner {
        program: &original,
        calls: &calls,
        fresh: Fresh { next_bound: &mut next_bound, type_vars: &mut type_vars },
        memo: Memo::default(),
        diagnostics: Vec::new(),
    };
    fold_program(&mut inliner, &mut program);
    let diagnostics = inliner.diagnostics;
    program.next_bound = next_bound;
    program.type_vars = type_vars;
    if diagnostics.is_empty() { Ok(program) } else { Err(diagnostics) }
}

struct Inliner<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    fresh: Fresh<'a>,
    memo: Memo,
    diagnostics: Vec<Diagnostic>,
}

impl Folder for Inliner<'_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        if let Some(new) = self.memo.get(expr) {
            return new;
        }
        let folded = fold_children(self, expr);
        let new = match folded.kind() {
            ExprKind::Code(code) if has_call(code) => {
                let code = Splicing::of(self, code);
                Expr::new(ExprKind::Code(Arc::new(code)), folded.ty().clone(), folded.span())
            }
            _ => folded,
        };
        self.memo.put(expr, &new);
        new
    }
}

fn has_call(code: &CodeExpr) -> bool {
    code.blocks.iter().flat_map(|block| &block.cmds).any(|cmd| matches!(cmd.kind, CmdKind::Call(_)))
}

/// One code expression on its way to a form without calls.
struct Splicing<'i, 'a> {
    inliner: &'i mut Inliner<'a>,
    locals: Vec<BoundVar>,
    blocks: Vec<CodeBlock>,
    /// The block under construction.
    current: BlockId,
    label: Name,
    cmds: Vec<Cmd>,
    /// The procedures whose bodies are being put in, outermost first.
    inlined: Vec<ProcedureId>,
}

impl<'i, 'a> Splicing<'i, 'a> {
    fn of(inliner: &'i mut Inliner<'a>, code: &CodeExpr) -> CodeExpr {
        let locals = code.locals.clone();
        let mut splicing = Splicing {
            inliner,
            locals,
            blocks: Vec::new(),
            current: BlockId(0),
            label: "".into(),
            cmds: Vec::new(),
            inlined: Vec::new(),
        };
        splicing.reserve(code.blocks.len());
        for (index, block) in code.blocks.iter().enumerate() {
            splicing.begin(BlockId(index as u32), &block.label);
            block.cmds.iter().for_each(|cmd| splicing.cmd(cmd.clone()));
            splicing.finish(block.transfer.clone());
        }
        CodeExpr { locals: splicing.locals, blocks: splicing.blocks }
    }

    /// Room for so many blocks; gives the first.
    fn reserve(&mut self, count: usize) -> u32 {
        let first = self.blocks.len();
        let empty = CodeBlock { label: "".into(), cmds: Vec::new(), transfer: CodeTransfer::Goto(Vec::new()) };
        self.blocks.resize(first + count, empty);
        first as u32
    }

    fn begin(&mut self, block: BlockId, label: &Name) {
        self.current = block;
        self.label = label.clone();
    }

    fn finish(&mut self, transfer: CodeTransfer) {
        let (label, cmds) = (self.label.clone(), std::mem::take(&mut self.cmds));
        self.blocks[self.current.index()] = CodeBlock { label, cmds, transfer };
    }

    fn assign(&mut self, assignments: Vec<(Var, Expr)>, span: Span) {
        if !assignments.is_empty() {
            self.push(CmdKind::Assign(assignments), span);
        }
    }

    fn push(&mut self, kind: CmdKind, span: Span) {
        self.cmds.push(Cmd { kind, attributes: Vec::new(), span });
    }

    /// A command over the variables of the code expression.
    fn cmd(&mut self, cmd: Cmd) {
        match &cmd.kind {
            CmdKind::Call(call) => match self.body(call) {
                Ok(body) => self.call(call, body, cmd.span),
                Err(reason) => {
                    let message = format!("{reason} cannot be called in a code expression");
                    self.inliner.diagnostics.push(Diagnostic::error(&codes::UNSUPPORTED, cmd.span, message));
                }
            },
            // Calls of threads are refused later.
            CmdKind::Async(_) | CmdKind::Parallel(_) | CmdKind::LoopYield(_) => self.cmds.push(cmd),
            CmdKind::Assert(_)
            | CmdKind::Prove { .. }
            | CmdKind::Assume { .. }
            | CmdKind::Assign(_)
            | CmdKind::Havoc(_)
            | CmdKind::Measure(_)
            | CmdKind::Visibility(_) => self.cmds.push(cmd),
        }
    }

    /// The body to put in place of the call, or what kind of procedure has none that could be.
    fn body(&self, call: &Call) -> Result<&'a Implementation, &'static str> {
        let program = self.inliner.program;
        let procedure = &program.procedures[call.procedure.index()];
        let Some((body, depth)) = inline_depth(program, self.inliner.calls, call.procedure) else {
            return Err("a procedure without `{:inline}`, or without one body,");
        };
        let body = &program.implementations[body.index()];
        if self.inlined.iter().filter(|inlined| **inlined == call.procedure).count() >= depth {
            return Err("a procedure that calls itself deeper than it is inlined");
        }
        if !procedure.modifies.is_empty() {
            return Err("a procedure that modifies global variables");
        }
        if !procedure.measures.is_empty() {
            return Err("a procedure with a measure");
        }
        if self.blocks.len() > BLOCK_LIMIT {
            return Err("a procedure that makes it as large as this");
        }
        if has_code_calls(procedure, body) {
            return Err("a procedure with calls in its own code expressions");
        }
        Ok(body)
    }

    fn call(&mut self, call: &Call, body: &'a Implementation, span: Span) {
        let procedure = &self.inliner.program.procedures[call.procedure.index()];
        let frame = self.frame(call, procedure, body, span);
        // Each call is passed at most once in a run, so its variables are still as arbitrary as they were at first.
        let ins = frame.vars[..procedure.ins].iter().copied().zip(call.ins.iter().cloned()).collect();
        self.assign(ins, span);
        self.conditions(&procedure.requires, &frame, call.free, span);
        for local in &body.locals[procedure.ins..] {
            self.assume(local.where_clause.as_ref(), &frame, span);
        }
        self.assume_initial(procedure, body, &frame, span);
        let first = self.reserve(body.blocks.len());
        let exit = BlockId(self.reserve(1));
        self.finish(CodeTransfer::Goto(vec![BlockId(first)]));
        self.inlined.push(call.procedure);
        for (index, block) in body.blocks.iter().enumerate() {
            self.begin(BlockId(first + index as u32), &procedure.name);
            block.cmds.iter().for_each(|cmd| self.body_cmd(cmd, body, &frame));
            let targets = match &block.transfer {
                Transfer::Goto { targets, .. } => targets.iter().map(|target| BlockId(first + target.0)).collect(),
                Transfer::Return { .. } => vec![exit],
            };
            self.finish(CodeTransfer::Goto(targets));
        }
        self.inlined.pop();
        self.begin(exit, &procedure.name);
        self.conditions(&procedure.ensures, &frame, false, span);
        let results = (procedure.ins..procedure.params.len()).map(|index| frame.variables.vars[&local(index)].clone());
        self.assign(call.outs.iter().copied().zip(results).collect(), span);
    }

    /// New locals for the variables of the body.
    fn frame(&mut self, call: &Call, procedure: &Procedure, body: &Implementation, span: Span) -> Frame {
        let types = procedure.type_params.iter().copied().zip(call.type_args.iter().cloned()).collect();
        let mut variables = Substitution { types, old: Some(FxHashMap::default()), ..Substitution::default() };
        let mut vars = Vec::new();
        for (index, formal) in body.locals.iter().enumerate() {
            let id = self.inliner.fresh.bound();
            let ty = substitute_type(&formal.ty, &variables.types).unwrap_or_else(|| formal.ty.clone());
            let value = Expr::new(ExprKind::Var(Var::Bound(id)), ty.clone(), span);
            variables.vars.insert(local(index), value);
            self.locals.push(BoundVar { id, name: formal.name.clone(), ty, attributes: Vec::new() });
            vars.push(Var::Bound(id));
        }
        Frame { variables, vars }
    }

    fn over(&mut self, frame: &Frame, expr: &Expr) -> Expr {
        substitute(expr, &frame.variables, &mut self.inliner.fresh)
    }

    fn assume(&mut self, expr: Option<&Expr>, frame: &Frame, span: Span) {
        if let Some(expr) = expr {
            let expr = self.over(frame, expr);
            self.push(CmdKind::Assume { expr, origin: Assumption::Stated }, span);
        }
    }

    /// assume a, for every `{:assumption}` variable a
    fn assume_initial(&mut self, procedure: &Procedure, body: &Implementation, frame: &Frame, span: Span) {
        let locals = body.locals.iter().enumerate().skip(procedure.params.len());
        for (index, _) in locals.filter(|(_, declared)| attributes::starts_true(&declared.attributes)) {
            let variable = Expr::new(ExprKind::Var(local(index)), Type::Bool, span);
            self.assume(Some(&variable), frame, span);
        }
    }

    /// Asserts or, if they are free, assumes the conditions. A free call does not assert.
    fn conditions(&mut self, conditions: &[Condition], frame: &Frame, is_free_call: bool, span: Span) {
        for condition in conditions.iter().filter(|condition| !condition.free && !is_free_call) {
            let expr = self.over(frame, &condition.expr);
            self.push(CmdKind::Assert(expr), span);
        }
        for condition in conditions.iter().filter(|condition| condition.free) {
            self.assume(Some(&condition.expr), frame, span);
        }
    }

    /// A command of the body. It assigns no global variable, since the procedure modifies none.
    fn body_cmd(&mut self, cmd: &Cmd, body: &Implementation, frame: &Frame) {
        let span = cmd.span;
        match &cmd.kind {
            CmdKind::Assert(expr) | CmdKind::Prove { claim: _, expr } => {
                let expr = self.over(frame, expr);
                self.push(CmdKind::Assert(expr), span);
            }
            CmdKind::Async(_) | CmdKind::Parallel(_) | CmdKind::LoopYield(_) => {
                let message = "a body that starts threads or yields cannot be called in a code expression";
                self.inliner.diagnostics.push(Diagnostic::error(&codes::UNSUPPORTED, span, message));
            }
            CmdKind::Assume { expr, origin: _ } => self.assume(Some(expr), frame, span),
            CmdKind::Assign(assignments) => {
                let assign = |(target, value): &(Var, Expr)| (frame.target(*target), self.over(frame, value));
                let assignments = assignments.iter().map(assign).collect();
                self.assign(assignments, span);
            }
            CmdKind::Havoc(targets) => {
                self.push(CmdKind::Havoc(targets.iter().map(|target| frame.target(*target)).collect()), span);
                for target in targets {
                    if let Var::Local(id) = target {
                        self.assume(body.locals[id.index()].where_clause.as_ref(), frame, span);
                    }
                }
            }
            CmdKind::Call(call) => {
                let call = Call {
                    procedure: call.procedure,
                    type_args: call.type_args.iter().map(|ty| frame.ty(ty)).collect(),
                    ins: call.ins.iter().map(|arg| self.over(frame, arg)).collect(),
                    outs: call.outs.iter().map(|target| frame.target(*target)).collect(),
                    free: call.free,
                };
                self.cmd(Cmd { kind: CmdKind::Call(call), attributes: Vec::new(), span });
            }
            // A measure belongs to a loop, and code expressions with loops are refused later on.
            CmdKind::Measure(_) | CmdKind::Visibility(_) => {}
        }
    }
}

/// The variables of a body that is put in.
struct Frame {
    variables: Substitution,
    /// The new local of each parameter and local.
    vars: Vec<Var>,
}

impl Frame {
    fn target(&self, var: Var) -> Var {
        match var {
            Var::Local(id) => self.vars[id.index()],
            Var::Global(_) | Var::Const(_) | Var::Bound(_) => var,
        }
    }

    fn ty(&self, ty: &Type) -> Type {
        substitute_type(ty, &self.variables.types).unwrap_or_else(|| ty.clone())
    }
}

fn local(index: usize) -> Var {
    Var::Local(LocalId(index as u32))
}

/// Whether a procedure has calls in code expressions, in its specification or in this body.
fn has_code_calls(procedure: &Procedure, body: &Implementation) -> bool {
    let mut found = false;
    let mut walker = Walker::default();
    let mut read = |expr| found |= holds_code_call(&mut walker, expr);
    for_each_expr_of_procedure(procedure, &mut read);
    for_each_expr_of_implementation(body, &mut read);
    found
}

fn holds_code_call<'e>(walker: &mut Walker<'e>, expr: &'e Expr) -> bool {
    let mut found = false;
    walker.walk(expr, &mut |node| {
        found |= matches!(node.kind(), ExprKind::Code(code) if has_call(code));
        !found
    });
    found
}
