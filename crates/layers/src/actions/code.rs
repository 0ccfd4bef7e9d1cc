//! The body of an action as straight code.
//!
//! civl → **code** → transition relations, gates, obligations
//!
//! At this level: blocks of [`Step`]s in topological order, the entry first; no calls (actions that are called are
//! spliced in, primitives are spelt out), no loops, no `old`. With G what the callee `asserts`, which fails for its caller
//! as an assertion in its body does:
//!
//! ```text
//! call y := A(e)     in := e; assert G; havoc out, locals of A; old_g := g; …body of A, with old(g) as old_g…; y := out
//! ```

use crate::civl::{Action, Body, Civl, Cmd, CmdKind, Routine, Transfer};
use crate::linear::{Permissions, PrimitiveCall, primitives};
use crate::step::{Step, StepKind};
use ivl::build::{Build, field, is_constructor, var};
use ivl::typed::{BlockId, ConstructorId, Expr, ExprKind, Field, GlobalId, LocalId, ProcedureId, Type, Var, Variable};
use ivl::visit::{Fresh, Substitution, substitute, walk};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span};

/// Code without calls, loops and `old`.
#[derive(Clone, Debug)]
pub struct Code {
    /// The parameters first.
    pub locals: Vec<Variable>,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub steps: Vec<Step>,
    pub transfer: Transfer,
    pub span: Span,
}

impl Code {
    /// All steps, block by block.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.blocks.iter().flat_map(|block| &block.steps)
    }
}

/// The code of an action. Fails where the body has a loop.
pub fn code(civl: &Civl, permissions: &Permissions, build: &mut Build, action: &Action) -> Result<Code, Diagnostic> {
    let locals = action.body.locals.iter().map(|local| local.variable.clone()).collect();
    let mut splicer = Splicer { civl, permissions, build, locals, blocks: Vec::new() };
    let identity = (0..action.body.locals.len() as u32).map(LocalId).collect();
    let exit = splicer.reserve(action.body.end);
    let entry = splicer.body(&action.body, identity, exit);
    splicer.blocks[exit.index()].transfer = Transfer::Return { span: action.body.end };
    let Splicer { locals, blocks, .. } = splicer;
    match topological(blocks, entry) {
        Ok(blocks) => Ok(Code { locals, blocks }),
        Err(span) => Err(Diagnostic::error(&crate::codes::UNSUPPORTED, span, "an action must not have a loop")
            .label(civl.program.procedures[action.id.index()].span, "this action runs in one step")
            .help("say what the loop does by an assumption: `havoc x; assume …;`")),
    }
}

struct Splicer<'a, 'b> {
    civl: &'a Civl<'a>,
    permissions: &'a Permissions,
    build: &'b mut Build,
    locals: Vec<Variable>,
    blocks: Vec<Block>,
}

impl Splicer<'_, '_> {
    fn reserve(&mut self, span: Span) -> BlockId {
        let id = BlockId(self.blocks.len() as u32);
        let transfer = Transfer::Goto { targets: Vec::new(), span };
        self.blocks.push(Block { steps: Vec::new(), transfer, span });
        id
    }

    /// Puts a body here, with its locals under these ids, going on at `exit`; gives its entry.
    fn body(&mut self, body: &Body, locals: Vec<LocalId>, exit: BlockId) -> BlockId {
        let ids: Vec<BlockId> = body.blocks.iter().map(|block| self.reserve(block.span)).collect();
        let saved = self.saved_globals(body);
        let old = saved.iter().map(|(global, local, ty)| (Var::Global(*global), var(Var::Local(*local), ty, body.end)));
        let renamed = locals.iter().enumerate().map(|(at, new)| {
            let old = Var::Local(LocalId(at as u32));
            (old, var(Var::Local(*new), &body.locals[at].variable.ty, body.end))
        });
        let substitution =
            Substitution { vars: renamed.collect(), old: Some(old.collect()), ..Substitution::default() };
        for (block, id) in body.blocks.iter().zip(&ids) {
            let mut current = *id;
            if *id == ids[0] {
                self.save_globals(current, &saved, body.end);
            }
            for cmd in &block.cmds {
                current = self.cmd(cmd, &substitution, current);
            }
            self.blocks[current.index()].transfer = match &block.transfer {
                Transfer::Goto { targets, span } => {
                    Transfer::Goto { targets: targets.iter().map(|target| ids[target.index()]).collect(), span: *span }
                }
                Transfer::Return { span } => goto(exit, *span),
            };
        }
        ids[0]
    }

    /// A local for the value on entry of every global that the body mentions under `old`.
    fn saved_globals(&mut self, body: &Body) -> Vec<(GlobalId, LocalId, Type)> {
        let mut globals = FxHashSet::default();
        for_each_expr_of_body(body, &mut |expr| {
            walk(expr, &mut |expr| {
                if let ExprKind::Old(inner) = expr.kind() {
                    globals.extend(globals_of(inner));
                }
                true
            });
        });
        let mut globals: Vec<GlobalId> = globals.into_iter().collect();
        globals.sort();
        let mut saved = Vec::new();
        for global in globals {
            let variable = &self.civl.program.globals[global.index()];
            let (name, ty) = (format!("old {}", variable.name).into(), variable.ty.clone());
            let local = self.local(Variable { name, where_clause: None, attributes: Vec::new(), ..variable.clone() });
            saved.push((global, local, ty));
        }
        saved
    }

    fn save_globals(&mut self, at: BlockId, saved: &[(GlobalId, LocalId, Type)], span: Span) {
        if !saved.is_empty() {
            let assign = saved
                .iter()
                .map(|(global, local, ty)| (Var::Local(*local), var(Var::Global(*global), ty, span)))
                .collect();
            self.push(at, StepKind::Assign(assign), span);
        }
    }

    fn local(&mut self, variable: Variable) -> LocalId {
        self.locals.push(variable);
        LocalId(self.locals.len() as u32 - 1)
    }

    fn push(&mut self, at: BlockId, kind: StepKind, span: Span) {
        self.blocks[at.index()].steps.push(Step { kind, attributes: Vec::new(), span });
    }

    /// Adds a command to the block; gives the block to go on with.
    fn cmd(&mut self, cmd: &Cmd, substitution: &Substitution, at: BlockId) -> BlockId {
        let span = cmd.span;
        let kinds = match &cmd.kind {
            CmdKind::Assert { expr, layers: _ } => vec![StepKind::Assert(expr.clone())],
            CmdKind::Assume { expr, origin } => vec![StepKind::Assume { expr: expr.clone(), origin: *origin }],
            CmdKind::Assign(pairs) => vec![StepKind::Assign(pairs.clone())],
            CmdKind::Unpack { constructor, targets, source } => {
                unpack(self.civl, *constructor, targets, source.clone())
            }
            CmdKind::Havoc(vars) => vec![StepKind::Havoc(vars.clone())],
            // Bounds on loops that actions do not have.
            CmdKind::Measure(_) => Vec::new(),
            CmdKind::Atomic { callee, ins, outs, layers: _ } => {
                let ins = ins.iter().map(|expr| self.now(expr, substitution)).collect();
                let outs = outs.iter().map(|out| target(*out, substitution)).collect();
                return self.call(*callee, ins, outs, span, at);
            }
            CmdKind::Invariant(_) | CmdKind::Call(_) | CmdKind::Async { .. } | CmdKind::Parallel(_) => {
                unreachable!("elaboration refuses yields in actions")
            }
        };
        for kind in kinds {
            let step = Step { kind, attributes: cmd.attributes.clone(), span };
            self.blocks[at.index()].steps.push(step.renamed(self.build, substitution));
        }
        at
    }

    fn now(&mut self, expr: &Expr, substitution: &Substitution) -> Expr {
        substitute(expr, substitution, &mut Fresh::of(&mut self.build.program))
    }

    fn call(&mut self, callee: ProcedureId, ins: Vec<Expr>, outs: Vec<Var>, span: Span, at: BlockId) -> BlockId {
        match &self.civl.routines[callee.index()] {
            Routine::Primitive { primitive, params: _ } => {
                let call = PrimitiveCall { primitive: *primitive, callee, ins: &ins, outs: &outs, span };
                let steps = primitives::lower(self.build, self.permissions, &call);
                self.blocks[at.index()].steps.extend(steps);
                at
            }
            Routine::Action(action) => self.splice(action, ins, outs, span, at),
            Routine::Plain { .. } | Routine::Pure { .. } | Routine::Yield(_) | Routine::Invariant(_) => {
                unreachable!("elaboration refuses such calls in actions")
            }
        }
    }

    /// What the callee asserts, for its parameters under these ids.
    fn gate(&mut self, action: &Action, locals: &[LocalId], at: BlockId) {
        let params = locals.iter().enumerate().map(|(at, new)| {
            (Var::Local(LocalId(at as u32)), var(Var::Local(*new), &self.locals[new.index()].ty, action.body.end))
        });
        let substitution = Substitution { vars: params.collect(), ..Substitution::default() };
        for clause in &action.gate {
            let expr = self.now(&clause.expr, &substitution);
            self.push(at, StepKind::Assert(expr), clause.span);
        }
    }

    fn splice(&mut self, action: &Action, ins: Vec<Expr>, outs: Vec<Var>, span: Span, at: BlockId) -> BlockId {
        let first = self.locals.len() as u32;
        let name = self.civl.name(action.id).clone();
        for local in &action.body.locals {
            let variable =
                Variable { name: format!("{name}.{}", local.variable.name).into(), ..local.variable.clone() };
            self.local(variable);
        }
        let locals: Vec<LocalId> = (first..self.locals.len() as u32).map(LocalId).collect();
        let params = action.params.len();
        let results = &locals[ins.len()..params];
        let count = ins.len();
        let passed = locals.iter().zip(ins).map(|(local, arg)| (Var::Local(*local), arg)).collect();
        self.push(at, StepKind::Assign(passed), span);
        self.gate(action, &locals, at);
        let arbitrary: Vec<Var> = locals[count..].iter().map(|local| Var::Local(*local)).collect();
        if !arbitrary.is_empty() {
            self.push(at, StepKind::Havoc(arbitrary), span);
        }
        let after = self.reserve(span);
        let entry = self.body(&action.body, locals.clone(), after);
        self.blocks[at.index()].transfer = goto(entry, span);
        let received = results
            .iter()
            .zip(outs)
            .map(|(local, out)| (out, var(Var::Local(*local), &self.locals[local.index()].ty, span)))
            .collect();
        self.push(after, StepKind::Assign(received), span);
        after
    }
}

/// The variable that takes the place of this one.
fn target(var: Var, substitution: &Substitution) -> Var {
    match substitution.vars.get(&var).map(Expr::kind) {
        Some(ExprKind::Var(new)) => *new,
        Some(_) | None => var,
    }
}

fn goto(target: BlockId, span: Span) -> Transfer {
    Transfer::Goto { targets: vec![target], span }
}

/// `C(x, y) := e`: e is a C, and its fields go to the targets.
pub fn unpack(civl: &Civl, constructor: ConstructorId, targets: &[Var], source: Expr) -> Vec<StepKind> {
    let mut assigned = Vec::new();
    if let Type::Data(datatype, _) = source.ty() {
        let datatype = &civl.program.datatypes[datatype.index()];
        let fields = &datatype.constructors[constructor.index()].fields;
        for (left, id) in targets.iter().zip(fields) {
            let Field { ty, .. } = &datatype.fields[id.index()];
            assigned.push((*left, field(source.clone(), *id, ty.clone())));
        }
    }
    vec![StepKind::Assert(is_constructor(source, constructor)), StepKind::Assign(assigned)]
}

fn for_each_expr_of_body(body: &Body, f: &mut dyn FnMut(&Expr)) {
    for cmd in body.blocks.iter().flat_map(|block| &block.cmds) {
        match &cmd.kind {
            CmdKind::Assert { expr, layers: _ } | CmdKind::Assume { expr, origin: _ } => f(expr),
            CmdKind::Assign(pairs) => pairs.iter().for_each(|(_, right)| f(right)),
            CmdKind::Unpack { constructor: _, targets: _, source } => f(source),
            CmdKind::Havoc(_) => {}
            CmdKind::Measure(measure) => measure.exprs.iter().for_each(&mut *f),
            CmdKind::Atomic { callee: _, ins, outs: _, layers: _ } => ins.iter().for_each(&mut *f),
            CmdKind::Invariant(call) => call.ins.iter().for_each(&mut *f),
            CmdKind::Call(call) | CmdKind::Async { call, sync: _ } => call.ins.iter().for_each(&mut *f),
            CmdKind::Parallel(arms) => arms.iter().for_each(|arm| match arm {
                crate::civl::Arm::Call(call) => call.ins.iter().for_each(&mut *f),
                crate::civl::Arm::Invariant(call) => call.ins.iter().for_each(&mut *f),
            }),
        }
    }
}

/// The globals that an expression mentions.
pub fn globals_of(expr: &Expr) -> FxHashSet<GlobalId> {
    let mut globals = FxHashSet::default();
    walk(expr, &mut |expr| {
        if let ExprKind::Var(Var::Global(global)) = expr.kind() {
            globals.insert(*global);
        }
        true
    });
    globals
}

/// The globals that code reads or writes.
pub fn globals_of_code(code: &Code) -> FxHashSet<GlobalId> {
    let mut globals = written_globals(code);
    for step in code.steps() {
        step.for_each_expr(&mut |expr| globals.extend(globals_of(expr)));
    }
    globals
}

pub fn written_globals(code: &Code) -> FxHashSet<GlobalId> {
    let written = code.steps().flat_map(Step::targets);
    written.filter_map(|var| if let Var::Global(global) = var { Some(global) } else { None }).collect()
}

/// Where a search in depth is with a block.
#[derive(Clone, Copy)]
enum Visit {
    Before,
    Inside,
    After,
}

/// The blocks that can be reached, in topological order and renumbered; the place of a loop, if there is one.
fn topological(blocks: Vec<Block>, entry: BlockId) -> Result<Vec<Block>, Span> {
    let mut state = vec![Visit::Before; blocks.len()];
    let mut order = Vec::new();
    let mut stack = vec![(entry, 0)];
    state[entry.index()] = Visit::Inside;
    while let Some((id, next)) = stack.pop() {
        let targets: &[BlockId] = match &blocks[id.index()].transfer {
            Transfer::Goto { targets, .. } => targets,
            Transfer::Return { .. } => &[],
        };
        match targets.get(next) {
            None => {
                state[id.index()] = Visit::After;
                order.push(id);
            }
            Some(target) => {
                stack.push((id, next + 1));
                match state[target.index()] {
                    Visit::Before => {
                        state[target.index()] = Visit::Inside;
                        stack.push((*target, 0));
                    }
                    Visit::Inside => return Err(blocks[target.index()].span),
                    Visit::After => {}
                }
            }
        }
    }
    order.reverse();
    let numbers: FxHashMap<BlockId, BlockId> =
        order.iter().enumerate().map(|(at, id)| (*id, BlockId(at as u32))).collect();
    let mut blocks: Vec<Option<Block>> = blocks.into_iter().map(Some).collect();
    let renumbered = order.iter().filter_map(|id| blocks[id.index()].take()).map(|mut block| {
        if let Transfer::Goto { targets, .. } = &mut block.transfer {
            targets.iter_mut().for_each(|target| *target = numbers[target]);
        }
        block
    });
    Ok(renumbered.collect())
}
