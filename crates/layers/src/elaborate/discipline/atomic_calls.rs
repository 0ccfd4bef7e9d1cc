//! Calls of pure procedures, pure actions and primitives by yield procedures: ghost code, where it names its layers.

use super::super::codes;
use super::show;
use super::uses::{path_root, uses};
use super::yield_procedures::{Place, YieldCheck};
use crate::civl::{LayerRange, Routine};
use ivl::typed::{Expr, GlobalId, ProcedureId, Var};
use source::{Diagnostic, Span};

impl YieldCheck<'_> {
    /// The law: arguments exist at the layers of the call; a variable that takes a result exists at no others.
    pub(super) fn atomic(&mut self, callee: ProcedureId, ins: &[Expr], outs: &[Var], layers: LayerRange, span: Span) {
        self.callee_exists(callee, layers, span);
        ins.iter().for_each(|input| self.expr(input, layers, Place::Claim));
        let path = match &self.civl.routines[callee.index()] {
            Routine::Primitive { primitive, params: _ } if primitive.changes_path() => ins.first().and_then(path_root),
            Routine::Primitive { .. }
            | Routine::Pure { .. }
            | Routine::Action(_)
            | Routine::Plain { .. }
            | Routine::Yield(_)
            | Routine::Invariant(_) => None,
        };
        let mut changed: Vec<GlobalId> = Vec::new();
        for target in outs.iter().copied().chain(path) {
            match target {
                Var::Local(id) => self.output(id, layers, span),
                Var::Global(id) => changed.push(id),
                Var::Const(_) | Var::Bound(_) => {}
            }
        }
        let reads = ins.iter().flat_map(uses).any(|used| matches!(used.var, Var::Global(_)));
        if (reads || !changed.is_empty()) && self.is_at_one_layer(layers, span) {
            changed.into_iter().for_each(|id| self.introduces(id, layers.lower, span));
        }
    }

    /// Stricter: a pure action is called at layers at which it exists.
    fn callee_exists(&mut self, callee: ProcedureId, layers: LayerRange, span: Span) {
        if let Some(action) = self.civl.action(callee)
            && !layers.is_within(action.layers)
        {
            let message = format!(
                "`{}` is called at {}, but exists at {}",
                self.civl.name(callee),
                show(layers),
                show(action.layers)
            );
            self.error(&codes::CALL_LAYER, span, message);
        }
    }

    /// The law: ghost code that touches shared variables belongs to one layer. Its results exist there only, so nothing
    /// below depends on them, and nothing above takes it for one of several steps.
    fn is_at_one_layer(&mut self, layers: LayerRange, span: Span) -> bool {
        let single = layers.lower == layers.upper;
        if !single {
            let message =
                format!("the call touches shared variables, so it belongs to one layer, not {}", show(layers));
            let diagnostic = Diagnostic::error(&codes::GLOBAL_READ, span, message);
            self.diagnostics.push(diagnostic.help("name the layer: `call {:layer n} …`"));
        }
        single
    }

    /// The law: ghost code at layer `n` changes only globals that are introduced at `n`: below they do not exist, and
    /// above, the refined actions account for the change. If the procedure itself lives on above `n`, nothing accounts
    /// for it there, and the global must be hidden at `n`.
    fn introduces(&mut self, id: GlobalId, layer: u32, span: Span) {
        let (global, layers) = (&self.civl.program.globals[id.index()], self.civl.globals[id.index()].layers);
        let message = if layers.lower != layer {
            format!("ghost code at layer {layer} changes `{}`, which is not introduced there", global.name)
        } else if layer < self.procedure.layer && layers.upper != layer {
            format!(
                "`{}` is changed at layer {layer}, but `{}` exists up to layer {}, where nothing accounts for the change",
                global.name,
                self.name(),
                self.procedure.layer
            )
        } else {
            return;
        };
        let diagnostic = Diagnostic::error(&codes::GLOBAL_WRITE, span, message);
        self.diagnostics.push(diagnostic.label(global.span, format!("`{}` exists at {}", global.name, show(layers))));
    }
}
