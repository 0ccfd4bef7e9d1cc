//! The members of a class: fields and methods with their types, and those that Java adds by itself.

use super::ast::{ClassDecl, FieldDecl, Member, MethodDecl, MethodForm, Modifiers, Param, TypeExpr};
use super::names::Place;
use super::types::Ty;
use super::world::{Job, JobKind, Signature, TypeNames, UnitId, World};
use concurrent::object::library::{Arithmetic, Callback, LibraryClass, LibraryMethod, Refusal, Sharing, Threads};
use concurrent::object::{
    Annotation, Body, ClassId, ClassKind, ClassOrigin, Field, FieldId, FieldKind, Gap, Local, LocalId, Method,
    MethodId, MethodKind, Name, Visibility,
};
use source::Span;
use std::sync::Arc;

/// The mark of a model whose result is never null.
pub const NEVER_NULL: &str = "NotNull";
pub const VIEW: &str = "View";
pub const COPIES: &str = "Copies";

/// Declares every member of the class. Bodies become jobs.
pub fn declare(world: &mut World, class: ClassId) {
    let info = world.info(class);
    let (unit, names) = (info.unit, info.scope.clone());
    let Some(decl) = info.decl.clone() else {
        return;
    };
    let library = match world.class(class).origin {
        ClassOrigin::Library(contract) => Some(contract),
        _ => None,
    };
    let mut declarer = Declarer { world, class, unit, names, decl, library };
    declarer.hidden_fields();
    declarer.constants();
    declarer.components();
    declarer.declared();
    declarer.implicit_methods();
}

struct Declarer<'w> {
    world: &'w mut World,
    class: ClassId,
    unit: UnitId,
    names: TypeNames,
    decl: Arc<ClassDecl>,
    library: Option<LibraryClass>,
}

/// What a new method has, types apart.
struct Header {
    name: Name,
    kind: MethodKind,
    modifiers: Modifiers,
    annotations: Vec<Annotation>,
    span: Span,
}

impl Declarer<'_> {
    fn ty(&mut self, ty: &TypeExpr) -> Ty {
        let place = Place { unit: self.unit, class: Some(self.class), names: &self.names };
        self.world.resolve_type(place, ty)
    }

    fn hidden_fields(&mut self) {
        let entry = self.world.class(self.class);
        if entry.is_static || self.library.is_some() {
            return;
        }
        if let Some(outer) = entry.outer {
            let span = entry.span;
            let field =
                self.world.add_hidden_field(self.class, "this$0".into(), FieldKind::Outer, Ty::class(outer), span);
            self.world.info_mut(self.class).outer_this = Some(field);
        }
    }

    fn constants(&mut self) {
        let decl = self.decl.clone();
        for constant in &decl.constants {
            let modifiers = Modifiers {
                visibility: Some(Visibility::Public),
                is_static: true,
                is_final: true,
                ..Modifiers::default()
            };
            let ty = Ty::class(self.class);
            let annotations = constant.annotations.clone();
            self.add_field(constant.name.clone(), ty, FieldKind::EnumConstant, &modifiers, annotations, constant.span);
        }
    }

    fn components(&mut self) {
        let decl = self.decl.clone();
        for component in &decl.components {
            let modifiers = Modifiers { visibility: Some(Visibility::Private), is_final: true, ..Modifiers::default() };
            let ty = component.ty.as_ref().map_or(Ty::Unknown, |ty| self.ty(ty));
            let annotations = component.annotations.clone();
            self.add_field(component.name.clone(), ty, FieldKind::Declared, &modifiers, annotations, component.span);
        }
    }

    fn declared(&mut self) {
        let decl = self.decl.clone();
        for member in &decl.members {
            match member {
                Member::Field(field) => self.field(field),
                Member::Method(method) => self.method(method),
                Member::Initializer(_) | Member::Class(_) => {}
            }
        }
    }

    fn field(&mut self, field: &FieldDecl) {
        let ty = self.ty(&field.ty);
        let annotations = field.annotations.clone();
        let id = self.add_field(field.name.clone(), ty, FieldKind::Declared, &field.modifiers, annotations, field.span);
        if let Some(value) = &field.value
            && field.modifiers.is_final
        {
            self.world.field_values.insert(id, value.clone());
        }
    }

    fn add_field(
        &mut self,
        name: Name,
        ty: Ty,
        kind: FieldKind,
        modifiers: &Modifiers,
        annotations: Vec<Annotation>,
        span: Span,
    ) -> FieldId {
        let type_arguments = match &ty {
            Ty::Class(_, args) => args.iter().map(|arg| self.world.erase(arg)).collect(),
            _ => Vec::new(),
        };
        let field = Field {
            name: name.clone(),
            class: self.class,
            ty: self.world.erase(&ty),
            type_arguments,
            kind,
            visibility: modifiers.visibility.unwrap_or(Visibility::Package),
            is_static: modifiers.is_static,
            is_final: modifiers.is_final,
            is_volatile: modifiers.is_volatile,
            constant: None,
            annotations,
            span,
        };
        let id = self.world.push_field(field, ty);
        self.world.info_mut(self.class).fields.insert(name, id);
        id
    }

    fn method(&mut self, decl: &Arc<MethodDecl>) {
        let in_interface = self.world.is_interface(self.class);
        let mut modifiers = decl.modifiers.clone();
        if in_interface {
            modifiers.visibility = modifiers.visibility.or(Some(Visibility::Public));
            modifiers.is_abstract = decl.body.is_none();
        }
        let kind = match decl.form {
            MethodForm::Method => MethodKind::Method,
            MethodForm::Constructor | MethodForm::CompactConstructor => MethodKind::Constructor,
        };
        let name: Name = if kind == MethodKind::Constructor { "<init>".into() } else { decl.name.clone() };
        let is_compact = decl.form == MethodForm::CompactConstructor;
        let whole = self.decl.clone();
        let params: &[Param] = if is_compact { &whole.components } else { &decl.params };
        let header = Header { name, kind, modifiers, annotations: decl.annotations.clone(), span: decl.span };
        let id = self.add_method(header, decl, params);
        let job = match decl.form {
            MethodForm::Method => JobKind::Method(decl.clone()),
            MethodForm::Constructor => JobKind::Constructor(Some(decl.clone())),
            MethodForm::CompactConstructor => JobKind::CompactConstructor(Some(decl.clone())),
        };
        let has_body = decl.body.is_some() && self.library.is_none();
        if has_body {
            self.world.jobs.push_back(Job { method: id, kind: job });
        }
    }

    fn add_method(&mut self, header: Header, decl: &MethodDecl, params: &[Param]) -> MethodId {
        let vars: Vec<_> = decl.type_params.iter().map(|param| self.world.new_type_var(param.name.clone())).collect();
        let depth = self.names.vars.len();
        let named = decl.type_params.iter().map(|param| param.name.clone()).zip(vars.iter().copied());
        self.names.vars.extend(named);
        let names = self.names.clone();
        let place = Place { unit: self.unit, class: Some(self.class), names: &names };
        self.world.resolve_bounds(place, &vars, &decl.type_params);
        let types: Vec<Ty> =
            params.iter().map(|param| param.ty.as_ref().map_or(Ty::Unknown, |ty| self.ty(ty))).collect();
        let result = decl.result.as_ref().map_or(Ty::Void, |ty| self.ty(ty));
        let throws: Vec<Ty> = decl.throws.iter().map(|ty| self.ty(ty)).collect();
        self.names.vars.truncate(depth);
        let is_varargs = params.last().is_some_and(|param| param.is_varargs);
        let named = params.iter().zip(&types).map(|(param, ty)| (param.name.clone(), ty.clone(), param.span)).collect();
        let throws = throws.iter().filter_map(|ty| match self.world.upper(ty) {
            Ty::Class(class, _) => Some(class),
            _ => None,
        });
        let throws = throws.collect();
        let body = self.first_body(&header, decl);
        let signature = Signature { type_params: vars, params: types, result, is_varargs };
        let mut method = header.into_method();
        if self.library.is_some() {
            let marks = decl.annotations.iter().map(|mark| mark.text.trim_start_matches('@'));
            method.callbacks = marks.clone().filter_map(Callback::named).collect();
            method.is_never_null = marks.clone().any(|mark| mark == NEVER_NULL);
            method.sharing = marks.clone().filter_map(Sharing::named).collect();
            method.is_view = marks.clone().any(|mark| mark == VIEW);
            method.copies_first = marks.clone().any(|mark| mark == COPIES);
            method.arithmetic = marks.clone().find_map(Arithmetic::named);
            method.threads = marks.clone().find_map(Threads::named);
            method.refuses = marks.clone().filter_map(Refusal::named).collect();
        }
        self.world.push_method(self.class, method, named, signature, throws, body)
    }

    /// What the method's body is before its job is done.
    fn first_body(&self, header: &Header, decl: &MethodDecl) -> Body {
        if let Some(contract) = self.library {
            return Body::Library(library_method(contract, header));
        }
        if header.modifiers.is_native {
            return Body::Native;
        }
        match decl.body {
            None => Body::Abstract,
            Some(_) => not_lowered(header.span),
        }
    }

    fn implicit_methods(&mut self) {
        match self.decl.kind {
            ClassKind::Class => self.default_constructor(),
            ClassKind::Enum => {
                self.default_constructor();
                self.enum_methods();
            }
            ClassKind::Record => self.record_methods(),
            ClassKind::Interface | ClassKind::AnnotationType => {}
        }
        let is_static_work = |member: &Member| match member {
            Member::Field(field) => field.modifiers.is_static && field.value.is_some(),
            Member::Initializer(initializer) => initializer.is_static,
            Member::Method(_) | Member::Class(_) => false,
        };
        let has_static_work = !self.decl.constants.is_empty() || self.decl.members.iter().any(is_static_work);
        if has_static_work && self.library.is_none() {
            let modifiers =
                Modifiers { is_static: true, visibility: Some(Visibility::Private), ..Modifiers::default() };
            let id = self.simple_method("<clinit>", MethodKind::StaticInitializer, modifiers, Vec::new(), Ty::Void);
            self.world.jobs.push_back(Job { method: id, kind: JobKind::StaticInitializer });
        }
    }

    /// The constructor of a class that declares none; an anonymous class gets its own when it is created.
    fn default_constructor(&mut self) {
        let entry = self.world.class(self.class);
        if !self.world.info(self.class).constructors.is_empty() || entry.origin == ClassOrigin::Anonymous {
            return;
        }
        let modifiers = Modifiers { visibility: Some(entry.visibility), ..Modifiers::default() };
        let id = self.simple_method("<init>", MethodKind::Constructor, modifiers, Vec::new(), Ty::Void);
        if self.library.is_none() {
            self.world.jobs.push_back(Job { method: id, kind: JobKind::Constructor(None) });
        }
    }

    fn enum_methods(&mut self) {
        let modifiers = Modifiers { is_static: true, visibility: Some(Visibility::Public), ..Modifiers::default() };
        let own = Ty::class(self.class);
        let values =
            self.simple_method("values", MethodKind::Method, modifiers.clone(), Vec::new(), own.clone().array());
        self.world.program.methods[values.index()].body = Body::Library(LibraryMethod::EnumValues);
        let params = vec![("name".into(), self.world.string(), self.decl.span)];
        let value_of = self.simple_method("valueOf", MethodKind::Method, modifiers, params, own);
        self.world.program.methods[value_of.index()].body = Body::Library(LibraryMethod::EnumValueOf);
        let exception = self.world.unknown_class("java.lang.IllegalArgumentException".into());
        self.world.program.methods[value_of.index()].throws = vec![exception];
    }

    /// Accessors and the canonical constructor, unless they are written.
    fn record_methods(&mut self) {
        let decl = self.decl.clone();
        let modifiers = Modifiers { visibility: Some(Visibility::Public), ..Modifiers::default() };
        let mut params = Vec::new();
        for component in &decl.components {
            let field = self.world.info(self.class).fields[&component.name];
            let ty = self.world.field_types[field.index()].clone();
            params.push((component.name.clone(), ty.clone(), component.span));
            let written = self.world.info(self.class).methods.get(&component.name);
            if written.is_some_and(|all| all.iter().any(|id| self.world.signatures[id.index()].params.is_empty())) {
                continue;
            }
            let id = self.simple_method(&component.name, MethodKind::Method, modifiers.clone(), Vec::new(), ty);
            self.world.jobs.push_back(Job { method: id, kind: JobKind::Accessor(field) });
        }
        let types: Vec<Ty> = params.iter().map(|(_, ty, _)| ty.clone()).collect();
        let constructors = &self.world.info(self.class).constructors;
        let is_canonical = |id: &MethodId| self.world.signatures[id.index()].params == types;
        if !constructors.iter().any(is_canonical) {
            let id = self.simple_method("<init>", MethodKind::Constructor, modifiers, params, Ty::Void);
            self.world.jobs.push_back(Job { method: id, kind: JobKind::CompactConstructor(None) });
        }
    }

    fn simple_method(
        &mut self,
        name: &str,
        kind: MethodKind,
        modifiers: Modifiers,
        params: Vec<(Name, Ty, Span)>,
        result: Ty,
    ) -> MethodId {
        let span = self.decl.span;
        let header = Header { name: name.into(), kind, modifiers, annotations: Vec::new(), span };
        let types = params.iter().map(|(_, ty, _)| ty.clone()).collect();
        let signature = Signature { type_params: Vec::new(), params: types, result, is_varargs: false };
        let body = match self.library {
            Some(contract) => Body::Library(library_method(contract, &header)),
            None => not_lowered(span),
        };
        self.world.push_method(self.class, header.into_method(), params, signature, Vec::new(), body)
    }
}

fn not_lowered(span: Span) -> Body {
    Body::Unsupported(Gap { message: "the body was not read".into(), span })
}

/// A model's kind is its mark; without one, what the class's contract allows.
fn library_method(contract: LibraryClass, header: &Header) -> LibraryMethod {
    let mark = |annotation: &Annotation| LibraryMethod::named(annotation.text.trim_start_matches('@'));
    if let Some(kind) = header.annotations.iter().find_map(mark) {
        return kind;
    }
    match (header.kind, contract) {
        (MethodKind::Constructor, _) => LibraryMethod::New,
        (_, LibraryClass::Immutable) => LibraryMethod::Pure,
        (_, _) => LibraryMethod::Write,
    }
}

impl Header {
    fn into_method(self) -> Method {
        Method {
            name: self.name,
            class: ClassId(0),
            kind: self.kind,
            visibility: self.modifiers.visibility.unwrap_or(Visibility::Package),
            is_static: self.modifiers.is_static,
            is_abstract: self.modifiers.is_abstract,
            is_final: self.modifiers.is_final,
            is_synchronized: self.modifiers.is_synchronized,
            is_varargs: false,
            params: Vec::new(),
            locals: Vec::new(),
            result: None,
            throws: Vec::new(),
            refuses: Vec::new(),
            overrides: Vec::new(),
            implements: Vec::new(),
            callbacks: Vec::new(),
            is_never_null: false,
            is_view: false,
            sharing: Vec::new(),
            copies_first: false,
            arithmetic: None,
            threads: None,
            annotations: self.annotations,
            body: Body::Abstract,
            span: self.span,
        }
    }
}

impl World {
    pub fn push_field(&mut self, field: Field, ty: Ty) -> FieldId {
        let id = FieldId(self.program.fields.len() as u32);
        self.program.classes[field.class.index()].fields.push(id);
        self.program.fields.push(field);
        self.field_types.push(ty);
        id
    }

    /// A field for the enclosing object or a captured variable. It is found by no name of the source.
    pub fn add_hidden_field(&mut self, class: ClassId, name: Name, kind: FieldKind, ty: Ty, span: Span) -> FieldId {
        let field = Field {
            name,
            class,
            ty: self.erase(&ty),
            type_arguments: Vec::new(),
            kind,
            visibility: Visibility::Package,
            is_static: false,
            is_final: true,
            is_volatile: false,
            constant: None,
            annotations: Vec::new(),
            span,
        };
        self.push_field(field, ty)
    }

    /// Adds a method with its receiver and parameters as its first locals.
    pub fn push_method(
        &mut self,
        class: ClassId,
        method: Method,
        params: Vec<(Name, Ty, Span)>,
        signature: Signature,
        throws: Vec<ClassId>,
        body: Body,
    ) -> MethodId {
        let id = MethodId(self.program.methods.len() as u32);
        let mut locals = Vec::new();
        if !method.is_static {
            let ty = self.erase(&Ty::class(class));
            locals.push(Local { name: "this".into(), ty, is_temporary: false, span: method.span });
        }
        for (name, ty, span) in params {
            locals.push(Local { name, ty: self.erase(&ty), is_temporary: false, span });
        }
        let result = match &signature.result {
            Ty::Void => None,
            ty => Some(self.erase(ty)),
        };
        let method = Method {
            class,
            is_varargs: signature.is_varargs,
            params: (0..locals.len() as u32).map(LocalId).collect(),
            locals,
            result,
            throws,
            body,
            ..method
        };
        let info = &mut self.infos[class.index()];
        match method.kind {
            MethodKind::Constructor => info.constructors.push(id),
            MethodKind::Method => info.methods.entry(method.name.clone()).or_default().push(id),
            MethodKind::StaticInitializer => {}
        }
        self.program.classes[class.index()].methods.push(id);
        self.program.methods.push(method);
        self.signatures.push(signature);
        id
    }
}
