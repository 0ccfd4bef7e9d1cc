//! What the primitives of the base library do, and what is believed of permissions, as the solver sees it.
//!
//! Each program is one action without branches. It is run as a plain procedure: calls of primitives are lowered, and at
//! the start its linear parameters are believed to be disjoint and well formed. The test compares which of its
//! assertions, the primitives' own included, hold.

mod common;
#[path = "../../ivl/tests/support/pipeline.rs"]
mod pipeline;

use common::{Loaded, load_text, render};
use expect_test::{Expect, expect};
use ivl::build::{Build, var};
use ivl::typed::{self, Assumption, Expr, Implementation, LocalId, Procedure, Role, Var};
use layers::civl::{Action, CmdKind, Routine};
use layers::linear::{Linear, PrimitiveCall, check as check_linear, lower};
use pipeline::Solver;

fn check(text: &str, expected: Expect) {
    let loaded = load_text(text);
    let solver = Solver::start(1);
    let program = plain(&loaded);
    let report = solver.check(&program);
    let mut lines: Vec<(u32, u32, String)> = Vec::new();
    for obligation in &report.obligations {
        let start = loaded.map.start(obligation.span);
        lines.push((start.line, start.column, format!("{} {}", obligation.kind, obligation.outcome.verdict().word())));
    }
    lines.sort();
    let mut text: String = lines.iter().map(|(line, column, text)| format!("{line}:{column}: {text}\n")).collect();
    for diagnostic in report.findings() {
        text += &format!("{}\n", diagnostic.message);
    }
    expected.assert_eq(&text);
}

/// The program with the action `A` as its only code.
fn plain(loaded: &Loaded) -> typed::Program {
    let civl = loaded.civl();
    let linear = check_linear(&civl, &loaded.mono.origins).unwrap_or_else(|e| panic!("{}", render(&loaded.map, &e)));
    let action = civl.actions().find(|action| &**civl.name(action.id) == "A");
    let action = action.unwrap_or_else(|| panic!("no action"));
    let mut build = Build::new(civl.program.clone());
    let implementation = implementation(&mut build, &civl, &linear, action);
    let mut program = build.program;
    for Procedure { role, params, requires, modifies, .. } in &mut program.procedures {
        *role = Role::Plain;
        params.iter_mut().for_each(|param| param.attributes.clear());
        requires.clear();
        modifies.clear();
    }
    program.implementations = vec![implementation];
    program
}

fn implementation(build: &mut Build, civl: &layers::civl::Civl, linear: &Linear, action: &Action) -> Implementation {
    let [block] = &action.body.blocks[..] else { panic!("branches") };
    let mut cmds = believed(build, linear, action);
    for (index, cmd) in block.cmds.iter().enumerate() {
        let plain = |kind| typed::Cmd { kind, attributes: Vec::new(), span: cmd.span };
        match &cmd.kind {
            CmdKind::Assert { expr, layers: _ } => cmds.push(plain(typed::CmdKind::Assert(expr.clone()))),
            CmdKind::Assume { expr, origin } => {
                cmds.push(plain(typed::CmdKind::Assume { expr: expr.clone(), origin: *origin }));
            }
            CmdKind::Assign(assignments) => cmds.push(plain(typed::CmdKind::Assign(assignments.clone()))),
            CmdKind::Atomic { callee, ins, outs, layers: _ } => {
                let Routine::Primitive { primitive, .. } = &civl.routines[callee.index()] else { panic!("a call") };
                let call = PrimitiveCall { primitive: *primitive, callee: *callee, ins, outs, span: cmd.span };
                cmds.extend(lower(build, &linear.permissions, &call).into_iter().map(typed::Cmd::from));
                let held = linear.availability.after(action.id, typed::BlockId(0), index).clone();
                cmds.extend(facts(build, linear, action, held));
            }
            _ => panic!("another command"),
        }
    }
    let span = action.body.end;
    let transfer = typed::Transfer::Return { attributes: Vec::new(), span };
    Implementation {
        hidden: Vec::new(),
        procedure: action.id,
        name: civl.name(action.id).clone(),
        locals: action
            .body
            .locals
            .iter()
            .map(|local| typed::Variable { attributes: Vec::new(), ..local.variable.clone() })
            .collect(),
        blocks: vec![typed::Block { label: block.label.clone(), cmds, transfer, span }],
        attributes: Vec::new(),
        span,
        end: span,
    }
}

fn believed(build: &mut Build, linear: &Linear, action: &Action) -> Vec<typed::Cmd> {
    let held = linear.availability.at_block(action.id, typed::BlockId(0)).clone();
    facts(build, linear, action, held)
}

fn facts(
    build: &mut Build,
    linear: &Linear,
    action: &Action,
    held: impl IntoIterator<Item = LocalId>,
) -> Vec<typed::Cmd> {
    let span = action.body.end;
    let read = |id: LocalId| var(Var::Local(id), &action.body.locals[id.index()].variable.ty, span);
    let values: Vec<Expr> = held.into_iter().map(read).collect();
    let mut facts = linear.permissions.disjoint(build, &values, &[]);
    facts.extend(linear.permissions.well_formed(build, &values));
    let origin = Assumption::Stated;
    let cmd = |expr| typed::Cmd { kind: typed::CmdKind::Assume { expr, origin }, attributes: Vec::new(), span };
    facts.into_iter().map(cmd).collect()
}

#[test]
fn single_permissions_and_sets() {
    check(
        "datatype D { D1(x: One int), D2(x: One int) }
         datatype E { E1(x: One int), E2(n: int) }
         atomic action {:layer 1} A({:linear} a: One int, {:linear} b: One int, {:linear} m: UnitMap (One int),
           {:linear} n: Map (One int) bool, {:linear} d: D, {:linear} e: E, o: One int, {:linear} other: One bool)
         {
           assert a != b;
           assert !Map_Contains(m, a);
           assert !Map_Contains(m, One(1)) || !Map_Contains(n, One(1));
           assert d->x != a && !Map_Contains(m, d->x);
           assert e is E1 ==> e->x != d->x;
           assert e->x != a;
           assert o != a;
           assert (exists k: One int :: !Map_Contains(n, k)) ==> n->val[o] == Default() || Map_Contains(n, o);
         }",
        expect![[r#"
            6:12: assertion proved
            7:12: assertion proved
            8:12: assertion proved
            9:12: assertion proved
            10:12: assertion proved
            11:12: assertion refuted
            12:12: assertion refuted
            13:12: assertion proved
            this assertion fails
            this assertion fails
        "#]],
    );
}

#[test]
fn lists() {
    check(
        "datatype List { Nil(), Cons(head: One int, tail: List) }
         atomic action {:layer 1} A({:linear} l: List, {:linear} a: One int)
         {
           assert l is Cons ==> l->head != a;
           assert l is Cons && l->tail is Cons ==> l->tail->head != a;
           assert l is Cons && l->tail is Cons ==> l->tail->head != l->head;
         }",
        expect![[r#"
            4:12: assertion proved
            5:12: assertion proved
            6:12: assertion refuted
            this assertion fails
        "#]],
    );
}

#[test]
fn maps() {
    check(
        "atomic action {:layer 1} A({:linear_in} i: Map (One int) int, {:linear_in} k: One int, j: One int)
         returns ({:linear} m: Map (One int) int, v: int)
         {
           var taken: Map (One int) int;
           m := i;
           call Map_Put(m, k, 7);
           assert Map_Contains(m, k) && m->val[k] == 7;
           assert j != k ==> m->val[j] == i->val[j];
           assume Map_Contains(m, j) && j != k;
           call taken := Map_Split(m, Set_Singleton(j));
           assert !Map_Contains(m, j) && Map_Contains(taken, j) && taken->val[j] == i->val[j];
           assert Map_Contains(m, k);
           call Map_Join(m, taken);
           assert m == Map_Update(i, k, 7);
           call Path_Store(m->val[k], 8);
           call v := Path_Load(m->val[k]);
           assert v == 8;
           call v := Map_Get(m, k);
           assert v == 8 && m == i;
           assert Map_Contains(m, k);
         }",
        expect![[r#"
            7:12: assertion proved
            8:12: assertion proved
            10:12: assertion proved
            11:12: assertion proved
            12:12: assertion proved
            14:12: assertion proved
            15:12: assertion proved
            16:12: assertion proved
            17:12: assertion proved
            18:12: assertion proved
            19:12: assertion proved
            20:12: assertion refuted
            this assertion fails
        "#]],
    );
}

#[test]
fn what_primitives_need() {
    check(
        "datatype D { D1(n: int, x: One int), D2(x: One int) }
         atomic action {:layer 1} A({:linear_in} i: Map (One int) int, {:linear_in} u: UnitMap (One int), {:linear_in} e: D, j: One int, k: One int, p: One int, q: One int)
         returns ({:linear} m: Map (One int) int, {:linear} w: UnitMap (One int), {:linear} d: D, {:linear} t: Map (One int) int, v: int)
         {
           m, w, d := i, u, e;
           call t := Map_Split(m, Set_Singleton(j));
           call Path_Store(m->val[k], 8);
           call v := Map_Get(m, p);
           call One_Get(w, q);
           call Path_Store(d->n, 8);
           assert d->n == 8 && d->x == e->x;
         }",
        expect![[r#"
            6:12: assertion refuted
            7:12: assertion refuted
            8:12: assertion refuted
            9:12: assertion refuted
            10:12: assertion refuted
            11:12: assertion proved
            Map_Split needs the keys to be in the map
            the map on the path needs to contain the key
            Map_Get needs the key to be in the map
            One_Get needs the permission to be in the map
            the value on the path needs to have the field n
        "#]],
    );
}

#[test]
fn new_permissions() {
    check(
        "atomic action {:layer 1} A({:linear} a: One Loc)
         returns ({:linear} l: One Loc, {:linear} tags: UnitMap (One (Tag int)), {:linear} k: One Loc, {:linear} tag: One (Tag Unit))
         {
           call l, tags := Tags_New(Set_Singleton(5));
           assert l != a;
           assert Map_Contains(tags, One(Tag(l->val, 5)));
           assert !Map_Contains(tags, One(Tag(l->val, 6)));
           call k, tag := Tag_New();
           assert k != l && tag->val->loc == k->val;
           call k := Loc_New();
           assert tag->val->loc == k->val;
         }",
        expect![[r#"
            5:12: assertion proved
            6:12: assertion proved
            7:12: assertion proved
            9:12: assertion proved
            11:12: assertion failed
            this assertion might not hold
        "#]],
    );
}

#[test]
fn moves() {
    check(
        "atomic action {:layer 1} A({:linear_in} x: One int, {:linear_in} m: UnitMap (One int), {:linear_out} y: One int)
         returns ({:linear} w: UnitMap (One int))
         {
           w := m;
           assume x == y;
           call Move(x, y);
           assert !Map_Contains(w, y);
           call One_Put(w, y);
           assert Map_Contains(w, y);
           call One_Get(w, y);
           assert w == m;
         }",
        expect![[r#"
            6:12: assertion proved
            7:12: assertion proved
            9:12: assertion proved
            10:12: assertion proved
            11:12: assertion proved
        "#]],
    );
}
