//! Which nodes of a method come after which decision: control dependence, by postdominators (Ferrante, Ottenstein and
//! Warren 1987). Exceptions are no decisions here.

use crate::plan::flat::Flat;

/// By node, the edges that decide whether control gets there, those of enclosing decisions left out.
pub fn deciding_edges(flat: &Flat) -> Vec<Vec<usize>> {
    let count = flat.nodes.len() + 1;
    let end = flat.nodes.len();
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    flat.edges.iter().for_each(|edge| next[edge.from].push(edge.to));
    let order = ends_first(&mut next, end);
    let mut rank = vec![usize::MAX; count];
    order.iter().enumerate().for_each(|(at, node)| rank[*node] = at);
    let above = postdominators(&next, &order, &rank, end);
    let mut found = vec![Vec::new(); flat.nodes.len()];
    for (at, edge) in flat.edges.iter().enumerate() {
        let is_decision = next[edge.from].iter().any(|other| *other != edge.to);
        if !is_decision {
            continue;
        }
        let (mut node, stop) = (edge.to, above[edge.from]);
        while Some(node) != stop && node != end {
            found[node].push(at);
            match above[node] {
                Some(up) => node = up,
                None => break,
            }
        }
    }
    found
}

/// All nodes, each after one that it leads to. What never ends is taken to end somewhere.
fn ends_first(next: &mut [Vec<usize>], end: usize) -> Vec<usize> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); next.len()];
    for (from, all) in next.iter().enumerate() {
        all.iter().for_each(|to| before[*to].push(from));
    }
    let mut is_seen = vec![false; next.len()];
    let mut postorder = Vec::new();
    let leaves: Vec<usize> = (0..end).filter(|node| next[*node].is_empty()).collect();
    let all = leaves.iter().copied().chain((0..end).rev()).collect::<Vec<_>>();
    for start in all {
        if is_seen[start] {
            continue;
        }
        next[start].push(end);
        is_seen[start] = true;
        let mut stack = vec![(start, 0)];
        while let Some((node, at)) = stack.pop() {
            match before[node].get(at) {
                Some(from) => {
                    stack.push((node, at + 1));
                    if !is_seen[*from] {
                        is_seen[*from] = true;
                        stack.push((*from, 0));
                    }
                }
                None => postorder.push(node),
            }
        }
    }
    postorder.push(end);
    postorder.reverse();
    postorder
}

/// The nearest node that every path from a node to the end passes (Cooper, Harvey and Kennedy 2001).
fn postdominators(next: &[Vec<usize>], order: &[usize], rank: &[usize], end: usize) -> Vec<Option<usize>> {
    let mut above: Vec<Option<usize>> = vec![None; next.len()];
    above[end] = Some(end);
    let mut changed = true;
    while changed {
        changed = false;
        for node in order.iter().copied().filter(|node| *node != end) {
            let mut found: Option<usize> = None;
            for to in next[node].iter().copied().filter(|to| above[*to].is_some()) {
                found = Some(found.map_or(to, |other| meet(&above, rank, other, to)));
            }
            if found.is_some() && above[node] != found {
                above[node] = found;
                changed = true;
            }
        }
    }
    above
}

fn meet(above: &[Option<usize>], rank: &[usize], mut one: usize, mut other: usize) -> usize {
    while one != other {
        let up = |node: usize| above[node].unwrap_or(node);
        if rank[one] > rank[other] {
            one = up(one);
        } else {
            other = up(other);
        }
    }
    one
}
