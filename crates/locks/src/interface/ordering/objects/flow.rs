//! The inclusions of a program, and their least solution.

use super::self_locking::{handed_on_to, is_view, makes_wrapper};
use super::{OUTSIDE, Object, ObjectId, Objects};
use concurrent::object::library::LibraryMethod;
use concurrent::object::{
    Body, Call, Constant, Edge, EdgeId, Expr, ExprKind, Instruction, LocalId, MethodId, MethodKind, Program, Type,
    Visibility,
};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Fills the sets of all nodes.
pub fn solve(program: &Program, objects: Objects, called: &FxHashSet<MethodId>) -> Objects {
    let mut flow =
        Flow { program, objects, edges: Vec::new(), loads: Vec::new(), stores: Vec::new(), views: Vec::new() };
    flow.collect(called);
    flow.solve();
    flow.objects
}

/// Where objects go.
struct Flow<'a> {
    program: &'a Program,
    objects: Objects,
    /// From node to node.
    edges: Vec<Vec<usize>>,
    /// By node of an array: where its elements go.
    loads: Vec<Vec<usize>>,
    /// By node of an array: where its elements come from.
    stores: Vec<Vec<usize>>,
    /// By node of a collection: where views of it go, and of which type they are.
    views: Vec<Vec<(usize, Type)>>,
}

/// Where a value comes from.
enum Origin {
    Node(usize),
    Object(ObjectId),
    Nothing,
}

impl Flow<'_> {
    fn collect(&mut self, called: &FxHashSet<MethodId>) {
        let count = self.objects.sets.len();
        (self.edges, self.loads) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        (self.stores, self.views) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for (index, field) in self.program.fields.iter().enumerate() {
            let is_seen = self.program.class(field.class).is_from_source() && field.visibility != Visibility::Public;
            if !is_seen && field.ty.is_reference() {
                let node = self.objects.first_field + index;
                if !field.is_final || !self.program.class(field.class).is_from_source() {
                    self.comes_from_outside(node, &field.ty);
                }
                self.edges[node].push(OUTSIDE);
            }
        }
        for id in self.program.method_ids() {
            self.method(id, called);
        }
    }

    fn method(&mut self, id: MethodId, called: &FxHashSet<MethodId>) {
        let method = self.program.method(id);
        let is_open = self.is_open(id, called);
        if is_open {
            for param in &method.params {
                let node = self.local(id, *param);
                self.comes_from_outside(node, &method.local(*param).ty);
            }
        }
        match &method.body {
            Body::Graph(graph) => {
                if let Some(result) = graph.result.filter(|_| is_open) {
                    let node = self.local(id, result);
                    self.edges[node].push(OUTSIDE);
                }
                let exception = self.local(id, graph.exception);
                self.comes_from_outside(exception, &method.local(graph.exception).ty);
                for (index, edge) in graph.edges.iter().enumerate() {
                    self.instruction(id, EdgeId(index as u32), edge);
                }
            }
            Body::Library(_) | Body::Abstract | Body::Native | Body::Unsupported(_) => {
                for param in &method.params {
                    let node = self.local(id, *param);
                    self.edges[node].push(OUTSIDE);
                }
            }
        }
    }

    /// Whether code that is not seen may call the method.
    fn is_open(&self, id: MethodId, called: &FxHashSet<MethodId>) -> bool {
        let method = self.program.method(id);
        let is_public = method.visibility == Visibility::Public
            && (method.kind == MethodKind::Method || self.program.class(method.class).visibility == Visibility::Public);
        let is_callback = method
            .overrides
            .iter()
            .any(|above| !self.program.class(self.program.method(*above).class).is_from_source());
        is_public || is_callback || !called.contains(&id)
    }

    fn instruction(&mut self, id: MethodId, at: EdgeId, edge: &Edge) {
        match &edge.instruction {
            Instruction::Assign { target, value } => {
                let to = self.local(id, *target);
                self.flows(id, value, to);
            }
            Instruction::ReadField { target, field, .. } => {
                let to = self.local(id, *target);
                self.edges[self.objects.first_field + field.index()].push(to);
            }
            Instruction::WriteField { field, value, .. } => {
                self.flows(id, value, self.objects.first_field + field.index());
            }
            Instruction::ReadElement { target, array, .. } => {
                let to = self.local(id, *target);
                if let Origin::Node(array) = self.origin(id, array) {
                    self.loads[array].push(to);
                }
            }
            Instruction::WriteElement { array, value, .. } => {
                // An object that is no node gets one.
                let from = match self.origin(id, value) {
                    Origin::Node(from) => Some(from),
                    Origin::Object(object) => {
                        let node = self.node();
                        self.objects.sets[node].insert(object);
                        Some(node)
                    }
                    Origin::Nothing => None,
                };
                if let (Origin::Node(array), Some(from)) = (self.origin(id, array), from) {
                    self.stores[array].push(from);
                }
            }
            Instruction::NewObject { target, class } => {
                let object = self.objects.intern(Object::Made(id, at), Type::Class(*class));
                let to = self.local(id, *target);
                self.objects.sets[to].insert(object);
            }
            Instruction::NewArray { target, ty, lengths } => {
                let object = self.objects.intern(Object::Made(id, at), ty.clone());
                let to = self.local(id, *target);
                self.objects.sets[to].insert(object);
                let elements = self.elements(object);
                if lengths.len() > 1 {
                    self.objects.sets[elements].insert(object);
                }
            }
            Instruction::Call(call) => self.call(id, at, call),
            Instruction::Throw(value) => self.flows(id, value, OUTSIDE),
            Instruction::Skip
            | Instruction::ArrayLength { .. }
            | Instruction::Enter(_)
            | Instruction::Exit(_)
            | Instruction::Assume(_)
            | Instruction::Check(_)
            | Instruction::Annotation(_) => {}
        }
    }

    fn call(&mut self, id: MethodId, at: EdgeId, call: &Call) {
        let is_opaque =
            call.targets.is_empty() || call.targets.iter().any(|target| self.program.method(*target).graph().is_none());
        let to = call.target.map(|target| self.local(id, target));
        if is_opaque {
            call.args.iter().for_each(|arg| self.flows(id, arg, OUTSIDE));
            // The elements of a copy are those of the array. Code that is not seen keeps what it likes.
            if let (Some(receiver), Body::Library(LibraryMethod::Clone) | Body::Native) =
                (&call.receiver, &self.program.method(call.method).body)
            {
                self.flows(id, receiver, OUTSIDE);
            }
            let is_side = matches!(
                self.program.method(call.method).body,
                Body::Library(LibraryMethod::ReadLock | LibraryMethod::WriteLock)
            );
            match (to, &call.receiver) {
                (Some(to), Some(receiver)) if is_side => self.flows(id, receiver, to),
                (Some(to), _) if makes_wrapper(self.program, call) || self.makes_condition(call) => {
                    let local = LocalId((to - self.objects.first_local[id.index()]) as u32);
                    let ty = self.program.method(id).local(local).ty.clone();
                    let made = self.objects.intern(Object::Made(id, at), ty);
                    self.objects.sets[to].insert(made);
                }
                (Some(to), receiver) => {
                    let local = LocalId((to - self.objects.first_local[id.index()]) as u32);
                    let ty = &self.program.method(id).local(local).ty;
                    self.comes_from_outside(to, ty);
                    let receiver = receiver.as_ref().filter(|_| is_view(self.program, call));
                    let whole = handed_on_to(self.program, call).or(receiver);
                    if let Some(Origin::Node(from)) = whole.map(|whole| self.origin(id, whole)) {
                        self.views[from].push((to, ty.clone()));
                    }
                }
                (None, _) => {}
            }
        }
        for target in &call.targets {
            let method = self.program.method(*target);
            let Some(graph) = method.graph() else { continue };
            let receiver = call.receiver.iter().filter(|_| !method.is_static);
            let values: Vec<&Expr> = receiver.chain(&call.args).collect();
            for (param, value) in method.params.iter().zip(values) {
                let param = self.local(*target, *param);
                self.flows(id, value, param);
            }
            if let (Some(result), Some(to)) = (graph.result, to) {
                let result = self.local(*target, result);
                self.edges[result].push(to);
            }
        }
    }

    fn makes_condition(&self, call: &Call) -> bool {
        matches!(self.program.method(call.method).body, Body::Library(LibraryMethod::NewCondition))
    }

    fn local(&self, method: MethodId, local: LocalId) -> usize {
        self.objects.first_local[method.index()] + local.index()
    }

    fn node(&mut self) -> usize {
        self.objects.sets.push(BTreeSet::new());
        self.edges.push(Vec::new());
        self.loads.push(Vec::new());
        self.stores.push(Vec::new());
        self.views.push(Vec::new());
        self.objects.sets.len() - 1
    }

    fn origin(&mut self, method: MethodId, value: &Expr) -> Origin {
        if !value.ty.is_reference() {
            return Origin::Nothing;
        }
        match &value.kind {
            ExprKind::Local(local) => Origin::Node(self.local(method, *local)),
            ExprKind::Cast(inner) => self.origin(method, inner),
            ExprKind::Constant(Constant::Null) => Origin::Nothing,
            ExprKind::Constant(Constant::String(text)) => Origin::Object(self.objects.text(text)[0]),
            ExprKind::Constant(Constant::Class(ty)) => Origin::Object(self.objects.class(ty)[0]),
            ExprKind::Constant(Constant::Bool(_) | Constant::Int(_) | Constant::Float(_))
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Convert(_)
            | ExprKind::InstanceOf { .. }
            | ExprKind::Concat(_) => {
                Origin::Object(self.objects.intern(Object::Of(value.ty.clone()), value.ty.clone()))
            }
        }
    }

    fn flows(&mut self, method: MethodId, value: &Expr, to: usize) {
        match self.origin(method, value) {
            Origin::Node(from) => self.edges[from].push(to),
            Origin::Object(object) => {
                self.objects.sets[to].insert(object);
            }
            Origin::Nothing => {}
        }
    }

    fn comes_from_outside(&mut self, node: usize, ty: &Type) {
        if ty.is_reference() {
            let object = self.objects.intern(Object::Of(ty.clone()), ty.clone());
            self.objects.sets[node].insert(object);
        }
    }

    /// The node of what an array holds.
    fn elements(&mut self, array: ObjectId) -> usize {
        if let Some(node) = self.objects.elements.get(&array) {
            return *node;
        }
        let node = self.node();
        self.objects.elements.insert(array, node);
        if let (Object::Of(_), Type::Array(element)) = (self.objects.get(array), &self.objects.types[array.0 as usize])
        {
            let element = (**element).clone();
            self.comes_from_outside(node, &element);
            self.edges[node].push(OUTSIDE);
        }
        node
    }

    fn solve(&mut self) {
        let mut queue: Vec<usize> = (0..self.objects.sets.len()).collect();
        while let Some(node) = queue.pop() {
            self.follow_arrays(node, &mut queue);
            self.follow_views(node, &mut queue);
            for index in 0..self.edges[node].len() {
                let to = self.edges[node][index];
                if to != node && self.add_all(node, to) {
                    queue.push(to);
                }
            }
        }
    }

    /// True if something is new there.
    fn add_all(&mut self, from: usize, to: usize) -> bool {
        let set = std::mem::take(&mut self.objects.sets[from]);
        let before = self.objects.sets[to].len();
        self.objects.sets[to].extend(set.iter().copied());
        self.objects.sets[from] = set;
        self.objects.sets[to].len() > before
    }

    fn follow_views(&mut self, node: usize, queue: &mut Vec<usize>) {
        for (to, ty) in self.views[node].clone() {
            for id in self.objects.sets[node].clone() {
                let view = self.objects.view(self.program, id, &ty);
                if view.is_some_and(|view| self.objects.sets[to].insert(view)) {
                    queue.push(to);
                }
            }
        }
    }

    fn follow_arrays(&mut self, node: usize, queue: &mut Vec<usize>) {
        let is_array = |object: &&ObjectId| matches!(self.objects.types[object.0 as usize], Type::Array(_));
        let arrays: Vec<ObjectId> = self.objects.sets[node].iter().filter(is_array).copied().collect();
        for array in arrays {
            let elements = self.elements(array);
            let mut new: Vec<(usize, usize)> = self.loads[node].iter().map(|to| (elements, *to)).collect();
            new.extend(self.stores[node].iter().map(|from| (*from, elements)));
            if node == OUTSIDE {
                new.push((elements, OUTSIDE));
                if let Type::Array(element) = self.objects.types[array.0 as usize].clone() {
                    self.comes_from_outside(elements, &element);
                }
            }
            for (from, to) in new {
                if !self.edges[from].contains(&to) {
                    self.edges[from].push(to);
                    queue.push(from);
                }
            }
        }
    }
}
