//! The codes of C programs.

use source::Code;

pub static SYNTAX: Code = Code {
    id: "E0701",
    name: "syntax",
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
    explanation: "\
A name is not declared: no variable, constant, function, member, label or type of this name is known here.

    int pop(void) { return tpo->data; }

Names of the headers `stdatomic.h`, `stdbool.h`, `stdint.h`, `stdlib.h`, `pthread.h`, `assert.h`, `sched.h` and
`counterpoint.h` are known as far as they are modelled.
",
};

pub static TYPE: Code = Code {
    id: "E0703",
    name: "type",
    explanation: "\
A value has not the type that its place demands, such as a pointer where a number is expected, or a function has another
number of arguments than its definition says.

What helps: compile the file with `-Wall -Werror`; what gcc accepts with warnings is often an error here.
",
};

pub static UNSUPPORTED: Code = Code {
    id: "E0704",
    name: "unsupported",
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
    explanation: "\
A function looks as if it should run first, and nobody calls it.

The function that runs first, alone, is called `init`. Without one, global variables have the values of their initialisers,
else zero, and the operations begin at once.

What helps: call it `init`, or let `init` call it.
",
};

pub static CODES: &[&Code] = &[&SYNTAX, &RESOLVE, &TYPE, &UNSUPPORTED, &NOT_RUN];
