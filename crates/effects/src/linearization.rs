//! Linearization points, found.
//!
//! An insertion takes effect at one edge that writes; so does a removal that returns a value. A removal that finds nothing
//! takes effect at a read, and which one it was is clear only afterwards: it is the last time that the edge was passed.
//! As such a removal changes nothing, no guess about the future is needed: each time the edge is passed, the thread notes
//! whether the structure could be empty, and when it returns with nothing, the last note has to say yes. The edge is
//! chosen before the observed values are, so that it is one and the same moment for all values.
//!
//! Candidates are operations that every path with the outcome passes, on whichever edge. The value that a removal will return is known at its
//! point as an expression, by going back from the return; at the return the two are compared.

use crate::code::{Code, Expr, Op, Procedure, Role, Written};
use crate::path::Path;
use crate::view::Slot;
use concurrent::program::Name;
use concurrent::spec::{Kind, Removal};
use source::Span;

/// A choice of linearization points: edges that do the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Points {
    pub insert: Vec<usize>,
    pub remove: Vec<usize>,
    pub empty: Vec<usize>,
}

/// The candidates, the most promising first.
pub fn candidates(code: &Code) -> Vec<Points> {
    if code.kind == Kind::Set {
        return candidates_of_set(code);
    }
    let find = |role| code.procedures.iter().find(|procedure| procedure.role == role);
    let (Some(insert), Some(remove)) = (find(Role::Insert), find(Role::Remove)) else { return Vec::new() };
    let inserts = on_all(code, &Paths::of(code, insert).full, is_writer);
    let paths = Paths::of(code, remove);
    let removes = on_all(code, &paths.full, is_writer);
    let mut empties = on_all(code, &paths.empty, reads_cell);
    for edge in on_all(code, &paths.empty, reads_shared) {
        if !empties.contains(&edge) {
            empties.push(edge);
        }
    }
    let mut points = Vec::new();
    for insert in &inserts {
        for remove in &removes {
            for empty in &empties {
                points.push(Points { insert: insert.clone(), remove: remove.clone(), empty: empty.clone() });
            }
        }
    }
    points
}

/// An operation of which no point was found for one of its outcomes.
pub struct WithoutPoint {
    operation: Name,
    /// What it does then.
    outcome: &'static str,
    wanted: &'static str,
    /// The end of a way on which there is none at all.
    pub way: Option<Span>,
}

impl WithoutPoint {
    pub fn sentence(&self) -> String {
        let WithoutPoint { operation, outcome, wanted, .. } = self;
        format!("no {wanted} was found that every `{operation}` {outcome} passes")
    }
}

/// The first operation and outcome without a candidate, if there is one.
pub fn without_point(code: &Code) -> Option<WithoutPoint> {
    code.procedures.iter().find_map(|procedure| {
        let mut paths = Paths::of(code, procedure);
        let (full, empty) = match (code.kind, procedure.role) {
            (_, Role::Insert) => ("that inserts something", "that changes nothing"),
            (Kind::Set, _) => ("that removes something", "that changes nothing"),
            (Kind::Stack | Kind::Queue, _) => ("that returns a value", "that finds nothing"),
        };
        if procedure.role == Role::Contains {
            paths.empty.append(&mut paths.full);
        }
        let without = |ways: &[Vec<usize>], outcome, wanted, is_wanted: fn(&Code, &Op) -> bool| {
            let way = ways.iter().find(|way| !has_any(code, way, is_wanted)).and_then(|way| way.last());
            let way = way.map(|edge| code.edges[*edge].span);
            let without = WithoutPoint { operation: procedure.name.clone(), outcome, wanted, way };
            on_all(code, ways, is_wanted).is_empty().then_some(without)
        };
        let writes = procedure.role != Role::Contains;
        let may_find_nothing = code.kind == Kind::Set || procedure.role == Role::Remove;
        let no_write = || without(&paths.full, full, "write of shared memory", is_writer);
        let no_read = || without(&paths.empty, empty, "read of shared memory", reads_shared);
        writes.then(no_write).flatten().or_else(|| may_find_nothing.then(no_read).flatten())
    })
}

fn has_any(code: &Code, way: &[usize], is_wanted: fn(&Code, &Op) -> bool) -> bool {
    way.iter().any(|edge| code.edges[*edge].ops.iter().any(|op| is_wanted(code, op)))
}

/// So many reads are tried for each operation of a set.
const READS: usize = 2;

/// Of a set: adding and removing take effect at a write. An operation that changes nothing takes effect at a read, the
/// last time it is passed; `contains` is always one.
fn candidates_of_set(code: &Code) -> Vec<Points> {
    let (mut writes, mut reads) = (Vec::new(), vec![Vec::new()]);
    for procedure in &code.procedures {
        let mut paths = Paths::of(code, procedure);
        if procedure.role == Role::Contains {
            paths.empty.append(&mut paths.full);
        } else {
            writes.push(on_all(code, &paths.full, is_writer));
        }
        let mut of_this = on_all(code, &paths.empty, reads_cell);
        of_this.extend(on_all(code, &paths.empty, reads_shared));
        of_this.truncate(READS);
        let extended = |reads: &Vec<usize>| {
            let each = of_this.iter().map(|read| reads.iter().chain(read).copied().collect::<Vec<usize>>());
            each.collect::<Vec<Vec<usize>>>()
        };
        reads = reads.iter().flat_map(extended).collect();
    }
    let [inserts, removes] = &writes[..] else { return Vec::new() };
    let mut points = Vec::new();
    for insert in inserts {
        for remove in removes {
            for empty in &reads {
                points.push(Points { insert: insert.clone(), remove: remove.clone(), empty: empty.clone() });
            }
        }
    }
    points
}

/// The code with the effects at these points.
pub fn instrument(code: &Code, points: &Points) -> Code {
    let mut marked = code.clone();
    let pending = Expr::Slot(code.pending());
    for edge in &points.insert {
        marked.edges[*edge].ops.push(Op::Insert(pending.clone()));
    }
    for edge in &points.remove {
        if let Some((at, value)) = removed_value(code, *edge) {
            marked.edges[*edge].ops.insert(at, Op::Remove(value));
        }
    }
    for edge in &points.empty {
        marked.edges[*edge].ops.push(Op::MarkEmpty);
    }
    marked
}

/// Where in an edge a removal takes effect (as soon as the edge is sure to be taken), and the value that will be
/// returned, in terms of what is known there.
fn removed_value(code: &Code, edge: usize) -> Option<(usize, Expr)> {
    let remove = code.procedures.iter().find(|procedure| procedure.role == Role::Remove)?;
    let result = match code.removal {
        Removal::Flagged => *remove.results.get(1)?,
        Removal::Sentinel(_) | Removal::Keyed => *remove.results.first()?,
    };
    let ops = &code.edges[edge].ops;
    let position = ops.iter().rposition(|op| matches!(op, Op::Assume(_))).map_or(0, |at| at + 1);
    if code.kind == Kind::Set {
        return Some((position, Expr::Slot(code.pending())));
    }
    let paths = Paths::of(code, remove).full;
    let path = paths.iter().find(|path| path.contains(&edge))?;
    let at = path.iter().position(|on| *on == edge)?;
    let later = path[at + 1..].iter().flat_map(|edge| &code.edges[*edge].ops);
    let ops: Vec<&Op> = ops[position..].iter().chain(later).collect();
    let value = ops.iter().rev().fold(Expr::Slot(result), |value, op| match op {
        Op::Set(slot, expr) => {
            value.substitute(&|of| if of == *slot { expr.clone() } else { Expr::Slot(of) }).bounded()
        }
        _ => value,
    });
    Some((position, value))
}

/// The ways through a procedure without repetition, by outcome, whatever others do. If there are more than the budget allows,
/// some are missing: then a choice of points may be tried that some runs do not pass. It is no proof, since what an
/// operation has done is looked at where it returns.
struct Paths<'a> {
    code: &'a Code,
    procedure: &'a Procedure,
    /// Ways to a return of a value, or after an insertion.
    full: Vec<Vec<usize>>,
    /// Ways to a return that says that there was nothing.
    empty: Vec<Vec<usize>>,
    trail: Vec<usize>,
    budget: usize,
}

impl<'a> Paths<'a> {
    fn of(code: &'a Code, procedure: &'a Procedure) -> Paths<'a> {
        let mut paths =
            Paths { code, procedure, full: Vec::new(), empty: Vec::new(), trail: Vec::new(), budget: 20_000 };
        paths.follow(procedure.entry, Path::new(code, &procedure.locals));
        paths
    }

    fn follow(&mut self, at: u16, path: Path<'a>) {
        if self.budget == 0 || self.code.deadline.is_over() {
            return;
        }
        self.budget -= 1;
        if at == self.procedure.exit {
            let trail = self.trail.clone();
            if self.finds_nothing(&path) {
                self.empty.push(trail)
            } else {
                self.full.push(trail)
            }
            return;
        }
        for edge in &self.code.locations[usize::from(at)].edges {
            let step = &self.code.edges[*edge];
            let mut path = path.clone();
            let is_taken = step.ops.iter().all(|op| match op {
                Op::Free(_) => true,
                // A new cell is not null.
                Op::Alloc(_) => path.push(op).or_else(|_| path.push_later(op)).is_ok(),
                _ => path.push_something(op).is_ok(),
            });
            let is_new = self.trail.iter().all(|on| self.code.edges[*on].from != step.to);
            if is_taken && is_new && step.to != at {
                self.trail.push(*edge);
                self.follow(step.to, path);
                self.trail.pop();
            }
        }
    }

    fn finds_nothing(&self, path: &Path) -> bool {
        let Some(result) = self.procedure.results.first().copied() else { return false };
        let holds: &Expr = path.holds(result as Slot);
        match (self.procedure.role, self.code.removal) {
            (Role::Init, _) => false,
            (Role::Insert | Role::Contains, Removal::Keyed) => path.is_false(holds),
            (Role::Contains, Removal::Flagged | Removal::Sentinel(_)) => false,
            (Role::Insert, _) => self.code.insertion_may_fail && path.is_false(holds),
            (Role::Remove, Removal::Flagged | Removal::Keyed) => path.is_false(holds),
            (Role::Remove, Removal::Sentinel(empty)) => {
                self.code.constant(empty).is_some_and(|empty| *holds == Expr::Value(empty))
            }
        }
    }
}

/// Operations of a kind, as the edges that have them, such that all paths pass one of them; the last ones first. If there
/// are none, whatever is the last on each path.
fn on_all(code: &Code, paths: &[Vec<usize>], is_wanted: fn(&Code, &Op) -> bool) -> Vec<Vec<usize>> {
    let Some(first) = paths.first() else { return Vec::new() };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for edge in first.iter().rev() {
        for op in code.edges[*edge].ops.iter().filter(|op| is_wanted(code, op)) {
            let role = code.procedure_of(code.edges[*edge].from).map(|procedure| procedure.role);
            let is_same = |other: &usize| {
                let other = &code.edges[*other];
                other.ops.contains(op) && code.procedure_of(other.from).map(|procedure| procedure.role) == role
            };
            let group: Vec<usize> = (0..code.edges.len()).filter(is_same).collect();
            let is_on_all = paths.iter().all(|path| path.iter().any(|edge| group.contains(edge)));
            if is_on_all && !groups.contains(&group) {
                groups.push(group);
            }
        }
    }
    let last = |path: &Vec<usize>| path.iter().rev().find(|edge| has_any(code, &[**edge], is_wanted)).copied();
    if groups.is_empty()
        && let Some(mut each) = paths.iter().map(last).collect::<Option<Vec<usize>>>()
    {
        each.sort_unstable();
        each.dedup();
        groups.push(each);
    }
    groups
}

fn is_writer(code: &Code, op: &Op) -> bool {
    match op.written() {
        Some(Written::Slot(slot)) => code.is_global(slot),
        Some(Written::Next(_) | Written::Data(_)) => true,
        Some(Written::Age(_)) | None => false,
    }
}

fn reads_cell(_: &Code, op: &Op) -> bool {
    let mut found = false;
    op.walk(&mut |expr| found |= matches!(expr, Expr::Next(_)));
    found
}

fn reads_shared(code: &Code, op: &Op) -> bool {
    let mut found = false;
    op.walk(&mut |expr| {
        found |= matches!(expr, Expr::Next(_)) || matches!(expr, Expr::Slot(slot) if code.is_global(*slot))
    });
    found
}
