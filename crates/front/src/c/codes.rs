//! The codes of C programs.

use source::{Code, Kind};

pub static SYNTAX: Code = Code {
    id: "E0701",
    name: "syntax",
    kind: Kind::Wrong,
    explanation: "\
The text is not C: at this place something is missing or does not belong.

    node->next = top
    return;

What helps: compile the file first, `gcc -std=c11 -Wall -c file.c` with the folder of `counterpoint.h` given by `-I`. A
macro that stands for more than a value (`#define LOOP while (1)`) is not expanded, and the text around it may look
like an error.
",
};

pub static RESOLVE: Code = Code {
    id: "E0702",
    name: "resolve",
    kind: Kind::Wrong,
    explanation: "\
A name is declared nowhere, or twice: a variable of a file without headers, a member, a label, a case, a loop to leave.

    int pop(void) { return tpo->data; }

What a header may declare is not known here, and unsupported rather than wrong.

What helps: compile the file first, `gcc -std=c11 -Wall -c file.c`.
",
};

pub static TYPE: Code = Code {
    id: "E0703",
    name: "type",
    kind: Kind::Wrong,
    explanation: "\
A value is used where no compiler accepts it: the result of a function that has none, a member of what is no structure, or
too few arguments of a function.

What helps: compile the file with `-Wall -Werror`. What gcc accepts with warnings, such as a number where a pointer is expected, is
unsupported here.
",
};

pub static UNSUPPORTED: Code = Code {
    id: "E0704",
    name: "unsupported",
    kind: Kind::Unsupported,
    explanation: "\
A construct of C that is not modelled. The program is not checked: nothing is proved about it.

Modelled are structures and pointers to them, integers, global variables, the statements of C, `malloc`, `calloc` and
`free`, C11 atomics, the `__atomic` and `__sync` functions of gcc, `CAS` and `ATOMIC` of `counterpoint.h`, and the locks of
pthread. Not modelled are, among others: arrays, unions, floating-point numbers, strings, function pointers, pointer
arithmetic, pointers to variables except as arguments, recursion, memory orders weaker than `memory_order_seq_cst`,
conditional text (`#if`), and macros other than literals.

What helps: rewrite the place; the message often says how. What the checked functions do not use is never reported.
",
};

pub static NOT_RUN: Code = Code {
    id: "E0705",
    name: "not-run",
    kind: Kind::Wrong,
    explanation: "\
A function looks as if it should run first, and nobody calls it.

The function that runs first, alone, is called `init`. Without one, global variables have the values of their initialisers,
else zero, and the operations begin at once.

What helps: call it `init`, or let `init` call it.
",
};

pub static CODES: &[&Code] = &[&SYNTAX, &RESOLVE, &TYPE, &UNSUPPORTED, &NOT_RUN];
