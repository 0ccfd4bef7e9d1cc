//! Formulas about all paths, on a space of configurations.
//!
//! Every configuration also has a step in which nothing happens: a thread need not call the lock. Under fair releases,
//! paths count only if no mode that can be released all the time is never released.
//!
//! For an abstraction, a condition counts as true only if it is true of everything that the configuration stands for.
//! Each run of threads is a path here, so that what is true here of all paths is true of all runs.

use super::formula::Formula;
use super::space::{Counting, Space};

/// A space, with what formulas are judged by.
pub struct Model<'a> {
    pub counting: &'a Counting<'a>,
    pub space: &'a Space,
    pub is_fair: bool,
    /// By configuration: the modes that can surely be released.
    releasable: Vec<u32>,
}

impl<'a> Model<'a> {
    pub fn new(counting: &'a Counting, space: &'a Space, is_fair: bool) -> Model<'a> {
        let releasable = space.configurations.iter().map(|at| counting.releasable(at)).collect();
        Model { counting, space, is_fair, releasable }
    }

    /// By configuration: whether the formula is true of it.
    pub fn holds(&self, formula: &Formula) -> Vec<bool> {
        match formula {
            Formula::Now(condition) => {
                let condition = self.counting.in_counts(condition);
                let known = |at| self.counting.known(&condition, at) == Some(true);
                self.space.configurations.iter().map(known).collect()
            }
            Formula::And(left, right) => both(self.holds(left), self.holds(right), |a, b| a && b),
            Formula::Or(left, right) => both(self.holds(left), self.holds(right), |a, b| a || b),
            Formula::Next(inner) => {
                let inner = self.holds(inner);
                (0..inner.len()).map(|at| inner[at] && self.successors(at).all(|next| inner[next])).collect()
            }
            Formula::Always(inner) => {
                let never = vec![false; self.space.configurations.len()];
                self.weak_until(self.holds(inner), never)
            }
            Formula::WeakUntil(left, right) => self.weak_until(self.holds(left), self.holds(right)),
            Formula::Eventually(inner) => self.eventually(self.holds(inner)),
            Formula::Until(left, right) => {
                let right = self.holds(right);
                both(self.weak_until(self.holds(left), right.clone()), self.eventually(right), |a, b| a && b)
            }
        }
    }

    pub fn successors(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        self.space.transitions[at].iter().map(|transition| transition.to)
    }

    /// The greatest Z with Z = right ∨ (left ∧ AX Z): what cannot reach a failure.
    fn weak_until(&self, left: Vec<bool>, right: Vec<bool>) -> Vec<bool> {
        let mut holds = both(left, right.clone(), |a, b| a || b);
        let before = self.predecessors();
        let mut queue: Vec<usize> = (0..holds.len()).filter(|at| !holds[*at]).collect();
        while let Some(at) = queue.pop() {
            for earlier in &before[at] {
                if holds[*earlier] && !right[*earlier] {
                    holds[*earlier] = false;
                    queue.push(*earlier);
                }
            }
        }
        holds
    }

    fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.space.configurations.len()];
        for at in 0..self.space.transitions.len() {
            for next in self.successors(at) {
                before[next].push(at);
            }
        }
        before
    }

    /// What cannot stay where `inner` is false for ever, on a path that counts.
    fn eventually(&self, inner: Vec<bool>) -> Vec<bool> {
        let mut holds = vec![true; inner.len()];
        let before = self.predecessors();
        let mut queue = self.traps(&inner);
        queue.iter().for_each(|at| holds[*at] = false);
        while let Some(at) = queue.pop() {
            for earlier in &before[at] {
                if holds[*earlier] && !inner[*earlier] {
                    holds[*earlier] = false;
                    queue.push(*earlier);
                }
            }
        }
        holds
    }

    /// Configurations in which a path that counts can go on for ever without `inner`: the strongly connected components
    /// outside of it that keep no mode that could be released.
    pub fn traps(&self, inner: &[bool]) -> Vec<usize> {
        let mut traps = Vec::new();
        let components = self.components(inner);
        let mut component_of = vec![usize::MAX; inner.len()];
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|at| component_of[*at] = number);
        }
        for (number, component) in components.into_iter().enumerate() {
            let is_inside = |at: usize| component_of[at] == number;
            let always = component.iter().fold(u32::MAX, |modes, at| modes & self.releasable[*at]);
            let mut released = 0;
            for at in &component {
                for transition in self.space.transitions[*at].iter().filter(|transition| is_inside(transition.to)) {
                    released |= self.counting.released(transition);
                }
            }
            if !self.is_fair || always & !released == 0 {
                traps.extend(component);
            }
        }
        traps
    }

    /// The strongly connected components among the configurations where `inner` is false (Tarjan, without recursion).
    fn components(&self, inner: &[bool]) -> Vec<Vec<usize>> {
        let count = inner.len();
        let (mut index, mut low) = (vec![usize::MAX; count], vec![0; count]);
        let mut is_open = vec![false; count];
        let (mut path, mut found, mut next) = (Vec::new(), Vec::new(), 0);
        for root in (0..count).filter(|at| !inner[*at]) {
            if index[root] != usize::MAX {
                continue;
            }
            let mut stack = vec![(root, 0)];
            while let Some((at, position)) = stack.last_mut() {
                let at = *at;
                if *position == 0 {
                    (index[at], low[at]) = (next, next);
                    next += 1;
                    path.push(at);
                    is_open[at] = true;
                }
                let transition = self.space.transitions.get(at).and_then(|leaving| leaving.get(*position));
                *position += 1;
                match transition.map(|transition| transition.to) {
                    Some(to) if inner[to] => {}
                    Some(to) if index[to] == usize::MAX => stack.push((to, 0)),
                    Some(to) if is_open[to] => low[at] = low[at].min(index[to]),
                    Some(_) => {}
                    None => {
                        stack.pop();
                        if let Some((parent, _)) = stack.last() {
                            low[*parent] = low[*parent].min(low[at]);
                        }
                        if low[at] == index[at] {
                            let start = path.iter().rposition(|other| *other == at).unwrap_or(0);
                            let component = path.split_off(start);
                            component.iter().for_each(|at| is_open[*at] = false);
                            found.push(component);
                        }
                    }
                }
            }
        }
        found
    }
}

fn both(left: Vec<bool>, right: Vec<bool>, join: fn(bool, bool) -> bool) -> Vec<bool> {
    left.into_iter().zip(right).map(|(a, b)| join(a, b)).collect()
}
