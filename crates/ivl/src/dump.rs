//! Every level as text.
//!
//! The levels from typed to passive print as Boogie programs that parse back; the last one is the solver's language.

use crate::body::{Graph, Offer, StepKind};
use crate::call_graph::CallGraph;
use crate::check::{implementation_names, passive, prepare};
use crate::contract::contract;
use crate::cut_loops::cut_loops;
use crate::encode::{Gap, Prelude};
use crate::passive::{Passive, Step};
use crate::print_ast::print;
use crate::threads::refuse_threads;
use crate::to_ast::to_ast;
use crate::typed::*;
use crate::vc::query;
use source::{Diagnostic, Span};

/// A level below the syntax tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Typed,
    Mono,
    Contract,
    Acyclic,
    Passive,
    Smt,
}

/// The program at a stage; from `Contract` on, one part per implementation.
pub fn dump(program: &Program, stage: Stage) -> Result<String, Vec<Diagnostic>> {
    if stage == Stage::Typed {
        return Ok(print(&to_ast(program)));
    }
    let refused = refuse_threads(program);
    if stage != Stage::Mono && !refused.is_empty() {
        return Err(refused);
    }
    let program = prepare(program.clone())?;
    if stage == Stage::Mono {
        return Ok(print(&to_ast(&program)));
    }
    let calls = CallGraph::new(&program);
    let prelude = Prelude::new(&program);
    let names = implementation_names(&program);
    let (mut bodies, mut text) = (Vec::new(), String::new());
    for (index, name) in names.iter().enumerate() {
        let id = ImplementationId(index as u32);
        match part(&program, &calls, &prelude, stage, id) {
            Ok(Part::Body(body)) => bodies.push(*body),
            Ok(Part::Query(query)) => text.push_str(&format!("; {name}\n{query}(check-sat)\n(reset)\n")),
            Err(gap) => text.push_str(&format!("{} {name}: {}\n", comment(stage), gap.message)),
        }
    }
    if stage != Stage::Smt {
        text.push_str(&print(&to_ast(&with_bodies(&program, bodies))));
    }
    Ok(text)
}

fn comment(stage: Stage) -> &'static str {
    if stage == Stage::Smt { ";" } else { "//" }
}

enum Part {
    Body(Box<(Procedure, Implementation)>),
    Query(String),
}

fn part(
    program: &Program,
    calls: &CallGraph,
    prelude: &Prelude,
    stage: Stage,
    id: ImplementationId,
) -> Result<Part, Gap> {
    let implementation = &program.implementations[id.index()];
    let span = implementation.span;
    Ok(match stage {
        Stage::Typed | Stage::Mono | Stage::Contract => {
            Part::Body(Box::new(from_graph(program, implementation, contract(program, calls, id)?.graph)))
        }
        Stage::Acyclic => {
            let acyclic = cut_loops(program, contract(program, calls, id)?)?;
            Part::Body(Box::new(from_graph(program, implementation, acyclic.graph)))
        }
        Stage::Passive => Part::Body(Box::new(from_passive(implementation, passive(program, calls, id)?))),
        Stage::Smt => Part::Query(query(program, prelude, &passive(program, calls, id)?, span)?.text),
    })
}

/// The program with these bodies, each under a procedure without a contract.
fn with_bodies(program: &Program, parts: Vec<(Procedure, Implementation)>) -> Program {
    let mut result = Program { procedures: Vec::new(), implementations: Vec::new(), ..program.clone() };
    for (number, (procedure, implementation)) in parts.into_iter().enumerate() {
        result.procedures.push(procedure);
        let procedure = ProcedureId(number as u32);
        result.implementations.push(Implementation { procedure, ..implementation });
    }
    result
}

fn from_graph(program: &Program, implementation: &Implementation, graph: Graph) -> (Procedure, Implementation) {
    let blocks = graph.blocks.into_iter().map(|block| {
        let cmds = block.steps.into_iter().map(|step| cmd_of(step.kind, step.span)).collect();
        (block.label, cmds, block.successors, block.span)
    });
    let blocks = blocks.collect();
    let modifies = (0..program.globals.len() as u32).map(GlobalId).collect();
    body(implementation, graph.locals, blocks, modifies)
}

fn from_passive(implementation: &Implementation, passive: Passive) -> (Procedure, Implementation) {
    let span = implementation.span;
    let local = |incarnation: crate::passive::Incarnation| Variable {
        name: incarnation.name,
        ty: incarnation.ty,
        where_clause: None,
        attributes: Vec::new(),
        span,
    };
    let locals = passive.incarnations.into_iter().map(local).collect();
    let blocks = passive.blocks.into_iter().map(|block| {
        let cmds = block.steps.into_iter().filter_map(|step| match step {
            Step::Assume { expr, .. } => Some(cmd_of(StepKind::Assume(expr), span)),
            Step::Check { goal, expr, forget } => Some(cmd_of(StepKind::Check { goal, expr, forget }, span)),
            Step::Event(_) => None,
        });
        (block.label, cmds.collect(), block.successors, span)
    });
    body(implementation, locals, blocks.collect(), Vec::new())
}

type PlainBlock = (Name, Vec<Cmd>, Vec<BlockId>, Span);

/// A procedure without parameters or contract, whose locals are all the variables there are.
fn body(
    implementation: &Implementation,
    locals: Vec<Variable>,
    blocks: Vec<PlainBlock>,
    modifies: Vec<GlobalId>,
) -> (Procedure, Implementation) {
    let span = implementation.span;
    let procedure = Procedure {
        name: implementation.name.clone(),
        role: Role::Plain,
        type_params: Vec::new(),
        params: Vec::new(),
        ins: 0,
        requires: Vec::new(),
        ensures: Vec::new(),
        modifies,
        modifies_at: Vec::new(),
        measures: Vec::new(),
        attributes: Vec::new(),
        span,
    };
    let block = |(label, cmds, targets, span): PlainBlock| {
        let transfer = match targets.is_empty() {
            true => Transfer::Return { attributes: Vec::new(), span },
            false => Transfer::Goto { targets, attributes: Vec::new(), span },
        };
        Block { label, cmds, transfer, span }
    };
    let locals = locals.into_iter().map(|local| Variable { where_clause: None, ..local }).collect();
    let blocks = blocks.into_iter().map(block).collect();
    let implementation = Implementation { locals, blocks, attributes: Vec::new(), ..implementation.clone() };
    (procedure, implementation)
}

fn cmd_of(kind: StepKind, span: Span) -> Cmd {
    let attributes = match kind {
        StepKind::Check { forget: true, .. } => vec![not_subsumed(span)],
        StepKind::Offer(ref offer) => vec![add_to_pool(offer, span)],
        StepKind::Assume(_) | StepKind::Check { .. } | StepKind::Assign(_) | StepKind::Havoc(_) => Vec::new(),
    };
    let kind = match kind {
        StepKind::Assume(expr) => CmdKind::Assume { expr, origin: Assumption::Stated },
        StepKind::Check { expr, .. } => CmdKind::Assert(expr),
        StepKind::Assign(assignments) => CmdKind::Assign(assignments),
        StepKind::Havoc(vars) => CmdKind::Havoc(vars),
        StepKind::Offer(_) => {
            let expr = Expr::new(ExprKind::Literal(Literal::Bool(true)), Type::Bool, span);
            CmdKind::Assume { expr, origin: Assumption::Stated }
        }
    };
    Cmd { kind, attributes, span }
}

/// `{:add_to_pool "pool", value}`
fn add_to_pool(offer: &Offer, span: Span) -> Attribute {
    let params = vec![AttributeParam::String(offer.pool.clone()), AttributeParam::Expr(offer.value.clone())];
    Attribute { name: "add_to_pool".into(), params, span }
}

/// `{:subsumption 0}`
fn not_subsumed(span: Span) -> Attribute {
    let zero = Expr::new(ExprKind::Literal(Literal::Int(0.into())), Type::Int, span);
    Attribute { name: "subsumption".into(), params: vec![AttributeParam::Expr(zero)], span }
}
