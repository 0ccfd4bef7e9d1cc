//! Formulas about all paths of a graph, by their fixpoints.
//!
//! Nothing may happen at any time. Under fair releases, a path does not count on which some mode can be released from some
//! time on, and is not.

use super::monitor::{Cond, Formula, Property};
use super::threads::{Graph, holds};

/// By world.
type Set = Vec<bool>;

/// Whether the property is true of the first world.
pub fn is_true(graph: &Graph, property: &Property) -> bool {
    set(graph, property.is_fair, &property.formula)[0]
}

/// Whether a failure is seen after finitely many steps.
pub fn is_safety(formula: &Formula) -> bool {
    match formula {
        Formula::Now(_) | Formula::WeakUntil(..) => true,
        Formula::Implies(_, inner) | Formula::Next(inner) | Formula::Always(inner) => is_safety(inner),
        Formula::Eventually(_) | Formula::Until(..) => false,
    }
}

fn set(graph: &Graph, is_fair: bool, formula: &Formula) -> Set {
    let now = |cond: &Cond| -> Set { graph.worlds.iter().map(|world| holds(cond, world)).collect() };
    match formula {
        Formula::Now(cond) => now(cond),
        Formula::Implies(left, right) => join(&now(left), &set(graph, is_fair, right), |left, right| !left || right),
        Formula::Next(inner) => {
            let inner = set(graph, is_fair, inner);
            (0..inner.len()).map(|at| inner[at] && graph.next[at].iter().all(|(next, _)| inner[*next])).collect()
        }
        Formula::Always(inner) => {
            let inner = set(graph, is_fair, inner);
            let never = vec![false; inner.len()];
            weak_until(graph, &inner, &never)
        }
        Formula::Eventually(inner) => eventually(graph, is_fair, &set(graph, is_fair, inner)),
        Formula::WeakUntil(left, right) => weak_until(graph, &now(left), &now(right)),
        Formula::Until(left, right) => {
            let weak = weak_until(graph, &now(left), &now(right));
            join(&weak, &eventually(graph, is_fair, &now(right)), |weak, comes| weak && comes)
        }
    }
}

fn join(left: &Set, right: &Set, by: fn(bool, bool) -> bool) -> Set {
    left.iter().zip(right).map(|(left, right)| by(*left, *right)).collect()
}

/// The greatest Z with Z = right ∨ (left ∧ AX Z). Worlds come after those that lead to them first, so that going backwards is
/// quick.
fn weak_until(graph: &Graph, left: &Set, right: &Set) -> Set {
    let mut found = join(left, right, |left, right| left || right);
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for at in (0..found.len()).rev() {
            if found[at] && !right[at] && graph.next[at].iter().any(|(next, _)| !found[*next]) {
                found[at] = false;
                is_changed = true;
            }
        }
    }
    found
}

/// No path that counts stays outside for ever.
fn eventually(graph: &Graph, is_fair: bool, inner: &Set) -> Set {
    let outside: Set = inner.iter().map(|inside| !inside).collect();
    let stays = if is_fair { fairly_outside(graph, outside.clone()) } else { outside.clone() };
    // Whoever comes to such a world from outside fails, too.
    let fails = reaches(graph, &outside, stays);
    fails.into_iter().map(|fails| !fails).collect()
}

/// The greatest Z within `outside` from all of which, for each mode, a world of Z can be reached in Z where the mode cannot be
/// released or is released on a step in Z (Emerson and Lei).
fn fairly_outside(graph: &Graph, outside: Set) -> Set {
    let mut found = outside;
    loop {
        let before = found.clone();
        for mode in 0..3u32 {
            let is_good = |at: usize| {
                let is_released = |(next, released): &(usize, u32)| found[*next] && released & (1 << mode) != 0;
                graph.releasable[at] & (1 << mode) == 0 || graph.next[at].iter().any(is_released)
            };
            let good: Set = (0..found.len()).map(|at| found[at] && is_good(at)).collect();
            found = reaches(graph, &found, good);
        }
        if found == before {
            return found;
        }
    }
}

/// The worlds of `within` from which one of `goal` is reached in `within`.
fn reaches(graph: &Graph, within: &Set, goal: Set) -> Set {
    let mut found = goal;
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for at in (0..found.len()).rev() {
            if !found[at] && within[at] && graph.next[at].iter().any(|(next, _)| found[*next]) {
                found[at] = true;
                is_changed = true;
            }
        }
    }
    found
}
