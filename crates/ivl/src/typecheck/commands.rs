//! Statements without control flow.

use super::{Checker, FunctionEntry, Namespace};
use crate::ast;
use crate::typed::{Assumption, Attribute, Cmd, CmdKind, Visibility};
use source::Span;

impl<'a> Checker<'a> {
    /// Checks a simple statement and appends what it becomes. Control flow is not for here and gives nothing.
    pub(super) fn command(&mut self, stmt: &'a ast::Stmt, cmds: &mut Vec<Cmd>) {
        let span = stmt.span;
        match &stmt.kind {
            ast::StmtKind::Assert { attributes, expr } => {
                let expr = self.condition(expr, "an asserted condition");
                let attributes = self.named_attributes(attributes, span);
                cmds.push(Cmd { kind: CmdKind::Assert(expr), attributes, span });
            }
            ast::StmtKind::Assume { attributes, expr } => {
                let is_shared = self.in_yield_body();
                let expr = self.in_shared_state(is_shared, |checker| checker.condition(expr, "an assumed condition"));
                let attributes = self.named_attributes(attributes, span);
                let origin = Assumption::Stated;
                cmds.push(Cmd { kind: CmdKind::Assume { expr, origin }, attributes, span });
            }
            ast::StmtKind::Measure(measure) => cmds.push(self.measure_command(measure)),
            ast::StmtKind::Havoc(names) => {
                let vars = names.iter().filter_map(|name| self.assignable(name)).collect();
                cmds.push(Cmd { kind: CmdKind::Havoc(vars), attributes: Vec::new(), span });
            }
            ast::StmtKind::Assign { attributes, targets, values } => {
                let attributes = self.top_attributes(attributes);
                if let Some(assignments) = self.assign(targets, values, span) {
                    cmds.push(Cmd { kind: CmdKind::Assign(assignments), attributes, span });
                }
            }
            ast::StmtKind::Unpack { attributes, constructor, targets, value } => {
                let attributes = self.top_attributes(attributes);
                self.unpack(constructor, targets, value, attributes, span, cmds);
            }
            ast::StmtKind::Call(calls) => cmds.extend(self.call_statement(calls, span)),
            ast::StmtKind::Visibility { reveal, name } => {
                if let Some(visibility) = self.visibility(*reveal, name.as_ref()) {
                    cmds.push(Cmd { kind: CmdKind::Visibility(visibility), attributes: Vec::new(), span });
                }
            }
            ast::StmtKind::PushScope => {
                cmds.push(Cmd { kind: CmdKind::Visibility(Visibility::Push), attributes: Vec::new(), span });
            }
            ast::StmtKind::PopScope => {
                cmds.push(Cmd { kind: CmdKind::Visibility(Visibility::Pop), attributes: Vec::new(), span });
            }
            ast::StmtKind::Label(_)
            | ast::StmtKind::If(_)
            | ast::StmtKind::While(_)
            | ast::StmtKind::Break(_)
            | ast::StmtKind::Goto { .. }
            | ast::StmtKind::Return { .. } => {}
        }
    }

    /// Attributes of a statement, among them perhaps its `{:id}`.
    pub(super) fn named_attributes(&mut self, attributes: &'a [ast::Attribute], span: Span) -> Vec<Attribute> {
        self.register_id(attributes, span);
        self.top_attributes(attributes)
    }

    pub(super) fn measure_command(&mut self, measure: &'a ast::Measure) -> Cmd {
        let measure = self.check_measure(measure);
        Cmd { kind: CmdKind::Measure(measure.exprs), attributes: measure.attributes, span: measure.span }
    }

    /// `None`: nothing to do, or an error is reported.
    fn visibility(&mut self, reveal: bool, name: Option<&'a ast::Ident>) -> Option<Visibility> {
        let function = match name {
            None => None,
            Some(name) => match self.functions.get(&name.name) {
                Some(FunctionEntry::Function(id)) => Some(*id),
                Some(FunctionEntry::Constructor(..)) => return None,
                None => {
                    self.undeclared(Namespace::Functions, &name.name, name.span);
                    return None;
                }
            },
        };
        Some(if reveal { Visibility::Reveal(function) } else { Visibility::Hide(function) })
    }
}
