//! Programs written from the law alone, without sight of the code: for each class of mistakes that a verifier may make,
//! wrong programs that differ in mechanism, and right ones near them. No wrong one is proved, and each right one is, but for
//! those that `tests/siblings/open.txt` lists with their reason; that list may only become shorter.

mod support;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use support::{Scratch, all_files_below, file_name, root};

#[test]
fn no_wrong_sibling_is_proved_and_every_right_one_is() {
    let folder = root().join("tests/siblings");
    let mut programs = all_files_below(&folder);
    programs.retain(|path| path.extension().is_some_and(|extension| extension != "txt"));
    assert!(programs.len() > 200, "the programs are there");
    let scratch = Scratch::new();
    let paths = programs.iter().map(|path| path.display().to_string());
    let options = ["check", "--no-cache", "--time-limit", "0", "--format", "json"].map(String::from);
    let args: Vec<String> = options.into_iter().chain(paths).collect();
    let json = scratch.run(&args).json();
    let mut verdicts: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for file in json["files"].as_array().into_iter().flatten() {
        let path = file["path"].as_str().unwrap_or_default().to_string();
        verdicts.entry(path).or_default().push(file["verdict"].clone());
    }
    let mut differ = BTreeSet::new();
    for path in &programs {
        let is_proved = verdicts[&path.display().to_string()].iter().all(|verdict| verdict == "proved");
        if is_proved != file_name(path).starts_with("ok_") {
            differ.insert(path.strip_prefix(&folder).expect("it is below").display().to_string());
        }
    }
    let open = fs::read_to_string(folder.join("open.txt")).expect("the list is there");
    let open: BTreeSet<String> =
        open.lines().filter_map(|line| line.split_once(": ")).map(|(name, _)| name.into()).collect();
    assert_eq!(differ, open, "left: judged otherwise than their names say; right: known to be");
}
