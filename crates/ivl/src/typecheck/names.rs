//! What every global name declares.
//!
//! Types, functions (with constructors), variables (with constants) and procedures have separate names. Of two
//! declarations of one name, one marked `{:extern}` gives way to the other; otherwise the second is an error.

use super::routine::Routine;
use super::types::{Synonym, SynonymState, builtin_type};
use super::{Checker, FunctionEntry, TypeEntry, attributes, codes};
use crate::ast;
use crate::typed::{
    Const, ConstId, Constructor, ConstructorId, CtorId, Datatype, DatatypeId, Function, FunctionId, GlobalId, Meaning,
    Procedure, ProcedureId, Type, TypeCtor, Variable,
};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;

/// A declaration with the ids of what it declares. Those that gave way are not here.
pub(super) enum Item<'a> {
    Type(&'a ast::TypeDecl, CtorId),
    Synonym(&'a ast::TypeDecl),
    Datatype(&'a ast::DatatypeDecl, DatatypeId),
    Const(&'a ast::ConstDecl, Vec<(&'a ast::Ident, ConstId)>),
    Function(&'a ast::FunctionDecl, FunctionId),
    Axiom(&'a ast::AxiomDecl),
    Var(&'a ast::VarDecl, GlobalId),
    /// A procedure of any role.
    Procedure(Box<Routine<'a>>),
    Implementation(&'a ast::ImplementationDecl),
}

/// Who has a name: the declaration, the index within it, whether it is `{:extern}`.
struct Claim {
    at: (usize, usize),
    external: bool,
    span: Span,
}

type Claims<'a> = FxHashMap<&'a str, Claim>;

/// The declarations that gave way, by index of the declaration and within it.
type Losers = FxHashSet<(usize, usize)>;

impl<'a> Checker<'a> {
    pub(super) fn declare_names(&mut self, program: &'a ast::Program) -> Vec<Item<'a>> {
        let losers = self.find_losers(program);
        let mut items = Vec::new();
        for (at, decl) in program.decls.iter().enumerate() {
            if let ast::Decl::YieldProcedure(decl) = decl {
                self.declare_yield_procedure(decl, at, &losers, &mut items);
            } else {
                items.extend(self.declare_item(at, decl, &losers));
            }
        }
        items
    }

    fn find_losers(&mut self, program: &'a ast::Program) -> Losers {
        let mut losers = Losers::default();
        let (mut types, mut functions) = (Claims::default(), Claims::default());
        let (mut variables, mut procedures) = (Claims::default(), Claims::default());
        for (at, decl) in program.decls.iter().enumerate() {
            let mut claim = |checker: &mut Self, claims: &mut Claims<'a>, what, name, attributes, index| {
                let external = attributes::is_set(attributes, "extern");
                checker.claim(claims, what, name, external, (at, index), &mut losers);
            };
            match decl {
                ast::Decl::Type(decl) => claim(self, &mut types, "type", &decl.name, &decl.attributes, 0),
                ast::Decl::Datatype(decl) => {
                    claim(self, &mut types, "type", &decl.name, &decl.attributes, 0);
                    for (index, constructor) in decl.constructors.iter().enumerate() {
                        claim(self, &mut functions, "function", &constructor.name, &[], index + 1);
                    }
                }
                ast::Decl::Const(decl) => {
                    for (index, name) in decl.names.iter().enumerate() {
                        claim(self, &mut variables, "variable", name, &decl.attributes, index);
                    }
                }
                ast::Decl::Function(decl) => {
                    claim(self, &mut functions, "function", &decl.name, &decl.attributes, 0);
                }
                ast::Decl::Var(decl) => {
                    claim(self, &mut variables, "variable", &decl.binding.name, &decl.binding.attributes, 0);
                }
                ast::Decl::Procedure(decl) => {
                    claim(self, &mut procedures, "procedure", &decl.signature.name, &decl.signature.attributes, 0);
                }
                ast::Decl::YieldInvariant(decl) => {
                    claim(self, &mut procedures, "procedure", &decl.name, &decl.attributes, 0);
                }
                ast::Decl::Action(decl) => claim(self, &mut procedures, "procedure", &decl.name, &decl.attributes, 0),
                ast::Decl::YieldProcedure(decl) => {
                    claim(self, &mut procedures, "procedure", &decl.name, &decl.attributes, 0);
                    if let Some((_, name)) = own_action(decl)
                        && &*name.name != "_"
                    {
                        claim(self, &mut procedures, "procedure", name, &[], OWN_ACTION);
                    }
                }
                ast::Decl::Axiom(_) | ast::Decl::Implementation(_) => {}
            }
        }
        self.claimed_procedures = procedures.into_keys().collect();
        losers
    }

    fn claim(
        &mut self,
        claims: &mut Claims<'a>,
        what: &str,
        name: &'a ast::Ident,
        external: bool,
        at: (usize, usize),
        losers: &mut Losers,
    ) {
        let claim = Claim { at, external, span: name.span };
        let Some(previous) = claims.get(&*name.name) else {
            claims.insert(&name.name, claim);
            return;
        };
        if external {
            losers.insert(at);
        } else if previous.external {
            losers.insert(previous.at);
            claims.insert(&name.name, claim);
        } else {
            losers.insert(at);
            let previous = previous.span;
            self.duplicate(what, name, previous);
        }
    }

    fn declare_item(&mut self, at: usize, decl: &'a ast::Decl, losers: &Losers) -> Option<Item<'a>> {
        if losers.contains(&(at, 0)) && !matches!(decl, ast::Decl::Const(_)) {
            return None;
        }
        match decl {
            ast::Decl::Type(decl) => self.declare_type(decl),
            ast::Decl::Datatype(decl) => self.declare_datatype(decl, at, losers),
            ast::Decl::Const(decl) => {
                let names = decl.names.iter().enumerate().filter(|(index, _)| !losers.contains(&(at, *index)));
                let names = names.map(|(_, name)| (name, self.declare_const(decl, name))).collect();
                Some(Item::Const(decl, names))
            }
            ast::Decl::Function(decl) => Some(self.declare_function(decl)),
            ast::Decl::Axiom(decl) => Some(Item::Axiom(decl)),
            ast::Decl::Var(decl) => {
                self.out.globals.push(Variable {
                    name: decl.binding.name.name.clone(),
                    ty: Type::Bool,
                    where_clause: None,
                    attributes: Vec::new(),
                    span: decl.binding.name.span,
                });
                Some(Item::Var(decl, GlobalId(self.out.globals.len() as u32 - 1)))
            }
            ast::Decl::Procedure(decl) => {
                Some(self.declare_procedure(Routine::of_procedure(decl, self.next_procedure())))
            }
            ast::Decl::Action(decl) => Some(self.declare_procedure(Routine::of_action(decl, self.next_procedure()))),
            ast::Decl::YieldInvariant(decl) => {
                Some(self.declare_procedure(Routine::of_invariant(decl, self.next_procedure())))
            }
            ast::Decl::Implementation(decl) => Some(Item::Implementation(decl)),
            ast::Decl::YieldProcedure(_) => None,
        }
    }

    /// A yield procedure, after the action inside its `refines` if it has one.
    fn declare_yield_procedure(
        &mut self,
        decl: &'a ast::YieldProcedureDecl,
        at: usize,
        losers: &Losers,
        items: &mut Vec<Item<'a>>,
    ) {
        if losers.contains(&(at, 0)) {
            return;
        }
        let mut own = None;
        if let Some((spec, name)) = own_action(decl)
            && !losers.contains(&(at, OWN_ACTION))
        {
            let id = self.next_procedure();
            let name = if &*name.name == "_" { self.name_of_own_action(decl, name.span) } else { name.clone() };
            if let Some(action) = Routine::of_own_action(decl, spec, name, id) {
                own = Some(id);
                items.push(self.declare_procedure(action));
            }
        }
        let id = self.next_procedure();
        items.push(self.declare_procedure(Routine::of_yield(decl, id, own)));
    }

    /// A name that no declaration has; the program itself cannot name the action.
    fn name_of_own_action(&self, decl: &ast::YieldProcedureDecl, span: Span) -> ast::Ident {
        let mut name = format!("{}.action", decl.name.name);
        while self.procedures.contains_key(&*name) || self.claimed_procedures.contains(&*name) {
            name.push('_');
        }
        ast::Ident { name: name.into(), span }
    }

    fn next_procedure(&self) -> ProcedureId {
        ProcedureId(self.out.procedures.len() as u32)
    }

    fn declare_type(&mut self, decl: &'a ast::TypeDecl) -> Option<Item<'a>> {
        if self.reserved_type_name(&decl.name) {
            return None;
        }
        let name = decl.name.name.clone();
        if decl.synonym.is_some() {
            let index = self.synonyms.len();
            self.synonyms.push(Synonym { decl, params: Vec::new(), state: SynonymState::Waiting });
            self.types.insert(name, TypeEntry::Synonym(index));
            return Some(Item::Synonym(decl));
        }
        let id = CtorId(self.out.type_ctors.len() as u32);
        self.out.type_ctors.push(TypeCtor {
            name: name.clone(),
            arity: decl.params.len(),
            builtin: attributes::string(&decl.attributes, "builtin"),
            attributes: Vec::new(),
            span: decl.name.span,
        });
        self.types.insert(name, TypeEntry::Ctor(id));
        Some(Item::Type(decl, id))
    }

    /// `bv` with digits always means a bit-vector.
    fn reserved_type_name(&mut self, name: &ast::Ident) -> bool {
        let reserved = name.name.starts_with("bv") && builtin_type(&name.name).is_some();
        if reserved {
            let message = format!("`{}` is the name of a bit-vector type", name.name);
            self.error(&codes::DUPLICATE, name.span, message);
        }
        reserved
    }

    fn declare_datatype(&mut self, decl: &'a ast::DatatypeDecl, at: usize, losers: &Losers) -> Option<Item<'a>> {
        if self.reserved_type_name(&decl.name) {
            return None;
        }
        let id = DatatypeId(self.out.datatypes.len() as u32);
        let mut constructors = Vec::new();
        for (index, constructor) in decl.constructors.iter().enumerate() {
            let name = constructor.name.name.clone();
            if !losers.contains(&(at, index + 1)) {
                let entry = FunctionEntry::Constructor(id, ConstructorId(index as u32));
                self.functions.insert(name.clone(), entry);
            }
            constructors.push(Constructor { name, fields: Vec::new(), span: constructor.name.span });
        }
        let type_params = decl.params.iter().map(|param| self.fresh_type_var(&param.name)).collect();
        self.out.datatypes.push(Datatype {
            name: decl.name.name.clone(),
            type_params,
            constructors,
            fields: Vec::new(),
            attributes: Vec::new(),
            span: decl.name.span,
        });
        self.types.insert(decl.name.name.clone(), TypeEntry::Data(id));
        Some(Item::Datatype(decl, id))
    }

    fn declare_const(&mut self, decl: &'a ast::ConstDecl, name: &'a ast::Ident) -> ConstId {
        self.out.consts.push(Const {
            name: name.name.clone(),
            ty: Type::Bool,
            unique: decl.unique,
            attributes: Vec::new(),
            span: name.span,
        });
        ConstId(self.out.consts.len() as u32 - 1)
    }

    fn declare_function(&mut self, decl: &'a ast::FunctionDecl) -> Item<'a> {
        let id = FunctionId(self.out.functions.len() as u32);
        self.functions.insert(decl.name.name.clone(), FunctionEntry::Function(id));
        if attributes::is_set(&decl.attributes, "never_pattern") {
            self.never_patterns.insert(id);
        }
        self.out.functions.push(Function {
            name: decl.name.name.clone(),
            type_params: Vec::new(),
            params: Vec::new(),
            result: Type::Bool,
            meaning: Meaning::Uninterpreted,
            attributes: Vec::new(),
            span: decl.name.span,
        });
        Item::Function(decl, id)
    }

    fn declare_procedure(&mut self, routine: Routine<'a>) -> Item<'a> {
        self.procedures.insert(routine.name.name.clone(), routine.id);
        self.out.procedures.push(Procedure {
            name: routine.name.name.clone(),
            role: routine.role(),
            type_params: Vec::new(),
            params: Vec::new(),
            ins: 0,
            requires: Vec::new(),
            ensures: Vec::new(),
            modifies: Vec::new(),
            modifies_at: Vec::new(),
            measures: Vec::new(),
            attributes: Vec::new(),
            span: routine.name.span,
        });
        Item::Procedure(Box::new(routine))
    }
}

/// The index of the action inside `refines` within the declaration of its yield procedure.
const OWN_ACTION: usize = 1;

/// The action inside the `refines` of a yield procedure, with its name.
fn own_action(decl: &ast::YieldProcedureDecl) -> Option<(&ast::CivlSpec, &ast::Ident)> {
    decl.specs.iter().find_map(|spec| match spec {
        ast::CivlSpec::RefinesAnonymous { name, .. } => Some((spec, name)),
        ast::CivlSpec::Refines { .. }
        | ast::CivlSpec::Asserts(_)
        | ast::CivlSpec::Requires(_)
        | ast::CivlSpec::Preserves(_)
        | ast::CivlSpec::Ensures(_)
        | ast::CivlSpec::RequiresCall(_)
        | ast::CivlSpec::PreservesCall(_)
        | ast::CivlSpec::EnsuresCall(_)
        | ast::CivlSpec::Modifies { .. }
        | ast::CivlSpec::Measure(_) => None,
    })
}
