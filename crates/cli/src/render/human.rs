//! Results for people: source snippets with the place underlined, the failing run, a last line of counts.

use crate::closing::Closing;
use crate::render::{exact, neutral};
use crate::report::{ProgramReport, Summary};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use source::{Diagnostic, FileId, Severity, SourceMap, Span, Step, Verdict};
use std::fmt::Write;
use std::io::IsTerminal;
use std::ops::Range;

pub struct Human {
    renderer: Renderer,
    verbose: bool,
}

impl Human {
    /// Colours only where a terminal will show them and the user has not declined.
    pub fn new(output: &impl IsTerminal, verbose: bool) -> Human {
        let declined = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let coloured = output.is_terminal() && !declined;
        Human { renderer: if coloured { Renderer::styled() } else { Renderer::plain() }, verbose }
    }

    /// The findings of one program; nothing for one that is simply proved.
    pub fn program(&self, program: &ProgramReport) -> String {
        let map = &program.map;
        let mut text = String::new();
        for diagnostic in program.report.findings() {
            text.push_str(&self.diagnostic(map, diagnostic));
            text.push('\n');
        }
        if self.verbose {
            text.push_str(&obligations(map, program));
        }
        text
    }

    /// What was asked, what was not, and what the answers rest on.
    pub fn closing(&self, closing: &Closing, is_strict: bool) -> String {
        let mut text = String::new();
        let widest = closing.asked.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, asked) in &closing.asked {
            let counts = [(asked.proved, "proved"), (asked.failed, "failed"), (asked.open, "open")];
            let counts: Vec<String> =
                counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
            let _ = writeln!(text, "  {name:<widest$}  {}", counts.join(", "));
        }
        let mut list = |title: &str, lines: Vec<String>| {
            if !lines.is_empty() {
                let _ = writeln!(text, "{title}:\n  {}", lines.join("\n  "));
            }
        };
        let mut not_asked: Vec<String> = Vec::new();
        if closing.not_checked > 0 {
            not_asked.push(format!("anything of {}", counted(closing.not_checked, "program")));
        }
        not_asked.extend(closing.not_asked.iter().map(|(name, reason)| format!("{name}: {reason}")));
        not_asked.extend(closing.never_asked.iter().map(|line| line.to_string()));
        list("not asked", not_asked);
        let believed = closing.believed.values().map(|(count, code, first)| match count {
            1 => format!("{first} ({})", code.id),
            _ => format!("{count} notes of the kind {} (`{}`)", code.id, code.name),
        });
        list("trusted", believed.chain(closing.trusted.iter().map(|line| line.to_string())).collect());
        if is_strict && closing.has_gaps() {
            text.push_str("with `--strict` this is no success: something was not asked, or is believed\n");
        }
        text
    }

    /// The last line, such as `proved 41, refuted 0, failed 1, unknown 0 (1.2 s)`; before it the solver, if asked for.
    pub fn summary(&self, summary: &Summary) -> String {
        let Summary {
            proved,
            refuted,
            failed,
            unknown,
            unsupported,
            invalid,
            not_checked,
            exit_code: _,
            time,
            solver_time,
            solver,
        } = summary;
        let mut text = String::new();
        if let Some(solver) = solver.as_ref().filter(|_| self.verbose) {
            let _ = writeln!(text, "solver: {solver} ({:.1} s)", solver_time.as_secs_f64());
        }
        let _ = write!(text, "proved {proved}, refuted {refuted}, failed {failed}, unknown {unknown}");
        let others =
            [(unsupported, Verdict::Unsupported), (invalid, Verdict::Invalid), (not_checked, Verdict::NotChecked)];
        for (count, word) in others.map(|(count, verdict)| (count, verdict.word())) {
            if *count > 0 {
                let _ = write!(text, ", {word} {count}");
            }
        }
        let _ = writeln!(text, " ({:.1} s)", time.as_secs_f64());
        text
    }

    pub fn diagnostic(&self, map: &SourceMap, diagnostic: &Diagnostic) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let title = level.primary_title(one_line(&diagnostic.message)).id(diagnostic.code.id);
        let mut group = Group::with_title(title);
        for file in files(diagnostic) {
            group = if map.file(file).text.is_empty() {
                group.element(Origin::path(path(map, file)))
            } else {
                group.element(snippet(map, diagnostic, file))
            };
        }
        for help in &diagnostic.help {
            group = group.element(Level::HELP.message(one_line(help)));
        }
        let mut text = self.renderer.render(&[group]);
        text.push('\n');
        text.push_str(&trace(map, diagnostic));
        text
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("one {what}") } else { format!("{count} {what}s") }
}

fn obligations(map: &SourceMap, program: &ProgramReport) -> String {
    let mut text = format!("{}: {}\n", path(map, program.file), program.verdict().word());
    for obligation in &program.report.obligations {
        let (verdict, time) = (obligation.outcome.verdict().word(), obligation.time.as_millis());
        let line = map.start(obligation.span).line;
        let _ = writeln!(text, "  {verdict:<11} {} ({}, line {line}, {time} ms)", obligation.id, obligation.kind);
    }
    text
}

/// The files that the diagnostic speaks of, that of the primary place first.
fn files(diagnostic: &Diagnostic) -> Vec<FileId> {
    let mut files = vec![diagnostic.span.file];
    for label in &diagnostic.related {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files
}

/// The lines of one file from the first place the diagnostic names there to the last.
fn snippet<'a>(map: &'a SourceMap, diagnostic: &'a Diagnostic, file: FileId) -> Snippet<'a, Annotation<'a>> {
    let text = &map.file(file).text;
    let primary = (diagnostic.span.file == file).then_some((diagnostic.span, None));
    let related = diagnostic.related.iter().filter(|label| label.span.file == file);
    let places: Vec<(Span, Option<&str>)> =
        primary.into_iter().chain(related.map(|label| (label.span, Some(label.text.as_str())))).collect();
    let ranges: Vec<Range<usize>> = places.iter().map(|(span, _)| visible(text, *span)).collect();
    let window = whole_lines(text, &ranges);
    let line_start = map.file(file).line_column(window.start as u32).line as usize;
    let mut snippet = Snippet::source(&text[window.clone()]).line_start(line_start).path(path(map, file));
    for ((_, label), range) in places.into_iter().zip(ranges) {
        let kind = if label.is_none() { AnnotationKind::Primary } else { AnnotationKind::Context };
        snippet = snippet.annotation(kind.span(range.start - window.start..range.end - window.start).label(label));
    }
    snippet
}

/// The span as a range of the text: inside it, between characters, and without the blanks at its end.
fn visible(text: &str, span: Span) -> Range<usize> {
    let start = text.floor_char_boundary(span.start as usize);
    let end = text.ceil_char_boundary(span.end as usize).max(start);
    start..start + text[start..end].trim_end().len()
}

/// The smallest range of whole lines that holds all ranges.
fn whole_lines(text: &str, ranges: &[Range<usize>]) -> Range<usize> {
    let first = ranges.iter().map(|range| range.start).min().unwrap_or(0);
    let last = ranges.iter().map(|range| range.end).max().unwrap_or(0);
    let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
    let end = text[last..].find('\n').map_or(text.len(), |at| last + at + 1);
    start..end
}

/// The text on one line, and without characters that command a terminal.
fn one_line(text: &str) -> String {
    neutral(&text.split('\n').map(str::trim).collect::<Vec<_>>().join(" "))
}

/// A file name may hold any character.
pub fn path(map: &SourceMap, file: FileId) -> String {
    neutral(&exact(map.path(file)))
}

/// The failing run as numbered steps: place, thread, what happens, and the values that it changes.
fn trace(map: &SourceMap, diagnostic: &Diagnostic) -> String {
    if diagnostic.trace.is_empty() {
        return String::new();
    }
    let mut text = String::from("  a run that leads there:\n");
    let file = diagnostic.span.file;
    let one_file = diagnostic.trace.iter().all(|step| step.span.file == file);
    let places: Vec<String> = diagnostic.trace.iter().map(|step| place(map, one_file, step)).collect();
    let width = places.iter().map(|place| place.chars().count()).max().unwrap_or(0);
    let digits = diagnostic.trace.len().to_string().len();
    for (index, (step, place)) in diagnostic.trace.iter().zip(&places).enumerate() {
        let _ = writeln!(text, "  {:>digits$}. {place:<width$}  {}", index + 1, action(map, step));
        if !step.values.is_empty() {
            let values: Vec<String> =
                step.values.iter().map(|(name, value)| neutral(&format!("{name} = {value}"))).collect();
            let indent = digits + width + 6;
            let _ = writeln!(text, "{:indent$}{}", "", values.join(", "));
        }
    }
    text
}

/// Line and thread; the file too, where a run goes through several.
fn place(map: &SourceMap, one_file: bool, step: &Step) -> String {
    let line = map.start(step.span).line;
    let place = if one_file { format!("line {line}") } else { format!("{}:{line}", path(map, step.span.file)) };
    match step.thread {
        Some(thread) => format!("{place}, thread {thread}"),
        None => place,
    }
}

/// What the step does, in its own words or else as its source line.
fn action(map: &SourceMap, step: &Step) -> String {
    if !step.text.is_empty() {
        return one_line(&step.text);
    }
    one_line(map.file(step.span.file).line(map.start(step.span).line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use source::Code;

    static CODE: Code = Code { id: "E9001", name: "assertion", kind: source::Kind::Wrong, explanation: "" };

    fn plain() -> Human {
        Human { renderer: Renderer::plain(), verbose: false }
    }

    /// The rendering of a diagnostic at the first `[` … `]` of the text, related to the second if there is one.
    fn check(marked: &str, expected: Expect) {
        let mut places = Vec::new();
        let mut text = String::new();
        for part in marked.split_inclusive(['[', ']']) {
            text.push_str(part.trim_end_matches(['[', ']']));
            places.push(text.len() as u32);
        }
        let mut map = SourceMap::new();
        let file = map.add("a.bpl", text);
        let mut diagnostic = Diagnostic::error(&CODE, Span::new(file, places[0], places[1]), "it might not hold");
        if let [_, _, start, end, ..] = places[..] {
            diagnostic = diagnostic.label(Span::new(file, start, end), "declared here");
        }
        expected.assert_eq(&plain().diagnostic(&map, &diagnostic));
    }

    #[test]
    fn the_place_is_underlined_and_related_places_are_labelled() {
        check(
            "var [x]: int;\n\n\n\n\nassert [y];\n",
            expect![[r#"
            error[E9001]: it might not hold
             --> a.bpl:1:5
              |
            1 | var x: int;
              |     ^
            ...
            6 | assert y;
              |        - declared here
        "#]],
        );
    }

    #[test]
    fn tabs_wide_characters_and_carriage_returns() {
        check(
            "\tassert [x];\r\n",
            expect![[r#"
                error[E9001]: it might not hold
                 --> a.bpl:1:9
                  |
                1 |     assert x;
                  |            ^
            "#]],
        );
        check(
            "/* 数学 */ assert [x];\r\nvar x: int;\r\n",
            expect![[r#"
                error[E9001]: it might not hold
                 --> a.bpl:1:17
                  |
                1 | /* 数学 */ assert x;
                  |                   ^
            "#]],
        );
        check(
            "assert [x\r\n  && y];\r\n",
            expect![[r#"
                error[E9001]: it might not hold
                 --> a.bpl:1:8
                  |
                1 |   assert x
                  |  ________^
                2 | |   && y;
                  | |______^
            "#]],
        );
    }

    #[test]
    fn places_at_the_end_of_the_file() {
        check(
            "assert x[]",
            expect![[r#"
            error[E9001]: it might not hold
             --> a.bpl:1:9
              |
            1 | assert x
              |         ^
        "#]],
        );
        check(
            "assert x\n[]",
            expect![[r#"
            error[E9001]: it might not hold
             --> a.bpl:2:1
              |
            2 |
              | ^
        "#]],
        );
        check(
            "assert x[\n]",
            expect![[r#"
            error[E9001]: it might not hold
             --> a.bpl:1:9
              |
            1 | assert x
              |         ^
        "#]],
        );
    }

    #[test]
    fn long_lines_are_cut() {
        let long = format!("assert {} [y] {};", "x + ".repeat(2000), "+ x ".repeat(2000));
        check(
            &long,
            expect![[r#"
            error[E9001]: it might not hold
             --> a.bpl:1:8009
              |
            1 | ... + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x +  y + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x ...
              |                                                                    ^
        "#]],
        );
    }

    #[test]
    fn any_span_of_any_text_renders() {
        let texts = ["", "\n", "\r\n", "é", "a\u{301}\n\t数", "\u{1b}[31m", "x\n\n\ny\n", "\u{feff}x", "\0\n\u{202e}x"];
        for text in texts {
            let mut map = SourceMap::new();
            let file = map.add("a.bpl", text);
            let other = map.add("b.bpl", text);
            let ends = text.len() as u32 + 3;
            for start in 0..ends {
                for end in 0..ends {
                    let span = Span::new(file, start, end);
                    let related = Span::new(other, end, start);
                    let step = Step { span: related, thread: Some(1), text: String::new(), values: Vec::new() };
                    let diagnostic = Diagnostic::error(&CODE, span, "bad").label(related, "here").label(span, "there");
                    assert!(!plain().diagnostic(&map, &diagnostic.trace(vec![step])).is_empty());
                }
            }
        }
    }

    #[test]
    fn the_run_is_numbered_and_shows_changed_values() {
        let mut map = SourceMap::new();
        let file = map.add("a.bpl", "x := 1;\nassert x > 1;\n");
        let other = map.add("b.bpl", "call P();\n");
        let step = |span, thread, text: &str, values: &[(&str, &str)]| Step {
            span,
            thread,
            text: text.to_string(),
            values: values.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        };
        let trace = vec![
            step(Span::new(file, 0, 7), None, "", &[("x", "1"), ("m", "[3 := 7, else 0]")]),
            step(Span::new(other, 0, 9), Some(2), "P returns", &[]),
        ];
        let diagnostic = Diagnostic::error(&CODE, Span::new(file, 8, 21), "it might not hold").help("ask").trace(trace);
        expect![[r#"
            error[E9001]: it might not hold
             --> a.bpl:2:1
              |
            2 | assert x > 1;
              | ^^^^^^^^^^^^^
              |
              = help: ask
              a run that leads there:
              1. a.bpl:1            x := 1;
                                    x = 1, m = [3 := 7, else 0]
              2. b.bpl:1, thread 2  P returns
        "#]]
        .assert_eq(&plain().diagnostic(&map, &diagnostic));
    }

    #[test]
    fn the_last_line_mentions_the_unusual_only_when_there_is_some() {
        let time = std::time::Duration::from_millis(1234);
        let all_proved = Summary { proved: 41, time, ..Summary::default() };
        expect!["proved 41, refuted 0, failed 0, unknown 0 (1.2 s)\n"].assert_eq(&plain().summary(&all_proved));
        let mixed = Summary { failed: 1, unsupported: 2, invalid: 3, time, ..Summary::default() };
        expect!["proved 0, refuted 0, failed 1, unknown 0, unsupported 2, invalid 3 (1.2 s)\n"]
            .assert_eq(&plain().summary(&mixed));
    }

    #[test]
    fn the_solver_is_named_when_asked_for() {
        let summary = Summary { proved: 1, solver: Some("Z3 4.12.6".into()), ..Summary::default() };
        let verbose = Human { verbose: true, ..plain() };
        expect![[r#"
            solver: Z3 4.12.6 (0.0 s)
            proved 1, refuted 0, failed 0, unknown 0 (0.0 s)
        "#]]
        .assert_eq(&verbose.summary(&summary));
        assert_eq!(plain().summary(&summary).lines().count(), 1);
    }
}
