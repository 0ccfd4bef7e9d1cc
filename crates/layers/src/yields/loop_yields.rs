//! A loop that contains a yield yields itself.
//!
//! ```text
//! a step of the loop is a yield at layer n  ⟹  the head of the loop yields at layer n
//! ```
//!
//! At the head of any other loop, facts about globals are carried from one iteration to the next, which is sound only if
//! no other thread runs in between. Loops nest: an inner loop that yields is a yield of the outer one. Where a loop has
//! several entries there is no head to mark, and a yield in it is refused.

use crate::civl::{Body, Civl};
use crate::yields::codes::LOOP_YIELD;
use crate::yields::describe::describe;
use crate::yields::flow::{Edge, Flow, MoverLabel, reachable};
use ivl::typed::BlockId;
use rustc_hash::FxHashSet;
use source::Diagnostic;

/// A strongly connected set of blocks, with the edges back to the heads of the loops around it taken out.
pub struct Loop {
    pub blocks: Vec<BlockId>,
    /// The blocks through which it is entered. One: its head.
    pub entries: Vec<BlockId>,
}

/// All loops of the reachable part of a body, outer before inner. Inside a loop with several entries, none is told apart.
pub fn loops(body: &Body) -> Vec<Loop> {
    let reachable = reachable(body);
    let mut found = Vec::new();
    let mut work = vec![(reachable.clone(), FxHashSet::default())];
    while let Some((blocks, heads)) = work.pop() {
        for component in components(body, &blocks, &heads) {
            let members: FxHashSet<BlockId> = component.iter().copied().collect();
            let outside = reachable.iter().filter(|from| !members.contains(from));
            let entered: FxHashSet<BlockId> =
                outside.flat_map(|from| body.blocks[from.index()].successors()).copied().collect();
            let is_entry = |block: &BlockId| *block == BlockId(0) || entered.contains(block);
            let entries: Vec<BlockId> = component.iter().copied().filter(is_entry).collect();
            if let [head] = entries[..] {
                let mut heads = heads.clone();
                heads.insert(head);
                work.push((component.clone(), heads));
            }
            found.push(Loop { blocks: component, entries });
        }
    }
    found
}

/// The strongly connected sets with an edge inside, among `blocks` and without the edges into `heads`.
fn components(body: &Body, blocks: &[BlockId], heads: &FxHashSet<BlockId>) -> Vec<Vec<BlockId>> {
    let inside: FxHashSet<BlockId> = blocks.iter().copied().collect();
    let reach = |from: BlockId| {
        let mut seen = FxHashSet::default();
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            for next in body.blocks[block.index()].successors() {
                if inside.contains(next) && !heads.contains(next) && seen.insert(*next) {
                    work.push(*next);
                }
            }
        }
        seen
    };
    let reached: Vec<FxHashSet<BlockId>> = blocks.iter().map(|block| reach(*block)).collect();
    let mut assigned = FxHashSet::default();
    let mut found = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        if !reached[at].contains(block) || assigned.contains(block) {
            continue;
        }
        let mutual =
            blocks.iter().enumerate().filter(|(other, it)| reached[at].contains(it) && reached[*other].contains(block));
        let component: Vec<BlockId> = mutual.map(|(_, it)| *it).collect();
        assigned.extend(component.iter().copied());
        found.push(component);
    }
    found
}

/// Reports each loop with a yield in it that does not yield itself.
pub fn check_loop_yields(civl: &Civl, body: &Body, loops: &[Loop], flow: &Flow) -> Vec<Diagnostic> {
    let yields = |block: &BlockId| {
        flow.edges.iter().find(|edge| edge.mover == MoverLabel::Yield && flow.blocks[edge.from] == *block)
    };
    let mut found = Vec::new();
    for it in loops {
        let Some(edge) = it.blocks.iter().find_map(yields) else { continue };
        match it.entries[..] {
            [head] if body.blocks[head.index()].yields_at(flow.layer) => {}
            [head] => found.push(not_yielding(civl, body, flow, head, edge)),
            _ => found.push(several_entries(civl, flow, edge)),
        }
    }
    found
}

fn not_yielding(civl: &Civl, body: &Body, flow: &Flow, head: BlockId, edge: &Edge) -> Diagnostic {
    let layer = flow.layer;
    let head = &body.blocks[head.index()];
    let message = format!("this loop must yield at layer {layer}, since there is a yield in it");
    let help = match &head.yields {
        Some(yields) => format!("the loop yields at layers up to {} only: raise its layer to {layer}", yields.layer),
        None => "mark the loop: `invariant {:yields} true;`".to_string(),
    };
    let text = describe(civl, edge, layer);
    Diagnostic::error(&LOOP_YIELD, head.span, message).label(edge.span, text).help(help)
}

fn several_entries(civl: &Civl, flow: &Flow, edge: &Edge) -> Diagnostic {
    let message = format!("a loop that is entered at several places must not yield at layer {}", flow.layer);
    Diagnostic::error(&LOOP_YIELD, edge.span, message)
        .label(edge.span, describe(civl, edge, flow.layer))
        .help("give the loop one head, as `while` does")
}
