//! What library methods throw only for some arguments.
//!
//! A model is marked with what it refuses, a [`Refusal`]. Where the text tells that the arguments are nothing of the kind,
//! the exceptions that go with it are not thrown:
//!
//! ```text
//! new HashMap<>(16)      0 ≤ 16                      no IllegalArgumentException
//! names.put("a", n)      texts have an order         no ClassCastException
//! text.split(",")        every text of this form     no PatternSyntaxException
//!                        is a pattern
//! ```
//!
//! And what the program has made of a library class that can be changed does not refuse that: no
//! UnsupportedOperationException of a list that is a `new ArrayList<>()`, by whatever type it is known.

use crate::interface::ordering::objects::Object;
use crate::interface::terms::facts;
use crate::interface::terms::term::{Place, Symbol, Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::functions::is_function;
use crate::interface::walk::state::State;
use concurrent::object::library::{Arithmetic, LibraryClass, Refusal};
use concurrent::object::{
    Call, ClassId, ClassOrigin, Constant, EdgeId, Expr, ExprKind, Instruction, LocalId, MethodId, MethodKind, Type,
};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

const NOT_NEGATIVE: RangeInclusive<i128> = 0..=i128::MAX;

impl<'a> Walk<'_, 'a> {
    /// Whether a library method does not throw an exception that it declares, by what it is given here.
    pub fn is_excluded(&mut self, state: &State, call: &Call, method: MethodId, thrown: ClassId) -> bool {
        if &*self.engine.program.class(thrown).name == "java.lang.UnsupportedOperationException" {
            return self.can_be_changed(call, method);
        }
        let refuses = &self.engine.program.method(method).refuses;
        let about: Vec<Refusal> = refuses.iter().copied().filter(|one| self.is_thrown_for(*one, thrown)).collect();
        !about.is_empty() && !about.into_iter().any(|refusal| self.may_refuse(state, call, refusal))
    }

    fn is_thrown_for(&self, refusal: Refusal, thrown: ClassId) -> bool {
        let names: &[&str] = match refusal {
            Refusal::Incomparable => &["java.lang.ClassCastException"],
            Refusal::Foreign => &["java.lang.ArrayStoreException"],
            _ => &[
                "java.lang.IllegalArgumentException",
                "java.lang.NegativeArraySizeException",
                "java.lang.IndexOutOfBoundsException",
            ],
        };
        names.contains(&&*self.engine.program.class(thrown).name)
    }

    fn may_refuse(&mut self, state: &State, call: &Call, refusal: Refusal) -> bool {
        match refusal {
            Refusal::Negative => !self.are_within(state, &call.args, NOT_NEGATIVE),
            Refusal::NotPositive => !self.are_within(state, &call.args, 1..=i128::MAX),
            Refusal::NoPriority => !self.are_within(state, &call.args, 1..=10),
            Refusal::TooMany => !self.are_within(state, &call.args, 0..=65_535),
            Refusal::NoTime => {
                let (nanos, millis): (Vec<Expr>, Vec<Expr>) =
                    call.args.iter().cloned().partition(|arg| arg.ty == Type::Int);
                !self.are_within(state, &millis, NOT_NEGATIVE) || !self.are_within(state, &nanos, 0..=999_999)
            }
            Refusal::NoPeriod => {
                let mut numbers = call.args.iter().filter(|arg| arg.ty.integer().is_some());
                let last: Vec<Expr> = numbers.next_back().cloned().into_iter().collect();
                !self.are_within(state, &call.args, NOT_NEGATIVE) || !self.are_within(state, &last, 1..=i128::MAX)
            }
            Refusal::Empty => self.text_of(state, call.args.first()).is_none_or(|text| text.is_empty()),
            Refusal::NoPattern => self.may_be_no_pattern(state, call),
            Refusal::NoFormat => self.may_be_no_format(state, call),
            Refusal::Twice => self.may_be_equal(state, call),
            Refusal::Incomparable => self.may_have_no_order(call),
            Refusal::Foreign => match (call.args.first(), call.args.last()) {
                (Some(array), Some(value)) => !self.is_null(state, value) && !self.holds_all(array, value),
                (_, _) => true,
            },
        }
    }

    /// Whether all numbers lie there.
    fn are_within(&mut self, state: &State, numbers: &[Expr], range: RangeInclusive<i128>) -> bool {
        numbers.iter().all(|number| match &number.ty {
            Type::Float | Type::Double => is_above_zero(number),
            ty if ty.integer().is_some() => self.is_within(state, number, &range),
            _ => true,
        })
    }

    fn is_within(&mut self, state: &State, number: &Expr, range: &RangeInclusive<i128>) -> bool {
        let Some(value) = self.eval(state, number) else { return false };
        if *range == NOT_NEGATIVE && self.is_count(value) {
            return true;
        }
        let known = facts::interval(&self.engine.terms, &state.facts, value, 3);
        range.contains(&i128::from(known.low)) && range.contains(&i128::from(known.high))
    }

    /// Whether a number is how many there are of something.
    fn is_count(&self, value: TermId) -> bool {
        let value = match self.engine.terms.get(value) {
            Term::Wide(inner) => *inner,
            _ => value,
        };
        let Term::Symbol(Symbol { place: Place::Edge(made), .. }) = self.engine.terms.get(value) else {
            return matches!(self.engine.terms.get(value), Term::LengthOf(_));
        };
        match &self.graph.edges[made.index()].instruction {
            Instruction::Call(call) => {
                let counts = |id: &MethodId| self.engine.program.method(*id).arithmetic == Some(Arithmetic::Count);
                !call.targets.is_empty() && call.targets.iter().all(counts)
            }
            Instruction::ArrayLength { .. } => true,
            _ => false,
        }
    }

    fn is_null(&mut self, state: &State, value: &Expr) -> bool {
        self.eval(state, value).is_some_and(|value| *self.engine.terms.get(value) == Term::Null)
    }

    /// A text that stands in the program.
    fn text_of(&mut self, state: &State, value: Option<&Expr>) -> Option<String> {
        let value = self.eval(state, value?)?;
        match self.engine.terms.get(value) {
            Term::Text(text) => Some(text.to_string()),
            _ => None,
        }
    }

    /// The pattern is the first argument; what is put in its place may be the second.
    fn may_be_no_pattern(&mut self, state: &State, call: &Call) -> bool {
        let is_text = |arg: &&Expr| arg.ty.is_reference();
        let texts: Vec<Option<String>> =
            call.args.iter().filter(is_text).map(|arg| self.text_of(state, Some(arg))).collect();
        match &texts[..] {
            [Some(pattern)] => !is_plain_pattern(pattern),
            [Some(pattern), Some(to)] => !is_plain_pattern(pattern) || to.contains(['$', '\\']),
            _ => true,
        }
    }

    /// The format is the receiver, or the first argument; the others are packed into an array.
    fn may_be_no_format(&mut self, state: &State, call: &Call) -> bool {
        let is_text = |value: &&Expr| matches!(value.ty, Type::Class(_));
        let format = call.args.iter().find(is_text).or(call.receiver.as_ref()).cloned();
        let count = call.args.last().and_then(|packed| self.packed(state, packed)).map(|values| values.len());
        match (self.text_of(state, format.as_ref()), count) {
            (Some(format), Some(count)) => texts_wanted(&format).is_none_or(|wanted| wanted > count),
            (_, _) => true,
        }
    }

    /// Keys or elements are told apart if all of them are texts of the program.
    fn may_be_equal(&mut self, state: &State, call: &Call) -> bool {
        let values: Vec<Expr> = match &call.args[..] {
            [packed] => match self.packed(state, packed) {
                Some(values) => values.into_iter().cloned().collect(),
                None => return true,
            },
            pairs => pairs.iter().step_by(2).cloned().collect(),
        };
        let texts: BTreeSet<String> = values.iter().filter_map(|value| self.text_of(state, Some(value))).collect();
        values.len() > 1 && texts.len() < values.len()
    }

    /// The values that were packed into an array, for a method with a variable number of arguments.
    fn packed(&mut self, state: &State, array: &Expr) -> Option<Vec<&'a Expr>> {
        let value = self.eval(state, array)?;
        let Term::Symbol(Symbol { place: Place::Edge(made), .. }) = self.engine.terms.get(value) else { return None };
        let Instruction::NewArray { target, lengths, .. } = &self.graph.edges[made.index()].instruction else {
            return None;
        };
        // An array that has another name is not written by this one alone.
        if array.kind != ExprKind::Local(*target) {
            return None;
        }
        let written = self.graph.edges.iter().filter_map(|edge| match &edge.instruction {
            Instruction::WriteElement { array, value, .. } if array.kind == ExprKind::Local(*target) => Some(value),
            _ => None,
        });
        let values: Vec<&Expr> = written.collect();
        match &lengths[..] {
            [Expr { kind: ExprKind::Constant(Constant::Int(length)), .. }] if *length == values.len() as i64 => {
                Some(values)
            }
            _ => None,
        }
    }

    /// Whether the first argument, or what it holds, may be of a class without an order, and the receiver was not given one.
    fn may_have_no_order(&mut self, call: &Call) -> bool {
        let Some(key) = call.args.first() else { return false };
        let (ty, program) = (element(&key.ty), self.engine.program);
        let comparable = self.engine.class_named("java.lang.Comparable");
        match ty {
            Type::Class(class) if comparable.is_some_and(|above| program.is_subclass(*class, above)) => false,
            Type::Class(_) => !call.receiver.as_ref().is_some_and(|receiver| self.is_given_an_order(receiver)),
            _ => false,
        }
    }

    /// Whether each object that the receiver may be was made by the program, of a class of the library that can be changed.
    fn can_be_changed(&mut self, call: &Call, method: MethodId) -> bool {
        let (program, Some(receiver)) = (self.engine.program, &call.receiver) else { return false };
        let above = program.method(method).class;
        let ids = self.engine.objects.of_expr(program, self.method, receiver);
        let is_new = |method: MethodId, edge: EdgeId| {
            let graph = program.method(method).graph();
            graph.and_then(|graph| match &graph.edges[edge.index()].instruction {
                Instruction::NewObject { class, .. } => Some(*class),
                _ => None,
            })
        };
        let may_change = |class: ClassId| match program.class(class).origin {
            ClassOrigin::Library(contract) => contract != LibraryClass::Immutable && program.is_subclass(class, above),
            _ => false,
        };
        !ids.is_empty()
            && ids.iter().all(|id| match self.engine.objects.get(*id) {
                Object::Made(method, edge) => is_new(*method, *edge).is_some_and(may_change),
                _ => false,
            })
    }

    /// Whether each object that a value may be was made with a function that compares.
    fn is_given_an_order(&mut self, value: &Expr) -> bool {
        let program = self.engine.program;
        let ids = self.engine.objects.of_expr(program, self.method, value);
        !ids.is_empty()
            && ids.iter().all(|id| match self.engine.objects.get(*id) {
                Object::Made(method, edge) => {
                    let built = constructor_call(program, *method, *edge);
                    built.is_some_and(|call| call.args.iter().any(|arg| is_function(program, &arg.ty)))
                }
                _ => false,
            })
    }
}

/// The call that builds what an instruction makes.
fn constructor_call(program: &concurrent::object::Program, method: MethodId, made: EdgeId) -> Option<&Call> {
    let edges = &program.method(method).graph()?.edges;
    let target: LocalId = match &edges[made.index()].instruction {
        Instruction::NewObject { target, .. } => *target,
        _ => return None,
    };
    edges.iter().find_map(|edge| match &edge.instruction {
        Instruction::Call(call) if program.method(call.method).kind == MethodKind::Constructor => {
            let is_of_it = call.receiver.as_ref().is_some_and(|object| object.kind == ExprKind::Local(target));
            is_of_it.then_some(call)
        }
        _ => None,
    })
}

fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array(inner) => element(inner),
        _ => ty,
    }
}

/// A number of the text that is more than zero.
fn is_above_zero(number: &Expr) -> bool {
    match &number.kind {
        ExprKind::Constant(Constant::Float(value)) => *value > 0.0,
        ExprKind::Constant(Constant::Int(value)) => *value > 0,
        ExprKind::Convert(inner) => is_above_zero(inner),
        _ => false,
    }
}

/// Whether a text is plainly a pattern: characters that stand for themselves, kinds of characters, and repetition.
fn is_plain_pattern(pattern: &str) -> bool {
    let (mut characters, mut may_repeat) = (pattern.chars(), false);
    while let Some(c) = characters.next() {
        may_repeat = match c {
            '\\' if characters.next().is_some_and(|next| "sSdDwWtnr.|\\+*?()[]{}^$-/".contains(next)) => true,
            '+' | '*' | '?' if may_repeat => false,
            '\\' | '+' | '*' | '?' | '(' | ')' | '[' | ']' | '{' | '}' => return false,
            '|' | '^' => false,
            _ => true,
        };
    }
    true
}

/// How many texts a format asks for, if it asks for nothing else.
fn texts_wanted(format: &str) -> Option<usize> {
    let (mut characters, mut wanted) = (format.chars(), 0);
    while let Some(c) = characters.next() {
        if c != '%' {
            continue;
        }
        match characters.next()? {
            's' | 'S' | 'b' | 'B' => wanted += 1,
            'n' | '%' => {}
            _ => return None,
        }
    }
    Some(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_patterns_are_known() {
        for pattern in [",", "\\s+", "a|b", "\\.", ", *", ""] {
            assert!(is_plain_pattern(pattern), "{pattern}");
        }
        for pattern in ["*", "(", "a{2", "[", "\\", "a**", "\\q"] {
            assert!(!is_plain_pattern(pattern), "{pattern}");
        }
    }

    #[test]
    fn formats_ask_for_texts() {
        assert_eq!(texts_wanted("%s: %s%n"), Some(2));
        assert_eq!(texts_wanted("100%%"), Some(0));
        assert_eq!(texts_wanted("%d"), None);
        assert_eq!(texts_wanted("%"), None);
    }
}
