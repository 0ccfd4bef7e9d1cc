//! The codes of findings about Java sources.

use source::{Code, Kind};

pub static SYNTAX: Code = Code {
    id: "E0901",
    name: "java-syntax",
    kind: Kind::Wrong,
    explanation: "\
The text is not Java as javac would read it: the message says what is unexpected or missing at this place.

    class Account {
        int balance
    }

Sources are read as Java 17. A file with such an error is left out; the others are checked without it.

What helps: compile the file with javac, whose messages may say more.",
};

pub static DUPLICATE: Code = Code {
    id: "E0902",
    name: "java-duplicate",
    kind: Kind::Wrong,
    explanation: "\
Two classes of the same name are in the sources that are read together.

    class Account { }      // in one file
    class Account { }      // in another

What helps: files that do not belong together are given one at a time, or get packages.",
};

pub static CYCLE: Code = Code {
    id: "E0903",
    name: "java-cycle",
    kind: Kind::Wrong,
    explanation: "\
A class extends itself, directly or by way of others.

    class A extends B { }
    class B extends A { }

No such program compiles. What helps: look at the `extends` clauses along the way.",
};

pub static MISPLACED_COMMENT: Code = Code {
    id: "E0904",
    name: "java-misplaced",
    kind: Kind::Unsupported,
    explanation: "\
A comment that begins with `//@` or `/*@` is an annotation, and it stands where none belongs: inside an expression, or
in the middle of a declaration's header. It would have no effect.

    int total = a /*@ assert a > 0 */ + b;

What helps: annotations stand before the class, field, method or statement that they speak of. A comment that is not
meant as an annotation has a space in front of the `@`.",
};

pub static OVERLAY: Code = Code {
    id: "E0905",
    name: "java-overlay",
    kind: Kind::Unsupported,
    explanation: "\
A `.spec.java` file gives annotations to classes that may not be edited. Its classes, fields and methods are those of the
sources, without bodies; the marked one is in no source.

    // Account.spec.java
    class Account {
        //@ requires amount > 0
        void deposit(int amount);
    }

What helps: write the header exactly as in the source, with the same names and types of parameters.",
};

pub static SPACED_COMMENT: Code = Code {
    id: "E0906",
    name: "java-spaced-annotation",
    kind: Kind::Wrong,
    explanation: "\
A comment reads like an annotation, but there is a space, or another star, in front of the `@`. So it is a comment, and nothing
of what it says is checked.

    // @ requires amount > 0

What helps: write `//@ requires amount > 0`, or begin the comment with another word if it is meant as one.",
};

pub static DEPTH: Code = Code {
    id: "E0907",
    name: "java-depth",
    kind: Kind::Unsupported,
    explanation: "\
Expressions, blocks or classes of a file are nested deeper than is supported. The file is left out; the others are checked.

    int total = ((((((…))))));

What helps: split the expression, or move the inner blocks to methods of their own.",
};

pub static INTERNAL: Code = Code {
    id: "E0908",
    name: "java-internal",
    kind: Kind::Internal,
    explanation: "\
Reading this file failed with an internal error of Counterpoint. The file is left out; the others are checked.

What helps: report it with the file. Until it is mended, the file can be given a part at a time, to see which part it is.",
};

pub static ESCAPE: Code = Code {
    id: "E0909",
    name: "java-escape",
    kind: Kind::Unsupported,
    explanation: "\
Java replaces Unicode escapes before it reads anything else, so that one of them may end a comment, a string or a line, or be
part of a name. Counterpoint does not read such escapes; those of other characters in literals and comments it does.

    // clears \\u000a count = 0;

is a comment and an assignment. The file is left out; the others are checked.

What helps: write the character itself, or an escape of its own such as `\\n` or `\\\"`.",
};

pub static CODES: &[&Code] =
    &[&SYNTAX, &DUPLICATE, &CYCLE, &MISPLACED_COMMENT, &OVERLAY, &SPACED_COMMENT, &DEPTH, &INTERNAL, &ESCAPE];

/// Whether a file with such an error is left out, so that only it has no verdict.
pub fn leaves_file_out(code: &Code) -> bool {
    [&SYNTAX, &DUPLICATE, &CYCLE, &DEPTH, &INTERNAL, &ESCAPE].contains(&code)
}
