//! What the procedures of the base library that move permissions do, as assertions and assignments.
//!
//! Each law is written above its function; `path` is a place such as `x->f->val[k]`, and an assignment to it assigns to
//! its root `x`. All of them assert first that the path leads somewhere: that a value has the field that is followed,
//! and that a `Map` contains the key. Results and the changed variable are assigned at once, so that the arguments are
//! those before the call.

use super::paths::{Path, Step};
use super::permissions::{Permissions, data};
use crate::civl::Primitive;
use crate::step::{self, StepKind};
use ivl::build::{
    Build, and, any, bool_lit, bound_var, construct, eq, is_constructor, lambda, not, select, store, var,
};
use ivl::typed::{Assumption, Attribute, AttributeParam, ConstructorId, Expr, FieldId, ProcedureId, Type, Var};
use source::Span;

/// A call of a primitive.
pub struct PrimitiveCall<'a> {
    pub primitive: Primitive,
    pub callee: ProcedureId,
    pub ins: &'a [Expr],
    pub outs: &'a [Var],
    pub span: Span,
}

/// The steps that the call stands for. The rules of linearity hold of it (see [`super::check`]).
pub fn lower(build: &mut Build, permissions: &Permissions, call: &PrimitiveCall) -> Vec<step::Step> {
    let mut lowering = Lowering { build, permissions, call, steps: Vec::new() };
    lowering.call();
    lowering.steps
}

/// The variable that the primitive changes, besides its results: the root of its first argument.
pub fn changed(primitive: Primitive, ins: &[Expr]) -> Option<Var> {
    match primitive {
        Primitive::LocNew
        | Primitive::TagNew
        | Primitive::TagsNew
        | Primitive::Move
        | Primitive::MapMakeEmpty
        | Primitive::PathLoad => None,
        Primitive::MapGet
        | Primitive::MapPut
        | Primitive::MapSplit
        | Primitive::MapJoin
        | Primitive::OneGet
        | Primitive::OnePut
        | Primitive::PathStore => Some(Path::read(ins.first()?)?.root),
    }
}

struct Lowering<'a> {
    build: &'a mut Build,
    permissions: &'a Permissions,
    call: &'a PrimitiveCall<'a>,
    steps: Vec<step::Step>,
}

/// The two halves of a map.
struct Halves {
    dom: Expr,
    val: Expr,
}

impl Lowering<'_> {
    fn call(&mut self) {
        match self.call.primitive {
            Primitive::LocNew => self.new_location(),
            Primitive::TagNew => self.new_tag(),
            Primitive::TagsNew => self.new_tags(),
            Primitive::Move => self.move_permissions(),
            Primitive::MapMakeEmpty => self.make_empty(),
            Primitive::MapGet => self.map_get(),
            Primitive::MapPut => self.map_put(),
            Primitive::MapSplit => self.map_split(),
            Primitive::MapJoin => self.map_join(),
            Primitive::OneGet => self.one_get(),
            Primitive::OnePut => self.one_put(),
            Primitive::PathLoad => self.path_load(),
            Primitive::PathStore => self.path_store(),
        }
    }

    /// `call l := Loc_New()`: `havoc l`. That no one else holds `l` is what the disjointness of all permissions says.
    fn new_location(&mut self) {
        let location = self.call.outs[0];
        let span = self.call.span;
        let pool = Attribute { name: "pool".into(), params: vec![AttributeParam::String("Loc_New".into())], span };
        self.push(StepKind::Havoc(vec![location]), vec![pool]);
        let instance = Attribute {
            name: "add_to_pool".into(),
            params: vec![AttributeParam::String("Loc_New".into()), AttributeParam::Expr(self.out(0))],
            span,
        };
        let expr = bool_lit(true, span);
        self.push(StepKind::Assume { expr, origin: Assumption::Stated }, vec![instance]);
    }

    /// `call l, tag := Tag_New()`: `havoc l; tag := One(Tag(l->val, Unit()))`
    fn new_tag(&mut self) {
        self.new_location();
        let location = self.field_at(&self.out(0), 0);
        let one = self.out(1);
        let tag_type = self.field_type(one.ty(), 0);
        let unit_type = self.field_type(&tag_type, 1);
        let unit = self.make(&unit_type, Vec::new());
        let tag = self.make(&tag_type, vec![location, unit]);
        let value = self.make(one.ty(), vec![tag]);
        self.assign(vec![(self.call.outs[1], value)]);
    }

    /// `call l, tags := Tags_New(vals)`:
    /// `havoc l; tags := Map((lambda x :: x->val->loc == l->val && vals[x->val->val]), MapConst(Unit()))`
    fn new_tags(&mut self) {
        self.new_location();
        let span = self.call.span;
        let location = self.field_at(&self.out(0), 0);
        let tags = self.out(1);
        let Some(map) = self.permissions.map(tags.ty()) else { return };
        let (key, value) = (map.key.clone(), map.value.clone());
        let bound = self.build.fresh_bound();
        let tag = self.field_at(&var(Var::Bound(bound), &key, span), 0);
        let of_location = eq(self.field_at(&tag, 0), location);
        let among = select(self.call.ins[0].clone(), self.field_at(&tag, 1));
        let dom = lambda(vec![bound_var(bound, "x".into(), key)], and(of_location, among));
        let unit = self.make(&value, Vec::new());
        let val = self.build.constant_map(self.field_type(tags.ty(), 1), unit);
        let value = self.make(tags.ty(), vec![dom, val]);
        self.assign(vec![(self.call.outs[1], value)]);
    }

    /// `call Move(u, v)`: `assert u == v`
    fn move_permissions(&mut self) {
        let equal = eq(self.call.ins[0].clone(), self.call.ins[1].clone());
        self.assert(equal, "Move needs its two variables to have the same value");
    }

    /// `call m := Map_MakeEmpty()`: `m := Map(∅, MapConst(Default()))`
    fn make_empty(&mut self) {
        let map = self.out(0);
        let span = self.call.span;
        let dom = self.build.constant_map(self.field_type(map.ty(), 0), bool_lit(false, span));
        let val = self.nowhere(map.ty());
        let value = self.make(map.ty(), vec![dom, val]);
        self.assign(vec![(self.call.outs[0], value)]);
    }

    /// `call v := Map_Get(path, k)`:
    /// `assert path->dom[k]; v, path := path->val[k], Map(path->dom[k := false], path->val[k := Default()])`
    fn map_get(&mut self) {
        let Some(path) = self.path() else { return };
        let (map, key) = (self.call.ins[0].clone(), self.call.ins[1].clone());
        let Halves { dom, val } = self.halves(&map);
        self.assert(select(dom.clone(), key.clone()), "Map_Get needs the key to be in the map");
        let found = select(val.clone(), key.clone());
        let default = self.permissions.default_value(self.build, found.ty(), self.call.span);
        let dom = store(dom, key.clone(), bool_lit(false, self.call.span));
        let rest = self.make(map.ty(), vec![dom, store(val, key, default)]);
        self.assign(vec![(self.call.outs[0], found), (path.root, path.update(rest))]);
    }

    /// `call Map_Put(path, k, v)`: `path := Map(path->dom[k := true], path->val[k := v])`. If the key is a permission,
    /// `!path->dom[k]` is believed first: the variable holds it, so the map does not.
    fn map_put(&mut self) {
        let Some(path) = self.path() else { return };
        let [map, key, value] = self.call.ins else { return };
        let (key, value) = (key.clone(), value.clone());
        let Halves { dom, val } = self.halves(map);
        if self.permissions.is_one(key.ty()) {
            let expr = not(select(dom.clone(), key.clone()));
            self.push(StepKind::Assume { expr, origin: Assumption::Stated }, Vec::new());
        }
        let dom = store(dom, key.clone(), bool_lit(true, self.call.span));
        let put = self.make(map.ty(), vec![dom, store(val, key, value)]);
        self.assign(vec![(path.root, path.update(put))]);
    }

    /// `call l := Map_Split(path, s)`:
    /// `assert s ⊆ path->dom; l, path := path restricted to s, path restricted to the rest`
    fn map_split(&mut self) {
        let Some(path) = self.path() else { return };
        let (map, keys) = (self.call.ins[0].clone(), self.call.ins[1].clone());
        let Halves { dom, val } = self.halves(&map);
        let everywhere = self.build.constant_map(keys.ty().clone(), bool_lit(true, self.call.span));
        let included = self.build.map_implies(keys.clone(), dom.clone());
        self.assert(eq(included, everywhere), "Map_Split needs the keys to be in the map");
        let nowhere = self.nowhere(map.ty());
        let taken = self.build.map_if(keys.clone(), val.clone(), nowhere.clone());
        let left = self.build.map_if(keys.clone(), nowhere, val);
        let others = self.build.map_not(keys.clone());
        let remaining = self.build.map_and(dom, others);
        let taken = self.make(map.ty(), vec![keys, taken]);
        let left = self.make(map.ty(), vec![remaining, left]);
        self.assign(vec![(self.call.outs[0], taken), (path.root, path.update(left))]);
    }

    /// `call Map_Join(path, l)`: `path := Map(path->dom ∪ l->dom, path->val where path->dom, else l->val)`
    fn map_join(&mut self) {
        let Some(path) = self.path() else { return };
        let (map, other) = (self.call.ins[0].clone(), self.call.ins[1].clone());
        let (own, added) = (self.halves(&map), self.halves(&other));
        let val = self.build.map_if(own.dom.clone(), own.val, added.val);
        let dom = self.build.map_or(own.dom, added.dom);
        let joined = self.make(map.ty(), vec![dom, val]);
        self.assign(vec![(path.root, path.update(joined))]);
    }

    /// `call One_Get(path, l)`: `assert path->dom[l]; path->dom[l] := false`
    fn one_get(&mut self) {
        let Some(path) = self.path() else { return };
        let (map, one) = (self.call.ins[0].clone(), self.call.ins[1].clone());
        let Halves { dom, val } = self.halves(&map);
        self.assert(select(dom.clone(), one.clone()), "One_Get needs the permission to be in the map");
        let dom = store(dom, one, bool_lit(false, self.call.span));
        let rest = self.make(map.ty(), vec![dom, val]);
        self.assign(vec![(path.root, path.update(rest))]);
    }

    /// `call One_Put(path, l)`: `path->dom[l] := true`
    fn one_put(&mut self) {
        let Some(path) = self.path() else { return };
        let (map, one) = (self.call.ins[0].clone(), self.call.ins[1].clone());
        let Halves { dom, val } = self.halves(&map);
        let dom = store(dom, one, bool_lit(true, self.call.span));
        let put = self.make(map.ty(), vec![dom, val]);
        self.assign(vec![(path.root, path.update(put))]);
    }

    /// `call v := Path_Load(path)`: `v := path`
    fn path_load(&mut self) {
        if self.path().is_some() {
            self.assign(vec![(self.call.outs[0], self.call.ins[0].clone())]);
        }
    }

    /// `call Path_Store(path, v)`: `path := v`
    fn path_store(&mut self) {
        let Some(path) = self.path() else { return };
        let value = path.update(self.call.ins[1].clone());
        self.assign(vec![(path.root, value)]);
    }

    /// The first argument as a path; asserts that it leads somewhere.
    fn path(&mut self) -> Option<Path> {
        let path = Path::read(self.call.ins.first()?)?;
        let mut before: Option<&Step> = None;
        for step in &path.steps {
            match step {
                Step::Field { record, field } => self.assert_field(record, *field),
                Step::Index { indices, .. } => {
                    if let (Some(Step::Field { record, field }), [key]) = (before, &indices[..]) {
                        self.assert_key(record, *field, key);
                    }
                }
            }
            before = Some(step);
        }
        Some(path)
    }

    fn assert_field(&mut self, record: &Expr, id: FieldId) {
        let Some(datatype) = data(record.ty()) else { return };
        let datatype = &self.build.program.datatypes[datatype.index()];
        let declared = &datatype.fields[id.index()];
        if declared.places.len() == datatype.constructors.len() {
            return;
        }
        let tests = declared.places.iter().map(|(constructor, _)| is_constructor(record.clone(), *constructor));
        let message = format!("the value on the path needs to have the field {}", declared.name);
        let test = any(tests, self.call.span);
        self.assert(test, &message);
    }

    /// In `record->val[key]`, that the `Map` `record` contains the key.
    fn assert_key(&mut self, record: &Expr, id: FieldId, key: &Expr) {
        let Some(map) = self.permissions.map(record.ty()).filter(|map| map.val == id) else { return };
        let dom = self.build.field(record, map.dom);
        self.assert(select(dom, key.clone()), "the map on the path needs to contain the key");
    }

    fn assert(&mut self, expr: Expr, message: &str) {
        let span = self.call.span;
        let message = Attribute { name: "msg".into(), params: vec![AttributeParam::String(message.into())], span };
        let expr = Expr::new(expr.kind().clone(), expr.ty().clone(), span);
        self.push(StepKind::Assert(expr), vec![message]);
    }

    fn assign(&mut self, assignments: Vec<(Var, Expr)>) {
        self.push(StepKind::Assign(assignments), Vec::new());
    }

    fn push(&mut self, kind: StepKind, attributes: Vec<Attribute>) {
        self.steps.push(step::Step { kind, attributes, span: self.call.span });
    }

    /// The variable of the out-parameter at the position, as an expression.
    fn out(&self, at: usize) -> Expr {
        let procedure = &self.build.program.procedures[self.call.callee.index()];
        let ty = &procedure.params[procedure.ins + at].ty;
        var(self.call.outs[at], ty, self.call.span)
    }

    fn halves(&self, map: &Expr) -> Halves {
        Halves { dom: self.field_at(map, 0), val: self.field_at(map, 1) }
    }

    /// `MapConst(Default())`, for the values of this type of maps.
    fn nowhere(&mut self, map: &Type) -> Expr {
        let val = self.field_type(map, 1);
        let value = match &val {
            Type::Map(map) => map.range.clone(),
            other => other.clone(),
        };
        let default = self.permissions.default_value(self.build, &value, self.call.span);
        self.build.constant_map(val, default)
    }

    /// The only constructor of a datatype, applied.
    fn make(&self, ty: &Type, args: Vec<Expr>) -> Expr {
        match data(ty) {
            Some(datatype) => construct(datatype, ConstructorId(0), args, self.call.span),
            None => bool_lit(true, self.call.span),
        }
    }

    /// The field at the position of the only constructor.
    fn field_at(&self, record: &Expr, position: usize) -> Expr {
        match self.field_id(record.ty(), position) {
            Some(id) => self.build.field(record, id),
            None => record.clone(),
        }
    }

    fn field_type(&self, ty: &Type, position: usize) -> Type {
        let declared = |id: FieldId| self.build.program.datatypes[data(ty)?.index()].fields.get(id.index());
        self.field_id(ty, position).and_then(declared).map_or(ty.clone(), |field| field.ty.clone())
    }

    fn field_id(&self, ty: &Type, position: usize) -> Option<FieldId> {
        let datatype = &self.build.program.datatypes[data(ty)?.index()];
        datatype.constructors.first()?.fields.get(position).copied()
    }
}
