//! Instances, written out in full.
//!
//! An instance declares a part of what its functor has, without bodies. Here the rest is added: copies of everything, with
//! bodies, and without modules. What has to be proved of that program must be what is proved of the short one, or of the
//! functor under the names of the instance. Random programs are asked as well: nothing may be lost in any that is accepted.

mod common;

use common::{render, typed};
use ivl::typed::{
    Attribute, AttributeParam, Call, CmdKind, Expr, ExprKind, GlobalId, Implementation, Name, ProcedureId, Program, Var,
};
use ivl::visit::{Folder, fold_children, fold_implementation, fold_procedure};
use layers::check::{Obligations, obligations};
use std::collections::{BTreeMap, BTreeSet};

/// All obligations, each with what is claimed in it.
fn claims(made: &Obligations) -> BTreeSet<String> {
    let mut claims = BTreeSet::new();
    for body in &made.program.implementations[made.first..] {
        claims.insert(body.name.to_string());
        for cmd in body.blocks.iter().flat_map(|block| &block.cmds) {
            if let CmdKind::Prove { claim, expr: _ } = &cmd.kind {
                claims.insert(format!("{}: {}", body.name, claim.failure.message));
            }
        }
    }
    claims
}

fn strings(attributes: &[Attribute], name: &str) -> Option<Vec<String>> {
    let attribute = attributes.iter().find(|attribute| &*attribute.name == name)?;
    let string = |param: &AttributeParam| match param {
        AttributeParam::String(text) => Some(text.to_string()),
        AttributeParam::Expr(_) => None,
    };
    attribute.params.iter().map(string).collect()
}

/// From the functor to one instance.
#[derive(Default)]
struct Copying {
    globals: BTreeMap<GlobalId, GlobalId>,
    routines: BTreeMap<ProcedureId, ProcedureId>,
}

impl Folder for Copying {
    fn expr(&mut self, expr: &Expr) -> Expr {
        match expr.kind() {
            ExprKind::Var(var) => Expr::new(ExprKind::Var(self.target(*var)), expr.ty().clone(), expr.span()),
            _ => fold_children(self, expr),
        }
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
        call.procedure = self.procedure(call.procedure);
        true
    }
}

/// What is said of a routine, or of the procedure in whose `refines` clause it stands.
fn said(program: &Program, id: ProcedureId, name: &str) -> Option<Vec<String>> {
    let procedure = &program.procedures[id.index()];
    strings(&procedure.attributes, name).or_else(|| {
        let outer = procedure.name.strip_suffix(".action")?;
        let outer = program.procedures.iter().find(|other| &*other.name == outer)?;
        let mut said = strings(&outer.attributes, name)?;
        if name == "instance" {
            said[2] += ".action";
        }
        Some(said)
    })
}

fn ids(program: &Program) -> impl Iterator<Item = ProcedureId> + use<> {
    (0..program.procedures.len() as u32).map(ProcedureId)
}

/// The program with all instances in full and without modules; for each instance, its names for those of the functor.
fn written_out(program: &Program) -> (Program, Vec<BTreeMap<Name, Name>>) {
    let mut full = program.clone();
    let of_globals = program.globals.iter().filter_map(|global| strings(&global.attributes, "instance"));
    let of_routines = ids(program).filter_map(|id| said(program, id, "instance"));
    let instances: BTreeSet<(String, String)> =
        of_globals.chain(of_routines).map(|said| (said[0].clone(), said[1].clone())).collect();
    let mut renamings = Vec::new();
    for (instance, functor) in instances {
        let mut copying = Copying::default();
        for at in 0..program.globals.len() {
            if strings(&program.globals[at].attributes, "functor") == Some(vec![functor.clone()]) {
                let own = [instance.clone(), functor.clone(), program.globals[at].name.to_string()];
                let known = program
                    .globals
                    .iter()
                    .position(|it| strings(&it.attributes, "instance").is_some_and(|said| said == own));
                let copy = known.unwrap_or_else(|| {
                    let mut global = program.globals[at].clone();
                    global.name = format!("{}@{instance}", global.name).into();
                    full.globals.push(global);
                    full.globals.len() - 1
                });
                copying.globals.insert(GlobalId(at as u32), GlobalId(copy as u32));
            }
        }
        let parts: Vec<ProcedureId> =
            ids(program).filter(|id| said(program, *id, "functor") == Some(vec![functor.clone()])).collect();
        let mut added = Vec::new();
        for id in &parts {
            let own = [instance.clone(), functor.clone(), program.procedures[id.index()].name.to_string()];
            let known = ids(program).find(|it| said(program, *it, "instance").is_some_and(|said| said == own));
            let copy = known.unwrap_or_else(|| {
                let mut procedure = program.procedures[id.index()].clone();
                procedure.name = format!("{}@{instance}", procedure.name).into();
                full.procedures.push(procedure);
                added.push(ProcedureId(full.procedures.len() as u32 - 1));
                ProcedureId(full.procedures.len() as u32 - 1)
            });
            copying.routines.insert(*id, copy);
        }
        for id in added {
            fold_procedure(&mut copying, &mut full.procedures[id.index()]);
            let modifies = &mut full.procedures[id.index()].modifies;
            modifies.iter_mut().for_each(|global| *global = copying.globals[global]);
        }
        for body in program.implementations.iter().filter(|body| parts.contains(&body.procedure)) {
            let procedure = copying.routines[&body.procedure];
            if full.implementations.iter().all(|other| other.procedure != procedure) {
                let name = full.procedures[procedure.index()].name.clone();
                let mut copy = Implementation { procedure, name, ..body.clone() };
                fold_implementation(&mut copying, &mut copy);
                full.implementations.push(copy);
            }
        }
        let renamed = copying.routines.iter().map(|(original, copy)| {
            (program.procedures[original.index()].name.clone(), full.procedures[copy.index()].name.clone())
        });
        renamings.push(renamed.collect());
    }
    let forget = |attributes: &mut Vec<Attribute>| {
        attributes.retain(|attribute| !["module", "functor", "instance"].contains(&&*attribute.name));
    };
    full.globals.iter_mut().for_each(|global| forget(&mut global.attributes));
    full.procedures.iter_mut().for_each(|procedure| forget(&mut procedure.attributes));
    (full, renamings)
}

/// A claim, with the names of an instance in place of those of the functor.
fn renamed(claim: &str, renaming: &BTreeMap<Name, Name>) -> String {
    let is_part = |c: char| c.is_alphanumeric() || ".@_".contains(c);
    let words = claim.split_inclusive(|c: char| !is_part(c)).map(|word| {
        let name = word.trim_end_matches(|c: char| !is_part(c));
        let new = renaming.get(name).map_or(name, |new| &**new);
        format!("{new}{}", &word[name.len()..])
    });
    words.collect()
}

/// Compares a program with the one written out, if it is accepted. Whether it is.
fn check(libraries: &[&str], text: &str) -> bool {
    let (map, program) =
        typed(libraries, &[("test.bpl", text)]).unwrap_or_else(|(map, found)| panic!("{}", render(&map, &found)));
    let Ok(short) = obligations(&program) else { return false };
    let (full, renamings) = written_out(&program);
    let full = obligations(&full).unwrap_or_else(|found| panic!("{text}\n{}", render(&map, &found)));
    let short = claims(&short);
    let copies = renamings.iter().flat_map(|renaming| short.iter().map(|name| renamed(name, renaming)));
    let proved: BTreeSet<String> = short.iter().cloned().chain(copies.collect::<Vec<_>>()).collect();
    let lost: Vec<String> = claims(&full).difference(&proved).cloned().collect();
    assert!(lost.is_empty(), "{text}\nlost: {lost:#?}");
    true
}

#[test]
fn nothing_is_lost_in_the_examples() {
    assert!(check(&["base"], include_str!("../../../examples/layers/modules/ok_functor.bpl")));
    assert!(check(&["base"], include_str!("../../../tests/layers/modules/functors/ok.bpl")));
    assert!(check(&["base"], include_str!("../../../tests/layers/modules/functors/bug_original.bpl")));
    assert!(check(&["base"], include_str!("../../../tests/layers/modules/functors/bug_meets_client.bpl")));
    assert!(check(&["base"], include_str!("../../../tests/layers/modules/functors/bug_invariant_meets_client.bpl")));
    assert!(check(&["base"], include_str!("../../../tests/layers/modules/functors/bug_brought_down.bpl")));
}

/// A generator of small numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high + 1 - low)
    }

    fn mover(&mut self) -> &'static str {
        ["atomic", "left", "right", "both"][self.below(4) as usize]
    }

    /// Or else half of the time.
    fn rarely(&mut self, rarely: bool) -> bool {
        if rarely { self.below(16) == 0 } else { self.flip() }
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// A functor of one variable; an instance that has some of it, and leaves it to a client at some layer, or does not; and
/// a client who does something with it at some layers.
fn random_program(dice: &mut Dice) -> String {
    let low = 2 * dice.below(2);
    let has_procedures = low == 0;
    let leaving = if has_procedures { dice.between(1, 4) } else { dice.between(1, 3) };
    let leaves = dice.below(8) > 0;
    let module = |last: u64| match leaves && leaving <= last {
        true => format!("{{:module {leaving}, \"C\"}}"),
        false => String::new(),
    };
    let mut text = format!("var {{:layer {low}, 5}} {{:functor \"F\"}} v: int;\n");
    text += &format!("var {{:layer {low}, 5}} {{:instance \"I\", \"F\", \"v\"}} {} w: int;\n", module(5));
    let mut copied = Vec::new();
    for name in ["One", "Two"] {
        let first = dice.between(low + 1, 5);
        let (last, mover, effect) =
            (dice.between(first, 5), dice.mover(), ["v + 1", "0", "v - 1"][dice.below(3) as usize]);
        text +=
            &format!("{mover} action {{:layer {first}, {last}}} {{:functor \"F\"}} {name}() {{ v := {effect}; }}\n");
        if dice.below(8) > 0 {
            copied.push((name, first));
            let effect = effect.replace('v', "w");
            text += &format!(
                "{mover} action {{:layer {first}, {last}}} {{:instance \"I\", \"F\", \"{name}\"}} {} {name}I() {{ w := {effect}; }}\n",
                module(last)
            );
        }
    }
    let layer = dice.between(low, 4);
    text += &format!("yield invariant {{:layer {layer}}} {{:functor \"F\"}} Inv(); preserves v > 0;\n");
    if dice.below(8) > 0 {
        let module = module(layer);
        text += &format!(
            "yield invariant {{:layer {layer}}} {{:instance \"I\", \"F\", \"Inv\"}} {module} InvI(); preserves w > 0;\n"
        );
    }
    if has_procedures {
        let (layer, first) = (dice.between(1, 2), 1);
        let last = dice.between(layer, 3);
        text += &format!(
            "yield procedure {{:layer 0}} {{:functor \"F\"}} Prim(); refines atomic action {{:layer {first}, {last}}} _ {{ v := v + 1; }}\n\
             yield procedure {{:layer {layer}}} {{:functor \"F\"}} Add() refines atomic action {{:layer {}}} _ {{ v := v + 1; }} {{ call Prim(); }}\n",
            layer + 1
        );
        if dice.below(8) > 0 {
            text += &format!(
                "yield procedure {{:layer {layer}}} {{:instance \"I\", \"F\", \"Add\"}} {} AddI(); refines atomic action {{:layer {}}} {} _ {{ w := w + 1; }}\n",
                module(layer),
                layer + 1,
                module(layer + 1)
            );
        }
        if dice.below(8) > 0 {
            text += &format!(
                "yield procedure {{:layer 0}} {{:instance \"I\", \"F\", \"Prim\"}} PrimI(); refines atomic action {{:layer {first}, {last}}} {} _ {{ w := w + 1; }}\n",
                module(last)
            );
        }
    }
    for (name, first) in copied {
        if dice.rarely(has_procedures) {
            text +=
                &format!("yield procedure {{:layer {}}} {{:module \"C\"}} Do{name}(); refines {name}I;\n", first - 1);
        }
    }
    if !leaves {
        return text;
    }
    let first = dice.between(leaving.max(low + 1), 5);
    let (last, mover) = (dice.between(first, 5), dice.mover());
    text += &format!("{mover} action {{:layer {first}, {last}}} {{:module \"C\"}} Client() {{ w := 2 * w; }}\n");
    if dice.rarely(has_procedures) {
        text += &format!("yield procedure {{:layer {}}} {{:module \"C\"}} DoClient(); refines Client;\n", first - 1);
    }
    if dice.flip() {
        let layer = dice.between(leaving.max(low), 5);
        text += &format!("yield invariant {{:layer {layer}}} {{:module \"C\"}} OfClient(); preserves w != 0;\n");
    }
    text
}

#[test]
fn nothing_is_lost_in_random_programs() {
    let mut dice = Dice(7);
    let accepted = (0..1000).filter(|_| check(&[], &random_program(&mut dice))).count();
    assert!(accepted > 300, "only {accepted} programs are accepted");
}
