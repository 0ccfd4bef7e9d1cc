//! What every global name declares.
//!
//! Types, functions (with constructors), variables (with constants) and procedures have separate names. Of two
//! declarations of one name, one marked `{:extern}` gives way to the other; otherwise the second is an error.

use super::types::{Synonym, SynonymState, builtin_type};
use super::{Checker, FunctionEntry, ProcedureEntry, TypeEntry, attributes, codes};
use crate::ast;
use crate::typed::{
    Const, ConstId, Constructor, ConstructorId, CtorId, Datatype, DatatypeId, Function, FunctionId, GlobalId, Meaning,
    Procedure, ProcedureId, Type, TypeCtor, Variable,
};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span};

/// A declaration with the ids of what it declares. Civl's declarations and those that gave way are not here.
pub(super) enum Item<'a> {
    Type(&'a ast::TypeDecl, CtorId),
    Synonym(&'a ast::TypeDecl),
    Datatype(&'a ast::DatatypeDecl, DatatypeId),
    Const(&'a ast::ConstDecl, Vec<(&'a ast::Ident, ConstId)>),
    Function(&'a ast::FunctionDecl, FunctionId),
    Axiom(&'a ast::AxiomDecl),
    Var(&'a ast::VarDecl, GlobalId),
    Procedure(&'a ast::ProcedureDecl, ProcedureId),
    Implementation(&'a ast::ImplementationDecl),
}

impl Item<'_> {
    /// The place of the name (or of the whole, without one), which tells declarations apart.
    pub(super) fn name(&self) -> Option<Span> {
        match self {
            Item::Type(decl, _) | Item::Synonym(decl) => Some(decl.name.span),
            Item::Datatype(decl, _) => Some(decl.name.span),
            Item::Const(_, names) => names.first().map(|(name, _)| name.span),
            Item::Function(decl, _) => Some(decl.name.span),
            Item::Axiom(decl) => Some(decl.span),
            Item::Var(decl, _) => Some(decl.binding.name.span),
            Item::Procedure(decl, _) => Some(decl.signature.name.span),
            Item::Implementation(decl) => Some(decl.signature.name.span),
        }
    }
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
        let decls = program.decls.iter().enumerate();
        decls.filter_map(|(at, decl)| self.declare_item(at, decl, &losers)).collect()
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
                }
                ast::Decl::Axiom(_) | ast::Decl::Implementation(_) => {}
            }
        }
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
            ast::Decl::Procedure(decl) => Some(self.declare_procedure(decl)),
            ast::Decl::Implementation(decl) => Some(Item::Implementation(decl)),
            ast::Decl::YieldInvariant(decl) => self.refuse(&decl.name, "yield invariant"),
            ast::Decl::Action(decl) => self.refuse(&decl.name, "action"),
            ast::Decl::YieldProcedure(decl) => self.refuse(&decl.name, "yield procedure"),
        }
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

    fn declare_procedure(&mut self, decl: &'a ast::ProcedureDecl) -> Item<'a> {
        let id = ProcedureId(self.out.procedures.len() as u32);
        let name = &decl.signature.name;
        self.procedures.insert(name.name.clone(), ProcedureEntry::Procedure(id));
        self.out.procedures.push(Procedure {
            name: name.name.clone(),
            pure: decl.pure,
            type_params: Vec::new(),
            params: Vec::new(),
            ins: 0,
            requires: Vec::new(),
            ensures: Vec::new(),
            modifies: Vec::new(),
            measures: Vec::new(),
            attributes: Vec::new(),
            span: name.span,
        });
        Item::Procedure(decl, id)
    }

    fn refuse(&mut self, name: &'a ast::Ident, what: &str) -> Option<Item<'a>> {
        self.procedures.insert(name.name.clone(), ProcedureEntry::Civl);
        let message = format!("Civl declarations are not supported yet: {what} `{}`", name.name);
        self.report(Diagnostic::error(&codes::UNSUPPORTED, name.span, message));
        None
    }
}
