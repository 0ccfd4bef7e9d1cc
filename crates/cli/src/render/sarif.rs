//! Results for code-scanning tools: SARIF 2.1.0, the parts that such tools read.

use crate::report::ProgramReport;
use serde::Serialize;
use source::{Code, Diagnostic, Severity, SourceMap, Span, Step};
use std::path::Path;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

pub fn render(programs: &[ProgramReport], codes: &[&'static Code]) -> String {
    let diagnostics =
        programs.iter().flat_map(|program| program.report.findings().map(|diagnostic| (&program.map, diagnostic)));
    let run = Run {
        tool: Tool { driver: Driver { name: "counterpoint", version: env!("CARGO_PKG_VERSION"), rules: rules(codes) } },
        column_kind: "unicodeCodePoints",
        results: diagnostics.map(|(map, diagnostic)| finding(map, diagnostic, codes)).collect(),
    };
    let log = Log { schema: SCHEMA, version: "2.1.0", runs: [run] };
    // Plain structs of strings and numbers always have a JSON form.
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<Finding>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    name: &'static str,
    full_description: Message,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    code_flows: Vec<CodeFlow>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CodeFlow {
    thread_flows: [ThreadFlow; 1],
}

#[derive(Serialize)]
struct ThreadFlow {
    locations: Vec<ThreadFlowLocation>,
}

#[derive(Serialize)]
struct ThreadFlowLocation {
    location: Location,
}

fn rules(codes: &[&'static Code]) -> Vec<Rule> {
    let rule = |code: &&'static Code| Rule {
        id: code.id,
        name: code.name,
        full_description: Message { text: code.explanation.trim().to_string() },
    };
    codes.iter().map(rule).collect()
}

fn finding(map: &SourceMap, diagnostic: &Diagnostic, codes: &[&'static Code]) -> Finding {
    let help = diagnostic.help.iter().map(|help| format!("\nhelp: {help}"));
    let related = diagnostic.related.iter().map(|label| location(map, label.span, Some(label.text.clone())));
    let code_flows = if diagnostic.trace.is_empty() { Vec::new() } else { vec![code_flow(map, &diagnostic.trace)] };
    Finding {
        rule_id: diagnostic.code.id,
        rule_index: codes.iter().position(|code| *code == diagnostic.code),
        level: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        message: Message { text: std::iter::once(diagnostic.message.clone()).chain(help).collect() },
        locations: [location(map, diagnostic.span, None)],
        related_locations: related.collect(),
        code_flows,
    }
}

fn code_flow(map: &SourceMap, trace: &[Step]) -> CodeFlow {
    let text = |step: &Step| {
        let thread = step.thread.map(|thread| format!("thread {thread}: "));
        let values = step.values.iter().map(|(name, value)| format!("; {name} = {value}"));
        thread.into_iter().chain([step.text.clone()]).chain(values).collect::<String>()
    };
    let locations =
        trace.iter().map(|step| ThreadFlowLocation { location: location(map, step.span, Some(text(step))) }).collect();
    CodeFlow { thread_flows: [ThreadFlow { locations }] }
}

fn location(map: &SourceMap, span: Span, message: Option<String>) -> Location {
    let (start, end) = (map.start(span), map.end(span));
    let region =
        Region { start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column };
    let artifact_location = ArtifactLocation { uri: uri(map.path(span.file)) };
    Location {
        physical_location: PhysicalLocation { artifact_location, region },
        message: message.map(|text| Message { text }),
    }
}

/// The path as a relative reference: every byte that may not stand for itself there is escaped, so that a reader gets back
/// the bytes of the name, whether they are UTF-8 or not.
fn uri(path: &Path) -> String {
    let mut uri = String::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(byte) {
            uri.push(char::from(*byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn paths_become_uris() {
        let uri = |bytes: &[u8]| super::uri(OsStr::from_bytes(bytes).as_ref());
        assert_eq!(uri("a b/c:d/λ.bpl".as_bytes()), "a%20b/c%3Ad/%CE%BB.bpl");
        assert_eq!(uri(b"\xff\xfe%FF.bpl"), "%FF%FE%25FF.bpl");
    }
}
