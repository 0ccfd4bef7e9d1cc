//! One value, two names: what the caller calls it, and what the callee does.

use crate::interface::terms::term::{Rewrite, Term, TermId};
use crate::interface::walk::analysis::Walk;
use crate::interface::walk::context::{Arg, Context};
use crate::interface::walk::entries::add;
use crate::interface::walk::held::{Count, Lock};
use crate::interface::walk::state::State;
use concurrent::object::{BinaryOp, ClassId, FieldId, LocalId, MethodId};

/// How deep what a lambda has captured is followed.
const CAPTURED: u32 = 3;

/// A call as the caller sees it.
pub struct Binding {
    /// The callee's parameters.
    pub params: Vec<LocalId>,
    /// By parameter.
    pub values: Vec<Option<TermId>>,
    /// Values of the caller and their names in the callee, best first.
    names: Vec<(TermId, TermId)>,
}

impl Binding {
    pub fn names(&self) -> &[(TermId, TermId)] {
        &self.names
    }
}

impl Walk<'_, '_> {
    pub fn binding(&mut self, state: &State, target: MethodId, values: Vec<Option<TermId>>) -> Binding {
        let params = &self.engine.program.method(target).params;
        let mut names: Vec<(TermId, TermId)> = Vec::new();
        for (param, value) in params.iter().zip(&values) {
            let Some(value) = value else { continue };
            let name = self.engine.terms.intern(Term::Entry(*param));
            names.push((*value, name));
        }
        let mut next = names.clone();
        for _ in 0..CAPTURED {
            let mut found = Vec::new();
            for (object, name) in &next {
                for ((holder, field), value) in &state.heap {
                    if holder == object && !names.iter().any(|(known, _)| known == value) {
                        let captured = self.engine.terms.intern(Term::Field(*name, *field));
                        found.push((*value, captured));
                    }
                }
            }
            names.extend(found.iter().copied());
            next = found;
        }
        // What is further inside has no name there.
        for (object, _) in &next {
            let inside: Vec<TermId> =
                state.heap.iter().filter(|((holder, _), _)| holder == object).map(|(_, value)| *value).collect();
            let is_nameless = |value: &TermId| !names.iter().any(|(known, _)| known == value);
            inside.into_iter().filter(is_nameless).for_each(|value| self.hand_over(state, value));
        }
        let mut binding = Binding { params: params.clone(), values, names };
        self.name_by_others(target, &mut binding);
        self.name_locks_of_sides(&mut binding);
        binding
    }

    /// An object that leads from another argument, such as a lock together with a lambda of the object that has it, goes
    /// by that name. What others lead from comes first.
    fn name_by_others(&mut self, target: MethodId, binding: &mut Binding) {
        let method = self.engine.program.method(target);
        let is_object = |param: &LocalId| method.local(*param).ty.is_reference() && Some(*param) != method.this();
        let mut objects: Vec<(TermId, LocalId)> = (binding.params.iter().zip(&binding.values))
            .filter(|(param, _)| is_object(param))
            .filter_map(|(param, value)| value.map(|value| (value, *param)))
            .collect();
        objects.sort();
        for (value, param) in objects {
            let terms = &mut self.engine.terms;
            if !matches!(terms.get(value), Term::Field(..) | Term::Static(_) | Term::Element(..)) {
                continue;
            }
            let own = terms.intern(Term::Entry(param));
            let Some(index) = binding.names.iter().position(|known| *known == (value, own)) else { continue };
            binding.names.remove(index);
            let name = self.in_callee(binding, value).unwrap_or(own);
            binding.names.insert(index, (value, name));
        }
    }

    /// Of a side of a read-write lock, given or captured, the callee can name the lock.
    fn name_locks_of_sides(&mut self, binding: &mut Binding) {
        for (value, side) in binding.names.clone() {
            let Term::Side(_, lock) = *self.engine.terms.get(value) else { continue };
            if self.in_callee(binding, lock).is_none() {
                let name = self.engine.terms.intern(Term::LockOf(side));
                binding.names.push((lock, name));
            }
        }
    }

    pub fn context_of(&mut self, state: &State, target: MethodId, binding: &Binding, is_exact: bool) -> Context {
        let mut context = Context::bare(self.engine.program, target);
        context.objects = self.objects_of(binding);
        context.captured = self.captured_by(state, binding);
        context.contents = self.contents_of(state, binding);
        let is_bare = context.objects.is_empty() && context.contents.is_empty();
        if !self.engine.may_touch_locks(target) && is_bare && !self.engine.records.follows[target.index()] {
            return context;
        }
        context.args = self.args_of(binding);
        if !self.engine.has_many_contexts(target) {
            context.orders = self.orders_of(state, binding);
        } else {
            let is_lock = |arg: &Arg| matches!(arg, Arg::Side(..) | Arg::Same(_) | Arg::Is(_));
            context.args.iter_mut().filter(|arg| !is_lock(arg)).for_each(|arg| *arg = Arg::Any);
        }
        context.is_deep = state.held.is_deep;
        context.has_frame = self.context.has_frame || !state.held.nameless.is_empty();
        for held in state.held.iter() {
            let stamp = match held.stamp {
                Some(stamp) => self.in_callee(binding, stamp),
                None => None,
            };
            let lock = self.in_callee(binding, held.lock.object()).map(|object| held.lock.with_object(object));
            match lock {
                Some(lock) if held.count.is_held() => {
                    let count = if is_exact { held.count } else { Count::BASED };
                    context.held.push((lock, count, stamp));
                }
                _ => context.has_frame = true,
            }
        }
        context.held.sort_by(|a, b| a.0.cmp(&b.0));
        context.is_shared = self.context.is_shared && (context.has_frame || !context.held.is_empty());
        for part in self.engine.parts_of(target, false) {
            add(&mut context, part, Count::ONCE);
        }
        context
    }

    /// How the callee's arguments compare: one and the same measure of two of them, which may tell whose lock comes first.
    fn orders_of(&mut self, state: &State, binding: &Binding) -> Vec<TermId> {
        let mut orders = Vec::new();
        for fact in &state.facts {
            let Term::Binary(op @ (BinaryOp::Less | BinaryOp::LessEqual), left, right) = *self.engine.terms.get(*fact)
            else {
                continue;
            };
            if !self.is_same_of_two(binding, left, right) {
                continue;
            }
            if let (Some(left), Some(right)) = (self.in_callee(binding, left), self.in_callee(binding, right)) {
                orders.push(self.engine.terms.binary(op, left, right));
            }
        }
        orders.retain(|order| matches!(self.engine.terms.get(*order), Term::Binary(..)));
        orders.sort();
        orders.dedup();
        orders
    }

    /// Whether the two speak of two arguments in the same way.
    fn is_same_of_two(&mut self, binding: &Binding, left: TermId, right: TermId) -> bool {
        let terms = &mut self.engine.terms;
        let values: Vec<TermId> = binding.values.iter().flatten().copied().collect();
        let mut pairs = values.iter().flat_map(|a| values.iter().map(move |b| (*a, *b)));
        pairs.any(|(a, b)| {
            let of_b = |id| if id == a { Rewrite::To(b) } else { Rewrite::Parts };
            a != b && terms.has_part(left, a) && terms.rewrite(left, &mut |_, id| of_b(id)) == Some(right)
        })
    }

    /// Lambdas and the like that the callee can reach, by their names in it.
    pub fn objects_of(&mut self, binding: &Binding) -> Vec<(TermId, ClassId)> {
        let mut objects = Vec::new();
        for (value, name) in &binding.names {
            let Some(class) = self.exact_class(*value) else { continue };
            if self.is_followed(class) {
                objects.push((*name, class));
            }
        }
        // What this method only knows by its own name, such as a lambda inside of a parameter.
        for (object, class) in &self.context.objects {
            let is_inside = matches!(self.engine.terms.get(*object), Term::Field(..));
            let is_known = binding.names.iter().any(|(value, _)| value == object);
            if is_inside && !is_known {
                objects.extend(self.in_callee(binding, *object).map(|name| (name, *class)));
            }
        }
        objects.sort();
        objects.dedup();
        objects
    }

    /// What lambdas have captured that the callee can also reach in another way.
    pub fn captured_by(&mut self, state: &State, binding: &Binding) -> Vec<((TermId, FieldId), TermId)> {
        let mut captured = Vec::new();
        for ((object, field), value) in &state.heap {
            let Some(holder) = self.in_callee(binding, *object) else { continue };
            let name = match *self.engine.terms.get(*value) {
                Term::Side(level, lock) => {
                    self.in_callee(binding, lock).map(|lock| self.engine.terms.intern(Term::Side(level, lock)))
                }
                _ => self.in_callee(binding, *value),
            };
            let Some(value) = name else { continue };
            if self.engine.terms.find(&Term::Field(holder, *field)) != Some(value) {
                captured.push(((holder, *field), value));
            }
        }
        captured.sort();
        captured
    }

    pub fn args_of(&mut self, binding: &Binding) -> Vec<Arg> {
        let mut args = Vec::new();
        for (index, value) in binding.values.iter().enumerate() {
            args.push(match value {
                None => Arg::Any,
                Some(value) => match self.engine.terms.get(*value) {
                    Term::Null => Arg::Null,
                    Term::Bool(value) => Arg::Bool(*value),
                    Term::Side(level, lock) => {
                        let (level, lock) = (*level, *lock);
                        self.in_callee(binding, lock).map_or(Arg::Any, |lock| Arg::Side(level, lock))
                    }
                    _ => {
                        let own = self.engine.terms.intern(Term::Entry(binding.params[index]));
                        let known = binding.names.iter().find(|(known, _)| self.is_same(Some(*known), *value));
                        let name = known.map_or(own, |(_, name)| *name);
                        match binding.values[..index].iter().position(|earlier| self.is_same(*earlier, *value)) {
                            Some(earlier) => Arg::Same(earlier),
                            None if name != own => Arg::Is(name),
                            None if self.is_not_null(*value) => Arg::NotNull,
                            None => Arg::Any,
                        }
                    }
                },
            });
        }
        args
    }

    fn is_same(&self, earlier: Option<TermId>, value: TermId) -> bool {
        earlier == Some(value) && self.engine.terms.is_one_value(value, value)
    }

    /// The callee's name for a value of the caller.
    pub fn in_callee(&mut self, binding: &Binding, value: TermId) -> Option<TermId> {
        self.engine.terms.rewrite(value, &mut |terms, id| match binding.names.iter().find(|(known, _)| *known == id) {
            Some((_, name)) => Rewrite::To(*name),
            None => match terms.get(id) {
                Term::Entry(_) | Term::Symbol(_) => Rewrite::Nameless,
                _ => Rewrite::Parts,
            },
        })
    }

    /// The caller's name for a value of the callee. `result` is what the callee returns, with the caller's name for it.
    pub fn in_caller(
        &mut self,
        state: &State,
        binding: &Binding,
        value: TermId,
        result: Option<(TermId, TermId)>,
    ) -> Option<TermId> {
        if let Some((inner, outer)) = result
            && inner == value
        {
            return Some(outer);
        }
        match self.engine.terms.get(value).clone() {
            Term::Entry(local) => {
                let index = binding.params.iter().position(|param| *param == local)?;
                *binding.values.get(index)?
            }
            Term::Symbol(_) => None,
            Term::LockOf(side) => {
                let side = self.in_caller(state, binding, side, result)?;
                Some(match self.engine.terms.get(side) {
                    Term::Side(_, lock) => *lock,
                    _ => self.engine.terms.intern(Term::LockOf(side)),
                })
            }
            Term::Field(object, field) => {
                let object = self.in_caller(state, binding, object, result)?;
                match state.known_field(object, field) {
                    Some(value) => Some(value),
                    None => {
                        let engine = &mut *self.engine;
                        Some(engine.definitions.field(&mut engine.terms, object, field))
                    }
                }
            }
            _ => {
                let mut parts = Vec::new();
                for part in self.engine.terms.parts(value) {
                    parts.push((part, self.in_caller(state, binding, part, result)?));
                }
                self.engine.terms.rewrite(value, &mut |_, id| match parts.iter().find(|(part, _)| *part == id) {
                    Some((_, renamed)) => Rewrite::To(*renamed),
                    None => Rewrite::Parts,
                })
            }
        }
    }

    pub fn lock_to_caller(
        &mut self,
        state: &State,
        binding: &Binding,
        lock: &Lock,
        result: Option<(TermId, TermId)>,
    ) -> Option<Lock> {
        let object = self.in_caller(state, binding, lock.object(), result)?;
        // A side that comes in as a value is the side of a lock here.
        match lock {
            Lock::Plain(_) => Some(Lock::of_value(&self.engine.terms, object)),
            _ => Some(lock.with_object(object)),
        }
    }
}
