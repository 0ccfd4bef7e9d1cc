//! The procedure that runs first: every global gets its first value, then `init` runs, if there is one.

use super::body::{Body, Frame, Operand, Returns};
use super::place::{Lvalue, Root};
use super::{Context, INIT};
use crate::c::codes::TYPE;
use crate::c::types::CType;
use concurrent::program::{CmdKind, Name, NodeId, Procedure};
use source::{FileId, Span};
use std::collections::{BTreeSet, HashMap};

pub(super) fn lower(context: &mut Context, file: FileId, used: &BTreeSet<Name>) -> Option<Procedure> {
    let function = context.function(INIT);
    let span = function.map_or(Span::new(file, 0, 0), |function| function.span);
    let mut body = Body::new(context, true);
    body.frames.push(Frame::new(INIT.into(), CType::Void, Returns::Procedure(Vec::new()), HashMap::new()));
    let mut cmds = Vec::new();
    for declaration in body.cx.unit.globals.iter().filter(|one| used.contains(&one.declared.name)) {
        cmds.extend(first_value(&mut body, declaration).unwrap_or_default());
    }
    if !cmds.is_empty() {
        body.emit(cmds, span);
    }
    if let Some(function) = function {
        if !function.params.is_empty() {
            return body.fail(&TYPE, function.span, "`init` runs before everything else and has no parameters");
        }
        body.statements(&function.body);
    }
    body.finish_frame();
    body.edge(body.at, body.exit, Vec::new(), span);
    let Body { locals, nodes, edges, exit, .. } = body;
    let (params, results) = (Vec::new(), Vec::new());
    Some(Procedure { name: INIT.into(), locals, params, results, nodes, edges, entry: NodeId(0), exit, span })
}

fn first_value(body: &mut Body, declaration: &crate::c::ast::Declaration) -> Option<Vec<CmdKind>> {
    let declared = &declaration.declared;
    let global = body.cx.globals.get(&declared.name)?.clone();
    let place =
        Lvalue { root: Root::Global(global.first), ty: global.ty.clone(), is_atomic: true, span: declared.span };
    let value: Operand = match &declaration.init {
        Some(init) => body.initial(init, &global.ty)?,
        None => body.zero(&global.ty, declared.span)?,
    };
    body.assignments(&place, value)
}
