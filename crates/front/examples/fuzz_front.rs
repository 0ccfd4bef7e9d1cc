//! Feeds mutated programs to the front end and reports the first panic, with its input.
//!
//! `cargo run --release --example fuzz_front -- SECONDS [SEED] [FOLDER]...`
//!
//! The corpus is every `.bpl` file under the folders (by default `tests` and `examples`). Each round takes a program,
//! swaps, deletes, repeats or splices some of its tokens, or damages some bytes, and parses the result. What is
//! accepted must print to text that parses back to the same text.

use source::FileId;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const USAGE: &str = "usage: fuzz_front SECONDS [SEED] [FOLDER]...";

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let seconds: u64 = args.next().and_then(|text| text.parse().ok()).ok_or(USAGE)?;
    let seed: u64 = args.next().map_or(Ok(1), |text| text.parse()).map_err(|_| USAGE)?;
    let mut folders: Vec<PathBuf> = args.map(PathBuf::from).collect();
    if folders.is_empty() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        folders = vec![root.join("tests"), root.join("examples")];
    }
    let mut corpus = Vec::new();
    for folder in &folders {
        collect(folder, &mut corpus);
    }
    if corpus.is_empty() {
        return Err("no `.bpl` files found".into());
    }
    corpus.sort();
    fuzz(corpus, Random(seed), Duration::from_secs(seconds))
}

fn collect(folder: &Path, corpus: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, corpus);
        } else if path.extension().is_some_and(|extension| extension == "bpl") {
            corpus.extend(std::fs::read_to_string(path));
        }
    }
}

fn fuzz(corpus: Vec<String>, mut random: Random, time: Duration) -> Result<(), String> {
    let pieces: Vec<Vec<&str>> = corpus.iter().map(|text| split(text)).collect();
    let start = Instant::now();
    let (mut rounds, mut accepted) = (0u64, 0u64);
    while start.elapsed() < time {
        let input = mutate(&pieces, &mut random);
        rounds += 1;
        match run(input.clone()) {
            Ok(is_program) => accepted += u64::from(is_program),
            Err(reason) => {
                let path = std::env::temp_dir().join("fuzz_front.bpl");
                std::fs::write(&path, &input).map_err(|error| error.to_string())?;
                return Err(format!("round {rounds}: {reason}; the input is in {}", path.display()));
            }
        }
    }
    println!("{rounds} inputs, {accepted} of them programs, no panic");
    Ok(())
}

/// Whether the input is a program. An error says that the parser or the printer failed.
fn run(input: String) -> Result<bool, String> {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(move || {
        let (program, diagnostics) = front::bpl::parse(FileId(0), &input);
        let misplaced = diagnostics.iter().any(|diagnostic| {
            let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
            input.get(start..end).is_none()
        });
        if misplaced {
            return Err("a diagnostic has a place outside the text".to_string());
        }
        let printed = ivl::print_ast::print(&program);
        if !diagnostics.is_empty() {
            return Ok(false);
        }
        let (again, diagnostics) = front::bpl::parse(FileId(0), &printed);
        match diagnostics.is_empty() && ivl::print_ast::print(&again) == printed {
            true => Ok(true),
            false => Err("the printed text does not parse back".to_string()),
        }
    });
    let thread = thread.map_err(|error| error.to_string())?;
    thread.join().map_err(|_| "panic".to_string())?
}

/// Words, blanks and single symbols.
fn split(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut previous = Class::Symbol;
    for (at, character) in text.char_indices() {
        let class = match character {
            character if character.is_whitespace() => Class::Blank,
            character if character.is_alphanumeric() || "_.$#'".contains(character) => Class::Word,
            _ => Class::Symbol,
        };
        if at > 0 && (class != previous || class == Class::Symbol) {
            pieces.push(&text[start..at]);
            start = at;
        }
        previous = class;
    }
    pieces.push(&text[start..]);
    pieces
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    Blank,
    Word,
    Symbol,
}

fn mutate(corpus: &[Vec<&str>], random: &mut Random) -> String {
    let mut pieces: Vec<&str> = corpus[random.below(corpus.len())].clone();
    for _ in 0..=random.below(6) {
        if pieces.is_empty() {
            break;
        }
        let at = random.below(pieces.len());
        let end = (at + 1 + random.below(20)).min(pieces.len());
        match random.below(7) {
            0 => {
                pieces.remove(at);
            }
            1 => {
                let other = random.below(pieces.len());
                pieces.swap(at, other);
            }
            2 => {
                pieces.drain(at..end);
            }
            3 => {
                let repeated = pieces[at..end].repeat(1 + random.below(3));
                pieces.splice(at..at, repeated);
            }
            4 => {
                let donor = &corpus[random.below(corpus.len())];
                let from = random.below(donor.len());
                let to = (from + 1 + random.below(30)).min(donor.len());
                pieces.splice(at..at, donor[from..to].iter().copied());
            }
            5 => pieces[at] = FRAGMENTS[random.below(FRAGMENTS.len())],
            _ => pieces.insert(at, FRAGMENTS[random.below(FRAGMENTS.len())]),
        }
    }
    let mut text = pieces.concat();
    if random.below(4) == 0 {
        let mut bytes = text.into_bytes();
        for _ in 0..=random.below(8) {
            let at = random.below(bytes.len() + 1);
            bytes.insert(at, random.below(256) as u8);
        }
        text = String::from_utf8_lossy(&bytes).into_owned();
    }
    text
}

/// Texts in which a mutation is likely to matter.
const FRAGMENTS: [&str; 48] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|{",
    "}|",
    "{:",
    ":=",
    "=",
    "==",
    "==>",
    "<==",
    "<==>",
    "&&",
    "||",
    "::",
    ":",
    ";",
    ",",
    "->",
    "**",
    "++",
    "-",
    "!",
    "<",
    ">",
    "\"",
    "/*",
    "*/",
    "//",
    "\n#if X\n",
    "\n#else\n",
    "\n#endif\n",
    "\\",
    "0x1.8e0f24e8",
    "-0x1.0e0f24e8",
    "3bv8",
    "1e5",
    "0+oo24e8",
    " forall ",
    " if ",
    " else ",
    " call ",
    " var ",
    " yield ",
    " procedure ",
];

/// SplitMix64: small, fast, and the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }
}
