//! Types as written to types as meant: names resolved, synonyms expanded, map parameters counted.

use super::codes;
use super::type_ops::{abstract_over, any_child, free_vars, instantiate};
use super::unify::UNKNOWN;
use super::{Checker, Namespace, TypeEntry};
use crate::ast;
use crate::typed::{MapType, Name, Type, TypeVar};
use source::{Diagnostic, Span};
use std::sync::Arc;

/// Synonyms can double a type at every step, so there is a limit to what they may expand to.
const MAX_TYPE_SIZE: usize = 50_000;

/// A synonym on its way to being expanded.
pub(super) struct Synonym<'a> {
    pub decl: &'a ast::TypeDecl,
    pub params: Vec<TypeVar>,
    pub state: SynonymState,
}

#[derive(Clone)]
pub(super) enum SynonymState {
    Waiting,
    /// Its body is being resolved: meeting it now is a cycle.
    Open,
    Done(Type),
}

impl<'a> Checker<'a> {
    /// Resolves a type; what is not a type is reported once and agrees with everything.
    pub(super) fn resolve_type(&mut self, ty: &'a ast::Type) -> Type {
        match &ty.kind {
            ast::TypeKind::Bool => Type::Bool,
            ast::TypeKind::Int => Type::Int,
            ast::TypeKind::Real => Type::Real,
            ast::TypeKind::Named { name, args } => self.resolve_named(name, args, ty.span),
            ast::TypeKind::Map { type_params, domain, range } => self.resolve_map(type_params, domain, range, ty.span),
        }
    }

    fn resolve_named(&mut self, name: &Name, args: &'a [ast::Type], span: Span) -> Type {
        if let Some(builtin) = builtin_type(name) {
            return match builtin {
                Some(ty) => self.no_arguments(ty, "a built-in type", name, args, span),
                None => {
                    let message = format!("the width of `{name}` is out of range");
                    self.error(&codes::BIT_VECTOR, span, message);
                    UNKNOWN
                }
            };
        }
        if let Some(var) = self.type_scope.iter().rev().find(|(known, _)| known == name).map(|(_, var)| *var) {
            return self.no_arguments(Type::Var(var), "a type parameter", name, args, span);
        }
        let Some(entry) = self.types.get(name).copied() else {
            self.undeclared(Namespace::Types, name, span);
            args.iter().for_each(|arg| {
                self.resolve_type(arg);
            });
            return UNKNOWN;
        };
        let arity = match entry {
            TypeEntry::Ctor(id) => self.out.type_ctors[id.index()].arity,
            TypeEntry::Data(id) => self.out.datatypes[id.index()].type_params.len(),
            TypeEntry::Synonym(index) => self.synonyms[index].decl.params.len(),
        };
        let resolved: Arc<[Type]> = args.iter().map(|arg| self.resolve_type(arg)).collect();
        if arity != args.len() {
            let message = format!("type `{name}` takes {}, not {}", count(arity, "argument"), args.len());
            let help = "put an argument that has arguments itself in parentheses";
            self.report(Diagnostic::error(&codes::TYPE_ARGUMENTS, span, message).help(help));
            return UNKNOWN;
        }
        match entry {
            TypeEntry::Ctor(id) => Type::Ctor(id, resolved),
            TypeEntry::Data(id) => Type::Data(id, resolved),
            TypeEntry::Synonym(index) => {
                let body = self.synonym_body(index);
                let ty = instantiate(&body, &self.synonyms[index].params, &resolved);
                if is_larger(&ty, MAX_TYPE_SIZE) {
                    let message = format!("type `{name}` expands to more than {MAX_TYPE_SIZE} parts");
                    self.error(&codes::UNSUPPORTED, span, message);
                    return UNKNOWN;
                }
                ty
            }
        }
    }

    fn no_arguments(&mut self, ty: Type, what: &str, name: &Name, args: &'a [ast::Type], span: Span) -> Type {
        if !args.is_empty() {
            self.error(&codes::TYPE_ARGUMENTS, span, format!("`{name}` is {what} and takes no arguments"));
        }
        ty
    }

    /// The body of a synonym in terms of its parameters; resolves it on first use.
    pub(super) fn synonym_body(&mut self, index: usize) -> Type {
        match &self.synonyms[index].state {
            SynonymState::Done(body) => body.clone(),
            SynonymState::Open => {
                self.report_cycle(index);
                UNKNOWN
            }
            SynonymState::Waiting => {
                let decl = self.synonyms[index].decl;
                self.synonyms[index].state = SynonymState::Open;
                self.open_synonyms.push(index);
                let outer = std::mem::take(&mut self.type_scope);
                self.synonyms[index].params = self.bind_type_params(&decl.params);
                let body = decl.synonym.as_ref().map_or(UNKNOWN, |body| self.resolve_type(body));
                self.type_scope = outer;
                self.open_synonyms.pop();
                self.synonyms[index].state = SynonymState::Done(body.clone());
                body
            }
        }
    }

    /// Reports every synonym on the cycle that closes at `index`, each once.
    fn report_cycle(&mut self, index: usize) {
        let start = self.open_synonyms.iter().position(|open| *open == index).unwrap_or(0);
        let members = self.open_synonyms[start..].to_vec();
        for member in members {
            if self.cyclic_synonyms.insert(member) {
                let name = &self.synonyms[member].decl.name;
                let message = format!("type synonym `{}` is defined in terms of itself", name.name);
                self.error(&codes::CYCLIC_SYNONYM, name.span, message);
            }
        }
    }

    fn resolve_map(
        &mut self,
        type_params: &'a [ast::Ident],
        domain: &'a [ast::Type],
        range: &'a ast::Type,
        span: Span,
    ) -> Type {
        let depth = self.type_scope.len();
        let vars = self.bind_type_params(type_params);
        let domain: Vec<Type> = domain.iter().map(|ty| self.resolve_type(ty)).collect();
        let range = self.resolve_type(range);
        self.type_scope.truncate(depth);
        if vars.is_empty() {
            return Type::Map(Arc::new(MapType { type_params: 0, domain, range }));
        }
        let types: Vec<&Type> = domain.iter().chain([&range]).collect();
        self.check_occurrences(type_params, &vars, &types, "the map's indices or value", span);
        let vars = sort_type_params(&vars, &types);
        let domain = domain.iter().map(|ty| abstract_over(ty, &vars, 0)).collect();
        let range = abstract_over(&range, &vars, 0);
        Type::Map(Arc::new(MapType { type_params: vars.len() as u32, domain, range }))
    }

    /// Brings type parameters into scope as fresh type variables. The caller truncates the scope again.
    pub(super) fn bind_type_params(&mut self, params: &'a [ast::Ident]) -> Vec<TypeVar> {
        params.iter().map(|param| self.bind_type_param(param)).collect()
    }

    fn bind_type_param(&mut self, param: &ast::Ident) -> TypeVar {
        let name = &param.name;
        let is_bitvector = builtin_type(name).is_some() && name.starts_with("bv");
        // A library's parameters hide the types that the files beside it declare.
        let declared = self.types.get(name).map(|entry| self.declaration(*entry));
        if is_bitvector || declared.is_some_and(|span| span.file == param.span.file) {
            let message = format!("type parameter `{name}` has the name of a type");
            let help = "give the parameter a name of its own";
            self.report(Diagnostic::error(&codes::TYPE_PARAMETER, param.span, message).help(help));
        } else if self.type_scope.iter().any(|(known, _)| known == name) {
            let message = format!("type parameter `{name}` is already in scope");
            self.error(&codes::TYPE_PARAMETER, param.span, message);
        }
        let var = self.fresh_type_var(name);
        self.type_scope.push((name.clone(), var));
        var
    }

    fn declaration(&self, entry: TypeEntry) -> Span {
        match entry {
            TypeEntry::Ctor(id) => self.out.type_ctors[id.index()].span,
            TypeEntry::Data(id) => self.out.datatypes[id.index()].span,
            TypeEntry::Synonym(index) => self.synonyms[index].decl.name.span,
        }
    }

    pub(super) fn fresh_type_var(&mut self, name: &Name) -> TypeVar {
        self.out.type_vars.push(name.clone());
        TypeVar(self.out.type_vars.len() as u32 - 1)
    }

    /// Each type parameter must occur in one of the types, else nothing determines it.
    pub(super) fn check_occurrences(
        &mut self,
        params: &[ast::Ident],
        vars: &[TypeVar],
        types: &[&Type],
        place: &str,
        span: Span,
    ) {
        if params.is_empty() {
            return;
        }
        let mut found = Vec::new();
        types.iter().for_each(|ty| free_vars(ty, &mut found));
        let unknown = types.iter().any(|ty| contains_unknown(ty));
        for (param, var) in params.iter().zip(vars) {
            // Of two parameters with one name, only the second can be meant; that is reported already.
            let hidden = params.iter().filter(|other| other.name == param.name).count() > 1;
            if !found.contains(var) && !unknown && !hidden {
                let message = format!("type parameter `{}` does not occur in the types of {place}", param.name);
                let help = "remove it, or use it where it can be inferred from";
                self.report(Diagnostic::error(&codes::TYPE_PARAMETER, span, message).help(help));
            }
        }
    }
}

/// Whether a type has more than so many parts; looks at no more than these.
fn is_larger(ty: &Type, limit: usize) -> bool {
    fn count(ty: &Type, left: &mut usize) -> bool {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        any_child(ty, &mut |child| count(child, left))
    }
    count(ty, &mut { limit })
}

fn contains_unknown(ty: &Type) -> bool {
    *ty == UNKNOWN || any_child(ty, &mut contains_unknown)
}

/// Type parameters in the order of their first occurrence in the types; the others follow.
pub(super) fn sort_type_params(params: &[TypeVar], types: &[&Type]) -> Vec<TypeVar> {
    let mut found = Vec::new();
    types.iter().for_each(|ty| free_vars(ty, &mut found));
    found.retain(|var| params.contains(var));
    let rest = params.iter().filter(|var| !found.contains(var)).copied().collect::<Vec<_>>();
    found.extend(rest);
    found
}

/// The types that names denote without declaration. `Some(None)`: the name is reserved but its width out of range.
pub(super) fn builtin_type(name: &str) -> Option<Option<Type>> {
    match name {
        "rmode" => Some(Some(Type::RoundingMode)),
        "string" => Some(Some(Type::String)),
        "regex" => Some(Some(Type::RegEx)),
        _ => {
            if let Some(width) = name.strip_prefix("bv").filter(|width| is_digits(width)) {
                return Some(width.parse().ok().map(Type::Bv));
            }
            name.strip_prefix("float").and_then(float_format)
        }
    }
}

/// `24e8` as a float type.
pub(super) fn float_format(text: &str) -> Option<Option<Type>> {
    let (significand, exponent) = text.split_once('e')?;
    if !is_digits(significand) || !is_digits(exponent) {
        return None;
    }
    let sizes = significand.parse().ok().zip(exponent.parse().ok());
    Some(sizes.map(|(significand, exponent)| Type::Float { significand, exponent }))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `1 argument`, `2 arguments`.
pub(super) fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
