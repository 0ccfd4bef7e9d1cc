//! The search for a failing run: systematically, and by chance.
//!
//! A run is determined by the decisions of its chooser. The systematic search goes through the decisions like a
//! counter, the last one fastest, over small sets of values; every run is executed from the start. Where this is too
//! much, runs with decisions by chance look elsewhere. Both are repeatable.

use super::choose::{Chooser, Place};
use super::domain;
use super::judge::{Ending, Failure, Judge};
use super::rational::Rational;
use super::value::Value;
use crate::typed::{ConstructorId, Expr, ExprKind, ImplementationId, Literal, ProcedureId, Program, Type};
use crate::visit;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How hard to look.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Evaluation steps of all systematic runs together.
    pub systematic: u64,
    /// Evaluation steps of all runs by chance together.
    pub by_chance: u64,
    /// Evaluation steps of one run.
    pub each: u64,
    pub seed: u64,
}

/// What a search found.
#[derive(Debug, Default)]
pub struct Found {
    pub failure: Option<Failure>,
    /// How many runs were looked at, and how many of them came to their end.
    pub runs: usize,
    pub finished: usize,
    /// The first thing that stopped a run because its value is not known.
    pub unmodelled: Option<String>,
}

/// Runs of one program and the values they are made of.
pub struct Search<'a> {
    judge: Judge<'a>,
}

/// Values that are tried before any others.
pub type Hints<'h> = &'h dyn Fn(&Place) -> Option<Value>;

/// What it costs to start a run, in evaluation steps.
const START: u64 = 50;

/// A search gives up when this many runs came to something unmodelled.
const MOST_UNMODELLED: usize = 20;

impl<'a> Search<'a> {
    pub fn new(program: &'a Program) -> Search<'a> {
        Search { judge: Judge::new(program) }
    }

    /// Looks for a failing run of the implementation that is wanted.
    pub fn find(
        &self,
        implementation: ImplementationId,
        effort: Effort,
        hints: Hints,
        wanted: &dyn Fn(&Failure) -> bool,
    ) -> Found {
        let mut found = Found::default();
        let program = self.judge.program;
        let integers = interesting_integers(program, implementation);
        let domain = Domain { program, integers, known: RefCell::default() };
        let mut counter = Counter { domain: &domain, hints, decisions: Vec::new(), at: 0 };
        let mut left = effort.systematic;
        loop {
            if self.one(implementation, &mut counter, effort.each, &mut left, wanted, &mut found) {
                return found;
            }
            if left == 0 || !counter.advance() {
                break;
            }
        }
        let mut dice = Dice { domain: &domain, hints, state: effort.seed | 1 };
        let mut left = if counter.decisions.is_empty() { 0 } else { effort.by_chance };
        while left > 0 {
            if self.one(implementation, &mut dice, effort.each, &mut left, wanted, &mut found) {
                return found;
            }
        }
        found
    }

    /// One run; whether the search is over.
    fn one(
        &self,
        implementation: ImplementationId,
        chooser: &mut dyn Chooser,
        each: u64,
        left: &mut u64,
        wanted: &dyn Fn(&Failure) -> bool,
        found: &mut Found,
    ) -> bool {
        let given = each.min(*left);
        let mut fuel = given;
        let ending = self.judge.run(implementation, chooser, &mut fuel);
        *left = left.saturating_sub(given - fuel + START);
        found.runs += 1;
        match ending {
            Ending::Failed(failure) if wanted(&failure) => found.failure = Some(failure),
            Ending::Finished | Ending::Failed(_) => found.finished += 1,
            Ending::Stuck | Ending::OutOfFuel => {}
            Ending::Unmodelled { what, .. } => {
                found.unmodelled.get_or_insert(what);
                return found.finished == 0 && found.runs >= MOST_UNMODELLED;
            }
        }
        found.failure.is_some()
    }
}

/// The values that a search tries.
struct Domain<'a> {
    program: &'a Program,
    integers: Vec<BigInt>,
    /// The values of types that were asked about.
    known: RefCell<FxHashMap<Type, Arc<[Value]>>>,
}

/// How deep the values of datatypes and maps are built.
const DEEPEST: usize = 3;

/// At most this many values of a type are tried systematically.
const MOST: usize = 12;

/// At most this many axioms are searched for integers.
const MOST_AXIOMS: usize = 100;

impl Domain<'_> {
    fn values(&self, ty: &Type) -> Arc<[Value]> {
        if let Some(values) = self.known.borrow().get(ty) {
            return Arc::clone(values);
        }
        let values: Arc<[Value]> = self.candidates(ty, 0).into();
        self.known.borrow_mut().insert(ty.clone(), Arc::clone(&values));
        values
    }

    fn candidates(&self, ty: &Type, depth: usize) -> Vec<Value> {
        let mut values = match ty {
            Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Type::Int => self.integers.iter().cloned().map(Value::Int).collect(),
            Type::Real => {
                let halves = [(0, 1), (1, 1), (-1, 1), (1, 2), (2, 1), (-3, 2)];
                halves.iter().filter_map(|(n, d)| Rational::new((*n).into(), (*d).into()).map(Value::Real)).collect()
            }
            Type::Bv(width) => bit_vectors(*width),
            Type::Ctor(..) => (0..3).map(|number| Value::Element { ty: ty.clone(), number }).collect(),
            Type::Data(..) => self.data(ty, depth),
            Type::Map(map) => match domain::uncurried(map) {
                Some((index, result)) => self.maps(index, &result, depth),
                None => self.candidates(&map.range, depth),
            },
            Type::Float { .. }
            | Type::RoundingMode
            | Type::String
            | Type::RegEx
            | Type::Var(_)
            | Type::MapParam { .. } => Vec::new(),
        };
        values.truncate(MOST);
        values
    }

    /// For each constructor, its arguments all first choices, then one of them varied at a time.
    fn data(&self, ty: &Type, depth: usize) -> Vec<Value> {
        let Type::Data(datatype, _) = ty else { return Vec::new() };
        let declaration = &self.program.datatypes[datatype.index()];
        let mut values = Vec::new();
        for (number, constructor) in declaration.constructors.iter().enumerate() {
            if depth >= DEEPEST && !constructor.fields.is_empty() {
                continue;
            }
            let types = constructor.fields.iter().map(|field| &declaration.fields[field.index()].ty);
            let choices: Vec<Vec<Value>> = types.map(|ty| self.candidates(ty, depth + 1)).collect();
            let Some(first) = choices.iter().map(|choice| choice.first().cloned()).collect::<Option<Vec<Value>>>()
            else {
                continue;
            };
            let constructor = ConstructorId(number as u32);
            let of = |fields| Value::Data { datatype: *datatype, constructor, fields };
            values.push(of(first.clone()));
            for (position, choice) in choices.iter().enumerate() {
                for other in choice.iter().skip(1).take(3) {
                    let mut fields = first.clone();
                    fields[position] = other.clone();
                    values.push(of(fields));
                }
            }
        }
        values
    }

    /// Constant maps, and maps with one other entry.
    fn maps(&self, index: &Type, result: &Type, depth: usize) -> Vec<Value> {
        let (keys, values) = (self.candidates(index, depth + 1), self.candidates(result, depth + 1));
        let map = |default: &Value, entries| domain::map(self.program, index, default.clone(), entries).ok();
        let constant = values.iter().take(3).filter_map(|value| map(value, BTreeMap::new()));
        let mut maps: Vec<Value> = constant.collect();
        for key in keys.iter().take(3) {
            for (default, other) in [(0, 1), (1, 0), (0, 2)] {
                if let (Some(default), Some(other)) = (values.get(default), values.get(other)) {
                    maps.extend(map(default, BTreeMap::from([(key.clone(), other.clone())])));
                }
            }
        }
        let mut seen = BTreeSet::new();
        maps.retain(|map| seen.insert(map.clone()));
        maps
    }
}

fn bit_vectors(width: u32) -> Vec<Value> {
    let bits = |value: BigInt| Value::Bv { value, width };
    if width <= 3 {
        return (0..1u32 << width).map(|value| bits(value.into())).collect();
    }
    let top = BigInt::from(1) << (width - 1);
    let all: BigInt = (&top << 1u32) - 1;
    let some = [0.into(), 1.into(), all.clone(), top.clone(), &top - 1, 2.into(), all - 1, 3.into()];
    some.into_iter().map(bits).collect()
}

/// Small integers, and those near the implementation with their neighbours: in its body, in the contracts of what it
/// calls, and in axioms.
fn interesting_integers(program: &Program, id: ImplementationId) -> Vec<BigInt> {
    let implementation = &program.implementations[id.index()];
    let mut literals = BTreeSet::new();
    let mut walker = visit::Walker::default();
    let mut collect = |expr| {
        walker.walk(expr, &mut |node: &Expr| {
            if let ExprKind::Literal(Literal::Int(value)) = node.kind() {
                literals.insert(value.clone());
            }
            true
        });
    };
    visit::for_each_expr_of_implementation(implementation, &mut collect);
    let calls = implementation.blocks.iter().flat_map(|block| &block.cmds).flat_map(|cmd| cmd.kind.calls());
    let procedures: BTreeSet<ProcedureId> =
        calls.map(|call| call.procedure).chain([implementation.procedure]).collect();
    for procedure in procedures {
        visit::for_each_expr_of_procedure(&program.procedures[procedure.index()], &mut collect);
    }
    program.axioms.iter().take(MOST_AXIOMS).for_each(|axiom| collect(&axiom.expr));

    let mut integers: Vec<BigInt> = [0, 1, 2, -1, 3, -2].map(BigInt::from).to_vec();
    for near in literals.into_iter().flat_map(|value| [value.clone(), &value + 1, value - 1]) {
        if integers.len() < MOST && !integers.contains(&near) {
            integers.push(near);
        }
    }
    integers
}

/// All decisions, one after the other.
struct Counter<'a> {
    domain: &'a Domain<'a>,
    hints: Hints<'a>,
    /// What was decided, out of how many.
    decisions: Vec<(usize, usize)>,
    /// The next decision of the current run.
    at: usize,
}

impl Counter<'_> {
    fn decide(&mut self, count: usize) -> usize {
        if self.at == self.decisions.len() {
            self.decisions.push((0, count));
        }
        self.at += 1;
        self.decisions[self.at - 1].0.min(count.saturating_sub(1))
    }

    /// The next run; false if there is none.
    fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((chosen, count)) = self.decisions.last_mut() {
            if *chosen + 1 < *count {
                *chosen += 1;
                return true;
            }
            self.decisions.pop();
        }
        false
    }
}

impl Chooser for Counter<'_> {
    fn value(&mut self, place: &Place, ty: &Type) -> Option<Value> {
        if let Some(hint) = (self.hints)(place) {
            return Some(hint);
        }
        let candidates = self.domain.values(ty);
        let chosen = self.decide(candidates.len());
        candidates.get(chosen).cloned()
    }

    fn way(&mut self, count: usize) -> usize {
        self.decide(count)
    }
}

/// Decisions by chance, from a seed (Marsaglia's xorshift).
struct Dice<'a> {
    domain: &'a Domain<'a>,
    hints: Hints<'a>,
    state: u64,
}

impl Dice<'_> {
    fn roll(&mut self, count: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % count.max(1)
    }

    fn any(&mut self, ty: &Type, depth: usize) -> Option<Value> {
        match ty {
            Type::Map(map) if depth < DEEPEST => match domain::uncurried(map) {
                Some((index, result)) => self.any_map(index, &result, depth),
                None => self.any(&map.range, depth),
            },
            Type::Data(datatype, _) if depth < DEEPEST => {
                let declaration = &self.domain.program.datatypes[datatype.index()];
                let number = self.roll(declaration.constructors.len());
                let constructor = &declaration.constructors[number];
                let types = constructor.fields.iter().map(|field| &declaration.fields[field.index()].ty);
                let fields = types.map(|ty| self.any(ty, depth + 1)).collect::<Option<_>>()?;
                Some(Value::Data { datatype: *datatype, constructor: ConstructorId(number as u32), fields })
            }
            Type::Bv(width) if *width > 3 && self.roll(2) == 0 => {
                Some(super::bitvector::bits((self.state >> 3).into(), *width))
            }
            _ => {
                let candidates = self.domain.values(ty);
                candidates.get(self.roll(candidates.len())).cloned()
            }
        }
    }

    fn any_map(&mut self, index: &Type, result: &Type, depth: usize) -> Option<Value> {
        let default = self.any(result, depth + 1)?;
        let mut entries = BTreeMap::new();
        for _ in 0..self.roll(5) {
            entries.insert(self.any(index, depth + 1)?, self.any(result, depth + 1)?);
        }
        domain::map(self.domain.program, index, default, entries).ok()
    }
}

impl Chooser for Dice<'_> {
    fn value(&mut self, place: &Place, ty: &Type) -> Option<Value> {
        match (self.hints)(place) {
            Some(hint) if self.roll(2) == 0 => Some(hint),
            Some(_) | None => self.any(ty, 0),
        }
    }

    fn way(&mut self, count: usize) -> usize {
        self.roll(count)
    }
}
