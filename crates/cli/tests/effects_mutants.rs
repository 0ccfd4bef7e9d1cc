//! Random changes to right programs: what `effects` proves, `explore` must not refute.
//!
//! By default a small sample within small bounds. `COUNTERPOINT_EFFECT_MUTANTS=500 COUNTERPOINT_THREADS=3 COUNTERPOINT_OPS=4` is
//! the whole of it; `COUNTERPOINT_FIRST` passes over those before.

mod support;

use concurrent::program::*;
use concurrent::spec::{Spec, elaborate};
use explore::{Bounds, Outcome, search};
use source::Deadline;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::Random;

/// Threads and operations of each where there are too many states with as many as were asked for.
const SMALLER: [(u8, u8); 3] = [(2, 3), (3, 2), (2, 4)];

fn programs() -> Vec<(PathBuf, Program)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/effects");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    let parse = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let (program, _) = front::c::parse(source::FileId(0), &text);
        program.map(|program| (path, program))
    };
    paths.into_iter().filter_map(parse).collect()
}

fn is_proved(program: &Program, spec: &Spec) -> bool {
    effects::check::check(program, spec, effects::check::Interference::Summaries)
        .is_ok_and(|outcome| outcome.is_proved())
}

/// One small change somewhere in an operation.
fn mutate(program: &mut Program, spec: &Spec, random: &mut Random) -> String {
    let operations: Vec<ProcedureId> = spec.operations().collect();
    let procedure = &mut program.procedures[operations[random.below(operations.len())].index()];
    let edge = random.below(procedure.edges.len());
    let kind = random.below(8);
    let name = procedure.name.clone();
    match kind {
        0 => drop_cmd(procedure, edge, random),
        1 => negate(procedure, edge),
        2 => swap_with_next(procedure, edge),
        3 | 4 => rename(procedure, edge, random),
        5 => {
            let nodes = procedure.nodes.len();
            procedure.edges[edge].to = NodeId(random.below(nodes) as u32);
        }
        6 => split(procedure, edge),
        _ => {
            let node = random.below(procedure.nodes.len());
            procedure.nodes[node].is_within_atomic = false;
        }
    }
    format!("{name}: change {kind} at edge {edge}")
}

fn drop_cmd(procedure: &mut Procedure, edge: usize, random: &mut Random) {
    let cmds = &mut procedure.edges[edge].step.cmds;
    if !cmds.is_empty() {
        cmds.remove(random.below(cmds.len()));
    }
}

fn negate(procedure: &mut Procedure, edge: usize) {
    for cmd in &mut procedure.edges[edge].step.cmds {
        if let CmdKind::Assume(condition) = &mut cmd.kind {
            let (arg, span) = (Box::new(condition.clone()), condition.span);
            *condition = Expr { kind: ExprKind::Unary { op: UnaryOp::Not, arg }, ty: Type::Bool, span };
        }
    }
}

fn swap_with_next(procedure: &mut Procedure, edge: usize) {
    let to = procedure.edges[edge].to;
    if let Some(next) = procedure.edges.iter().position(|other| other.from == to) {
        let step = procedure.edges[edge].step.clone();
        procedure.edges[edge].step = std::mem::replace(&mut procedure.edges[next].step, step);
    }
}

/// The condition and the rest of a step apart.
fn split(procedure: &mut Procedure, edge: usize) {
    let step = &mut procedure.edges[edge].step;
    if step.cmds.len() < 2 {
        return;
    }
    let rest = Step { cmds: step.cmds.split_off(1), span: step.span };
    let between = NodeId(procedure.nodes.len() as u32);
    let to = std::mem::replace(&mut procedure.edges[edge].to, between);
    procedure.nodes.push(Node { is_within_atomic: false, span: rest.span });
    procedure.edges.push(Edge { from: between, to, step: rest });
}

/// Another local of the same type somewhere.
fn rename(procedure: &mut Procedure, edge: usize, random: &mut Random) {
    let types: Vec<Type> = procedure.locals.iter().map(|local| local.ty).collect();
    let mut countdown = random.below(4);
    let choice = random.below(types.len());
    for cmd in &mut procedure.edges[edge].step.cmds {
        visit_places(cmd, &mut |place| {
            let PlaceKind::Local(local) = &mut place.kind else { return };
            let same: Vec<usize> = (0..types.len()).filter(|at| types[*at] == types[local.index()]).collect();
            if countdown == 0 {
                *local = LocalId(same[choice % same.len()] as u32);
            }
            countdown = countdown.wrapping_sub(1);
        });
    }
}

fn visit_places(cmd: &mut Cmd, visit: &mut impl FnMut(&mut Place)) {
    match &mut cmd.kind {
        CmdKind::Assume(expr) | CmdKind::Assert(expr) | CmdKind::Free(expr) => visit_expr(expr, visit),
        CmdKind::Assign { target, value } => {
            visit_place(target, visit);
            visit_expr(value, visit);
        }
        CmdKind::Havoc(target) => visit_place(target, visit),
        CmdKind::Alloc { .. } => {}
    }
}

fn visit_place(place: &mut Place, visit: &mut impl FnMut(&mut Place)) {
    visit(place);
    if let PlaceKind::Field { base, .. } = &mut place.kind {
        visit_expr(base, visit);
    }
}

fn visit_expr(expr: &mut Expr, visit: &mut impl FnMut(&mut Place)) {
    match &mut expr.kind {
        ExprKind::Read(place) => visit_place(place, visit),
        ExprKind::Unary { arg, .. } => visit_expr(arg, visit),
        ExprKind::Binary { left, right, .. } => {
            visit_expr(left, visit);
            visit_expr(right, visit);
        }
        ExprKind::Null | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::NoThread | ExprKind::ThisThread => {}
    }
}

fn number(variable: &str, default: usize) -> usize {
    support::number(variable).unwrap_or(default)
}

#[test]
fn what_is_proved_of_a_mutant_has_no_failing_run() {
    let right: Vec<(PathBuf, Program, Spec)> = programs()
        .into_iter()
        .filter_map(|(path, program)| elaborate(&program).ok().map(|spec| (path, program, spec)))
        .filter(|(_, program, spec)| is_proved(program, spec))
        .collect();
    assert!(!right.is_empty());
    let mut random = Random::new(number("COUNTERPOINT_SEED", 1) as u64);
    let (threads, ops) = (number("COUNTERPOINT_THREADS", 2) as u8, number("COUNTERPOINT_OPS", 2) as u8);
    let states = number("COUNTERPOINT_STATES", 200_000);
    let limit = Duration::from_secs(number("COUNTERPOINT_SECONDS", 60) as u64);
    let (mut proved, mut finished, mut smaller, mut unproved) = (0, 0, 0, 0);
    for at in 0..number("COUNTERPOINT_EFFECT_MUTANTS", 60) {
        let (path, program, spec) = &right[random.below(right.len())];
        let mut mutant = program.clone();
        let mut changes = vec![mutate(&mut mutant, spec, &mut random)];
        if random.below(3) == 0 {
            changes.push(mutate(&mut mutant, spec, &mut random));
        }
        if at < number("COUNTERPOINT_FIRST", 0) {
            continue;
        }
        let start = Instant::now();
        if !is_proved(&mutant, spec) {
            unproved += 1;
            continue;
        }
        proved += 1;
        let (proof, start) = (start.elapsed(), Instant::now());
        let deadline = Deadline::after(limit);
        let outcome = search(&mutant, spec, &Bounds { threads, ops, states, deadline, is_reduced: true });
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let search = start.elapsed();
        println!("{at} {name}: {changes:?}: proved in {proof:.1?}, {} states in {search:.1?}", outcome.states());
        match outcome {
            Outcome::Found { trace, .. } => {
                let run = explore::report::diagnostic(&mutant, spec, &trace);
                let text = concurrent::text::print(&mutant);
                panic!("{}: {changes:?}: proved, and yet: {}\n{text}", path.display(), run.message);
            }
            Outcome::NoneWithin { .. } => finished += 1,
            // Then what is smaller is searched to the end, or at least for as long.
            Outcome::LimitReached { .. } => {
                for (threads, ops) in SMALLER.into_iter().filter(|(fewer, less)| *fewer <= threads && *less <= ops) {
                    let deadline = Deadline::after(limit);
                    let bounds = Bounds { threads, ops, states, deadline, is_reduced: true };
                    let outcome = explore::search(&mutant, spec, &bounds);
                    assert!(!matches!(outcome, Outcome::Found { .. }), "{name}: {changes:?}: {outcome:?}");
                    smaller += usize::from(matches!(outcome, Outcome::NoneWithin { .. }));
                }
            }
        }
    }
    println!(
        "{proved} mutants proved, {finished} of them searched to the end with {threads} threads and {ops} operations each, \
         the others in {smaller} searches to the end with fewer; {unproved} not proved"
    );
    assert!(proved > 0 && finished > 0 && unproved > 0);
}

/// The oracle itself: with all that the search leaves out and with none of it, it finds the same of mutants, most of which are
/// wrong. `COUNTERPOINT_JUDGED_MUTANTS` says of how many.
#[test]
fn leaving_states_out_changes_no_answer_for_mutants() {
    let right: Vec<(PathBuf, Program, Spec)> = programs()
        .into_iter()
        .filter_map(|(path, program)| elaborate(&program).ok().map(|spec| (path, program, spec)))
        .collect();
    let mut random = Random::new(number("COUNTERPOINT_SEED", 7) as u64);
    let (mut judged, mut failing, mut unfinished) = (0, 0, 0);
    for at in 0..number("COUNTERPOINT_JUDGED_MUTANTS", 12) {
        let (path, program, spec) = &right[random.below(right.len())];
        let mut mutant = program.clone();
        let mut changes = vec![mutate(&mut mutant, spec, &mut random)];
        if random.below(2) == 0 {
            changes.push(mutate(&mut mutant, spec, &mut random));
        }
        for (threads, ops) in [(2, 1), (2, 2), (3, 1)] {
            let explored = |is_reduced| {
                let bounds = Bounds { threads, ops, states: 20_000, deadline: Deadline::never(), is_reduced };
                search(&mutant, spec, &bounds)
            };
            match (explored(false), explored(true)) {
                (Outcome::Found { .. }, Outcome::Found { .. }) => failing += 1,
                (Outcome::NoneWithin { .. }, Outcome::NoneWithin { .. }) => {}
                (Outcome::LimitReached { .. }, _) => {
                    unfinished += 1;
                    continue;
                }
                (all, some) => {
                    let text = concurrent::text::print(&mutant);
                    let said = |outcome: &Outcome| match outcome {
                        Outcome::Found { trace, .. } => format!("{:?}", trace.fault.kind),
                        Outcome::NoneWithin { .. } => "nothing".to_string(),
                        Outcome::LimitReached { .. } => "cut short".to_string(),
                    };
                    let (all, some, path) = (said(&all), said(&some), path.display());
                    panic!("{at} {path}, {threads}×{ops}: {changes:?}: {all}, but reduced: {some}\n{text}")
                }
            }
            judged += 1;
        }
    }
    println!("{judged} searches, {failing} of them with a failing run; {unfinished} too large without reduction");
    assert!(judged > 20 && failing > 5, "{judged} judged, {failing} of them failing");
}
