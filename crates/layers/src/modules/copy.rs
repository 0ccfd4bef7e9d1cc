//! Whether one declaration is another under a renaming.
//!
//! Both are printed, one with the ids of its instance replaced by those of the functor, and the texts compared: what the
//! text does not tell apart is the same declaration, since a program can be read back from it. Parameters and locals
//! have the same names on both sides.

use super::{Item, Modules, Origin};
use ivl::ast::Program as Ast;
use ivl::print_ast::print;
use ivl::to_ast::to_ast;
use ivl::typed::{
    Attribute, Call, Expr, ExprKind, GlobalId, Implementation, Procedure, ProcedureId, Program, Var, Variable,
};
use ivl::visit::{Folder, Memo, fold_children, fold_implementation, fold_procedure, fold_variable};
use rustc_hash::FxHashMap;

/// Compares declarations of one program.
pub struct Comparison<'a> {
    program: &'a Program,
    modules: &'a Modules,
    /// The program without bodies.
    frame: Program,
}

/// The first lines that differ.
pub struct Difference {
    pub original: String,
    pub copy: String,
}

impl<'a> Comparison<'a> {
    pub fn new(program: &'a Program, modules: &'a Modules) -> Comparison<'a> {
        let mut frame = Program { implementations: Vec::new(), axioms: Vec::new(), ..program.clone() };
        // What actions change is told by their bodies; of other yield procedures than movers it is not asked.
        frame.procedures.iter_mut().for_each(|procedure| procedure.modifies.clear());
        Comparison { program, modules, frame }
    }

    /// How the copy differs from the original, if it does. The bodies of yield procedures are not compared.
    pub fn difference(&self, copy: Item, original: Item) -> Option<Difference> {
        let mut renaming = self.renaming(copy);
        let (original, copy) = match (original, copy) {
            (Item::Global(original), Item::Global(copy)) => {
                let mut renamed = self.program.globals[copy.index()].clone();
                fold_variable(&mut renaming, &mut renamed);
                let own = self.program.globals[original.index()].clone();
                let name = own.name.clone();
                (self.global(original, own), self.global(original, Variable { name, ..renamed }))
            }
            (Item::Routine(original), Item::Routine(copy)) => {
                let (own, own_body) = self.routine(original);
                let (mut renamed, mut renamed_body) = self.routine(copy);
                fold_procedure(&mut renaming, &mut renamed);
                if let Some(body) = &mut renamed_body {
                    fold_implementation(&mut renaming, body);
                    (body.procedure, body.name) = (original, own.name.clone());
                }
                renamed.name = own.name.clone();
                (self.routine_text(original, own, own_body), self.routine_text(original, renamed, renamed_body))
            }
            (Item::Global(_), Item::Routine(_)) | (Item::Routine(_), Item::Global(_)) => return None,
        };
        first_difference(&original, &copy)
    }

    /// From the instance of the declaration to its functor.
    fn renaming(&self, copy: Item) -> Renaming {
        let home = self.modules.of(copy).home();
        let mut renaming = Renaming::default();
        for (item, membership) in self.modules.items().filter(|(_, membership)| membership.home() == home) {
            match (item, membership.origin) {
                (Item::Global(copy), Origin::Copy(Item::Global(original))) => {
                    renaming.globals.insert(copy, original);
                }
                (Item::Routine(copy), Origin::Copy(Item::Routine(original))) => {
                    renaming.routines.insert(copy, original);
                }
                (_, Origin::Ordinary | Origin::Template | Origin::Copy(_)) => {}
            }
        }
        renaming
    }

    /// The declaration, and the body if it is an action.
    fn routine(&self, id: ProcedureId) -> (Procedure, Option<Implementation>) {
        let procedure = self.frame.procedures[id.index()].clone();
        let has_text = matches!(procedure.role, ivl::typed::Role::Action(_));
        let mut bodies = self.program.implementations.iter().filter(|body| has_text && body.procedure == id);
        (procedure, bodies.next().cloned())
    }

    fn global(&self, at: GlobalId, mut global: Variable) -> Vec<String> {
        forget_modules(&mut global.attributes);
        let mut frame = self.frame.clone();
        frame.globals[at.index()] = global;
        lines(&to_ast(&frame))
    }

    fn routine_text(&self, at: ProcedureId, mut procedure: Procedure, body: Option<Implementation>) -> Vec<String> {
        forget_modules(&mut procedure.attributes);
        let mut frame = self.frame.clone();
        frame.procedures[at.index()] = procedure;
        frame.implementations.extend(body.map(|mut body| {
            forget_modules(&mut body.attributes);
            body
        }));
        lines(&to_ast(&frame))
    }
}

fn forget_modules(attributes: &mut Vec<Attribute>) {
    attributes.retain(|attribute| !["module", "functor", "instance"].contains(&&*attribute.name));
}

fn lines(program: &Ast) -> Vec<String> {
    print(program).lines().map(|line| line.trim().to_string()).collect()
}

/// Of two texts that differ, one of the two may end first.
fn first_difference(original: &[String], copy: &[String]) -> Option<Difference> {
    let longest = original.len().max(copy.len());
    let line = |text: &[String], at: usize| text.get(at).cloned().unwrap_or_default();
    let differs = (0..longest).find(|at| original.get(*at) != copy.get(*at))?;
    Some(Difference { original: line(original, differs), copy: line(copy, differs) })
}

/// Other globals and routines in place of some.
#[derive(Default)]
struct Renaming {
    globals: FxHashMap<GlobalId, GlobalId>,
    routines: FxHashMap<ProcedureId, ProcedureId>,
    memo: Memo,
}

impl Folder for Renaming {
    fn expr(&mut self, expr: &Expr) -> Expr {
        if let Some(known) = self.memo.get(expr) {
            return known;
        }
        let new = match expr.kind() {
            ExprKind::Var(var) => Expr::new(ExprKind::Var(self.target(*var)), expr.ty().clone(), expr.span()),
            _ => fold_children(self, expr),
        };
        self.memo.put(expr, &new);
        new
    }

    fn target(&mut self, var: Var) -> Var {
        match var {
            Var::Global(id) => Var::Global(self.globals.get(&id).copied().unwrap_or(id)),
            Var::Const(_) | Var::Local(_) | Var::Bound(_) => var,
        }
    }

    fn procedure(&mut self, id: ProcedureId) -> ProcedureId {
        self.routines.get(&id).copied().unwrap_or(id)
    }

    fn call(&mut self, call: &mut Call) -> bool {
        let renamed = self.procedure(call.procedure);
        let changed = renamed != call.procedure;
        call.procedure = renamed;
        changed
    }
}
