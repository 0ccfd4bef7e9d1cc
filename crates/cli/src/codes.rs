//! Every diagnostic code of the project, and the codes of reading input.

use source::{Code, Kind};

pub static UNREADABLE: Code = Code {
    id: "E0001",
    name: "input",
    kind: Kind::Wrong,
    explanation: "\
A file or folder that was asked for could not be read: it does not exist, the system refused, it is not a regular file
but a pipe or a device, or it is a link in a checked folder that leads out of it.

The message carries the system's reason. Check the spelling of the path and the permissions. The other files
of the run are still checked, but the run as a whole counts as invalid (exit code 2).",
};

pub static NOT_UTF8: Code = Code {
    id: "E0002",
    name: "encoding",
    kind: Kind::Wrong,
    explanation: "\
The file is not UTF-8 text. The message gives the offset of the first byte that does not belong, and its line.

Such files usually come from an editor set to another encoding (Latin-1, UTF-16), or are not source text at
all. Convert the file, for example with `iconv -f latin1 -t utf-8`.",
};

pub static UNKNOWN_KIND: Code = Code {
    id: "E0003",
    name: "kind",
    kind: Kind::Wrong,
    explanation: "\
The kind of a file follows from its extension, and no engine reads files of this kind.

Files ending in `.bpl` are read as Boogie programs, those in `.c` as C programs, those in `.java` as Java programs. In a
folder, files of other kinds are passed over; a file that is named on the command line is not.",
};

pub static TOO_LARGE: Code = Code {
    id: "E0004",
    name: "size",
    kind: Kind::Wrong,
    explanation: "\
The file is larger than 64 MiB, and is not read: no source that a person wrote is that large.

Generated programs of that size should be split into files; what is not a program should not end in `.bpl`, `.c` or
`.java`.",
};

static INPUT_CODES: &[&Code] = &[&UNREADABLE, &NOT_UTF8, &UNKNOWN_KIND, &TOO_LARGE];

/// Every code that a run can report, by ascending id.
pub fn all() -> Vec<&'static Code> {
    let tables = [INPUT_CODES, front::bpl::CODES, ivl::typecheck::CODES, ivl::check::CODES];
    let of_c = [front::c::CODES, concurrent::codes::CODES, ::explore::codes::CODES, effects::codes::CODES];
    let of_java = [
        front::java::codes::CODES,
        concurrent::object::annotations::codes::CODES,
        rely::check::CODES,
        locks::codes::CODES,
    ];
    let tables = [&tables[..], layers::check::CODES, &of_c, &of_java].concat();
    let mut codes: Vec<&'static Code> = tables.concat();
    codes.sort_by_key(|code| code.id);
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_unsupported_is_kept_for_what_is_not_modelled() {
        for code in all() {
            assert!(code.name != "unsupported" || code.kind == Kind::Unsupported, "{}", code.id);
        }
    }

    #[test]
    fn each_code_has_its_own_id_and_an_explanation() {
        let codes = all();
        for pair in codes.windows(2) {
            assert_ne!(pair[0].id, pair[1].id);
        }
        for code in codes {
            assert!(code.explanation.trim().len() > 40, "{} needs an explanation", code.id);
            assert!(!code.name.is_empty() && !code.name.contains(' '), "{} has the name `{}`", code.id, code.name);
        }
    }
}
