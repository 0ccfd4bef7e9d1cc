//! Another verifier as a witness: Debian's `boogie`, where it is installed.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

/// Whether each procedure of the file is verified; procedures without a clear verdict are left out.
///
/// The options make the two agree on what a program means: no invariants are inferred, maps are the solver's
/// extensional arrays.
pub fn verdicts(file: &Path, solver: &Path) -> HashMap<String, bool> {
    let solver = solver.canonicalize().unwrap_or_else(|_| solver.to_path_buf());
    let output = Command::new("boogie")
        .args(["/nologo", "/noinfer", "/errorLimit:1", "/trace", "/typeEncoding:m", "/useArrayTheory", "/timeLimit:10"])
        .arg(format!("/proverOpt:PROVER_PATH={}", solver.display()))
        .arg(file)
        .output()
        .expect("boogie can be run");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut verdicts = HashMap::new();
    let mut current = None;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("Verifying ") {
            current = name.strip_suffix(" ...").map(str::to_string);
        } else if line.starts_with("  [") && line.contains("proof obligation") {
            let verified = match line.rsplit(' ').next() {
                Some("verified") => true,
                Some("error" | "errors") => false,
                _ => continue,
            };
            verdicts.extend(current.take().map(|name| (name, verified)));
        }
    }
    assert!(!verdicts.is_empty(), "boogie said nothing about {}:\n{text}", file.display());
    verdicts
}
