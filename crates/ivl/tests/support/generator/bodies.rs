//! Bodies: statements that are mostly right together.

use super::{Generator, Operand, Signature, literal};
use crate::support::syntax::{Body, Clause, Procedure, Stmt, Type, Variable};

/// What statements may use.
struct Context {
    /// Everything in scope, with `old` of the globals.
    readable: Vec<(String, Type)>,
    assignable: Vec<(String, Type)>,
    modifies: Vec<usize>,
    /// The procedure that the body belongs to.
    own: usize,
    /// Names that must keep their value here, such as the counter of a loop.
    locked: Vec<String>,
    /// The labels of the loops around, innermost last.
    loops: Vec<Option<String>>,
    /// What held somewhere earlier, and may still hold.
    facts: Vec<String>,
}

impl Context {
    fn targets(&self, ty: Option<Type>) -> Vec<(String, Type)> {
        let fits = |(name, of): &&(String, Type)| ty.is_none_or(|ty| ty == *of) && !self.locked.contains(name);
        self.assignable.iter().filter(fits).cloned().collect()
    }

    /// The scope without a variable.
    fn without(&self, name: &str) -> Vec<(String, Type)> {
        self.readable.iter().filter(|(other, _)| other != name && other != &format!("old({name})")).cloned().collect()
    }
}

impl Generator {
    pub(super) fn body(&mut self, signature: &Signature, own: usize, last: Vec<String>) -> Body {
        let local = |name: &str, ty| Variable { name: name.to_string(), ty, where_clause: None };
        let mut locals = vec![local("i", Type::Int), local("j", Type::Int), local("a", Type::Int)];
        locals.push(local("p", Type::Bool));
        locals.push(local("m", Type::Ints));
        locals.push(local("s", Type::Set));
        if self.dice.chance(50) {
            locals.push(local("w", Type::Bits));
        }
        if !self.classic {
            locals.push(local("d", Type::Data));
            if self.dice.chance(30) {
                locals.push(local("n", Type::Grid));
            }
        }
        if self.dice.chance(25) {
            locals[2].where_clause = self.where_clause("a", Type::Int, 100);
        }
        let pair = |variable: &Variable| (variable.name.clone(), variable.ty);
        let modified = signature.modifies.iter().map(|at| pair(&self.globals[*at]));
        let assignable: Vec<(String, Type)> = signature.outs.iter().chain(&locals).map(pair).chain(modified).collect();
        let old = self.globals.iter().map(|global| (format!("old({})", global.name), global.ty));
        let mut readable: Vec<(String, Type)> =
            signature.ins.iter().chain(&signature.outs).chain(&locals).map(pair).collect();
        readable.extend(self.globals.iter().map(pair));
        if self.dice.chance(40) {
            readable.extend(old);
        }
        let modifies = signature.modifies.clone();
        let mut context =
            Context { readable, assignable, modifies, own, locked: Vec::new(), loops: Vec::new(), facts: Vec::new() };
        let count = 2 + self.dice.below(5);
        let mut stmts = self.stmts(&mut context, 2, count);
        stmts.extend(self.probe(&context.readable, 20));
        stmts.extend(last.into_iter().map(Stmt::Simple));
        Body { locals, stmts }
    }

    fn stmts(&mut self, context: &mut Context, depth: usize, count: usize) -> Vec<Stmt> {
        (0..count).flat_map(|_| self.group(context, depth)).collect()
    }

    /// Some statements that belong together.
    fn group(&mut self, context: &mut Context, depth: usize) -> Vec<Stmt> {
        match self.dice.below(if depth == 0 { 14 } else { 23 }) {
            0..=2 => self.assignment(context),
            3 => self.parallel_assignment(context),
            4 => self.part_assignment(context),
            5 => self.havoc(context),
            6 => {
                let condition = self.expression(Type::Bool, 2, &context.readable);
                context.facts.push(condition.clone());
                vec![assume(&condition), assert(&self.perhaps_spoilt(condition, 15))]
            }
            7..=8 => {
                let truth = self.truth(&context.readable);
                vec![assert(&self.perhaps_spoilt(truth, 8))]
            }
            9 if self.dice.chance(35) => vec![assert(&self.expression(Type::Bool, 2, &context.readable))],
            9 if !context.facts.is_empty() => vec![assert(self.dice.pick(&context.facts).as_str())],
            9 => self.leave(context),
            10 if self.dice.chance(40) => self.leave(context),
            10..=13 => self.call(context),
            14..=15 => vec![self.conditional(context, depth)],
            16..=17 => self.counting_loop(context, depth),
            18 => vec![self.free_loop(context, depth)],
            19 => {
                let label = self.label();
                let branches = (0..2).map(|_| self.stmts(context, depth - 1, 1)).collect();
                vec![Stmt::Choice { label, may_skip: self.dice.chance(40), branches }]
            }
            20 => self.goto_loop(context),
            21 => vec![self.web(context)],
            _ => self.across(context, depth),
        }
    }

    /// A fact, something that may change it, and the claim that it still holds.
    fn across(&mut self, context: &mut Context, depth: usize) -> Vec<Stmt> {
        let (name, ty) = self.dice.pick(&context.targets(None)).clone();
        let value = self.expression(ty, 1, &context.without(&name));
        let change = match self.dice.below(4) {
            0 => simple(format!("havoc {name}")),
            1 => simple(format!("{name} := {}", self.expression(ty, 1, &context.readable))),
            _ => self.group(context, 0).pop().unwrap_or_else(|| assert("true")),
        };
        let mut inner = self.stmts(context, depth - 1, 1);
        inner.insert(self.dice.below(inner.len() + 1), change);
        let between = match self.dice.below(4) {
            0 => Stmt::If { guard: "*".into(), then_branch: inner, else_branch: Vec::new() },
            1 => Stmt::Choice { label: self.label(), may_skip: true, branches: vec![inner] },
            _ => Stmt::While { label: None, guard: "*".into(), invariants: Vec::new(), measure: None, body: inner },
        };
        vec![simple(format!("{name} := {value}")), between, assert(&format!("{name} == {value}"))]
    }

    fn assignment(&mut self, context: &mut Context) -> Vec<Stmt> {
        let (name, ty) = self.dice.pick(&context.targets(None)).clone();
        let value = self.expression(ty, 2, &context.readable);
        let mut stmts = vec![simple(format!("{name} := {value}"))];
        if self.dice.chance(50) {
            let value = self.expression(ty, 2, &context.without(&name));
            context.facts.push(format!("{name} == {value}"));
            let claim = self.perhaps_spoilt(format!("{name} == {value}"), 12);
            stmts = vec![simple(format!("{name} := {value}")), assert(&claim)];
        }
        stmts
    }

    /// Two variables swapped, or two values assigned at once.
    fn parallel_assignment(&mut self, context: &mut Context) -> Vec<Stmt> {
        let targets = context.targets(Some(Type::Int));
        let (a, b) = (self.dice.pick(&targets).0.clone(), self.dice.pick(&targets).0.clone());
        if a == b {
            return Vec::new();
        }
        let mut scope = context.without(&a);
        scope.retain(|(name, _)| *name != b && *name != format!("old({b})"));
        let (v, w) = (self.expression(Type::Int, 1, &scope), self.expression(Type::Int, 1, &scope));
        let start = simple(format!("{a}, {b} := {v}, {w}"));
        let (step, claim) = match self.dice.below(3) {
            0 => (format!("{a}, {b} := {b}, {a}"), format!("{a} == {w} && {b} == {v}")),
            1 => (format!("{b}, {a} := {a} + 1, {b}"), format!("{a} == {w} && {b} == {v} + 1")),
            _ => (format!("{a}, {b} := {a} + {b}, {a} - {b}"), format!("{a} + {b} == {v} + {v}")),
        };
        vec![start, simple(step), assert(&self.perhaps_spoilt(claim, 15))]
    }

    fn part_assignment(&mut self, context: &mut Context) -> Vec<Stmt> {
        if !self.classic && self.dice.chance(40) {
            let (name, _) = self.dice.pick(&context.targets(Some(Type::Data))).clone();
            let value = self.expression(Type::Int, 1, &context.without(&name));
            return match self.dice.below(3) {
                0 => vec![
                    assume(&format!("!({name} is {}Nil)", self.prefix)),
                    simple(format!("{name}->fst := {value}")),
                    assert(&self.perhaps_spoilt(format!("{name}->fst == {value}"), 12)),
                ],
                1 => {
                    let (target, _) = self.dice.pick(&context.targets(Some(Type::Int))).clone();
                    let condition = format!("{name} is {}One", self.prefix);
                    let prepared = if self.dice.chance(80) { assume(&condition) } else { simple("assume true".into()) };
                    vec![prepared, simple(format!("{}One({target}) := {name}", self.prefix))]
                }
                _ => vec![simple(format!("{name}->fst := {value}"))],
            };
        }
        let (name, _) = self.dice.pick(&context.targets(Some(Type::Ints))).clone();
        let scope = context.without(&name);
        let (key, value) = (self.expression(Type::Int, 1, &scope), self.expression(Type::Int, 1, &scope));
        let claim = self.perhaps_spoilt(format!("{name}[{key}] == {value}"), 12);
        vec![simple(format!("{name}[{key}] := {value}")), assert(&claim)]
    }

    fn havoc(&mut self, context: &mut Context) -> Vec<Stmt> {
        let (name, ty) = self.dice.pick(&context.targets(None)).clone();
        let mut stmts = vec![simple(format!("havoc {name}"))];
        if ty == Type::Int && self.dice.chance(60) {
            let condition = format!("{name} >= {}", literal(self.small()));
            stmts.push(assume(&condition));
            stmts.push(assert(&self.perhaps_spoilt(condition, 15)));
        }
        stmts
    }

    /// `break` or `return`, under a condition.
    fn leave(&mut self, context: &mut Context) -> Vec<Stmt> {
        let guard = self.expression(Type::Bool, 1, &context.readable);
        let labels: Vec<String> = context.loops.iter().flatten().cloned().collect();
        let way = match context.loops.is_empty() {
            true if self.dice.chance(20) => "return".into(),
            true => return Vec::new(),
            false if !labels.is_empty() && self.dice.chance(50) => format!("break {}", self.dice.pick(&labels)),
            false => "break".into(),
        };
        vec![Stmt::If { guard, then_branch: vec![simple(way)], else_branch: Vec::new() }]
    }

    fn call(&mut self, context: &mut Context) -> Vec<Stmt> {
        let callable =
            |at: &usize| self.signatures[*at].modifies.iter().all(|global| context.modifies.contains(global));
        let callees: Vec<usize> = (0..self.signatures.len()).filter(callable).collect();
        if callees.is_empty() {
            return Vec::new();
        }
        let at = *self.dice.pick(&callees);
        if at <= context.own && self.signatures[at].has_body && !self.dice.chance(40) {
            return Vec::new();
        }
        let callee = self.signatures[at].clone();
        let ins: Vec<String> = callee.ins.iter().map(|each| self.expression(each.ty, 1, &context.readable)).collect();
        let mut outs: Vec<String> = Vec::new();
        for out in &callee.outs {
            let mut targets = context.targets(Some(out.ty));
            targets.retain(|(name, _)| !outs.contains(name));
            if targets.is_empty() {
                return Vec::new();
            }
            // A result may go to a global, even to one that the callee modifies.
            let globals: Vec<(String, Type)> = targets
                .iter()
                .filter(|(name, _)| self.globals.iter().any(|global| global.name == *name))
                .cloned()
                .collect();
            let from = if !globals.is_empty() && self.dice.chance(60) { globals } else { targets };
            outs.push(self.dice.pick(&from).0.clone());
        }
        let mut stmts = Vec::new();
        for bound in &callee.requires {
            let operand = match &bound.operand {
                Operand::In(position) => ins[*position].clone(),
                Operand::Global(global) => self.globals[*global].name.clone(),
            };
            if self.dice.chance(85) {
                stmts.push(assume(&bound.text(&operand)));
            }
        }
        let targets = if outs.is_empty() { String::new() } else { format!("{} := ", outs.join(", ")) };
        stmts.push(simple(format!("call {targets}{}({})", callee.name, ins.join(", "))));
        let results: Vec<(String, Type)> = outs.into_iter().zip(callee.outs.iter().map(|out| out.ty)).collect();
        stmts.extend(self.probe(&results, 25));
        stmts
    }

    /// Sometimes, an assertion about one of these that hardly holds: it shows whether runs that come here are seen.
    fn probe(&mut self, about: &[(String, Type)], percent: usize) -> Vec<Stmt> {
        if !self.dice.chance(percent) {
            return Vec::new();
        }
        if about.is_empty() || self.dice.chance(50) {
            return vec![assert("false")];
        }
        let (name, ty) = self.dice.pick(about).clone();
        vec![assert(&format!("{name} == {}", self.expression(ty, 1, about)))]
    }

    fn conditional(&mut self, context: &mut Context, depth: usize) -> Stmt {
        if self.dice.chance(25) {
            let then_branch = self.stmts(context, depth - 1, 1);
            let else_branch = self.stmts(context, depth - 1, 1);
            return Stmt::If { guard: "*".into(), then_branch, else_branch };
        }
        let guard = self.expression(Type::Bool, 2, &context.readable);
        let mut then_branch = vec![assert(&self.perhaps_spoilt(guard.clone(), 12))];
        then_branch.extend(self.stmts(context, depth - 1, 1));
        let mut else_branch = Vec::new();
        if self.dice.chance(60) {
            else_branch.push(assert(&self.perhaps_spoilt(format!("!{guard}"), 12)));
            else_branch.extend(self.stmts(context, depth - 1, 1));
        }
        Stmt::If { guard, then_branch, else_branch }
    }

    /// `i := 0; a := 0; while (i < n) invariant 0 <= i && i <= n; invariant a == k * i; { a := a + k; i := i + 1; }`
    fn counting_loop(&mut self, context: &mut Context, depth: usize) -> Vec<Stmt> {
        let counter = *self.dice.pick(&["i", "j"]);
        if context.locked.iter().any(|name| name == counter || name == "a") {
            return Vec::new();
        }
        let sums = self.dice.chance(50);
        let (limit, step) = (literal(self.dice.below(4) as i64), literal(self.small()));
        let before = context.locked.len();
        context.locked.push(counter.into());
        if sums {
            context.locked.push("a".into());
        }
        let label = self.dice.chance(25).then(|| self.label());
        context.loops.push(label.clone());
        let mut body = if self.dice.chance(50) { self.stmts(context, depth - 1, 1) } else { Vec::new() };
        context.loops.pop();
        context.locked.truncate(before);
        let mut invariants = vec![self.perhaps_spoilt(format!("0 <= {counter} && {counter} <= {limit}"), 15)];
        let mut stmts = vec![simple(format!("{counter} := 0"))];
        if sums {
            stmts.push(simple("a := 0".into()));
            invariants.push(self.perhaps_spoilt(format!("a == {step} * {counter}"), 10));
            body.push(simple(self.perhaps_spoilt(format!("a := a + {step}"), 6)));
        }
        if self.dice.chance(20) {
            let text = self.truth(&context.readable);
            invariants.push(text);
        }
        if self.dice.chance(7) {
            let text = self.expression(Type::Bool, 2, &context.readable);
            invariants.push(text);
        }
        body.push(simple(format!("{counter} := {counter} + 1")));
        let clauses = invariants.into_iter().map(|text| Clause { free: self.dice.chance(5), text }).collect();
        let measured = !self.classic && self.dice.chance(40);
        let measure = measured.then(|| self.loop_measure(counter, &limit));
        let guard = format!("{counter} < {limit}");
        let broken = may_break(&body);
        stmts.push(Stmt::While { label, guard, invariants: clauses, measure, body });
        if !broken || self.dice.chance(15) {
            stmts.push(assert(&self.perhaps_spoilt(format!("{counter} == {limit}"), 12)));
            if sums {
                stmts.push(assert(&self.perhaps_spoilt(format!("a == {step} * {limit}"), 10)));
            }
        }
        stmts
    }

    /// What falls in a counting loop, or does not.
    fn loop_measure(&mut self, counter: &str, limit: &str) -> String {
        match self.dice.below(8) {
            0 => counter.to_string(),
            1 => limit.to_string(),
            2 => format!("{limit} - {counter} - 1"),
            3 => format!("2, {limit} - {counter}"),
            _ => format!("{limit} - {counter}"),
        }
    }

    fn free_loop(&mut self, context: &mut Context, depth: usize) -> Stmt {
        let guard = if self.dice.chance(50) { "*".into() } else { self.expression(Type::Bool, 1, &context.readable) };
        let mut invariants = Vec::new();
        if self.dice.chance(60) {
            invariants.push(Clause { free: false, text: self.truth(&context.readable) });
        }
        if self.dice.chance(20) {
            let text = self.expression(Type::Bool, 2, &context.readable);
            invariants.push(Clause { free: self.dice.chance(20), text });
        }
        let label = self.dice.chance(25).then(|| self.label());
        context.loops.push(label.clone());
        let body = self.stmts(context, depth - 1, 1);
        context.loops.pop();
        Stmt::While { label, guard, invariants, measure: None, body }
    }

    fn goto_loop(&mut self, context: &mut Context) -> Vec<Stmt> {
        if context.locked.iter().any(|name| name == "j") {
            return Vec::new();
        }
        let (label, limit) = (self.label(), literal(self.dice.below(4) as i64));
        let mut invariants = vec![self.perhaps_spoilt(format!("j <= {limit}"), 12)];
        if self.dice.chance(30) {
            invariants.push(self.truth(&context.readable));
        }
        let body = vec![simple(self.perhaps_spoilt("j := j + 1".into(), 6))];
        let claim = self.perhaps_spoilt(format!("j == {limit}"), 12);
        let guard = format!("(j < {limit})");
        let two_entries = !self.classic && self.dice.chance(20);
        let start = if self.dice.chance(30) { self.small() } else { 0 };
        let start = simple(format!("j := {}", literal(start)));
        vec![start, Stmt::GotoLoop { label, two_entries, invariants, guard, body }, assert(&claim)]
    }

    /// Blocks with jumps anywhere; forwards only in classic programs, where a loop with two entries is refused.
    fn web(&mut self, context: &mut Context) -> Stmt {
        let (label, count) = (self.label(), 2 + self.dice.below(3));
        let mut blocks = Vec::new();
        for at in 0..count {
            let stmts = self.stmts(context, 0, 1);
            let first = if self.classic { at + 1 } else { 0 };
            let mut targets = vec![at + 1];
            for _ in 0..self.dice.below(3) {
                targets.push(first + self.dice.below(count + 1 - first));
            }
            targets.sort();
            targets.dedup();
            blocks.push((stmts, targets));
        }
        Stmt::Web { label, blocks }
    }

    /// A recursive procedure with a measure.
    pub(super) fn recursive_procedure(&mut self) -> Procedure {
        let name = format!("{}R", self.prefix);
        let variable = |name: &str| Variable { name: name.into(), ty: Type::Int, where_clause: None };
        let clause = |text| Clause { free: false, text };
        let argument = self.perhaps_spoilt("n - 1".into(), 20);
        let step = literal(self.small());
        let recursion = vec![
            simple(format!("call r := {name}({argument})")),
            simple(self.perhaps_spoilt(format!("r := r + {step}"), 12)),
        ];
        let guard = self.perhaps_spoilt("n == 0".into(), 10);
        let stmts = vec![Stmt::If { guard, then_branch: vec![simple("r := 0".into())], else_branch: recursion }];
        Procedure {
            ins: vec![variable("n")],
            outs: vec![variable("r")],
            requires: vec![clause("n >= 0".into())],
            ensures: vec![clause(format!("r == {step} * n"))],
            modifies: Vec::new(),
            measure: Some("n".into()),
            body: Some(Body { locals: Vec::new(), stmts }),
            name,
        }
    }
}

fn simple(text: String) -> Stmt {
    Stmt::Simple(text)
}

fn assume(condition: &str) -> Stmt {
    Stmt::Simple(format!("assume {condition}"))
}

fn assert(condition: &str) -> Stmt {
    Stmt::Simple(format!("assert {condition}"))
}

/// Whether a `break` may leave the loop whose body this is.
fn may_break(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Simple(text) => text.starts_with("break"),
        Stmt::If { then_branch, else_branch, .. } => may_break(then_branch) || may_break(else_branch),
        Stmt::Choice { branches, .. } => branches.iter().any(|branch| may_break(branch)),
        Stmt::Web { blocks, .. } => blocks.iter().any(|(stmts, _)| may_break(stmts)),
        Stmt::While { body, .. } => may_break(body),
        Stmt::GotoLoop { .. } => false,
    })
}
