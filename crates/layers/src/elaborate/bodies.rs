//! Reading code.

use super::attributes::{Reader, is_set, others};
use super::codes;
use super::headers::{Header, Kind};
use super::unpack::unpack;
use crate::civl::{
    Arm, Block, Body, Call, Cmd, CmdKind, InvariantCall, Layer, LayerRange, LayeredMeasure, Linearity, Local,
    LoopYield, Param, Transfer,
};
use ivl::typed::{self, Attribute, ImplementationId, Program};
use source::{Diagnostic, Span};

/// Whose code is read.
#[derive(Clone, Copy)]
pub enum Owner {
    /// A sequential procedure: beyond permissions, the attributes of Civl say nothing in it.
    Plain,
    Pure,
    Action(LayerRange),
    Yield(Layer),
}

impl Owner {
    fn layers(self) -> LayerRange {
        match self {
            Owner::Plain | Owner::Pure => LayerRange::ALL,
            Owner::Action(layers) => layers,
            Owner::Yield(layer) => LayerRange { lower: 0, upper: layer },
        }
    }

    fn name(self) -> &'static str {
        match self {
            Owner::Plain => "a procedure",
            Owner::Pure => "a pure procedure",
            Owner::Action(_) => "an action",
            Owner::Yield(_) => "a yield procedure",
        }
    }
}

pub struct BodyReader<'a> {
    pub program: &'a Program,
    pub headers: &'a [Header],
    pub reader: &'a mut Reader,
    pub owner: Owner,
}

impl BodyReader<'_> {
    pub fn body(&mut self, id: ImplementationId, params: &[Param]) -> Body {
        let implementation = &self.program.implementations[id.index()];
        let mut locals = Vec::new();
        for (index, variable) in implementation.locals.iter().enumerate() {
            let (layers, linearity) = match params.get(index) {
                Some(param) => (param.layers, param.linearity),
                None => self.local(variable),
            };
            locals.push(Local { variable: variable.clone(), layers, linearity });
        }
        let blocks = implementation.blocks.iter().map(|block| self.block(block)).collect();
        Body { implementation: id, locals, blocks, end: implementation.end }
    }

    /// A local of a yield procedure exists at the layers of the procedure, or at fewer; any other wherever its code does.
    fn local(&mut self, variable: &typed::Variable) -> (LayerRange, Linearity) {
        if let Owner::Plain = self.owner {
            return (LayerRange::ALL, self.reader.linearity(&variable.attributes, &[Linearity::Linear], "a local"));
        }
        let allowed: &[&str] = match self.owner {
            Owner::Yield(_) => &["layer", "linear", "linear_in", "linear_out"],
            Owner::Plain | Owner::Pure | Owner::Action(_) => &["linear", "linear_in", "linear_out"],
        };
        self.reader.only(&variable.attributes, allowed, &format!("a local of {}", self.owner.name()));
        self.reader.no_where_clause(variable);
        let layers = self.reader.layer_range(&variable.attributes, self.owner.layers(), variable.span);
        if layers.upper > self.owner.layers().upper {
            let message = format!(
                "local `{}` exists up to layer {}, but its procedure only up to layer {}",
                variable.name,
                layers.upper,
                self.owner.layers().upper
            );
            self.reader.layers_error(variable.span, message);
        }
        (layers, self.reader.linearity(&variable.attributes, &[Linearity::Linear], "a local"))
    }

    fn block(&mut self, block: &typed::Block) -> Block {
        let mut yields = None;
        let mut cmds = Vec::new();
        let mut rest = block.cmds.iter();
        while let Some(cmd) = rest.next() {
            let second = rest.as_slice().first();
            if let Some(kind) = unpack(cmd, second, self.program) {
                let attributes = second.map_or(Vec::new(), |second| others(&second.attributes));
                cmds.push(Cmd { kind, attributes, span: cmd.span });
                rest.next();
            } else if let typed::CmdKind::LoopYield(sites) = &cmd.kind {
                yields = Some(self.loop_yield(sites, &cmd.attributes, cmd.span));
            } else if let Some(kind) = self.cmd(cmd) {
                cmds.push(Cmd { kind, attributes: others(&cmd.attributes), span: cmd.span });
            }
        }
        let transfer = match &block.transfer {
            typed::Transfer::Goto { targets, attributes: _, span } => {
                Transfer::Goto { targets: targets.clone(), span: *span }
            }
            typed::Transfer::Return { attributes: _, span } => Transfer::Return { span: *span },
        };
        Block { label: block.label.clone(), yields, cmds, transfer, span: block.span }
    }

    /// A loop yields at all layers of its procedure, or up to the layer that it names.
    fn loop_yield(&mut self, sites: &[typed::CallSite], attributes: &[Attribute], span: Span) -> LoopYield {
        self.reader.only(attributes, &["layer", "yields"], "a yielding loop");
        let upper = self.owner.layers().upper;
        let layer = match self.reader.layers(attributes)[..] {
            [] => upper,
            [layer] if layer <= upper => layer,
            [layer] => {
                let message = format!("the loop yields up to layer {layer}, but its procedure has layer {upper}");
                self.error(&codes::YIELDING_LOOP, span, message);
                upper
            }
            [_, _, ..] => {
                let message = "the layer of a yielding loop is the highest one at which it yields: one number";
                self.error(&codes::YIELDING_LOOP, span, message);
                upper
            }
        };
        let invariants = sites.iter().filter_map(|site| match self.arm(site) {
            Some(Arm::Invariant(call)) => Some(call),
            Some(Arm::Call(call)) => {
                self.cannot_call(call.callee, call.span);
                None
            }
            None => None,
        });
        LoopYield { layer, invariants: invariants.collect(), span }
    }

    fn cmd(&mut self, cmd: &typed::Cmd) -> Option<CmdKind> {
        let attributes = &cmd.attributes;
        match &cmd.kind {
            typed::CmdKind::Assert(expr) | typed::CmdKind::Prove { claim: _, expr } => {
                let layers = match self.owner {
                    Owner::Plain => Default::default(),
                    Owner::Pure | Owner::Action(_) => {
                        self.reader.only(attributes, &[], &format!("an assertion of {}", self.owner.name()));
                        Default::default()
                    }
                    Owner::Yield(_) => {
                        self.reader.only(attributes, &["layer"], "an assertion that is no invariant of a loop");
                        self.reader.layer_set(attributes, self.owner.layers(), "the assertion", cmd.span)
                    }
                };
                Some(CmdKind::Assert { expr: expr.clone(), layers })
            }
            typed::CmdKind::Assume { expr, origin } => {
                self.only(attributes, "an assumption, which is made at every layer");
                Some(CmdKind::Assume { expr: expr.clone(), origin: *origin })
            }
            typed::CmdKind::Assign(assignments) => {
                self.only(attributes, "an assignment");
                Some(CmdKind::Assign(assignments.clone()))
            }
            typed::CmdKind::Havoc(targets) => {
                self.only(attributes, "a havoc");
                Some(CmdKind::Havoc(targets.clone()))
            }
            typed::CmdKind::Call(call) => self.call(call, attributes, cmd.span),
            typed::CmdKind::Async(call) => self.async_call(call, attributes, cmd.span),
            typed::CmdKind::Parallel(sites) => {
                self.reader.only(attributes, &[], "a parallel call");
                Some(CmdKind::Parallel(sites.iter().filter_map(|site| self.arm(site)).collect()))
            }
            typed::CmdKind::Measure(exprs) => {
                let layers = match self.owner {
                    Owner::Plain => Default::default(),
                    Owner::Pure | Owner::Action(_) => {
                        self.reader.only(attributes, &[], &format!("a measure of {}", self.owner.name()));
                        Default::default()
                    }
                    Owner::Yield(_) => {
                        self.reader.only(attributes, &["layer"], "a measure");
                        self.reader.layer_set(attributes, self.owner.layers(), "the measure", cmd.span)
                    }
                };
                Some(CmdKind::Measure(LayeredMeasure { exprs: exprs.clone(), layers, span: cmd.span }))
            }
            // Advice for the solver, without meaning.
            typed::CmdKind::Visibility(_) => None,
            // Read with the block.
            typed::CmdKind::LoopYield(_) => None,
        }
    }

    fn call(&mut self, call: &typed::Call, attributes: &[Attribute], span: Span) -> Option<CmdKind> {
        match (self.headers[call.procedure.index()].kind, self.owner) {
            (Kind::Plain | Kind::Pure | Kind::Primitive(_), Owner::Plain)
            | (Kind::Pure | Kind::Primitive(_), Owner::Pure | Owner::Yield(_))
            | (Kind::Primitive(_) | Kind::Action { .. }, Owner::Action(_))
            | (Kind::Action { is_pure: true, .. }, Owner::Pure | Owner::Yield(_)) => {
                Some(self.atomic(call, attributes, span))
            }
            (Kind::Yield { .. }, Owner::Yield(_)) => {
                self.reader.only(attributes, &[], "a call of a yield procedure");
                Some(CmdKind::Call(self.yield_call(call, span)))
            }
            (Kind::Invariant { .. }, Owner::Yield(_)) => {
                Some(CmdKind::Invariant(invariant_call(self.reader, call, attributes, span)))
            }
            (Kind::Plain, Owner::Pure | Owner::Action(_) | Owner::Yield(_))
            | (Kind::Pure, Owner::Action(_))
            | (Kind::Action { is_pure: false, .. }, Owner::Pure | Owner::Yield(_))
            | (Kind::Action { .. }, Owner::Plain)
            | (Kind::Yield { .. } | Kind::Invariant { .. }, Owner::Plain | Owner::Pure | Owner::Action(_)) => {
                self.cannot_call(call.procedure, span);
                None
            }
        }
    }

    /// The call happens at the layers it names, or wherever its code exists.
    fn atomic(&mut self, call: &typed::Call, attributes: &[Attribute], span: Span) -> CmdKind {
        let all = self.owner.layers();
        let layers = match self.owner {
            // `free call` is about the contract of the callee; permissions go the same ways.
            Owner::Plain => all,
            Owner::Pure | Owner::Action(_) => {
                self.not_free(call, span);
                self.reader.only(attributes, &[], &format!("a call by {}", self.owner.name()));
                all
            }
            Owner::Yield(_) => {
                self.not_free(call, span);
                self.reader.only(attributes, &["layer"], "a call of a pure procedure");
                self.reader.layer_range(attributes, all, span)
            }
        };
        if layers.upper > all.upper {
            let message =
                format!("the call happens at layer {}, but its procedure has layer {}", layers.upper, all.upper);
            self.reader.layers_error(span, message);
        }
        CmdKind::Atomic { callee: call.procedure, ins: call.ins.clone(), outs: call.outs.clone(), layers }
    }

    fn async_call(&mut self, call: &typed::Call, attributes: &[Attribute], span: Span) -> Option<CmdKind> {
        match (self.headers[call.procedure.index()].kind, self.owner) {
            (Kind::Yield { .. }, Owner::Yield(_)) => {
                self.reader.only(attributes, &["sync"], "an asynchronous call");
                let call = self.yield_call(call, span);
                Some(CmdKind::Async { call, sync: is_set(attributes, "sync") })
            }
            (_, Owner::Plain | Owner::Pure | Owner::Action(_) | Owner::Yield(_)) => {
                self.cannot_call(call.procedure, span);
                None
            }
        }
    }

    fn arm(&mut self, site: &typed::CallSite) -> Option<Arm> {
        let typed::CallSite { call, attributes, span } = site;
        match self.headers[call.procedure.index()].kind {
            Kind::Yield { .. } => {
                self.reader.only(attributes, &[], "an arm of a parallel call");
                Some(Arm::Call(self.yield_call(call, *span)))
            }
            Kind::Invariant { .. } => Some(Arm::Invariant(invariant_call(self.reader, call, attributes, *span))),
            Kind::Plain | Kind::Pure | Kind::Primitive(_) | Kind::Action { .. } => {
                self.cannot_call(call.procedure, *span);
                None
            }
        }
    }

    fn yield_call(&mut self, call: &typed::Call, span: Span) -> Call {
        self.not_free(call, span);
        Call { callee: call.procedure, ins: call.ins.clone(), outs: call.outs.clone(), span }
    }

    /// Reports the attributes of Civl at a command where they have no meaning.
    fn only(&mut self, attributes: &[Attribute], what: &str) {
        match self.owner {
            Owner::Plain => {}
            Owner::Pure | Owner::Action(_) | Owner::Yield(_) => self.reader.only(attributes, &[], what),
        }
    }

    fn not_free(&mut self, call: &typed::Call, span: Span) {
        not_free(self.reader, call, span);
    }

    fn cannot_call(&mut self, callee: typed::ProcedureId, span: Span) {
        let callee = &self.program.procedures[callee.index()];
        let message = format!("{} cannot call `{}` here", self.owner.name(), callee.name);
        let diagnostic = Diagnostic::error(&codes::CALL_LAYER, span, message);
        self.reader.diagnostics.push(diagnostic.label(callee.span, "declared here"));
    }

    fn error(&mut self, code: &'static source::Code, span: Span, message: impl Into<String>) {
        self.reader.diagnostics.push(Diagnostic::error(code, span, message));
    }
}

pub fn invariant_call(reader: &mut Reader, call: &typed::Call, attributes: &[Attribute], span: Span) -> InvariantCall {
    reader.only(attributes, &[], "a call of an invariant, which has its own layer");
    not_free(reader, call, span);
    InvariantCall { invariant: call.procedure, ins: call.ins.clone(), attributes: others(attributes), span }
}

/// `free call` trusts the precondition of the callee; what that means at each layer is not modelled.
fn not_free(reader: &mut Reader, call: &typed::Call, span: Span) {
    if call.free {
        let message = "`free call` is not supported in Civl programs";
        reader.diagnostics.push(Diagnostic::error(&codes::UNSUPPORTED, span, message));
    }
}
