//! Candidates for summaries (section 5 of the paper, step 1).
//!
//! The paper takes, for each compare-and-swap, the block that begins where its old value is read and ends with its
//! success, makes it atomic, and puts what comes before and after around it, cut off from shared memory. Here a block is a
//! path: from the entry of a procedure to a write that others can see, run at once, through no other such write and
//! through no location twice. Run at once, all copies are up to date, so that failed checks lead nowhere and the repeated
//! attempts before the last one have no effect; nothing has to be guessed before the block. A write within an atomic block
//! takes the rest of that block with it. What comes after is followed to the exit with whatever others have made of
//! shared memory, and counts for what it frees.
//!
//! A write that no such path reaches, because it needs an earlier write of the same operation, is reached through that
//! one: both happen at once (chained assignments). Whether the blocks suffice is for the [check of effects](crate::mimic)
//! to say.

use crate::code::{Code, Procedure};
use crate::interference::Summary;
use crate::path::Path;

/// Most paths that are followed in a procedure.
const PATHS: usize = 20_000;

/// Candidates for summaries, without repetitions.
pub struct Blocks {
    /// Those with one write.
    pub plain: Vec<Summary>,
    /// Those with earlier writes. Most often others have done by then what they do, and they are not needed.
    pub chained: Vec<Summary>,
}

/// The candidates of all procedures that threads call.
pub fn blocks(code: &Code) -> Blocks {
    let mut blocks = Blocks { plain: Vec::new(), chained: Vec::new() };
    for procedure in &code.procedures {
        let mut search = Search::new(code, procedure);
        search.follow(procedure.entry, Path::new(code, &procedure.locals), Phase::Before);
        add_new(&mut blocks.plain, search.found.drain(..));
        for goal in search.unreached() {
            search.goal = Some(goal);
            search.follow(procedure.entry, Path::new(code, &procedure.locals), Phase::Before);
        }
        add_new(&mut blocks.chained, search.found.into_iter());
    }
    blocks
}

fn add_new(known: &mut Vec<Summary>, found: impl Iterator<Item = Summary>) {
    for summary in found {
        if !known.iter().any(|known| known.ops == summary.ops) {
            known.push(summary);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Before,
    /// After the write, within its atomic block.
    Within,
    After,
}

struct Search<'a> {
    code: &'a Code,
    procedure: &'a Procedure,
    /// The locations on the path.
    on_path: Vec<bool>,
    /// Edges that end a block that was found.
    ends: Vec<usize>,
    /// The edge that ends the block at hand.
    end: usize,
    /// The edge that has to end the block, through earlier writes.
    goal: Option<usize>,
    found: Vec<Summary>,
    /// Where it ends, summaries may be missing. That costs a proof, and never makes a wrong one: what is missing is found on
    /// the views.
    budget: usize,
}

impl<'a> Search<'a> {
    fn new(code: &'a Code, procedure: &'a Procedure) -> Search<'a> {
        Search {
            code,
            procedure,
            on_path: vec![false; code.locations.len()],
            ends: Vec::new(),
            end: 0,
            goal: None,
            found: Vec::new(),
            budget: PATHS,
        }
    }

    fn follow(&mut self, at: u16, path: Path<'a>, phase: Phase) {
        if self.budget == 0 || self.code.deadline.is_over() {
            return;
        }
        self.budget -= 1;
        if at == self.procedure.exit {
            if phase == Phase::After {
                self.ends.push(self.end);
                let span = self.code.edges[self.end].span;
                self.found.push(path.finish(self.procedure.name.clone(), span));
            }
            return;
        }
        self.on_path[usize::from(at)] = true;
        for edge in &self.code.locations[usize::from(at)].edges {
            self.take(*edge, path.clone(), phase);
        }
        self.on_path[usize::from(at)] = false;
    }

    fn take(&mut self, edge: usize, mut path: Path<'a>, mut phase: Phase) {
        let step = &self.code.edges[edge];
        let mut is_write = false;
        for op in &step.ops {
            is_write |= path.is_write(op);
            let result = if phase == Phase::After { path.push_later(op) } else { path.push(op) };
            if result.is_err() {
                return;
            }
        }
        let is_over = phase == Phase::After;
        if self.on_path[usize::from(step.to)] && (is_over || !is_write) {
            return;
        }
        let is_end = is_write && self.goal.is_none_or(|goal| goal == edge);
        if phase == Phase::Before && is_end {
            self.end = edge;
            phase = Phase::Within;
        }
        if phase == Phase::Within && !self.code.locations[usize::from(step.to)].is_within_atomic {
            // What was passed before the block may be passed once more after it.
            let nothing = vec![false; self.on_path.len()];
            let passed = std::mem::replace(&mut self.on_path, nothing);
            self.follow(step.to, path, Phase::After);
            self.on_path = passed;
        } else {
            self.follow(step.to, path, phase);
        }
    }

    /// Edges with writes that end no block that was found. Whether a write is one that others see depends on the path;
    /// one that is not leads to no block.
    fn unreached(&self) -> Vec<usize> {
        let path = Path::new(self.code, &self.procedure.locals);
        let mut unreached = Vec::new();
        for (at, edge) in self.code.edges.iter().enumerate() {
            let is_write = edge.ops.iter().any(|op| path.is_write(op));
            if is_write && self.is_inside(edge.from) && !self.ends.contains(&at) {
                unreached.push(at);
            }
        }
        unreached
    }

    fn is_inside(&self, location: u16) -> bool {
        let mut seen = vec![false; self.code.locations.len()];
        let mut pending = vec![self.procedure.entry];
        while let Some(at) = pending.pop() {
            if at == location {
                return true;
            }
            if !std::mem::replace(&mut seen[usize::from(at)], true) {
                let edges = &self.code.locations[usize::from(at)].edges;
                pending.extend(edges.iter().map(|edge| self.code.edges[*edge].to));
            }
        }
        false
    }
}
