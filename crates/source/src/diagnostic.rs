//! Findings as data; the command line turns them into prose, JSON or SARIF.

use crate::{Code, Span};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// A secondary place with a short text, such as "declared here".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// One step of a failing run: where, by whom, and what the variables hold after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub span: Span,
    /// The thread that makes the step; none in a sequential run.
    pub thread: Option<u32>,
    pub text: String,
    /// Variables that this step gives a new value, in source order.
    pub values: Vec<(String, String)>,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub code: &'static Code,
    pub severity: Severity,
    pub message: String,
    pub span: Span,
    pub related: Vec<Label>,
    pub help: Vec<String>,
    pub trace: Vec<Step>,
}

impl Diagnostic {
    pub fn error(code: &'static Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Error, span, message.into())
    }

    pub fn warning(code: &'static Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Warning, span, message.into())
    }

    pub fn note(code: &'static Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Note, span, message.into())
    }

    fn new(code: &'static Code, severity: Severity, span: Span, message: String) -> Diagnostic {
        Diagnostic { code, severity, message, span, related: Vec::new(), help: Vec::new(), trace: Vec::new() }
    }

    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.related.push(Label { span, text: text.into() });
        self
    }

    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    pub fn trace(mut self, trace: Vec<Step>) -> Diagnostic {
        self.trace = trace;
        self
    }
}
