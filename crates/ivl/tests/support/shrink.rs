//! Smaller programs of the same kind.

use super::syntax::{Body, Clause, Procedure, Program, Stmt};

/// The smallest program that is still bad and is found by taking away one thing after the other.
pub fn shrink(mut program: Program, is_bad: &dyn Fn(&Program) -> bool) -> Program {
    loop {
        match smaller(&program).into_iter().find(|smaller| is_bad(smaller)) {
            Some(smaller) => program = smaller,
            None => return program,
        }
    }
}

/// The programs with one thing less.
fn smaller(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    without_each(&program.procedures, |procedures| all.push(Program { procedures, ..program.clone() }));
    for (at, procedure) in program.procedures.iter().enumerate() {
        for procedure in smaller_procedures(procedure) {
            let mut procedures = program.procedures.clone();
            procedures[at] = procedure;
            all.push(Program { procedures, ..program.clone() });
        }
    }
    without_each(&program.globals, |globals| all.push(Program { globals, ..program.clone() }));
    for at in (0..program.globals.len()).filter(|at| program.globals[*at].where_clause.is_some()) {
        let mut globals = program.globals.clone();
        globals[at].where_clause = None;
        all.push(Program { globals, ..program.clone() });
    }
    without_each(&program.preamble, |preamble| all.push(Program { preamble, ..program.clone() }));
    all
}

fn without_each<T: Clone>(items: &[T], mut each: impl FnMut(Vec<T>)) {
    for at in 0..items.len() {
        let mut fewer = items.to_vec();
        fewer.remove(at);
        each(fewer);
    }
}

fn smaller_procedures(procedure: &Procedure) -> Vec<Procedure> {
    let mut all = Vec::new();
    without_each(&procedure.requires, |requires| all.push(Procedure { requires, ..procedure.clone() }));
    without_each(&procedure.ensures, |ensures| all.push(Procedure { ensures, ..procedure.clone() }));
    without_each(&procedure.modifies, |modifies| all.push(Procedure { modifies, ..procedure.clone() }));
    if procedure.measure.is_some() {
        all.push(Procedure { measure: None, ..procedure.clone() });
    }
    if let Some(body) = &procedure.body {
        let mut bodies = Vec::new();
        smaller_lists(&body.stmts, &mut |stmts| bodies.push(Body { stmts, ..body.clone() }));
        without_each(&body.locals, |locals| bodies.push(Body { locals, ..body.clone() }));
        for at in (0..body.locals.len()).filter(|at| body.locals[*at].where_clause.is_some()) {
            let mut locals = body.locals.clone();
            locals[at].where_clause = None;
            bodies.push(Body { locals, ..body.clone() });
        }
        all.extend(bodies.into_iter().map(|body| Procedure { body: Some(body), ..procedure.clone() }));
    }
    all
}

/// The lists with one statement less, or with one statement smaller.
fn smaller_lists(stmts: &[Stmt], each: &mut dyn FnMut(Vec<Stmt>)) {
    without_each(stmts, &mut *each);
    for (at, stmt) in stmts.iter().enumerate() {
        for part in parts(stmt) {
            let mut replaced = stmts.to_vec();
            replaced.splice(at..=at, part);
            each(replaced);
        }
        smaller_stmts(stmt, &mut |smaller| {
            let mut replaced = stmts.to_vec();
            replaced[at] = smaller;
            each(replaced);
        });
    }
}

/// What can stand for a statement that has parts.
fn parts(stmt: &Stmt) -> Vec<Vec<Stmt>> {
    match stmt {
        Stmt::Simple(_) => Vec::new(),
        Stmt::If { then_branch, else_branch, .. } => vec![then_branch.clone(), else_branch.clone()],
        Stmt::While { body, .. } | Stmt::GotoLoop { body, .. } => vec![body.clone()],
        Stmt::Choice { branches, .. } => branches.clone(),
        Stmt::Web { blocks, .. } => blocks.iter().map(|(stmts, _)| stmts.clone()).collect(),
    }
}

fn smaller_stmts(stmt: &Stmt, each: &mut dyn FnMut(Stmt)) {
    match stmt {
        Stmt::Simple(_) => {}
        Stmt::If { guard, then_branch, else_branch } => {
            smaller_lists(then_branch, &mut |then_branch| {
                each(Stmt::If { guard: guard.clone(), then_branch, else_branch: else_branch.clone() });
            });
            smaller_lists(else_branch, &mut |else_branch| {
                each(Stmt::If { guard: guard.clone(), then_branch: then_branch.clone(), else_branch });
            });
        }
        Stmt::While { label, guard, invariants, measure, body } => {
            let rebuilt = |invariants: Vec<Clause>, body: Vec<Stmt>| {
                let (label, guard, measure) = (label.clone(), guard.clone(), measure.clone());
                Stmt::While { label, guard, invariants, measure, body }
            };
            without_each(invariants, |invariants| each(rebuilt(invariants, body.clone())));
            smaller_lists(body, &mut |body| each(rebuilt(invariants.clone(), body)));
        }
        Stmt::Choice { label, may_skip, branches } => {
            for at in 0..branches.len() {
                smaller_lists(&branches[at], &mut |branch| {
                    let mut branches = branches.clone();
                    branches[at] = branch;
                    each(Stmt::Choice { label: label.clone(), may_skip: *may_skip, branches });
                });
            }
        }
        Stmt::Web { label, blocks } => {
            for at in 0..blocks.len() {
                let mut replace = |stmts: Vec<Stmt>, targets: Vec<usize>| {
                    let mut blocks = blocks.clone();
                    blocks[at] = (stmts, targets);
                    each(Stmt::Web { label: label.clone(), blocks });
                };
                let (stmts, targets) = &blocks[at];
                smaller_lists(stmts, &mut |stmts| replace(stmts, targets.clone()));
                if targets.len() > 1 {
                    without_each(targets, |targets| replace(stmts.clone(), targets));
                }
            }
        }
        Stmt::GotoLoop { label, two_entries, invariants, guard, body } => {
            let rebuilt = |two_entries: bool, invariants: Vec<String>, body: Vec<Stmt>| {
                let (label, guard) = (label.clone(), guard.clone());
                Stmt::GotoLoop { label, two_entries, invariants, guard, body }
            };
            if *two_entries {
                each(rebuilt(false, invariants.clone(), body.clone()));
            }
            without_each(invariants, |invariants| each(rebuilt(*two_entries, invariants, body.clone())));
            smaller_lists(body, &mut |body| each(rebuilt(*two_entries, invariants.clone(), body)));
        }
    }
}
