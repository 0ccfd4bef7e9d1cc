//! The codes of annotations.

use source::{Code, Kind};

pub static ANNOTATION: Code = Code {
    id: "E0710",
    name: "annotation",
    kind: Kind::Wrong,
    explanation: "\
An annotation is missing, misspelt, or does not fit the program.

    //@ linearizable stack(push, pop)
    //@ memory manual

The first line names the abstract structure and the functions that implement it: `stack(push, pop)`, `queue(enq, deq)`
or `set(add, remove, contains)`. The second says who reclaims memory: `gc`, a collector, so that nothing is freed and no
address is used twice; or `manual`, the program itself by `free`. Without it, a program that calls `free` is `manual` and
any other `gc`.

The functions have these shapes, where T is an integer type or `void *`:

    void push(T value);              or bool, if it always returns true
    bool pop(T *out);                false: there was nothing
    T pop(void);                     with a line `//@ empty VALUE`, the value that means that there was nothing
    bool add(T key); bool remove(T key); bool contains(T key);

A function `init`, if there is one, runs first and alone.

What helps: write each annotation once, on a line of its own, and spell the functions as they are defined in this file.",
};

pub static CODES: &[&Code] = &[&ANNOTATION];
