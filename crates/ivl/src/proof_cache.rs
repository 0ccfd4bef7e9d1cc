//! Proved implementations, remembered by their fingerprints.
//!
//! An entry lists the goals in order, each by the word of its kind and the number of its anchor:
//!
//! ```text
//! assertion 12
//! postcondition 0
//! ```
//!
//! Law: an entry is made only where every goal was proved and there was nothing else to tell: no contradiction, and no
//! question about one left open. By the law of [`crate::fingerprint`], the same then holds wherever the fingerprint is
//! found again, with the goals where the anchors now stand. Whatever else was concluded is found by the text of the
//! questions, see [`crate::verdict_cache`].

use crate::body::{Goal, GoalKind};
use crate::fingerprint::Fingerprint;
use rustc_hash::FxHashMap;
use source::Span;
use std::fmt::Write;

/// None if a goal stands at no anchor.
pub fn write(goals: &[Goal], fingerprint: &Fingerprint) -> Option<String> {
    let mut numbers: FxHashMap<Span, usize> = FxHashMap::default();
    for (number, span) in fingerprint.anchors.iter().enumerate() {
        numbers.entry(*span).or_insert(number);
    }
    let mut text = String::new();
    for goal in goals {
        let _ = writeln!(text, "{} {}", goal.kind.word(), numbers.get(&goal.span)?);
    }
    Some(text)
}

/// The goals, each with the word of its kind; none if the text is not what [`write`] writes.
pub fn read(text: &str, fingerprint: &Fingerprint) -> Option<Vec<(&'static str, Span)>> {
    let goal = |line: &str| {
        let (word, number) = line.split_once(' ')?;
        let word = GoalKind::WORDS.iter().chain(&fingerprint.claims).find(|known| **known == word)?;
        Some((*word, *fingerprint.anchors.get(number.parse::<usize>().ok()?)?))
    };
    text.lines().map(goal).collect()
}
