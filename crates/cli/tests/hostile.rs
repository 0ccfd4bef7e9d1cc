//! A checked folder may be hostile: what it ships is text to be checked, never a program to run, a result to be believed or
//! a way out of the folder.

mod support;

use serde_json::Value;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Finished, Scratch, all_files_below};

const GOOD: &str = "procedure Good(x: int) requires x > 0; { assert x >= 1; }\n";
const BAD: &str = "procedure Bad(x: int) { assert x > 0; }\n";

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("`mkfifo` can be run").success());
}

/// The entries of the user's cache, without the key.
fn entries(scratch: &Scratch) -> Vec<PathBuf> {
    all_files_below(&scratch.caches()).into_iter().filter(|path| !path.ends_with("key")).collect()
}

/// A run that neither hangs nor dies.
fn check(scratch: &Scratch, args: &[&str]) -> Finished {
    let run = scratch.run(["check"].iter().chain(args));
    assert!(matches!(run.code, Some(0..=3)), "{run:?}");
    run
}

/// A cache that the folder ships is not looked for there; nor is it believed where the user names it.
#[test]
fn a_poisoned_cache() {
    let attacker = Scratch::new();
    attacker.write("a.bpl", GOOD);
    check(&attacker, &["--cache-dir", "shipped", "a.bpl"]).expect_code(0);
    let victim = Scratch::new();
    victim.write("a.bpl", GOOD);
    let shipped = attacker.path().join("shipped");
    for name in [".counterpoint-cache", "shipped"] {
        for path in all_files_below(&shipped) {
            let inner = path.strip_prefix(&shipped).expect("it is below");
            victim.write(Path::new(name).join(inner).to_str().expect("UTF-8"), fs::read(&path).expect("an entry"));
        }
    }
    // The entry would answer the question, and says so with another content.
    let shipped = all_files_below(&victim.path().join("shipped"));
    assert!(!shipped.is_empty());
    for path in &shipped {
        let entry = fs::read_to_string(path).expect("an entry");
        fs::write(path, entry.replace("proved", "failed")).expect("it can be written");
    }
    check(&victim, &["a.bpl"]).expect_code(0);
    check(&victim, &["--cache-dir", "shipped", "a.bpl"]).expect_code(0);
    let honest = |args: &[&str]| solver_ms(&check(&victim, &[args, &["--format", "json1", "a.bpl"]].concat()).json());
    assert_eq!(honest(&["--cache-dir", "shipped"]), Some(0), "by now the cache holds the user's own entries");
}

fn solver_ms(json: &Value) -> Option<u64> {
    json["summary"]["solver_ms"].as_u64()
}

/// A false assertion stays false, whatever entries of true ones are put in the place of its own.
#[test]
fn swapped_entries() {
    let scratch = Scratch::new();
    scratch.write("a.bpl", GOOD);
    check(&scratch, &["a.bpl"]).expect_code(0);
    let proofs: Vec<Vec<u8>> = entries(&scratch).iter().map(|path| fs::read(path).expect("an entry")).collect();
    scratch.write("b.bpl", BAD);
    check(&scratch, &["b.bpl"]).expect_code(1);
    for path in entries(&scratch) {
        for proof in &proofs {
            fs::write(&path, proof).expect("it can be written");
            check(&scratch, &["b.bpl"]).expect_code(1);
        }
    }
}

#[test]
fn links_pipes_and_devices_as_entries() {
    let scratch = Scratch::new();
    scratch.write("a.bpl", GOOD);
    let outside = scratch.write("outside/precious", "precious");
    check(&scratch, &["a.bpl"]).expect_code(0);
    for place in ["link", "fifo", "/dev/zero", "folder"] {
        for path in entries(&scratch) {
            fs::remove_file(&path).expect("it can be removed");
            match place {
                "link" => symlink(&outside, &path).expect("a link can be made"),
                "fifo" => mkfifo(&path),
                "folder" => fs::create_dir(&path).expect("a folder can be made"),
                device => symlink(device, &path).expect("a link can be made"),
            }
        }
        check(&scratch, &["a.bpl"]).expect_code(0);
        assert_eq!(fs::read_to_string(&outside).expect("it is there"), "precious", "{place}");
        let _ = fs::remove_dir_all(scratch.caches());
        check(&scratch, &["a.bpl"]).expect_code(0);
    }
}

#[test]
fn a_cache_folder_that_is_a_link() {
    let scratch = Scratch::new();
    scratch.write("a.bpl", GOOD);
    fs::create_dir(scratch.path().join("outside")).expect("a folder can be made");
    symlink(scratch.path().join("outside"), scratch.path().join("shipped")).expect("a link can be made");
    let run = check(&scratch, &["--cache-dir", "shipped", "a.bpl"]).expect_code(0);
    assert!(run.stderr.contains("results are not kept: the cache in `shipped` cannot be used"), "{}", run.stderr);
    assert_eq!(all_files_below(&scratch.path().join("outside")), Vec::<PathBuf>::new());
}

/// A key that others can read protects nothing.
#[test]
fn a_key_that_others_may_read() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    scratch.write("a.bpl", GOOD);
    check(&scratch, &["a.bpl"]).expect_code(0);
    let key = scratch.caches().join("counterpoint/key");
    assert_eq!(fs::metadata(&key).expect("there is a key").permissions().mode() & 0o777, 0o600);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).expect("they can be set");
    let run = check(&scratch, &["a.bpl"]).expect_code(0);
    assert!(run.stderr.contains("others may read or write it"), "{}", run.stderr);
}

/// What others own or may write to is not used, and root is no exception. A home of another user is no reason.
#[test]
fn caches_and_keys_of_others() {
    use std::os::unix::fs::{PermissionsExt, chown};
    const NOBODY: u32 = 65534;
    let scratch = Scratch::new();
    scratch.write("a.bpl", GOOD);
    check(&scratch, &["a.bpl"]).expect_code(0);
    check(&scratch, &["--cache-dir", "named", "a.bpl"]).expect_code(0);
    let (own, named) = (scratch.caches().join("counterpoint"), scratch.path().join("named"));
    let key = own.join("key");
    let warned = |args: &[&str], reason: &str| {
        let before = all_files_below(scratch.path()).len();
        let run = check(&scratch, &[args, &["a.bpl"]].concat()).expect_code(0);
        let warning = run.stderr.lines().find(|line| line.starts_with("warning: results are not kept: "));
        assert!(warning.is_some_and(|warning| warning.contains(reason)), "{reason}: {}", run.stderr);
        // The two files with the output.
        assert_eq!(all_files_below(scratch.path()).len(), before + 2, "something was written");
    };
    let silent = || {
        let run = check(&scratch, &["--cache-dir", "named", "--format", "json1", "a.bpl"]).expect_code(0);
        assert_eq!(run.stderr, "");
        assert_eq!(solver_ms(&run.json()), Some(0));
    };
    let allow =
        |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("they can be set");
    for (mode, reason) in [(0o770, "others may write"), (0o702, "others may write")] {
        allow(&own, mode);
        warned(&[], reason);
        allow(&own, 0o755);
        allow(&named, mode);
        warned(&["--cache-dir", "named"], reason);
        allow(&named, 0o755);
    }
    silent();
    // Only root may give them away; the rest is for root.
    if chown(&key, Some(NOBODY), Some(NOBODY)).is_err() {
        return;
    }
    warned(&[], "it belongs to user 65534");
    chown(&key, Some(0), Some(0)).expect("root may do so");
    for (folder, args) in [(&own, &[][..]), (&named, &["--cache-dir", "named"])] {
        chown(folder, Some(NOBODY), None).expect("root may do so");
        warned(args, "it belongs to user 65534");
        chown(folder, Some(0), None).expect("root may do so");
    }
    chown(scratch.caches(), Some(NOBODY), Some(NOBODY)).expect("root may do so");
    silent();
}

#[test]
fn asking_again_confirms_an_honest_cache() {
    let scratch = Scratch::new();
    scratch.write("a.bpl", GOOD);
    scratch.write("b.bpl", BAD);
    check(&scratch, &["a.bpl", "b.bpl"]).expect_code(1);
    let run = check(&scratch, &["--recheck", "100", "a.bpl"]).expect_code(0);
    assert!(run.stderr.contains(" confirmed, 0 without an answer now"), "{}", run.stderr);
    assert!(!run.stderr.contains("differ"), "{}", run.stderr);
}

#[test]
fn inputs_that_are_links_pipes_or_devices() {
    let scratch = Scratch::new();
    let folder = scratch.path().join("project");
    scratch.write("secret.bpl", "this is a secret");
    scratch.write("project/good.bpl", GOOD);
    symlink("good.bpl", folder.join("inside.bpl")).expect("a link can be made");
    let good = check(&scratch, &["--format", "json1", "project"]).expect_code(0);
    assert_eq!(good.json()["files"].as_array().map(Vec::len), Some(2), "a link within the folder is followed");
    for name in ["x.bpl", "x.c", "X.java", "Good.spec.java"] {
        for target in ["../secret.bpl", "/dev/zero", "/dev/stdin", "fifo"] {
            let path = folder.join(name);
            if target == "fifo" {
                mkfifo(&path)
            } else {
                symlink(target, &path).expect("a link can be made")
            }
            let run = check(&scratch, &["project"]).expect_code(2);
            assert!(!run.stdout.contains("secret\n") && !run.stdout.contains("this is"), "{}", run.stdout);
            assert!(run.stdout.contains("E0001"), "{}", run.stdout);
            fs::remove_file(&path).expect("it can be removed");
        }
    }
    // Who names a device or a pipe gets an answer, too.
    mkfifo(&scratch.path().join("pipe.bpl"));
    symlink("/dev/zero", scratch.path().join("zero.c")).expect("a link can be made");
    check(&scratch, &["pipe.bpl", "zero.c"]).expect_code(2);
}

/// Nothing with a name that can be seen is skipped in silence: a folder that is not read is reported as a file is.
#[test]
fn folders_that_are_not_read() {
    let scratch = Scratch::new();
    scratch.write("outside/bad.bpl", BAD);
    scratch.write("project/good.bpl", GOOD);
    scratch.write("project/inner/other.bpl", GOOD);
    scratch.write("project/.hidden/bad.bpl", BAD);
    let folder = scratch.path().join("project");
    let link = |target: &str, name: &str| symlink(target, folder.join(name)).expect("a link can be made");
    // What is read where it is, or leads nowhere.
    link("inner", "again");
    link(".", "myself");
    link("nowhere", "lost");
    link("loop", "loop");
    let good = check(&scratch, &["--format", "json1", "project"]).expect_code(0);
    assert_eq!(good.json()["files"].as_array().map(Vec::len), Some(2), "{}", good.stdout);
    let outside = scratch.path().join("outside");
    for name in ["link", "link.bpl", "link.c", "link.java"] {
        for target in ["../outside", "..", outside.to_str().expect("UTF-8"), ".hidden", "/proc/1/fdinfo"] {
            link(target, name);
            let json = check(&scratch, &["--format", "json1", "project"]).expect_code(2).json();
            assert_eq!(unreadable(&json), [format!("project/{name}")], "{target}: {json}");
            fs::remove_file(folder.join(name)).expect("it can be removed");
        }
    }
}

/// The paths of the files that could not be read, each once.
fn unreadable(json: &Value) -> Vec<String> {
    let files = json["files"].as_array().expect("there are files").iter();
    let is_finding =
        |file: &&Value| file["diagnostics"].as_array().is_some_and(|all| all[..].iter().any(is_unreadable));
    files.filter(is_finding).map(|file| file["path"].as_str().expect("a path").to_string()).collect()
}

fn is_unreadable(finding: &Value) -> bool {
    finding["code"] == "E0001"
}

/// The system opens no path of more than 4096 bytes, and who unpacks an archive can be given longer ones.
#[test]
fn a_folder_below_the_longest_path() {
    let scratch = Scratch::new();
    scratch.write("project/good.bpl", GOOD);
    // One folder after another, from within the one above.
    let script = "cd project && n=$(printf 'd%.0s' $(seq 200)) && for i in $(seq 30); do mkdir $n && cd -P $n || exit 1; \
                  done; printf 'procedure Bad() { assert false; }' > bad.bpl";
    let made = Command::new("bash").args(["-c", script]).current_dir(scratch.path()).status();
    assert!(made.expect("`bash` can be run").success());
    let json = check(&scratch, &["--format", "json1", "project"]).expect_code(2).json();
    let places = unreadable(&json);
    assert!(matches!(&places[..], [place] if place.starts_with("project/ddd")), "{json}");
    assert_eq!(json["files"].as_array().map(Vec::len), Some(2), "{json}");
    let run = check(&scratch, &["project"]).expect_code(2);
    assert!(run.stdout.contains("File name too long"), "{}", run.stdout);
    // Not every version of the standard library can remove such a folder.
    let removed = Command::new("rm").args(["-rf", "project"]).current_dir(scratch.path()).status();
    assert!(removed.expect("`rm` can be run").success());
}

/// Root may read everything, so that this says something to others only.
#[test]
fn a_folder_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    scratch.write("project/good.bpl", GOOD);
    scratch.write("project/locked/bad.bpl", BAD);
    let locked = scratch.path().join("project/locked");
    let allow = |mode| fs::set_permissions(&locked, fs::Permissions::from_mode(mode)).expect("they can be set");
    allow(0);
    let is_root = fs::read_dir(&locked).is_ok();
    let run = check(&scratch, &["--format", "json1", "project"]);
    allow(0o755);
    if is_root {
        run.expect_code(1);
    } else {
        assert_eq!(unreadable(&run.expect_code(2).json()), ["project/locked"]);
    }
}

/// Names that are not UTF-8 text, and one that looks as one of them is written.
#[test]
fn names_that_are_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let scratch = Scratch::new();
    let names: [&[u8]; 4] = [b"a\xff.bpl", b"a\xfe.bpl", br"a\xff.bpl", "a\u{fffd}.bpl".as_bytes()];
    fs::create_dir(scratch.path().join("project")).expect("a folder can be made");
    for name in names {
        let path = scratch.path().join("project").join(OsStr::from_bytes(name));
        fs::write(path, BAD).expect("it can be written");
    }
    let json = check(&scratch, &["--format", "json1", "project"]).expect_code(1).json();
    let mut paths: Vec<&str> =
        json["files"].as_array().expect("files").iter().filter_map(|file| file["path"].as_str()).collect();
    paths.sort_unstable();
    let expected = [r"project/a\x5cxff.bpl", r"project/a\xfe.bpl", r"project/a\xff.bpl", "project/a\u{fffd}.bpl"];
    assert_eq!(paths, expected);
    let sarif = check(&scratch, &["--format", "sarif", "project"]).expect_code(1).json();
    let results = sarif["runs"][0]["results"].as_array().expect("results").iter();
    let uri = |one: &Value| one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].to_string();
    let mut uris: Vec<String> = results.map(uri).collect();
    uris.sort_unstable();
    let expected = ["%5Cxff", "%EF%BF%BD", "%FE", "%FF"].map(|name| format!("\"project/a{name}.bpl\""));
    assert_eq!(uris, expected);
    let human = check(&scratch, &["project"]).expect_code(1);
    assert!(human.stdout.contains(r"project/a\xff.bpl"), "{}", human.stdout);
}

#[test]
fn a_file_that_is_too_large() {
    let scratch = Scratch::new();
    let path = scratch.write("huge.bpl", GOOD);
    fs::File::options().write(true).open(path).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
    let run = check(&scratch, &["huge.bpl"]).expect_code(2);
    assert!(run.stdout.contains("larger than 64 MiB"), "{}", run.stdout);
}

#[test]
fn escape_sequences_in_names() {
    let name = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}evil\n.bpl";
    for text in [GOOD, BAD, "syntax error", ""] {
        let scratch = Scratch::new();
        scratch.write(name, text);
        for args in [&["."][..], &[name], &["--verbose", name], &["--only", "Nothing\u{1b}[2J", name]] {
            let run = check(&scratch, args);
            for output in [&run.stdout, &run.stderr] {
                assert!(!output.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{output:?}");
            }
        }
    }
}

/// The solver comes from the user's option or variable, the project that built the binary, or an absolute entry of PATH.
#[test]
fn a_planted_solver_is_not_run() {
    let scratch = Scratch::new();
    let sign = scratch.path().join("planted-was-run");
    let body = format!("touch '{}'; exec /bin/false", sign.display());
    for place in [".tools/z3", "z3", "bin/z3", "bin/.tools/z3"] {
        scratch.script(place, &body);
    }
    scratch.write("a.bpl", GOOD);
    let binary = scratch.path().join("bin/counterpoint");
    fs::copy(env!("CARGO_BIN_EXE_counterpoint"), &binary).expect("the binary can be copied");
    for path in ["", ":", ".:", "bin", "::/usr/bin"] {
        let mut command = Command::new(&binary);
        command.args(["check", "--no-cache", "a.bpl"]).current_dir(scratch.path());
        command.env_remove("COUNTERPOINT_Z3").env("PATH", path);
        let run = scratch.start(command).finish();
        assert!(matches!(run.code, Some(0 | 2)), "{run:?}");
        assert!(!sign.exists(), "PATH={path}");
    }
}
