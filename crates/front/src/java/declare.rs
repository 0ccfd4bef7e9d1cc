//! From declarations to entries of the world: classes, then their headers, then their members.
//!
//! Each step is taken for all classes of a group before the next, so that they may name each other. Local and anonymous
//! classes are groups of their own, declared when the body that holds them is lowered.

use super::ast::{ClassDecl, Member, TypeParam, Unit};
use super::codes;
use super::members;
use super::names::Place;
use super::types::{Ty, TypeVar};
use super::world::{ClassInfo, TypeNames, TypeVarInfo, UnitId, UnitScope, World};
use concurrent::object::library::{LibraryClass, Promise};
use concurrent::object::{Class, ClassId, ClassKind, ClassOrigin, Name, Visibility};
use source::{Deadline, Diagnostic};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where a class is declared.
#[derive(Clone)]
pub struct Site {
    pub unit: UnitId,
    pub outer: Option<ClassId>,
    pub names: TypeNames,
    pub origin: ClassOrigin,
    /// Its full name.
    pub name: Name,
    /// Whether it has no enclosing object.
    pub is_static: bool,
}

/// A class has at most so many superclasses and interfaces, all told.
const MOST_ANCESTORS: usize = 200;

impl World {
    /// All classes of all files, and the models. None if that is not done in time.
    pub fn declare_units(&mut self, units: &[Unit], library: &[Unit], deadline: Deadline) -> Option<()> {
        let mut group = Vec::new();
        for (unit, is_library) in units.iter().map(|unit| (unit, false)).chain(library.iter().map(|unit| (unit, true)))
        {
            self.declare_unit(unit, is_library, &mut group);
        }
        self.find_known();
        self.resolve_headers(&group);
        self.break_cycles(&group);
        for class in group {
            if deadline.is_over() {
                return None;
            }
            members::declare(self, class);
        }
        Some(())
    }

    fn declare_unit(&mut self, unit: &Unit, is_library: bool, group: &mut Vec<ClassId>) {
        let id = UnitId(self.units.len());
        self.units.push(unit_scope(unit));
        let package = unit.package.clone().unwrap_or_else(|| Arc::from(""));
        self.packages.insert(package.clone());
        for decl in &unit.classes {
            let name: Name =
                if package.is_empty() { decl.name.clone() } else { Arc::from(format!("{package}.{}", decl.name)) };
            if let Some(first) = self.by_name.get(&name) {
                if !is_library {
                    let first = self.class(*first).span;
                    let message = format!("the class `{name}` is declared twice");
                    let finding = Diagnostic::error(&codes::DUPLICATE, decl.span, message);
                    self.diagnostics.push(finding.label(first, "first here"));
                }
                continue;
            }
            let origin = if is_library { library_origin(decl) } else { ClassOrigin::Source };
            let site = Site { unit: id, outer: None, names: TypeNames::default(), origin, name, is_static: true };
            self.declare_class(decl, &site, group);
        }
    }

    /// A class that a body holds, with its members and theirs.
    pub fn declare_local(&mut self, decl: &Arc<ClassDecl>, site: &Site) -> (ClassId, Vec<ClassId>) {
        let mut group = Vec::new();
        let class = self.declare_class(decl, site, &mut group);
        (class, group)
    }

    /// The second and third step for a class that a body holds. The supertype of an anonymous class is said by the
    /// expression that creates it.
    pub fn finish_local(&mut self, group: &[ClassId], supertype: Option<&Ty>) {
        self.resolve_headers(group);
        if let (Some(first), Some(Ty::Class(parent, args))) = (group.first(), supertype) {
            let parent_type = Ty::Class(*parent, args.clone());
            match self.is_interface(*parent) {
                true => self.set_supers(*first, Some(self.object()), vec![parent_type]),
                false => self.set_supers(*first, Some(parent_type), Vec::new()),
            }
        }
        self.break_cycles(group);
        group.iter().for_each(|class| members::declare(self, *class));
    }

    fn declare_class(&mut self, decl: &Arc<ClassDecl>, site: &Site, group: &mut Vec<ClassId>) -> ClassId {
        let in_interface = site.outer.is_some_and(|outer| self.is_interface(outer));
        let class = Class {
            name: site.name.clone(),
            kind: decl.kind,
            origin: site.origin,
            superclass: None,
            interfaces: Vec::new(),
            outer: site.outer,
            fields: Vec::new(),
            methods: Vec::new(),
            visibility: match decl.modifiers.visibility {
                Some(visibility) => visibility,
                None if in_interface => Visibility::Public,
                None => Visibility::Package,
            },
            is_static: site.is_static,
            is_abstract: decl.modifiers.is_abstract || decl.kind == ClassKind::Interface,
            is_final: decl.modifiers.is_final || decl.kind == ClassKind::Record,
            annotations: decl.annotations.clone(),
            promises: promises(decl, site.origin),
            span: decl.span,
        };
        let mut info = ClassInfo::new(Some(decl.clone()), site.unit);
        info.scope = site.names.clone();
        let id = self.add_class(class, info);
        group.push(id);
        for member in &decl.members {
            if let Member::Class(inner) = member {
                self.declare_member_class(id, inner, site, group);
            }
        }
        id
    }

    fn declare_member_class(&mut self, outer: ClassId, decl: &Arc<ClassDecl>, site: &Site, group: &mut Vec<ClassId>) {
        if let Some(first) = self.info(outer).classes.get(&decl.name) {
            let first = self.class(*first).span;
            let message = format!("the class `{}` is declared twice", decl.name);
            self.diagnostics.push(Diagnostic::error(&codes::DUPLICATE, decl.span, message).label(first, "first here"));
            return;
        }
        let is_static = decl.modifiers.is_static || decl.kind != ClassKind::Class || self.is_interface(outer);
        let origin = match site.origin {
            ClassOrigin::Library(_) => library_origin(decl),
            _ => ClassOrigin::Source,
        };
        let inner = Site {
            unit: site.unit,
            outer: Some(outer),
            names: TypeNames::default(),
            origin,
            name: Arc::from(format!("{}.{}", site.name, decl.name)),
            is_static,
        };
        let class = self.declare_class(decl, &inner, group);
        self.info_mut(outer).classes.insert(decl.name.clone(), class);
    }

    /// Type parameters, superclass and interfaces. A type keeps its arguments only if its class is known to have as many
    /// parameters, so those of all classes come first.
    fn resolve_headers(&mut self, group: &[ClassId]) {
        for class in group {
            let Some(decl) = self.info(*class).decl.clone() else { continue };
            let vars = decl.type_params.iter().map(|param| self.new_type_var(param.name.clone())).collect();
            self.info_mut(*class).type_params = vars;
        }
        group.iter().for_each(|class| self.resolve_header(*class));
    }

    fn resolve_header(&mut self, class: ClassId) {
        let info = self.info(class);
        let (unit, scope, vars) = (info.unit, info.scope.clone(), info.type_params.clone());
        let Some(decl) = info.decl.clone() else {
            return;
        };
        let place = Place { unit, class: Some(class), names: &scope };
        self.resolve_bounds(place, &vars, &decl.type_params);
        let superclass = decl.superclass.as_ref().map(|ty| self.resolve_type(place, ty));
        let interfaces: Vec<Ty> = decl.interfaces.iter().map(|ty| self.resolve_type(place, ty)).collect();
        let default = match decl.kind {
            ClassKind::Class => Some(self.object()),
            ClassKind::Enum => {
                let id = self.unknown_class("java.lang.Enum".into());
                Some(Ty::Class(id, vec![Ty::class(class)]))
            }
            ClassKind::Record => Some(Ty::class(self.unknown_class("java.lang.Record".into()))),
            ClassKind::Interface | ClassKind::AnnotationType => None,
        };
        let superclass = superclass.or(default).filter(|_| class != self.known.object);
        self.set_supers(class, superclass, interfaces);
    }

    pub fn set_supers(&mut self, class: ClassId, superclass: Option<Ty>, interfaces: Vec<Ty>) {
        let id_of = |ty: &Ty| match ty {
            Ty::Class(id, _) => Some(*id),
            Ty::Void | Ty::Primitive(_) | Ty::Null | Ty::Array(_) | Ty::Var(_) | Ty::Unknown | Ty::Unseen => None,
        };
        let entry = &mut self.program.classes[class.index()];
        entry.superclass = superclass.as_ref().and_then(id_of);
        entry.interfaces = interfaces.iter().filter_map(id_of).collect();
        self.info_mut(class).supers = superclass.into_iter().chain(interfaces).collect();
    }

    /// A class that is its own ancestor is no program, and walks along ancestors would not end. Nor are they made for very
    /// many ancestors.
    fn break_cycles(&mut self, group: &[ClassId]) {
        for class in group {
            let entry = &self.program.classes[class.index()];
            let finding = if self.is_own_ancestor(*class) {
                let message = format!("the class `{}` is its own ancestor", entry.name);
                Diagnostic::error(&codes::CYCLE, entry.span, message)
            } else if self.has_many_ancestors(*class) {
                let message = format!(
                    "`{}` has more than {MOST_ANCESTORS} superclasses and interfaces, which is not supported",
                    entry.name
                );
                Diagnostic::error(&codes::DEPTH, entry.span, message)
            } else {
                continue;
            };
            self.diagnostics.push(finding);
            let superclass = (*class != self.known.object).then(|| self.object());
            self.set_supers(*class, superclass, Vec::new());
        }
    }

    fn has_many_ancestors(&self, class: ClassId) -> bool {
        let mut seen = BTreeSet::new();
        let mut pending = vec![class];
        while let Some(next) = pending.pop().filter(|_| seen.len() <= MOST_ANCESTORS) {
            pending.extend(self.program.supertypes(next).filter(|parent| seen.insert(*parent)));
        }
        seen.len() > MOST_ANCESTORS
    }

    fn is_own_ancestor(&self, class: ClassId) -> bool {
        let mut seen = vec![false; self.program.classes.len()];
        let mut pending: Vec<ClassId> = self.program.supertypes(class).collect();
        while let Some(next) = pending.pop() {
            if next == class {
                return true;
            }
            if !std::mem::replace(&mut seen[next.index()], true) {
                pending.extend(self.program.supertypes(next));
            }
        }
        false
    }

    pub fn new_type_var(&mut self, name: Name) -> TypeVar {
        self.type_vars.push(TypeVarInfo { name, bound: Ty::Unknown });
        TypeVar(self.type_vars.len() as u32 - 1)
    }

    pub fn resolve_bounds(&mut self, place: Place, vars: &[TypeVar], params: &[TypeParam]) {
        for (var, param) in vars.iter().zip(params) {
            let bound = match &param.bound {
                Some(bound) => self.resolve_type(place, bound),
                None => self.object(),
            };
            self.type_vars[var.0 as usize].bound = bound;
        }
    }
}

fn unit_scope(unit: &Unit) -> UnitScope {
    let mut scope = UnitScope { package: unit.package.clone(), ..UnitScope::default() };
    for import in &unit.imports {
        let last = || import.path.rsplit_once('.');
        match (import.is_static, import.is_on_demand) {
            (false, true) => scope.on_demand.push(import.path.clone()),
            (true, true) => scope.static_on_demand.push(import.path.clone()),
            (false, false) => {
                let simple = last().map_or(&*import.path, |(_, simple)| simple);
                scope.single.insert(Arc::from(simple), import.path.clone());
            }
            (true, false) => {
                if let Some((class, member)) = last() {
                    scope.static_single.push((Arc::from(class), Arc::from(member)));
                }
            }
        }
    }
    scope
}

/// What a model says besides its contract.
fn promises(decl: &ClassDecl, origin: ClassOrigin) -> Vec<Promise> {
    let marks = decl.annotations.iter().map(|mark| mark.text.trim_start_matches('@'));
    match origin {
        ClassOrigin::Library(_) => marks.filter_map(Promise::named).collect(),
        ClassOrigin::Source | ClassOrigin::Anonymous | ClassOrigin::Lambda | ClassOrigin::Unknown => Vec::new(),
    }
}

/// A model says its contract with an annotation.
fn library_origin(decl: &ClassDecl) -> ClassOrigin {
    let marked = decl.annotations.iter().find_map(|mark| LibraryClass::named(mark.text.trim_start_matches('@')));
    ClassOrigin::Library(marked.unwrap_or(LibraryClass::Immutable))
}
