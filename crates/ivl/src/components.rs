//! Strongly connected components.

/// Strongly connected components of a graph, each after those that it leads to, by Tarjan's algorithm with an explicit
/// stack.
pub fn components(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut number = vec![NEW; successors.len()];
    let mut low = vec![0; successors.len()];
    let mut on_stack = vec![false; successors.len()];
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for root in 0..successors.len() {
        if number[root] != NEW {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some((node, child)) = work.pop() {
            if child == 0 {
                number[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(&to) = successors[node].get(child) {
                work.push((node, child + 1));
                if number[to] == NEW {
                    work.push((to, 0));
                } else if on_stack[to] {
                    low[node] = low[node].min(number[to]);
                }
                continue;
            }
            if let Some(&(parent, _)) = work.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == number[node] {
                let start = stack.iter().rposition(|at| *at == node).unwrap_or(0);
                let part: Vec<usize> = stack.drain(start..).collect();
                part.iter().for_each(|at| on_stack[*at] = false);
                found.push(part);
            }
        }
    }
    found
}
