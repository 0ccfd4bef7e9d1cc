//! Random stacks and queues in C: what is read, compared, swapped, locked, counted and freed, and in which order, is chosen
//! for each program anew, so that many are right and many are wrong by one choice.

use crate::piece::{Piece, all, line, maybe};
use crate::support::Random;

/// How the operations are kept apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Atomic,
    Mutex,
    Swap,
    /// With a version beside the pointer.
    Counted,
}

struct Choice<'r> {
    random: &'r mut Random,
    style: Style,
    is_manual: bool,
    /// Of a hundred choices, so many are made at random.
    carelessness: usize,
}

pub fn program(random: &mut Random) -> Piece {
    let style = [Style::Atomic, Style::Mutex, Style::Swap, Style::Counted][random.below(4)];
    let is_manual = random.below(2) == 0;
    let carelessness = [0, 5, 10, 25][random.below(4)];
    let is_queue = random.below(3) == 0;
    let mut choice = Choice { random, style, is_manual, carelessness };
    if is_queue { choice.queue() } else { choice.stack() }
}

impl Choice<'_> {
    /// The first is right; any of them may be taken.
    fn one_of<'t>(&mut self, right: &'t str, others: &[&'t str]) -> &'t str {
        match self.random.below(100) < self.carelessness {
            true => self.random.pick(others).copied().unwrap_or(right),
            false => right,
        }
    }

    fn is_careless(&mut self) -> bool {
        self.random.below(100) < self.carelessness
    }

    /// Whether to do something that changes nothing.
    fn by_the_way(&mut self) -> bool {
        self.random.below(4) == 0
    }

    fn header(&mut self, kind: &str) -> Piece {
        let memory = if self.is_manual { "manual" } else { "gc" };
        let mut lines = vec![
            line("#include \"counterpoint.h\""),
            line("#include <pthread.h>"),
            line("#include <stdbool.h>"),
            line("#include <stdlib.h>"),
            line(format!("//@ linearizable {kind}")),
            line(format!("//@ memory {memory}")),
            line("typedef struct Node { int data; struct Node *next; } Node;"),
        ];
        match self.style {
            Style::Counted => {
                lines.push(line("typedef struct { _Alignas(16) Node *ptr; unsigned age; } Ptr;"));
            }
            Style::Mutex => lines.push(line("static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;")),
            Style::Atomic | Style::Swap => {}
        }
        all(lines)
    }

    fn enter(&mut self) -> Piece {
        let is_careless = self.is_careless();
        match self.style {
            _ if is_careless => all([]),
            Style::Atomic => line("ATOMIC {"),
            Style::Mutex => maybe(line("pthread_mutex_lock(&lock);")),
            Style::Swap | Style::Counted => all([]),
        }
    }

    /// Before a return inside of the operation.
    fn leave(&mut self) -> Piece {
        if self.style == Style::Mutex && !self.is_careless() {
            maybe(line("pthread_mutex_unlock(&lock);"))
        } else {
            all([])
        }
    }

    /// A new node with its data.
    fn node(&mut self, next: Option<&str>) -> Piece {
        let mut set = vec![maybe(line("node->data = value;"))];
        if let Some(next) = next {
            set.push(maybe(line(format!("node->next = {next};"))));
        }
        if self.random.below(2) == 0 {
            set.reverse();
        }
        if self.is_careless() {
            let at = self.random.below(set.len());
            set.remove(at);
        }
        all([line("Node *node = malloc(sizeof *node);"), all(set)])
    }

    fn free(&mut self, what: &str) -> Piece {
        match self.is_manual != self.is_careless() {
            true if self.is_manual => maybe(line(format!("free({what});"))),
            _ => all([]),
        }
    }

    fn stack(&mut self) -> Piece {
        let header = self.header("stack(push, pop)");
        let (push, pop) = match self.style {
            Style::Atomic | Style::Mutex => (self.locked_push(), self.locked_pop()),
            Style::Swap => (self.swapping_push(), self.swapping_pop()),
            Style::Counted => (self.counting_push(), self.counting_pop()),
        };
        let top = match self.style {
            Style::Counted => "static _Atomic Ptr Top;",
            Style::Swap => "static Node *_Atomic Top;",
            Style::Atomic | Style::Mutex => "static Node *Top;",
        };
        let init = match self.style {
            Style::Counted => all([]),
            _ => maybe(line("void init(void) { Top = NULL; }")),
        };
        all([header, line(top), init, push, pop])
    }

    /// An operation as a block or between lock and unlock.
    fn section(&mut self, inside: Vec<Piece>) -> Piece {
        let enter = self.enter();
        let close = if enter.render().contains('{') { line("}") } else { self.leave() };
        let mut all_of = vec![enter];
        all_of.extend(inside);
        all_of.push(close);
        all(all_of)
    }

    fn locked_push(&mut self) -> Piece {
        let node = self.node(None);
        let mut steps = vec![maybe(line("node->next = Top;")), maybe(line("Top = node;"))];
        if self.is_careless() {
            steps.reverse();
        }
        if self.by_the_way() {
            steps.insert(0, maybe(line("Node *seen = Top;")));
        }
        let section = self.section(steps);
        all([line("void push(int value) {"), node, section, line("}")])
    }

    fn locked_pop(&mut self) -> Piece {
        let early = self.leave();
        let test = self.one_of("top == NULL", &["Top == NULL", "top != NULL", "top == Top"]);
        let mut steps = vec![
            maybe(line(format!("*out = {}->data;", self.one_of("top", &["Top"])))),
            maybe(line(format!("Top = {};", self.one_of("top->next", &["top", "NULL", "Top->next"])))),
        ];
        if self.is_careless() {
            steps.reverse();
        }
        let free = self.free("top");
        let is_inside = self.is_careless() || self.random.below(2) == 0;
        let declared = line("Node *top;");
        let mut inside = vec![
            line("top = Top;"),
            maybe(all([line(format!("if ({test}) {{")), early, line("return false;"), line("}")])),
        ];
        inside.extend(steps);
        let mut after = Vec::new();
        if is_inside {
            inside.push(free)
        } else {
            after.push(free)
        }
        let section = self.section(inside);
        all([line("bool pop(int *out) {"), declared, section, all(after), line("return true;"), line("}")])
    }

    fn swapping_push(&mut self) -> Piece {
        let node = self.node(None);
        let link = maybe(line(format!("node->next = {};", self.one_of("top", &["Top", "NULL"]))));
        let expected = self.one_of("top", &["Top", "node->next"]);
        let (before, within) = if self.is_careless() { (link, all([])) } else { (all([]), link) };
        let read = if self.is_careless() {
            (line("Node *top = Top;"), all([]))
        } else {
            (line("Node *top;"), line("top = Top;"))
        };
        all([
            line("void push(int value) {"),
            node,
            read.0,
            before,
            line("while (true) {"),
            read.1,
            within,
            line(format!("if (CAS(&Top, {expected}, node)) return;")),
            line("}"),
            line("}"),
        ])
    }

    fn swapping_pop(&mut self) -> Piece {
        let next = self.one_of("top->next", &["Top->next", "NULL"]);
        let expected = self.one_of("top", &["Top"]);
        let data = maybe(line("*out = top->data;"));
        let (early, late) = if self.by_the_way() { (data, all([])) } else { (all([]), data) };
        let recheck = if self.by_the_way() { maybe(line("if (top != Top) continue;")) } else { all([]) };
        let free = self.free("top");
        all([
            line("bool pop(int *out) {"),
            line("while (true) {"),
            line("Node *top = Top;"),
            maybe(line("if (top == NULL) return false;")),
            line(format!("Node *next = {next};")),
            recheck,
            early,
            line(format!("if (CAS(&Top, {expected}, next)) {{")),
            late,
            free,
            line("return true;"),
            line("}"),
            line("}"),
            line("}"),
        ])
    }

    fn counting_push(&mut self) -> Piece {
        let node = self.node(None);
        let age = self.one_of("top.age + 1", &["top.age", "0", "top.age - 1"]);
        all([
            line("void push(int value) {"),
            node,
            line("while (true) {"),
            line("Ptr top = Top;"),
            maybe(line("node->next = top.ptr;")),
            line(format!("if (CAS(&Top, top, (Ptr){{ node, {age} }})) return;")),
            line("}"),
            line("}"),
        ])
    }

    fn counting_pop(&mut self) -> Piece {
        let age = self.one_of("top.age + 1", &["top.age", "0", "top.age - 1"]);
        let data = maybe(line("*out = top.ptr->data;"));
        let (early, late) = if self.by_the_way() { (data, all([])) } else { (all([]), data) };
        let mut ending = vec![late, self.free("top.ptr")];
        if self.is_careless() {
            ending.reverse();
        }
        all([
            line("bool pop(int *out) {"),
            line("while (true) {"),
            line("Ptr top = Top;"),
            maybe(line("if (top.ptr == NULL) return false;")),
            line("Node *next = top.ptr->next;"),
            early,
            line(format!("if (CAS(&Top, top, (Ptr){{ next, {age} }})) {{")),
            all(ending),
            line("return true;"),
            line("}"),
            line("}"),
            line("}"),
        ])
    }

    /// With a node that stands before the first; in one section each, or by Michael and Scott's swaps.
    fn queue(&mut self) -> Piece {
        if matches!(self.style, Style::Swap | Style::Counted) {
            self.style = Style::Swap;
            self.is_manual = false;
            return self.swapping_queue();
        }
        let header = self.header("queue(enq, deq)");
        let node = self.node(Some("NULL"));
        let mut link = vec![maybe(line("Tail->next = node;")), maybe(line("Tail = node;"))];
        if self.is_careless() {
            link.reverse();
        }
        let enq = self.section(link);
        let early = self.leave();
        let test = self.one_of("first == NULL", &["head == Tail", "first != NULL", "Head == NULL"]);
        let inside = vec![
            line("head = Head;"),
            line("first = head->next;"),
            maybe(all([line(format!("if ({test}) {{")), early, line("return false;"), line("}")])),
            maybe(line(format!("*out = {}->data;", self.one_of("first", &["head"])))),
            maybe(line(format!("Head = {};", self.one_of("first", &["head", "first->next"])))),
        ];
        let deq = self.section(inside);
        let free = self.free("head");
        all([
            header,
            line("static Node *Head, *Tail;"),
            line("void init(void) { Head = malloc(sizeof *Head); Head->next = NULL; Tail = Head; }"),
            line("void enq(int value) {"),
            node,
            enq,
            line("}"),
            line("bool deq(int *out) {"),
            line("Node *head; Node *first;"),
            deq,
            free,
            line("return true;"),
            line("}"),
        ])
    }

    fn swapping_queue(&mut self) -> Piece {
        let header = self.header("queue(enq, deq)");
        let node = self.node(Some("NULL"));
        let help = if self.is_careless() { all([]) } else { maybe(line("CAS(&Tail, tail, next);")) };
        let expected = self.one_of("next", &["tail->next", "NULL"]);
        let swing = maybe(line("CAS(&Tail, tail, node);"));
        let deq_help = if self.is_careless() { all([]) } else { maybe(line("CAS(&Tail, tail, next);")) };
        let data = maybe(line("*out = next->data;"));
        let (early, late) = if self.is_careless() || self.by_the_way() { (all([]), data) } else { (data, all([])) };
        let recheck = if self.by_the_way() { maybe(line("if (head != Head) continue;")) } else { all([]) };
        all([
            header,
            line("static Node *_Atomic Head, *_Atomic Tail;"),
            line(
                "void init(void) { Node *first = malloc(sizeof *first); first->next = NULL; Head = first; Tail = first; }",
            ),
            line("void enq(int value) {"),
            node,
            line("while (true) {"),
            line("Node *tail = Tail; Node *next = tail->next;"),
            maybe(all([line("if (next != NULL) {"), help, line("continue; }")])),
            line(format!("if (CAS(&tail->next, {expected}, node)) {{")),
            swing,
            line("return; }"),
            line("}"),
            line("}"),
            line("bool deq(int *out) {"),
            line("while (true) {"),
            line("Node *head = Head; Node *tail = Tail; Node *next = head->next;"),
            recheck,
            line("if (next == NULL) return false;"),
            maybe(all([line("if (head == tail) {"), deq_help, line("continue; }")])),
            early,
            line("if (CAS(&Head, head, next)) {"),
            late,
            line("return true; }"),
            line("}"),
            line("}"),
        ])
    }
}
