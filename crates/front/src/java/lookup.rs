//! Members by their names, and which of several methods a call means.

use super::ast::{Block, ExprKind, Lambda, LambdaBody, Stmt, StmtKind, SwitchBody};
use super::types::{Bindings, Ty, TypeVar};
use super::world::World;
use concurrent::object::{ClassId, FieldId, MethodId, MethodKind, Name};

/// A method that a name may mean, with its types as seen from the receiver.
#[derive(Clone)]
pub struct Candidate {
    pub method: MethodId,
    pub params: Vec<Ty>,
    pub result: Ty,
    pub type_params: Vec<TypeVar>,
    pub is_varargs: bool,
}

/// What is known of an argument before the method is chosen.
pub enum Arg<'a> {
    Typed(Ty),
    Lambda(&'a Lambda),
    Reference,
}

pub struct Chosen {
    pub candidate: Candidate,
    /// Whether the last arguments become an array.
    pub packs: bool,
}

pub enum Refusal {
    None,
    Ambiguous,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Strict,
    Loose,
    Varargs,
}

impl World {
    /// A field by its name, inherited ones too. One that a class does not have hides those above it all the same.
    pub fn find_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        if let Some(field) = self.info(class).fields.get(name) {
            return Some(*field);
        }
        let supers: Vec<ClassId> = self.program.supertypes(class).collect();
        let is_inherited = |field: &FieldId| self.inherits(class, self.field_declared(*field));
        supers.into_iter().find_map(|parent| self.find_field(parent, name).filter(is_inherited))
    }

    pub fn has_method(&self, class: ClassId, name: &str) -> bool {
        !self.methods_named(&Ty::class(class), name).is_empty()
    }

    /// All methods of this name that a value of the type has. What is overridden is left out.
    pub fn methods_named(&self, receiver: &Ty, name: &str) -> Vec<Candidate> {
        let mut found = Vec::new();
        if let Ty::Class(class, args) = self.upper(receiver) {
            self.collect_methods(&Ty::Class(class, args), name, &mut Vec::new(), &mut found);
        }
        if !matches!(self.upper(receiver), Ty::Class(class, _) if class == self.known.object) {
            self.collect_methods(&self.object(), name, &mut Vec::new(), &mut found);
        }
        found
    }

    /// Those of the class that all classes `below` inherit, and of the classes above it.
    fn collect_methods(&self, ty: &Ty, name: &str, below: &mut Vec<ClassId>, found: &mut Vec<Candidate>) {
        let Ty::Class(class, args) = ty else {
            return;
        };
        let bindings = self.class_bindings(*class, args);
        let info = self.info(*class);
        for method in info.methods.get(name).into_iter().flatten() {
            let candidate = self.candidate(*method, &bindings);
            let is_overridden = found.iter().any(|known| self.same_params(known, &candidate));
            let declared = self.method_declared(*method);
            if !is_overridden && below.iter().all(|below| self.inherits(*below, declared)) {
                found.push(candidate);
            }
        }
        below.push(*class);
        for parent in &info.supers {
            self.collect_methods(&bindings.apply(parent), name, below, found);
        }
        below.pop();
    }

    pub fn candidate(&self, method: MethodId, bindings: &Bindings) -> Candidate {
        let signature = &self.signatures[method.index()];
        Candidate {
            method,
            params: signature.params.iter().map(|ty| bindings.apply(ty)).collect(),
            result: bindings.apply(&signature.result),
            type_params: signature.type_params.clone(),
            is_varargs: signature.is_varargs,
        }
    }

    fn same_params(&self, left: &Candidate, right: &Candidate) -> bool {
        left.params.len() == right.params.len()
            && left.params.iter().zip(&right.params).all(|(left, right)| self.erase(left) == self.erase(right))
    }

    pub fn constructors(&self, ty: &Ty) -> Vec<Candidate> {
        let Ty::Class(class, args) = ty else {
            return Vec::new();
        };
        let bindings = self.class_bindings(*class, args);
        self.info(*class).constructors.iter().map(|method| self.candidate(*method, &bindings)).collect()
    }

    /// The one method that a functional interface leaves open, as seen from the type.
    pub fn functional_method(&self, ty: &Ty) -> Option<Candidate> {
        let Ty::Class(class, _) = ty else {
            return None;
        };
        if !self.is_interface(*class) {
            return None;
        }
        let mut found = Vec::new();
        self.collect_abstract(ty, &mut found);
        found.dedup_by_key(|candidate| candidate.method);
        match found.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        }
    }

    fn collect_abstract(&self, ty: &Ty, found: &mut Vec<Candidate>) {
        let Ty::Class(class, args) = ty else {
            return;
        };
        let bindings = self.class_bindings(*class, args);
        for id in &self.class(*class).methods {
            let method = &self.program.methods[id.index()];
            if method.kind != MethodKind::Method || !method.is_abstract || method.is_static {
                continue;
            }
            let is_of_object = self.info(self.known.object).methods.contains_key(&method.name);
            let candidate = self.candidate(*id, &bindings);
            let overridden =
                found.iter().any(|known| self.name_of(known) == &method.name && self.same_params(known, &candidate));
            if !is_of_object && !overridden {
                found.push(candidate);
            }
        }
        for parent in &self.info(*class).supers {
            self.collect_abstract(&bindings.apply(parent), found);
        }
    }

    pub fn name_of(&self, candidate: &Candidate) -> &Name {
        &self.program.methods[candidate.method.index()].name
    }

    /// The method that a call with these arguments means.
    pub fn choose(&self, candidates: &[Candidate], args: &[Arg]) -> Result<Chosen, Refusal> {
        for phase in [Phase::Strict, Phase::Loose, Phase::Varargs] {
            let fitting: Vec<&Candidate> =
                candidates.iter().filter(|candidate| self.is_applicable(candidate, args, phase)).collect();
            if fitting.is_empty() {
                continue;
            }
            let packs = phase == Phase::Varargs;
            return match self.most_specific(&fitting, args, packs) {
                Some(candidate) => Ok(Chosen { candidate: candidate.clone(), packs }),
                None => Err(Refusal::Ambiguous),
            };
        }
        Err(Refusal::None)
    }

    fn is_applicable(&self, candidate: &Candidate, args: &[Arg], phase: Phase) -> bool {
        let count = candidate.params.len();
        let fits = match phase {
            Phase::Varargs => candidate.is_varargs && args.len() + 1 >= count,
            Phase::Strict | Phase::Loose => args.len() == count,
        };
        fits && args.iter().enumerate().all(|(at, arg)| {
            self.param_at(candidate, at, phase == Phase::Varargs).is_some_and(|param| self.accepts(&param, arg, phase))
        })
    }

    /// The type of the parameter that takes the argument at this position.
    pub fn param_at(&self, candidate: &Candidate, at: usize, packs: bool) -> Option<Ty> {
        let last = candidate.params.len().checked_sub(1);
        match (packs, last) {
            (true, Some(last)) if at >= last => match &candidate.params[last] {
                Ty::Array(element) => Some((**element).clone()),
                _ => None,
            },
            _ => candidate.params.get(at).cloned(),
        }
    }

    pub fn accepts_loosely(&self, param: &Ty, arg: &Arg) -> bool {
        self.accepts(param, arg, Phase::Loose)
    }

    fn accepts(&self, param: &Ty, arg: &Arg, phase: Phase) -> bool {
        match arg {
            Arg::Typed(ty) => match phase {
                Phase::Strict => self.is_subtype(ty, param),
                Phase::Loose | Phase::Varargs => self.is_loose_subtype(ty, param),
            },
            Arg::Lambda(lambda) => match self.functional_method(&self.upper(param)) {
                Some(method) => {
                    let shape = lambda_shape(lambda);
                    let returns = method.result != Ty::Void;
                    method.params.len() == lambda.params.len()
                        && if returns { shape.may_return_value } else { shape.may_return_nothing }
                }
                None => matches!(param, Ty::Unknown | Ty::Unseen | Ty::Var(_)) || self.is_unseen_interface(param),
            },
            Arg::Reference => {
                matches!(param, Ty::Unknown | Ty::Unseen | Ty::Var(_))
                    || self.is_unseen_interface(param)
                    || self.functional_method(&self.upper(param)).is_some()
            }
        }
    }

    /// With boxing and unboxing.
    pub fn is_loose_subtype(&self, sub: &Ty, sup: &Ty) -> bool {
        if self.is_subtype(sub, sup) {
            return true;
        }
        match (sub, sup) {
            (Ty::Primitive(primitive), _) if sup.is_reference() => self.is_subtype(&self.boxed(*primitive), sup),
            (_, Ty::Primitive(primitive)) => {
                *sub == Ty::Unknown || self.unboxed(sub).is_some_and(|own| super::types::widens(own, *primitive))
            }
            _ => false,
        }
    }

    fn most_specific<'c>(&self, fitting: &[&'c Candidate], args: &[Arg], packs: bool) -> Option<&'c Candidate> {
        let beats = |left: &Candidate, right: &Candidate| {
            args.iter().enumerate().all(|(at, arg)| {
                match (self.param_at(left, at, packs), self.param_at(right, at, packs)) {
                    (Some(left), Some(right)) => self.is_more_specific(&left, &right, arg),
                    _ => true,
                }
            })
        };
        let best = fitting.iter().filter(|one| fitting.iter().all(|other| beats(one, other)));
        let best: Vec<&&Candidate> = best.collect();
        let (first, rest) = best.split_first()?;
        // Several interfaces may declare the same method.
        rest.iter().all(|other| self.same_params(first, other)).then_some(**first)
    }

    fn is_more_specific(&self, left: &Ty, right: &Ty, arg: &Arg) -> bool {
        match arg {
            Arg::Typed(_) => match (left, right) {
                (Ty::Unknown, Ty::Unknown) => true,
                // A type that is not known is nothing special.
                (Ty::Unknown, _) => self.erase(right) == self.erase(&Ty::Unknown),
                _ => self.is_subtype(left, right),
            },
            Arg::Lambda(_) | Arg::Reference => {
                if self.erase(left) == self.erase(right) || self.is_subtype(left, right) {
                    return true;
                }
                let result = |ty: &Ty| self.functional_method(&self.upper(ty)).map(|method| method.result);
                match (result(left), result(right)) {
                    // A function with a result, where both would do.
                    (Some(left), Some(right)) => right == Ty::Void && left != Ty::Void,
                    _ => false,
                }
            }
        }
    }
}

pub struct LambdaShape {
    pub may_return_value: bool,
    pub may_return_nothing: bool,
}

pub fn lambda_shape(lambda: &Lambda) -> LambdaShape {
    match &lambda.body {
        LambdaBody::Expr(body) => {
            let is_statement = matches!(
                body.kind,
                ExprKind::Call { .. }
                    | ExprKind::SuperCall { .. }
                    | ExprKind::New { .. }
                    | ExprKind::Assign { .. }
                    | ExprKind::Update { .. }
            );
            LambdaShape { may_return_value: true, may_return_nothing: is_statement }
        }
        LambdaBody::Block(body) => {
            let returns = block_returns(body);
            let ends_elsewhere = match body.stmts.last().map(|last| &last.kind) {
                Some(StmtKind::Throw(_) | StmtKind::While { .. } | StmtKind::For { .. }) => true,
                Some(_) | None => false,
            };
            LambdaShape {
                may_return_value: returns == Some(true) || (returns.is_none() && ends_elsewhere),
                may_return_nothing: returns != Some(true),
            }
        }
    }
}

/// Whether some `return` of the block, nested lambdas and classes apart, has a value.
fn block_returns(block: &Block) -> Option<bool> {
    block.stmts.iter().filter_map(stmt_returns).max()
}

fn stmt_returns(stmt: &Stmt) -> Option<bool> {
    match &stmt.kind {
        StmtKind::Return(value) => Some(value.is_some()),
        StmtKind::Block(body) | StmtKind::Synchronized { body, .. } => block_returns(body),
        StmtKind::If { then, otherwise, .. } => {
            stmt_returns(then).max(otherwise.as_ref().and_then(|otherwise| stmt_returns(otherwise)))
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::ForEach { body, .. }
        | StmtKind::Labeled { body, .. } => stmt_returns(body),
        StmtKind::Switch(switch) => {
            let of_group = |body: &SwitchBody| match body {
                SwitchBody::Statements(body) => block_returns(body),
                SwitchBody::ArrowExpr(_) => None,
                SwitchBody::ArrowBlock(body) => stmt_returns(body),
            };
            switch.groups.iter().filter_map(|group| of_group(&group.body)).max()
        }
        StmtKind::Try(found) => {
            let blocks = found.catches.iter().map(|catch| &catch.body).chain(&found.finally);
            std::iter::once(&found.body).chain(blocks).filter_map(block_returns).max()
        }
        StmtKind::Empty
        | StmtKind::Annotation(_)
        | StmtKind::Local(_)
        | StmtKind::Class(_)
        | StmtKind::Expr(_)
        | StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Yield(_)
        | StmtKind::Throw(_)
        | StmtKind::Assert { .. }
        | StmtKind::ConstructorCall { .. } => None,
    }
}
