//! Outcomes as text, for the cache.
//!
//! ```text
//! goal 3 proved
//! goal 4 failed
//! event 0 2
//! value 17
//! ```

use crate::body::GoalId;
use crate::solve::{Counterexample, Outcome};
use crate::typed::BlockId;
use crate::vc::Position;
use std::fmt::Write;

/// None if an outcome is unknown: that is never remembered.
pub fn write(outcomes: &[(GoalId, Outcome)]) -> Option<String> {
    let mut text = String::new();
    for (goal, outcome) in outcomes {
        match outcome {
            Outcome::Proved => {
                let _ = writeln!(text, "goal {} proved", goal.0);
            }
            Outcome::Failed(counterexample) => {
                let _ = writeln!(text, "goal {} failed", goal.0);
                for (position, values) in &counterexample.events {
                    let _ = writeln!(text, "event {} {}", position.block.0, position.step);
                    for value in values {
                        let _ = writeln!(text, "value {}", value.replace('\n', " "));
                    }
                }
            }
            Outcome::Unknown(_) => return None,
        }
    }
    Some(text)
}

/// None if the text is not what [`write`] writes.
pub fn read(text: &str) -> Option<Vec<(GoalId, Outcome)>> {
    let mut outcomes: Vec<(GoalId, Outcome)> = Vec::new();
    for line in text.lines() {
        let (word, rest) = line.split_once(' ')?;
        match word {
            "goal" => {
                let (number, answer) = rest.split_once(' ')?;
                let outcome = match answer {
                    "proved" => Outcome::Proved,
                    "failed" => Outcome::Failed(Counterexample { events: Vec::new() }),
                    _ => return None,
                };
                outcomes.push((GoalId(number.parse().ok()?), outcome));
            }
            "event" => {
                let (block, step) = rest.split_once(' ')?;
                let position = Position { block: BlockId(block.parse().ok()?), step: step.parse().ok()? };
                last_events(&mut outcomes)?.push((position, Vec::new()));
            }
            "value" => last_events(&mut outcomes)?.last_mut()?.1.push(rest.into()),
            _ => return None,
        }
    }
    Some(outcomes)
}

fn last_events(outcomes: &mut [(GoalId, Outcome)]) -> Option<&mut Vec<(Position, Vec<String>)>> {
    match outcomes.last_mut() {
        Some((_, Outcome::Failed(counterexample))) => Some(&mut counterexample.events),
        _ => None,
    }
}
