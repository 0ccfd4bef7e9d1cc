//! What a run has asked of its programs, what it has not asked, and what the answers rest on.

use crate::options::Engine;
use crate::report::ProgramReport;
use source::{Asked, Code, Diagnostic, Property, Verdict};
use std::collections::BTreeMap;

/// The closing table of a run.
#[derive(Default)]
pub struct Closing {
    /// Properties that were asked, in the order of the engines.
    pub asked: Vec<(&'static str, Asked)>,
    /// What was not asked though it might have been, each with the reason.
    pub not_asked: Vec<(&'static str, &'static str)>,
    /// What no engine asks.
    pub never_asked: Vec<&'static str>,
    /// How many programs nothing was asked of.
    pub not_checked: usize,
    /// What the text wants believed: how often, with the first such finding, by code.
    pub believed: BTreeMap<&'static str, (usize, &'static Code, String)>,
    /// What every proof rests on.
    pub trusted: Vec<&'static str>,
}

/// The row of obligations that no property has: there is none, unless an engine forgets to say what it proves.
const OTHER: &str = "other obligations";

/// What an engine proves, and what its proofs rest on.
type Claims = (&'static [Property], &'static [&'static str]);

/// The claims of the engines that have checked a program. A Java program is checked by both engines for Java, unless one was asked for.
fn claims(program: &ProgramReport, asked: Option<Engine>) -> Vec<Claims> {
    let rely = (rely::properties::PROPERTIES, rely::properties::TRUSTED);
    let locks = (locks::properties::PROPERTIES, locks::properties::TRUSTED);
    match (program.engine, asked) {
        (Engine::Rely, Some(_)) => vec![rely],
        (Engine::Locks, Some(_)) => vec![locks],
        (Engine::Rely | Engine::Locks, None) => vec![rely, locks],
        (Engine::Effects, _) => vec![(effects::properties::PROPERTIES, effects::properties::TRUSTED)],
        (Engine::Layers, _) => vec![(layers::properties::PROPERTIES, layers::properties::TRUSTED)],
        (Engine::Sequential, _) => vec![(ivl::properties::PROPERTIES, ivl::properties::TRUSTED)],
    }
}

impl Closing {
    pub fn of(programs: &[ProgramReport], engine: Option<Engine>) -> Closing {
        let mut closing = Closing::default();
        let mut properties: Vec<(&'static Property, Asked)> = Vec::new();
        let mut others = Asked::default();
        for program in programs.iter().filter(|program| program.verdict() != Verdict::Invalid) {
            let claims = claims(program, engine);
            let is_claimed =
                |kind: &str| claims.iter().any(|(claimed, _)| claimed.iter().any(|it| it.kinds.contains(&kind)));
            let obligations = &program.report.obligations;
            others = others.and(Asked::of(obligations.iter().filter(|obligation| !is_claimed(obligation.kind))));
            closing.not_checked += usize::from(program.verdict() == Verdict::NotChecked);
            for (claimed, trusted) in claims {
                claimed.iter().for_each(|property| add(&mut properties, property, property.asked(&program.report)));
                let new = trusted.iter().filter(|line| !closing.trusted.contains(line)).collect::<Vec<_>>();
                closing.trusted.extend(new);
            }
            program.report.trusted().for_each(|finding| closing.believe(finding));
        }
        for (property, asked) in properties {
            match asked.count() {
                0 if property.not_asked.is_empty() => {}
                0 if property.kinds.is_empty() => closing.never_asked.push(property.not_asked),
                0 => closing.not_asked.push((property.name, property.not_asked)),
                _ => closing.asked.push((property.name, asked)),
            }
        }
        closing.asked.extend((others.count() > 0).then_some((OTHER, others)));
        closing
    }

    fn believe(&mut self, finding: &Diagnostic) {
        let first = || (0, finding.code, finding.message.clone());
        self.believed.entry(finding.code.id).or_insert_with(first).0 += 1;
    }

    /// Whether something was not asked that might have been, or is believed because the text says so.
    pub fn has_gaps(&self) -> bool {
        self.not_checked > 0 || !self.not_asked.is_empty() || !self.believed.is_empty()
    }
}

/// Properties of several engines that have one name are one.
fn add(properties: &mut Vec<(&'static Property, Asked)>, property: &'static Property, asked: Asked) {
    match properties.iter_mut().find(|(known, _)| known.name == property.name) {
        Some((_, before)) => *before = before.and(asked),
        None => properties.push((property, asked)),
    }
}
