//! Content that leaves its class inside of another object: a function, an adapter, an array.
//!
//! ```text
//! return new Adder(list)     who gets the object reaches the list by the methods of `Adder`, without the lock of its owner
//! return c, execute(c)       the same of a field `c` that leads to such an object
//! ```
//!
//! The methods of the object are not walked with the locks of those who call them: to them, all of its content is read, and
//! it is written unless they only look. An object that leads back to its owner, and takes the owner's lock, is walked as
//! an entry point of its own. Objects of thread-safe classes look after themselves.

use crate::content::Walked;
use crate::content::facts::{Facts, Kind};
use crate::content::races::Regions;
use crate::content::record::{Access, What};
use crate::content::state::{Level, Origin, Site, State, Value};
use crate::content::walk::Walker;
use crate::plan::flat::Op;
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, Call, ClassId, ClassOrigin, FieldId, Instruction, Method, MethodId, MethodKind, Program, Visibility,
};
use source::Span;
use std::collections::BTreeSet;

impl Walker<'_> {
    /// The class of the program of which a new object is, unless it is a thread-safe one.
    pub fn class_of(&self, site: Site) -> Option<ClassId> {
        let Site::New(at) = site else { return None };
        match &self.flat.edges[at].op {
            Op::Java(Instruction::NewObject { class, .. }) => {
                let is_own = self.facts.java.class(*class).is_from_source();
                Some(*class).filter(|class| is_own && !self.facts.is_safe_class(*class))
            }
            _ => None,
        }
    }

    /// What a method returns goes to code that is not given, with all that it holds.
    pub fn hand_out_inside(&mut self, id: MethodId, value: &Value, span: Span, state: &State) {
        if !is_open(self.facts.java, id) {
            return;
        }
        self.leave(value, span, state);
        let mut seen = BTreeSet::new();
        let mut pending: Vec<Site> = value.sites.iter().copied().collect();
        while let Some(site) = pending.pop() {
            let Some(object) = state.objects.get(&site).filter(|_| seen.insert(site)) else { continue };
            let class = match site {
                Site::New(at) => match &self.flat.edges[at].op {
                    Op::Java(Instruction::NewObject { class, .. }) => Some(*class),
                    _ => None,
                },
                Site::This | Site::Param(_) => continue,
            };
            if class.is_some_and(|class| self.facts.is_safe_class(class)) {
                continue;
            }
            pending.extend(&object.holds);
            let only_looks = class.is_some_and(|class| only_looks(self.facts, class));
            let inside = Some(class.map_or("another object".to_string(), |class| carrier(self.facts.java, class)));
            let shared = object.inner.iter().filter(|place| place.level != Level::Inside);
            let shared: Vec<&Origin> = shared.filter(|place| !self.is_own_place(place, state)).collect();
            for place in shared {
                self.record.accesses.insert(Access {
                    field: place.field,
                    level: place.level,
                    what: What::Content,
                    is_write: !only_looks && !place.is_view,
                    kind: Kind::Depends,
                    locks: BTreeSet::new(),
                    span,
                    inside: inside.clone(),
                });
            }
        }
    }

    /// Others have what these fields lead to.
    pub fn leave(&mut self, value: &Value, span: Span, state: &State) {
        self.record.leaving.extend(state.origins(value).into_iter().map(|place| (place.field, span)));
    }
}

/// Whether code that is not given may call a method. Those in the package are given, if any is.
fn is_open(java: &Program, id: MethodId) -> bool {
    let is_call = |call: &Call| call.method == id || call.targets.contains(&id);
    let calls = |method: &Method| {
        let mut edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
        edges.any(|edge| matches!(&edge.instruction, Instruction::Call(call) if is_call(call)))
    };
    match java.method(id).visibility {
        Visibility::Public | Visibility::Protected => true,
        Visibility::Package => !java.methods.iter().any(calls),
        Visibility::Private => false,
    }
}

/// The accesses of those who get an object that a field leads to, by the classes of which it may be.
pub fn inside<'w>(facts: &Facts, regions: &Regions, walked: &'w [Walked]) -> Vec<(Access, &'w Walked)> {
    let classes: BTreeSet<(usize, ClassId)> = walked
        .iter()
        .flat_map(|method| &method.record.classes)
        .map(|(field, class)| (regions.of(*field), *class))
        .collect();
    let mut found = Vec::new();
    let is_public = |field: &FieldId| facts.java.field(*field).visibility == Visibility::Public;
    let fields = (0..facts.java.fields.len() as u32).map(FieldId).filter(is_public);
    let public: Vec<FieldId> = fields.filter(|field| facts.is_of_safe_class(*field)).collect();
    let first = walked.iter().find(|method| !method.is_main).map(|method| method.id);
    for method in walked {
        let here = public.iter().filter(|_| Some(method.id) == first);
        let here = here.map(|field| (*field, facts.java.field(*field).span));
        for (leaving, span) in &method.record.leaving.iter().copied().chain(here).collect::<BTreeSet<_>>() {
            let region = regions.of(*leaving);
            for (_, class) in classes.iter().filter(|(at, _)| *at == region) {
                let reached = accesses(facts, *leaving, *class, *span);
                found.extend(reached.into_iter().map(|access| (access, method)));
            }
        }
    }
    found
}

/// What the methods of an object reach by its fields.
fn accesses(facts: &Facts, leaving: FieldId, class: ClassId, span: Span) -> Vec<Access> {
    let only_looks = only_looks(facts, class);
    let reached = |field: FieldId| {
        let ty = &facts.java.field(field).ty;
        let (what, is_write, kind) = match facts.kind(ty) {
            _ if facts.is_plain_content(field) => (What::Field(field), is_written(facts.java, field), Kind::Unsafe),
            kind @ (Kind::Unsafe | Kind::Depends) => (What::Content, !only_looks, kind),
            Kind::Own | Kind::Safe | Kind::Locked => return None,
        };
        Some(Access {
            field: leaving,
            level: Level::Field(field),
            what,
            is_write,
            kind,
            locks: BTreeSet::new(),
            span,
            inside: Some(carrier(facts.java, class)),
        })
    };
    fields_of(facts.java, class).into_iter().filter_map(reached).collect()
}

fn fields_of(java: &Program, class: ClassId) -> Vec<FieldId> {
    let above = std::iter::successors(Some(class), |class| java.class(*class).superclass);
    let all = above.flat_map(|class| java.class(class).fields.iter().copied());
    all.filter(|field| !java.field(*field).is_static).collect()
}

/// Whether a field changes after its object is built, or code that is not given may change it.
fn is_written(java: &Program, field: FieldId) -> bool {
    let writes = |method: &Method| {
        let mut edges = method.graph().into_iter().flat_map(|graph| &graph.edges);
        edges.any(|edge| matches!(&edge.instruction, Instruction::WriteField { field: to, .. } if *to == field))
    };
    let is_later = |method: &&Method| method.kind != MethodKind::Constructor;
    java.field(field).visibility == Visibility::Public || java.methods.iter().filter(is_later).any(writes)
}

/// Whether the methods of a class change nothing and give away nothing that could be changed.
fn only_looks(facts: &Facts, class: ClassId) -> bool {
    let java = facts.java;
    let above = std::iter::successors(Some(class), |class| java.class(*class).superclass);
    let classes: Vec<ClassId> = above.filter(|class| java.class(*class).is_from_source()).collect();
    let methods: Vec<MethodId> = classes.iter().flat_map(|class| java.class(*class).methods.clone()).collect();
    let is_private = |field: FieldId| java.field(field).visibility == Visibility::Private;
    let is_function = java.class(class).origin == ClassOrigin::Lambda;
    let is_hidden = is_function || fields_of(java, class).into_iter().all(is_private);
    let looks = |id: &MethodId| {
        let method = java.method(*id);
        let keeps = method.result.as_ref().is_none_or(|ty| facts.kind_of_all(ty) == Kind::Safe || facts.is_cursor(ty));
        match &method.body {
            _ if method.kind == MethodKind::Constructor => true,
            Body::Graph(graph) => keeps && graph.edges.iter().all(|edge| looks_only(java, &edge.instruction, &methods)),
            _ => false,
        }
    };
    java.class(class).is_from_source() && is_hidden && methods.iter().all(looks)
}

fn looks_only(java: &Program, instruction: &Instruction, own: &[MethodId]) -> bool {
    use LibraryMethod as M;
    match instruction {
        Instruction::WriteElement { .. } => false,
        Instruction::Call(call) => {
            call.targets.iter().chain([&call.method]).all(|target| match &java.method(*target).body {
                Body::Library(M::Read | M::Pure | M::Box | M::Unbox | M::Equals | M::HashCode | M::ToString) => true,
                Body::Library(M::StringEquals | M::Output) => true,
                _ => own.contains(target),
            })
        }
        _ => true,
    }
}

/// What content leaves in, for findings.
fn carrier(java: &Program, class: ClassId) -> String {
    let entry = java.class(class);
    match entry.origin {
        ClassOrigin::Lambda => "a function".to_string(),
        ClassOrigin::Anonymous => "an object of an anonymous class".to_string(),
        _ => format!("an object of `{}`", entry.name.rsplit(['.', '$']).next().unwrap_or(&entry.name)),
    }
}
