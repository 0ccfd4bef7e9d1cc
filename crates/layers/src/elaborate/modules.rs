//! Reading where declarations belong: `{:module}`, `{:functor}` and `{:instance}`.
//!
//! ```text
//! {:module "M"}                 belongs to M                  {:module n, "M"}    from layer n on
//! {:functor "F"}                a part of the functor F
//! {:instance "I", "F", "D"}     a copy, in the instance I, of what is called D in the functor F
//! ```
//!
//! The action inside a `refines` clause belongs where its procedure does: to the same functor; to the same instance, as
//! the copy of the action inside the clause of the original; to the same modules, unless it names its own.

use super::attributes::Reader;
use super::headers::{Header, Kind};
use super::module_attributes::{Instance, MODULE_ATTRIBUTES, Said, error, said};
use crate::civl::{Global, Layer, LayerRange};
use crate::modules::{Item, Membership, ModuleId, Modules, Origin, Tenure};
use ivl::typed::{Attribute, GlobalId, Name, ProcedureId, Program, Role};
use source::Span;
use std::collections::BTreeMap;

pub fn read_modules(program: &Program, globals: &[Global], headers: &[Header], reader: &mut Reader) -> Modules {
    let items = items(program, globals, headers);
    misplaced(program, reader);
    let mut said: BTreeMap<Item, Said> = items.iter().map(|item| (item.item, said(item.attributes, reader))).collect();
    for item in &items {
        if let Some(procedure) = item.inside {
            inherit(program, &mut said, item, procedure);
        }
    }
    let mut modules = Reading { program, items: &items, said: &said, reader, names: vec!["".into()] };
    modules.kinds();
    let memberships: BTreeMap<Item, Membership> =
        items.iter().map(|item| (item.item, modules.membership(item))).collect();
    modules.copied_once(&memberships);
    let main =
        |span| Membership { owners: vec![Tenure { from: 0, module: ModuleId::MAIN, span }], origin: Origin::Ordinary };
    let of = |item: Item, span: Span| memberships.get(&item).cloned().unwrap_or_else(|| main(span));
    let global = |(at, it): (usize, &ivl::typed::Variable)| of(Item::Global(GlobalId(at as u32)), it.span);
    let routine = |(at, it): (usize, &ivl::typed::Procedure)| of(Item::Routine(ProcedureId(at as u32)), it.span);
    Modules {
        names: modules.names,
        globals: program.globals.iter().enumerate().map(global).collect(),
        routines: program.procedures.iter().enumerate().map(routine).collect(),
    }
}

/// A declaration that can belong to a module.
struct Declared<'a> {
    item: Item,
    name: &'a Name,
    attributes: &'a [Attribute],
    layers: LayerRange,
    span: Span,
    /// The yield procedure in whose `refines` clause it stands.
    inside: Option<ProcedureId>,
}

fn items<'a>(program: &'a Program, globals: &[Global], headers: &[Header]) -> Vec<Declared<'a>> {
    let mut items = Vec::new();
    for (at, (variable, global)) in program.globals.iter().zip(globals).enumerate() {
        let item = Item::Global(GlobalId(at as u32));
        let (name, attributes, span) = (&variable.name, &variable.attributes[..], variable.span);
        items.push(Declared { item, name, attributes, layers: global.layers, span, inside: None });
    }
    let inside = actions_inside(program);
    for (at, (procedure, header)) in program.procedures.iter().zip(headers).enumerate() {
        let id = ProcedureId(at as u32);
        let layers = match header.kind {
            Kind::Plain | Kind::Pure | Kind::Primitive(_) => continue,
            Kind::Action { layers, is_pure: _ } => layers,
            Kind::Yield { layer } => LayerRange { lower: 0, upper: layer },
            Kind::Invariant { layer } => LayerRange::only(layer),
        };
        let (name, attributes, span) = (&procedure.name, &procedure.attributes[..], procedure.span);
        let inside = inside.get(&id).copied();
        items.push(Declared { item: Item::Routine(id), name, attributes, layers, span, inside });
    }
    items
}

/// The actions that stand inside `refines` clauses, with the procedures of the clauses.
fn actions_inside(program: &Program) -> BTreeMap<ProcedureId, ProcedureId> {
    let mut inside = BTreeMap::new();
    for procedure in (0..program.procedures.len()).map(|at| ProcedureId(at as u32)) {
        if let Some((action, clause)) = refined(program, procedure) {
            let span = program.procedures[action.index()].span;
            if span.file == clause.file && clause.start <= span.start && span.end <= clause.end {
                inside.insert(action, procedure);
            }
        }
    }
    inside
}

/// What a yield procedure refines, with the clause.
fn refined(program: &Program, id: ProcedureId) -> Option<(ProcedureId, Span)> {
    match &program.procedures[id.index()].role {
        Role::Yield(role) => role.refines.as_ref().map(|refines| (refines.action, refines.span)),
        Role::Plain | Role::Pure | Role::Action(_) | Role::Invariant { .. } => None,
    }
}

/// Attributes of modules at declarations that Civl does not read.
fn misplaced(program: &Program, reader: &mut Reader) {
    let mut refuse = |attributes: &[Attribute], what: &str| {
        for attribute in attributes.iter().filter(|it| MODULE_ATTRIBUTES.contains(&&*it.name)) {
            error(reader, attribute.span, format!("`{{:{}}}` has no meaning at {what}", attribute.name));
        }
    };
    let plain = program.procedures.iter().filter(|procedure| matches!(procedure.role, Role::Plain));
    plain.for_each(|procedure| refuse(&procedure.attributes, "a procedure of sequential programs"));
    let stateless = "what has no state; everything may use it";
    program.functions.iter().for_each(|function| refuse(&function.attributes, stateless));
    program.consts.iter().for_each(|constant| refuse(&constant.attributes, stateless));
    program.datatypes.iter().for_each(|datatype| refuse(&datatype.attributes, stateless));
}

/// What an action inside a `refines` clause has from its procedure.
fn inherit(program: &Program, said: &mut BTreeMap<Item, Said>, action: &Declared, procedure: ProcedureId) {
    let Some(outer) = said.get(&Item::Routine(procedure)).cloned() else { return };
    let Some(own) = said.get_mut(&action.item) else { return };
    if own.modules.is_empty() {
        // A part of an instance says for itself where it goes.
        own.modules = if outer.instance.is_some() { Vec::new() } else { outer.modules };
    }
    if own.functor.is_none() && own.instance.is_none() {
        own.functor = outer.functor;
        own.instance = outer.instance.map(|instance| {
            let named = |procedure: &ivl::typed::Procedure| procedure.name == instance.original;
            let original = program.procedures.iter().position(named).map(|at| ProcedureId(at as u32));
            let inside = original.and_then(|original| refined(program, original));
            let name = inside.map_or(instance.original.clone(), |(id, _)| program.procedures[id.index()].name.clone());
            Instance { original: name, ..instance }
        });
    }
}

/// What kind of module a name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ModuleKind {
    Ordinary,
    Functor,
    Instance,
}

struct Reading<'a, 'r> {
    program: &'a Program,
    items: &'a [Declared<'a>],
    said: &'a BTreeMap<Item, Said>,
    reader: &'r mut Reader,
    names: Vec<Name>,
}

impl Reading<'_, '_> {
    fn kind(&self, name: &Name) -> ModuleKind {
        if self.said.values().any(|said| said.functor.as_ref().is_some_and(|(functor, _)| functor == name)) {
            ModuleKind::Functor
        } else if self.instances().any(|instance| instance.name == *name) {
            ModuleKind::Instance
        } else {
            ModuleKind::Ordinary
        }
    }

    fn instances(&self) -> impl Iterator<Item = &Instance> {
        self.said.values().filter_map(|said| said.instance.as_ref())
    }

    fn module(&mut self, name: &Name) -> ModuleId {
        let at = self.names.iter().skip(1).position(|other| other == name).map(|at| at + 1);
        let at = at.unwrap_or_else(|| {
            self.names.push(name.clone());
            self.names.len() - 1
        });
        ModuleId(at as u32)
    }

    /// A name stands for one functor, or for one instance of one functor.
    fn kinds(&mut self) {
        let said = self.said;
        let instances: Vec<&Instance> = said.values().filter_map(|said| said.instance.as_ref()).collect();
        for instance in &instances {
            let same = |other: &&&Instance| other.name == instance.name && other.functor != instance.functor;
            if let Some(other) = instances.iter().find(same) {
                let message =
                    format!("`{}` is an instance of `{}` and of `{}`", instance.name, instance.functor, other.functor);
                self.error(instance.span, message);
            }
            if self.kind(&instance.name) == ModuleKind::Functor {
                self.error(instance.span, format!("`{}` is a functor, so no instance is called so", instance.name));
            }
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        error(self.reader, span, message.into());
    }

    fn membership(&mut self, declared: &Declared) -> Membership {
        let said = &self.said[&declared.item];
        let (home, origin) = match (&said.functor, &said.instance) {
            (Some((functor, span)), instance) => {
                if instance.is_some() {
                    self.error(*span, format!("`{}` is part of a functor and of an instance", declared.name));
                }
                (Some((functor.clone(), *span)), Origin::Template)
            }
            (None, Some(instance)) => {
                let origin = self.original(declared, instance).map_or(Origin::Ordinary, Origin::Copy);
                (Some((instance.name.clone(), instance.span)), origin)
            }
            (None, None) => (None, Origin::Ordinary),
        };
        let mut owners = match home {
            Some((name, span)) => vec![Tenure { from: 0, module: self.module(&name), span }],
            None => Vec::new(),
        };
        for (from, name, span) in &said.modules {
            self.may_join(declared, said, *from, name, *span);
            if owners.iter().any(|tenure| tenure.from == *from) {
                let message = format!("`{}` belongs to one module at layer {from}, not to two", declared.name);
                self.error(*span, message);
            } else {
                let module = self.module(name);
                owners.push(Tenure { from: *from, module, span: *span });
            }
        }
        owners.sort_by_key(|tenure| tenure.from);
        if owners.first().is_none_or(|tenure| tenure.from > 0) {
            owners.insert(0, Tenure { from: 0, module: ModuleId::MAIN, span: declared.span });
        }
        Membership { owners, origin }
    }

    /// Whether a declaration can belong to a module by `{:module}`.
    fn may_join(&mut self, declared: &Declared, said: &Said, from: Layer, name: &Name, span: Span) {
        match self.kind(name) {
            ModuleKind::Ordinary => {}
            ModuleKind::Functor => {
                self.error(span, format!("`{name}` is a functor: its parts say `{{:functor \"{name}\"}}`"));
            }
            ModuleKind::Instance => {
                let message =
                    format!("`{name}` is an instance of a functor: nothing belongs to it but copies of what is there");
                self.error(span, message);
            }
        }
        let inherited = declared.attributes.iter().all(|attribute| attribute.span != span);
        if said.functor.is_some() {
            self.error(span, format!("`{}` is part of a functor, and stays there", declared.name));
        } else if !inherited && from > declared.layers.upper {
            let message = format!(
                "`{}` does not exist above layer {}, so it cannot migrate",
                declared.name, declared.layers.upper
            );
            self.error(span, message);
        }
    }

    /// The declaration that an instance's declaration is a copy of.
    fn original(&mut self, declared: &Declared, instance: &Instance) -> Option<Item> {
        let (said, items) = (self.said, self.items);
        let is_part = |item: &&Declared| {
            said[&item.item].functor.as_ref().is_some_and(|(functor, _)| *functor == instance.functor)
        };
        let same_kind =
            |item: &&Declared| matches!(item.item, Item::Global(_)) == matches!(declared.item, Item::Global(_));
        let parts: Vec<&Declared> = items.iter().filter(is_part).filter(same_kind).collect();
        let found = parts.iter().find(|item| *item.name == instance.original);
        if found.is_none() {
            let list: Vec<String> = parts.iter().map(|item| format!("`{}`", item.name)).collect();
            let known = items.iter().any(|item| is_part(&item));
            let message = match (known, list.is_empty()) {
                (false, _) => format!("there is no functor `{}`", instance.functor),
                (true, true) => format!("functor `{}` has no declaration of this kind", instance.functor),
                (true, false) => format!(
                    "functor `{}` has no `{}` of this kind; it has {}",
                    instance.functor,
                    instance.original,
                    list.join(", ")
                ),
            };
            self.error(instance.span, message);
        }
        found.map(|item| item.item)
    }

    /// An instance has one copy of each declaration.
    fn copied_once(&mut self, memberships: &BTreeMap<Item, Membership>) {
        let mut copies: BTreeMap<(ModuleId, Item), Item> = BTreeMap::new();
        for (item, membership) in memberships {
            let Origin::Copy(original) = membership.origin else { continue };
            if let Some(first) = copies.insert((membership.home(), original), *item) {
                let name = |item: &Item| match item {
                    Item::Global(id) => self.program.globals[id.index()].name.clone(),
                    Item::Routine(id) => self.program.procedures[id.index()].name.clone(),
                };
                let message = format!("`{}` and `{}` are the same copy of one declaration", name(&first), name(item));
                self.error(membership.owners[0].span, message);
            }
        }
    }
}
