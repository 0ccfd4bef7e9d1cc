//! Clauses that an override inherits.
//!
//! ```text
//! A.m has an abstraction, B.m overrides it and has no clauses:    B.m has those of A.m, and is checked against them
//! both have clauses, the same ones:                               each is checked against its own
//! both have clauses that differ, or B.m alone requires something: not compared, so not supported
//! ```
//!
//! Code that has an object as one of the class above knows its clauses, and the object may be one of the class below
//! (Liskov and Wing 1994): it may require no more and promise no less.

use crate::codes;
use crate::plan::flat::has_abstraction;
use concurrent::object::annotations::spec::{Guarded, MethodSpec, Spec};
use concurrent::object::text::method_name;
use concurrent::object::{Body, MethodId, Program};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// The specification with what is inherited, and the overrides that are not compared with what is above them.
pub fn inherited(java: &Program, spec: &Spec, text: &dyn Fn(Span) -> String) -> (Spec, Vec<Diagnostic>) {
    let mut found = spec.clone();
    let mut gaps = Vec::new();
    let is_own = |id: &MethodId| java.class(java.method(*id).class).is_from_source();
    let has_code = |id: &MethodId| matches!(java.method(*id).body, Body::Graph(_) | Body::Unsupported(_));
    for id in java.method_ids().filter(|id| is_own(id) && has_code(id)) {
        let above: Vec<MethodId> = java.method(id).overrides.iter().copied().filter(is_own).collect();
        let specified: Vec<MethodId> = above.iter().copied().filter(|over| has_abstraction(spec, *over)).collect();
        let texts: BTreeSet<Vec<String>> = specified.iter().map(|over| clauses(&spec.methods[over], text)).collect();
        let own = spec.methods.get(&id);
        let fits = |over: &MethodId| java.method(*over).params == java.method(id).params;
        let gap = match (own, specified.first()) {
            (None, Some(over)) if texts.len() == 1 && fits(over) => {
                found.methods.insert(id, spec.methods[over].clone());
                None
            }
            (None, Some(over)) => Some(*over),
            (Some(own), Some(over)) => (!texts.iter().all(|one| *one == clauses(own, text))).then_some(*over),
            (Some(own), None) if !own.requires.is_empty() => {
                let needs = |over: &&MethodId| spec.methods.get(over).is_none_or(|above| above.requires.is_empty());
                above.iter().find(needs).copied()
            }
            (Some(_) | None, None) => None,
        };
        let guarded = |id: MethodId| spec.guarded_by.iter().any(|guard| guard.on == Guarded::Method(id));
        let gap = gap.or_else(|| above.iter().copied().find(|over| guarded(id) && !guarded(*over)));
        if let Some(over) = gap {
            gaps.push(not_compared(java, id, over));
        }
    }
    (found, gaps)
}

/// The clauses as written.
fn clauses(spec: &MethodSpec, text: &dyn Fn(Span) -> String) -> Vec<String> {
    let conditions = spec.requires.iter().chain(&spec.ensures).map(|condition| condition.span);
    let spans = conditions.chain(spec.actions.iter().map(|action| action.span));
    let plain = |span: Span| text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found: Vec<String> = spans.map(plain).collect();
    found.extend(spec.modifies.iter().map(|place| format!("modifies {}", plain(place.span))));
    found.extend(spec.is_inline.then(|| "inline".to_string()));
    found
}

fn not_compared(java: &Program, id: MethodId, over: MethodId) -> Diagnostic {
    let (name, above) = (method_name(java, id), method_name(java, over));
    let message = format!("the clauses of `{name}` are not compared with those of `{above}`, which it overrides");
    let finding = Diagnostic::error(&codes::UNSUPPORTED, java.method(id).span, message);
    let finding = finding.label(java.method(over).span, "a caller may know this one only");
    finding.help("leave them out: an override is checked against the clauses of the method above")
}
