//! The verification condition of a passive body, as solver text.
//!
//! A *point* is a place in the body; `at!p` says that a run from the start has come to p and will fail later on.
//! For a point p followed by assumptions A and then
//!
//! ```text
//! a check of C, with q after it      at!p ⇒ A ∧ (wrong!c ∨ (C ∧ at!q))        wrong!c ⇒ ¬C
//! a branch to q1, …, qn              at!p ⇒ A ∧ (at!q1 ∨ … ∨ at!qn)
//! the end of the run                 at!p ⇒ false
//! ```
//!
//! and `at!0` for the start. The text is linear in the body. It is satisfiable exactly if some run satisfies all
//! assumptions up to a check and violates that check, having passed the ones before (a check that is forgotten leaves
//! out `C ∧`). A model's true `at!` and `wrong!` spell out that run. To ask about the other goals only, assert
//! `¬wrong!c` for the checks of the rest.

use crate::body::GoalId;
use crate::encode::{Encoder, Gap, Prelude};
use crate::gather::gather;
use crate::passive::{Block, Passive, Step};
use crate::relevant::Relevant;
use crate::typed::{BlockId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{TermId, write_term};
use source::Span;
use std::fmt::Write;

/// A question to the solver with what it takes to read the answer.
pub struct Query {
    pub text: String,
    pub points: Vec<Point>,
    /// The goal of each check, by number.
    pub checks: Vec<GoalId>,
    /// The solver's term of every value that an event shows, by position of the event.
    pub values: FxHashMap<Position, Vec<String>>,
}

/// A step of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Position {
    pub block: BlockId,
    pub step: usize,
}

/// A place in the body and the way from there.
pub struct Point {
    /// The events passed between here and the check or branch.
    pub events: Vec<Position>,
    /// The number of the check that comes next, if one does.
    pub check: Option<usize>,
    pub next: Vec<usize>,
}

impl Query {
    pub fn at(point: usize) -> String {
        format!("at!{point}")
    }

    pub fn wrong(check: usize) -> String {
        format!("wrong!{check}")
    }
}

pub fn query(program: &Program, prelude: &Prelude, passive: &Passive, span: Span) -> Result<Query, Gap> {
    let mut encoder = Encoder::naming_lambdas(program);
    let mut declarations = Vec::new();
    for incarnation in &passive.incarnations {
        let name = smt::quote(&incarnation.name);
        let sort = encoder.sort(&incarnation.ty, span)?;
        let term = encoder.terms.constant(&name);
        declarations.push((term, format!("(declare-const {name} {sort})\n")));
        encoder.locals.push(term);
    }
    let mut builder = Builder {
        passive,
        useful: useful_blocks(&passive.blocks),
        single: single_predecessors(passive),
        encoder,
        points: Vec::new(),
        assumptions: Vec::new(),
        ways: Vec::new(),
        checks: Vec::new(),
        trivial: 0,
        violations: Vec::new(),
        values: FxHashMap::default(),
        entry_points: FxHashMap::default(),
        work: Vec::new(),
    };
    if builder.useful[0] {
        builder.point_of(BlockId(0));
        builder.run()?;
    }
    let steps = passive.blocks.iter().flat_map(|block| &block.steps);
    let stated = steps.filter(|step| matches!(step, Step::Check { .. })).count();
    assert_eq!(builder.checks.len() + builder.trivial, stated, "a check is lost");
    let selection = prelude.select(&builder.encoder.used)?;
    Ok(builder.finish(selection.text, declarations))
}

struct Builder<'a> {
    passive: &'a Passive,
    /// Blocks from which a check can be reached.
    useful: Vec<bool>,
    /// Blocks with one predecessor: they continue its point if no other useful block follows it.
    single: Vec<bool>,
    encoder: Encoder<'a>,
    points: Vec<Point>,
    /// What is assumed at each point.
    assumptions: Vec<Vec<TermId>>,
    /// How runs go on from each point.
    ways: Vec<TermId>,
    checks: Vec<GoalId>,
    /// How many checks are of `true`.
    trivial: usize,
    /// ¬C for each check.
    violations: Vec<TermId>,
    /// The terms of every value that an event shows.
    values: FxHashMap<Position, Vec<TermId>>,
    entry_points: FxHashMap<BlockId, usize>,
    /// Points whose condition is still to be built, with where they start.
    work: Vec<(usize, Position)>,
}

impl Builder<'_> {
    fn run(&mut self) -> Result<(), Gap> {
        while let Some((point, start)) = self.work.pop() {
            self.build(point, start)?;
        }
        Ok(())
    }

    fn new_point(&mut self, start: Position) -> usize {
        let unset = self.encoder.terms.bool_(false);
        self.points.push(Point { events: Vec::new(), check: None, next: Vec::new() });
        self.assumptions.push(Vec::new());
        self.ways.push(unset);
        self.work.push((self.points.len() - 1, start));
        self.points.len() - 1
    }

    /// The point at the start of a block.
    fn point_of(&mut self, block: BlockId) -> usize {
        if let Some(point) = self.entry_points.get(&block) {
            return *point;
        }
        let point = self.new_point(Position { block, step: 0 });
        self.entry_points.insert(block, point);
        point
    }

    fn at(&mut self, point: usize) -> TermId {
        self.encoder.terms.constant(&Query::at(point))
    }

    fn build(&mut self, point: usize, start: Position) -> Result<(), Gap> {
        let passive = self.passive;
        let mut assumptions = Vec::new();
        let mut position = start;
        loop {
            let block = &passive.blocks[position.block.index()];
            let Some(step) = block.steps.get(position.step) else {
                let next: Vec<BlockId> =
                    block.successors.iter().copied().filter(|next| self.useful[next.index()]).collect();
                match next.as_slice() {
                    [only] if self.single[only.index()] => position = Position { block: *only, step: 0 },
                    _ => return self.branch(point, assumptions, &next),
                }
                continue;
            };
            let after = Position { step: position.step + 1, ..position };
            match step {
                Step::Assume { expr, .. } => assumptions.push(self.encoder.expr(expr)?),
                Step::Check { goal, expr, forget } => {
                    let condition = self.encoder.expr(expr)?;
                    if condition == self.encoder.terms.bool_(true) {
                        self.trivial += 1;
                    } else {
                        return self.check(point, assumptions, *goal, condition, *forget, after);
                    }
                }
                Step::Event(event) => {
                    let values = event.values.iter().map(|(_, value)| self.encoder.expr(value));
                    let values = values.collect::<Result<Vec<TermId>, Gap>>()?;
                    self.values.insert(position, values);
                    self.points[point].events.push(position);
                }
            }
            position = after;
        }
    }

    fn check(
        &mut self,
        point: usize,
        assumptions: Vec<TermId>,
        goal: GoalId,
        condition: TermId,
        forget: bool,
        after: Position,
    ) -> Result<(), Gap> {
        let number = self.checks.len();
        self.checks.push(goal);
        let violation = self.encoder.terms.not(condition);
        self.violations.push(violation);
        self.points[point].check = Some(number);

        let wrong = self.encoder.terms.constant(&Query::wrong(number));
        let mut ways = vec![wrong];
        if self.useful_after(after) {
            let next = self.new_point(after);
            self.points[point].next.push(next);
            let at = self.at(next);
            ways.push(if forget { at } else { self.encoder.terms.and([condition, at]) });
        }
        self.conclude(point, assumptions, ways);
        Ok(())
    }

    /// After the assumptions, the run goes on in one of these ways.
    fn conclude(&mut self, point: usize, assumptions: Vec<TermId>, ways: Vec<TermId>) {
        let terms = &mut self.encoder.terms;
        self.assumptions[point] = gather(terms, assumptions);
        self.ways[point] = terms.or(ways);
    }

    fn branch(&mut self, point: usize, assumptions: Vec<TermId>, next: &[BlockId]) -> Result<(), Gap> {
        let mut ways = Vec::new();
        for block in next {
            let target = self.point_of(*block);
            self.points[point].next.push(target);
            ways.push(self.at(target));
        }
        self.conclude(point, assumptions, ways);
        Ok(())
    }

    /// Whether a check comes after this position.
    fn useful_after(&self, position: Position) -> bool {
        let block = &self.passive.blocks[position.block.index()];
        block.steps[position.step..].iter().any(|step| matches!(step, Step::Check { .. }))
            || block.successors.iter().any(|next| self.useful[next.index()])
    }

    fn finish(mut self, mut text: String, declarations: Vec<(TermId, String)>) -> Query {
        let variables: FxHashSet<TermId> = declarations.iter().map(|(variable, _)| *variable).collect();
        let shown: FxHashSet<TermId> = self.values.values().flatten().copied().collect();
        let stay = self.encoder.lambda_axioms().chain(self.violations.iter().chain(&self.ways).copied());
        let mut relevant = Relevant::new(&self.encoder.terms, &variables, stay);
        relevant.close(self.assumptions.iter().flatten().copied());
        self.assumptions.iter_mut().for_each(|assumptions| assumptions.retain(|one| relevant.has(*one)));
        let is_declared = |variable: &TermId| relevant.has(*variable) || shown.contains(variable);
        let declared = declarations.iter().filter(|(variable, _)| is_declared(variable));
        declared.for_each(|(_, declaration)| text.push_str(declaration));
        text.push_str(&self.encoder.lambda_definitions());

        for point in 0..self.points.len() {
            let _ = writeln!(text, "(declare-const {} Bool)", Query::at(point));
        }
        for check in 0..self.checks.len() {
            let _ = writeln!(text, "(declare-const {} Bool)", Query::wrong(check));
        }
        let terms = &mut self.encoder.terms;
        for (point, (assumptions, ways)) in self.assumptions.into_iter().zip(self.ways).enumerate() {
            let condition = terms.and(assumptions.into_iter().chain([ways]));
            let _ = write!(text, "(assert (=> {} ", Query::at(point));
            write_term(terms, condition, &mut text);
            text.push_str("))\n");
        }
        for (check, violation) in self.violations.iter().enumerate() {
            let _ = write!(text, "(assert (=> {} ", Query::wrong(check));
            write_term(terms, *violation, &mut text);
            text.push_str("))\n");
        }
        if !self.points.is_empty() {
            let _ = writeln!(text, "(assert {})", Query::at(0));
        }
        let written = |term: &TermId| {
            let mut text = String::new();
            write_term(terms, *term, &mut text);
            text
        };
        let values = self.values.iter();
        let values = values.map(|(position, shown)| (*position, shown.iter().map(written).collect())).collect();
        Query { text, points: self.points, checks: self.checks, values }
    }
}

/// The blocks from which a check can be reached.
pub(crate) fn useful_blocks(blocks: &[Block]) -> Vec<bool> {
    let mut useful = vec![false; blocks.len()];
    for (index, block) in blocks.iter().enumerate().rev() {
        useful[index] = block.steps.iter().any(|step| matches!(step, Step::Check { .. }))
            || block.successors.iter().any(|next| useful[next.index()]);
    }
    useful
}

fn single_predecessors(passive: &Passive) -> Vec<bool> {
    let mut count = vec![0usize; passive.blocks.len()];
    for next in passive.blocks.iter().flat_map(|block| &block.successors) {
        count[next.index()] += 1;
    }
    count.into_iter().map(|count| count == 1).collect()
}
