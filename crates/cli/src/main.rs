//! The command line: options in, verdicts and an exit code out.
//!
//! Everything the project prints is printed here. A run ends with the exit code of its verdicts; an internal
//! error ends it with 101 and a message, whatever was proved before.

mod cache;
mod check;
mod closing;
mod codes;
mod dump;
mod explain;
mod explore;
mod explore_java;
mod inject;
mod input;
mod java;
mod options;
mod parse;
mod progress;
mod render;
mod report;
mod selection;
mod solver;
mod structure;
mod summarize;
mod supervise;

use clap::Parser;
use options::{Command, Options};
use std::panic::PanicHookInfo;
use std::process::ExitCode;

/// Worker threads allocate and free small pieces all the time, which the system's allocator does slowly.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Invalid input or usage.
const EXIT_INVALID: u8 = 2;
/// A panic: a bug of ours.
const EXIT_INTERNAL: u8 = 101;
/// Syntax trees may be thousands of levels deep, and the passes over them recurse.
const STACK_SIZE: usize = 512 << 20;

fn main() -> ExitCode {
    let options = Options::parse_from(options::boogie_spellings(std::env::args_os()));
    std::panic::set_hook(Box::new(report_panic));
    let work = std::thread::Builder::new().name("main".into()).stack_size(STACK_SIZE).spawn(move || run(options));
    let code = match work {
        Ok(thread) => thread.join().unwrap_or(EXIT_INTERNAL),
        // With a smaller stack a deep program would end the process.
        Err(error) => {
            render::tell(&format!("error: {}", supervise::no_thread(&error)));
            EXIT_INVALID
        }
    };
    ExitCode::from(code)
}

fn run(options: Options) -> u8 {
    let result = match options.command {
        Command::Check(options) => check::run(options),
        Command::Dump(options) => dump::run(&options),
        Command::Explain { code } => explain::run(code.as_deref()),
        Command::Explore(options) => explore::run(options),
        Command::Inject(options) => inject::run(&options),
        Command::Summarize { file } => summarize::run(&file),
    };
    result.unwrap_or_else(|message| {
        render::tell(&format!("error: {}", render::neutral(&message)));
        EXIT_INVALID
    })
}

fn report_panic(info: &PanicHookInfo) {
    let message = info.payload_as_str().unwrap_or("no message");
    let place = info.location().map_or_else(String::new, |at| format!(" at {}:{}", at.file(), at.line()));
    render::tell(&format!("internal error: {message}{place}"));
    render::tell("This is a bug in counterpoint, and no verdict about your program.");
}
