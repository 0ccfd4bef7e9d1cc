//! The program, prepared for running: which edges leave a node, which locals matter there, what is called.

use crate::independence;
use crate::needs::{Dooms, Prospects};
use crate::porous;
use crate::rounds::Location;
use crate::settled::Settled;
use crate::state::{Cell, State, Thread, Value};
use crate::step::{Fault, Taken};
use crate::touched::{self, Touched};
use crate::values;
use concurrent::program::*;
use concurrent::spec::{Kind, Memory, Spec};
use source::Deadline;
use std::cell::{Cell as Flag, RefCell};

pub struct Machine<'a> {
    pub program: &'a Program,
    pub spec: &'a Spec,
    pub is_manual: bool,
    /// Fields per cell.
    pub stride: usize,
    /// Whether values are only passed on, so that their names do not matter.
    pub is_independent: bool,
    /// Without any reduction: every step, call and return is a turn of its own, threads are not put in order, nothing that a
    /// state holds is left out but cells that nobody leads to, and inserted values are numbers.
    pub is_fine: bool,
    /// Whether something is used both within `ATOMIC` and outside. Then `ATOMIC` is the lock that it is to the compiler, which
    /// keeps out no one but others who ask for it; else nobody can tell, and a block is one turn.
    pub has_porous_blocks: bool,
    /// The keys of a set; of a stack or a queue, values that may be inserted besides 1, 2, 3 and so on, each once.
    pub values: Vec<i64>,
    /// Whether some turns were left out because there were too many.
    pub was_cut_short: Flag<bool>,
    /// How many moves the rounds from one state may still have together.
    pub(crate) moves_left: Flag<usize>,
    /// Once it is over, turns are left out without a word.
    pub deadline: Flag<Deadline>,
    /// The places that have been accessed, while that is of interest.
    pub(crate) watched: RefCell<Option<Vec<Location>>>,
    procedures: Vec<Prepared>,
}

struct Prepared {
    /// The edges that leave each node.
    leaving: Vec<Vec<EdgeId>>,
    prospects: Prospects,
    locals: Vec<LocalId>,
    /// What the steps from each node touch, for each set of dooms.
    touched: Vec<Vec<Touched>>,
    /// The nodes at which that depends on the dooms.
    is_decidable: Vec<bool>,
}

/// Steps that `init` may take before it is given up.
const INIT_STEPS: usize = 100_000;

impl<'a> Machine<'a> {
    pub fn new(program: &'a Program, spec: &'a Spec) -> Machine<'a> {
        let settled = Settled::new(program, spec);
        let stride = program.records.iter().map(|record| record.fields.len()).max().unwrap_or(0);
        let is_independent = spec.kind != Kind::Set && independence::is_data_independent(program, spec);
        Machine {
            program,
            spec,
            is_manual: spec.memory == Memory::Manual,
            stride,
            is_independent,
            is_fine: false,
            has_porous_blocks: porous::has_porous_blocks(program, spec),
            values: values::few(spec),
            was_cut_short: Flag::new(false),
            moves_left: Flag::new(usize::MAX),
            deadline: Flag::new(Deadline::never()),
            watched: RefCell::new(None),
            procedures: program.procedures.iter().map(|one| prepare(program, spec, one, &settled)).collect(),
        }
    }

    pub fn leaving(&self, procedure: ProcedureId, node: NodeId) -> &[EdgeId] {
        &self.procedures[procedure.index()].leaving[node.index()]
    }

    pub(crate) fn prospects(&self, procedure: ProcedureId) -> &Prospects {
        &self.procedures[procedure.index()].prospects
    }

    pub(crate) fn touched(&self, procedure: ProcedureId, node: NodeId, dooms: Dooms) -> &Touched {
        &self.procedures[procedure.index()].touched[usize::from(dooms)][node.index()]
    }

    /// Whether a step from the node may be one whose end is known.
    pub(crate) fn is_decidable(&self, procedure: ProcedureId, node: NodeId) -> bool {
        !self.is_fine && self.procedures[procedure.index()].is_decidable[node.index()]
    }

    /// All locals of a procedure.
    pub(crate) fn locals(&self, procedure: ProcedureId) -> &[LocalId] {
        &self.procedures[procedure.index()].locals
    }

    pub fn procedure(&self, id: ProcedureId) -> &'a Procedure {
        self.program.procedure(id)
    }

    /// The state after `init`, with this many threads. `init` must not fail. If it has two ways to go, or does not
    /// end, the search is not complete.
    pub fn initial(&self, threads: u8, calls: u8) -> Result<State, Fault> {
        let idle = Thread { calls_left: calls, call: None };
        let mut state = State {
            globals: vec![Value::Undefined; self.program.globals.len()],
            cells: Vec::<Cell>::new(),
            fields: Vec::new(),
            threads: vec![idle; usize::from(threads)],
            explanations: crate::history::beginning(usize::from(threads)),
            inserted: 0,
            chosen: 0,
        };
        let Some(init) = self.program.init else { return Ok(state) };
        let procedure = self.procedure(init);
        self.enter(&mut state, 0, init, None);
        for _ in 0..INIT_STEPS {
            if self.deadline.get().is_over() {
                break;
            }
            let Some(call) = &state.threads[0].call else { break };
            if call.node == procedure.exit {
                break;
            }
            let mut next = None;
            for edge in self.leaving(init, call.node) {
                let mut tried = state.clone();
                if self.take(&mut tried, 0, *edge, None)? == Taken::Yes && next.replace(tried).is_some() {
                    // There are two ways to go on, and one of them is left out.
                    self.was_cut_short.set(true);
                }
            }
            match next {
                Some(next) => state = next,
                None => break,
            }
        }
        let is_over = state.threads[0].call.as_ref().is_none_or(|call| call.node == procedure.exit);
        self.was_cut_short.set(self.was_cut_short.get() || !is_over);
        state.threads[0] = Thread { calls_left: calls, call: None };
        Ok(state)
    }

    pub fn field_at(&self, cell: u16, field: FieldId) -> usize {
        usize::from(cell) * self.stride + field.index()
    }
}

fn prepare(program: &Program, spec: &Spec, procedure: &Procedure, settled: &Settled) -> Prepared {
    let mut leaving = vec![Vec::new(); procedure.nodes.len()];
    for (at, edge) in procedure.edges.iter().enumerate() {
        leaving[edge.from.index()].push(EdgeId(at as u32));
    }
    let prospects = Prospects::new(program, spec, procedure);
    let under = |dooms: Dooms| {
        let of_node = |at| touched::of_node(procedure, NodeId(at as u32), spec.memory, settled, (&prospects, dooms));
        (0..procedure.nodes.len()).map(of_node).collect()
    };
    let touched: Vec<Vec<Touched>> = prospects.sets().map(under).collect();
    let depends = |at: usize| touched.iter().any(|nodes| nodes[at] != touched[0][at]);
    let is_decidable = (0..procedure.nodes.len()).map(depends).collect();
    let locals = (0..procedure.locals.len() as u32).map(LocalId).collect();
    Prepared { leaving, prospects, locals, touched, is_decidable }
}
