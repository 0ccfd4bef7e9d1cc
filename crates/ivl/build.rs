//! Tells the crate which sources it is built from: what is remembered of a run is only good for the code that found it.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

/// The sources that decide what the solver is asked and what its answers mean, and the versions of what they use.
const SOURCES: [&str; 4] = ["src", "../smt/src", "../source/src", "../../Cargo.lock"];

fn main() {
    let mut files = Vec::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        collect(Path::new(source), &mut files);
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        let text = fs::read(&file).unwrap_or_default();
        hasher.write(file.to_string_lossy().as_bytes());
        hasher.write_usize(text.len());
        hasher.write(&text);
    }
    println!("cargo::rustc-env=IVL_BUILD={:016x}", hasher.finish());
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    match fs::read_dir(path) {
        Ok(folder) => folder.flatten().for_each(|entry| collect(&entry.path(), files)),
        Err(_) => files.push(path.to_path_buf()),
    }
}
