//! Faults in the use of locks, put into a program on purpose, so that users can measure their checks.
//!
//! Three kinds, as in the literature: calls of a lock's methods are removed, doubled or exchanged for others; they are
//! made to depend on a variable that is there; they are made to depend on a counter that is new. One fault at a time,
//! chosen by a seed.

use crate::spec::LockSpec;
use concurrent::object::library::{LibraryClass, LibraryMethod};
use concurrent::object::{Body, ClassKind, ClassOrigin, Instruction, Method, MethodId, MethodKind, Program, Type};
use source::Span;
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// A call is removed, doubled, or exchanged.
    Modified,
    /// A call happens only if a variable of the program says so.
    OnVariable,
    /// A call happens only until, or only when, a new counter has come so far.
    OnCounter,
}

/// A change of the text that makes a program wrong, most of the time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where it is.
    pub span: Span,
    pub description: String,
    /// Pieces of text and what stands there instead; they do not overlap.
    pub edits: Vec<(Span, String)>,
}

/// A statement that calls a lock's method, and nothing else.
#[derive(Clone, Debug)]
struct Site {
    /// Without the semicolon.
    span: Span,
    method: MethodId,
    is_acquire: bool,
}

/// One fault of the kind; none if the program has no call that could be changed.
pub fn inject(
    program: &Program,
    locks: &LockSpec,
    text: &dyn Fn(Span) -> String,
    kind: FaultKind,
    seed: u64,
) -> Option<Fault> {
    let mut random = Random(seed);
    let sites = sites(program, locks, text);
    if sites.is_empty() {
        return None;
    }
    // Some calls have no variable in scope: others are tried then.
    (0..50).find_map(|_| {
        let site = &sites[random.below(sites.len())];
        match kind {
            FaultKind::Modified => modified(site, text, &mut random),
            FaultKind::OnVariable => on_variable(program, locks, site, text, &mut random),
            FaultKind::OnCounter => on_counter(program, site, text, &mut random),
        }
    })
}

/// Whether a field of the program holds a `StampedLock`, whose calls hang together by their stamps and are not changed.
pub fn has_stamps(program: &Program) -> bool {
    let is_stamped = |ty: &Type| {
        matches!(ty, Type::Class(class)
            if program.class(*class).origin == ClassOrigin::Library(LibraryClass::StampedLock))
    };
    program.fields.iter().any(|field| is_stamped(&field.ty))
}

fn sites(program: &Program, locks: &LockSpec, text: &dyn Fn(Span) -> String) -> Vec<Site> {
    let mut found: BTreeMap<Span, Site> = BTreeMap::new();
    for id in program.method_ids() {
        let Some(graph) = program.method(id).graph() else { continue };
        for edge in &graph.edges {
            let Instruction::Call(call) = &edge.instruction else { continue };
            let Some(is_acquire) = lock_call(program, locks, call.method) else { continue };
            if call.target.is_none() && is_statement(edge.span, text) {
                found.insert(edge.span, Site { span: edge.span, method: id, is_acquire });
            }
        }
    }
    found.into_values().collect()
}

/// Whether the method takes a lock or releases one.
fn lock_call(program: &Program, locks: &LockSpec, method: MethodId) -> Option<bool> {
    if let Some(effects) = locks.effects.get(&method) {
        return effects.first().map(|effect| effect.is_acquire);
    }
    match program.method(method).body {
        Body::Library(LibraryMethod::Lock) => Some(true),
        Body::Library(LibraryMethod::Unlock) => Some(false),
        _ => None,
    }
}

/// Whether a semicolon follows, and a statement may begin in front.
fn is_statement(span: Span, text: &dyn Fn(Span) -> String) -> bool {
    let after = text(Span::new(span.file, span.end, span.end + 1));
    let before = text(Span::new(span.file, span.start.saturating_sub(400), span.start));
    let before = without_comment(before.trim_end());
    after == ";" && before.ends_with(['{', '}', ';'])
}

/// What stands in front of comments at the end of a text.
fn without_comment(text: &str) -> &str {
    let line = text.rsplit('\n').next().unwrap_or(text);
    match line.find("//") {
        Some(at) => without_comment(text[..text.len() - line.len() + at].trim_end()),
        None if text.ends_with("*/") => text.rfind("/*").map_or("", |at| text[..at].trim_end()),
        None => text,
    }
}

fn modified(site: &Site, text: &dyn Fn(Span) -> String, random: &mut Random) -> Option<Fault> {
    let call = text(site.span);
    let verb = if site.is_acquire { "acquisition" } else { "release" };
    let (description, replacement) = match random.below(3) {
        0 => (format!("{verb} removed"), String::new()),
        1 => (format!("{verb} doubled"), format!("{call}; {call}")),
        _ => {
            let (from, to) = if site.is_acquire { (".lock()", ".unlock()") } else { (".unlock()", ".lock()") };
            let exchanged = call.strip_suffix(from).map(|front| format!("{front}{to}"))?;
            (format!("{verb} exchanged"), exchanged)
        }
    };
    Some(Fault { span: site.span, description, edits: vec![(site.span, replacement)] })
}

fn on_variable(
    program: &Program,
    locks: &LockSpec,
    site: &Site,
    text: &dyn Fn(Span) -> String,
    random: &mut Random,
) -> Option<Fault> {
    let method = program.method(site.method);
    let variables = variables(program, locks, method);
    if variables.is_empty() {
        return None;
    }
    let (name, ty) = &variables[random.below(variables.len())];
    let condition = match ty {
        Type::Boolean => name.clone(),
        _ => match random.below(3) {
            0 => format!("{name} > {}", random.below(10)),
            1 => format!("{name} % 2 == 0"),
            _ => format!("{name} != {}", random.below(10)),
        },
    };
    let call = text(site.span);
    let verb = if site.is_acquire { "acquisition" } else { "release" };
    let description = format!("{verb} only if `{condition}`");
    Some(Fault { span: site.span, description, edits: vec![(site.span, format!("if ({condition}) {{ {call}; }}"))] })
}

/// Numbers and booleans that can be named anywhere in the method: its parameters, and fields that nothing guards and no
/// local hides.
fn variables(program: &Program, locks: &LockSpec, method: &Method) -> Vec<(String, Type)> {
    let is_plain = |ty: &Type| matches!(ty, Type::Boolean | Type::Int | Type::Long);
    if program.class(method.class).origin != ClassOrigin::Source {
        return Vec::new();
    }
    let params = method.params.iter().map(|param| method.local(*param));
    let params = params.filter(|local| is_plain(&local.ty) && !local.is_temporary);
    let fields = program.class(method.class).fields.iter();
    let fields = fields.filter(|field| {
        let declared = program.field(**field);
        is_plain(&declared.ty)
            && !locks.fields.contains_key(field)
            && (declared.is_static || !method.is_static)
            && declared.constant.is_none()
            && !method.locals.iter().any(|local| local.name == declared.name)
            // It may not have its value yet.
            && !(declared.is_final && method.kind != MethodKind::Method)
    });
    let fields = fields.map(|field| (program.field(*field).name.to_string(), program.field(*field).ty.clone()));
    params.map(|local| (local.name.to_string(), local.ty.clone())).chain(fields).collect()
}

fn on_counter(program: &Program, site: &Site, text: &dyn Fn(Span) -> String, random: &mut Random) -> Option<Fault> {
    let class = program.class(program.method(site.method).class);
    // The counter is declared behind the opening brace: the constants of an enum would have to come first, and fields of
    // interfaces are constants themselves.
    let has_room = match class.kind {
        ClassKind::Class | ClassKind::Record => true,
        ClassKind::Interface | ClassKind::Enum | ClassKind::AnnotationType => false,
    };
    if class.origin != ClassOrigin::Source || !has_room {
        return None;
    }
    let bound = 50 + random.below(451);
    let operator = ["<=", "!=", ">="][random.below(3)];
    let body = body_of(class.span, text)?;
    let call = text(site.span);
    let verb = if site.is_acquire { "acquisition" } else { "release" };
    let counted = format!("if (++injectedCounter {operator} {bound}) {{ {call}; }}");
    let field = (Span::new(body.file, body.end, body.end), " private static int injectedCounter;".to_string());
    let description = format!("{verb} only if a new counter {operator} {bound}");
    Some(Fault { span: site.span, description, edits: vec![field, (site.span, counted)] })
}

/// The opening brace of a class, found from its name on.
fn body_of(name: Span, text: &dyn Fn(Span) -> String) -> Option<Span> {
    const FAR: u32 = 2000;
    (1..FAR).find_map(|distance| {
        let span = Span::new(name.file, name.end + distance - 1, name.end + distance);
        (text(span) == "{").then_some(span)
    })
}

/// Numbers that look random and depend on the seed alone (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}
