//! `counterpoint explain`: the long text of a diagnostic code.

use crate::{codes, render};
use source::Code;

pub fn run(wanted: Option<&str>) -> Result<u8, String> {
    let text = match wanted {
        None => list(&codes::all()),
        Some(wanted) => explain(wanted)?,
    };
    render::print(&text)?;
    Ok(0)
}

fn list(codes: &[&Code]) -> String {
    codes.iter().map(|code| format!("{}  {:<20} {}\n", code.id, code.name, first_sentence(code.explanation))).collect()
}

fn first_sentence(explanation: &str) -> String {
    let paragraph = explanation.split("\n\n").next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
    match paragraph.split_once(". ") {
        Some((sentence, _)) => format!("{sentence}."),
        None => paragraph,
    }
}

/// The texts of the code with this id, or of all codes with this name.
fn explain(wanted: &str) -> Result<String, String> {
    let matches = |code: &&Code| code.id.eq_ignore_ascii_case(wanted) || code.name.eq_ignore_ascii_case(wanted);
    let texts: Vec<String> = codes::all()
        .into_iter()
        .filter(matches)
        .map(|code| format!("{} ({})\n\n{}\n", code.id, code.name, code.explanation.trim()))
        .collect();
    if texts.is_empty() {
        return Err(format!("there is no code `{wanted}`; `counterpoint explain` lists them all"));
    }
    Ok(texts.join("\n"))
}
