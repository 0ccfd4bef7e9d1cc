//! How a state came about: the edges that were taken, newest first.

use concurrent::object::{EdgeId, MethodId};
use source::Span;
use std::rc::Rc;

/// A list that grows at its head and shares its tail.
#[derive(Clone, Debug, Default)]
pub struct Trace(Option<Rc<Node>>);

#[derive(Debug)]
struct Node {
    event: Event,
    /// One, and as many as a callee has.
    length: usize,
    before: Trace,
}

#[derive(Clone, Debug)]
pub struct Event {
    pub method: MethodId,
    pub edge: EdgeId,
    pub span: Span,
    pub kind: EventKind,
}

#[derive(Clone, Debug)]
pub enum EventKind {
    Takes(String),
    Releases(String),
    Waits(String),
    Refused(String),
    /// A branch, and whether its condition holds.
    Branch(bool),
    /// Enough rounds of a loop to make this counter any number.
    AfterRounds(String),
    /// An exception of this class, if it is known.
    Throws(String),
    /// What a callee does.
    Call {
        name: String,
        inner: Trace,
    },
}

impl EventKind {
    fn is_like(&self, other: &EventKind) -> bool {
        match (self, other) {
            (EventKind::Branch(one), EventKind::Branch(other)) => one == other,
            (EventKind::Call { inner: one, .. }, EventKind::Call { inner: other, .. }) => {
                one.length() == other.length()
            }
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        }
    }
}

impl Trace {
    pub fn then(&self, event: Event) -> Trace {
        let length = match &event.kind {
            EventKind::Call { inner, .. } => 1 + inner.length(),
            _ => 1,
        };
        Trace(Some(Rc::new(Node { event, length, before: self.clone() })))
    }

    /// Oldest first.
    pub fn events(&self) -> Vec<Event> {
        let mut events = Vec::new();
        let mut at = self;
        while let Some(node) = &at.0 {
            events.push(node.event.clone());
            at = &node.before;
        }
        events.reverse();
        events
    }

    /// Whether the last event is the one that comes next on a way.
    pub fn is_on_way(&self, way: &[Event]) -> bool {
        let events = self.events();
        let Some(last) = events.last() else { return true };
        way.get(events.len() - 1).is_some_and(|event| event.edge == last.edge && event.kind.is_like(&last.kind))
    }

    /// How many events there are, those of callees included.
    pub fn length(&self) -> usize {
        let mut length = 0;
        let mut at = self;
        while let Some(node) = &at.0 {
            length += node.length;
            at = &node.before;
        }
        length
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

impl Drop for Node {
    /// Long lists are taken apart one by one, so that the stack does not grow with them.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(node) = next {
            match Rc::try_unwrap(node) {
                Ok(mut node) => next = node.before.0.take(),
                Err(_) => break,
            }
        }
    }
}
