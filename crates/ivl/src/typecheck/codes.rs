//! The codes of resolution (E02xx) and type checking (E03xx), each with its long text.

source::codes! { CODES:
    UNDECLARED "E0201" "resolve" "\
A name is used that is not declared where it is used.

    procedure P() { x := 1; }        // no variable x

Types, functions, variables (with constants) and procedures have separate names: a function is called `f(x)`, a
procedure `call p(x);`. A local variable is known in its body only, a bound variable in its quantifier only. The name
of a type parameter is known in its declaration only.

What helps: check the spelling; declare the name; if the declaration is in another file, give that file too."

    DUPLICATE "E0202" "resolve" "\
A name is declared twice in one place.

    var x: int;
    const x: bool;                   // variables and constants share their names

Inside a procedure, in-parameters, out-parameters and locals share one scope. A quantifier, lambda or let may shadow
a name from outside, but directly nested quantifiers of the same kind count as one. A constructor of a datatype is a
function, and shares the names of functions.

What helps: rename one of them. Of two declarations, one may be marked `{:extern}` and then gives way to the other."

    TYPE_ARGUMENTS "E0203" "resolve" "\
A type is applied to the wrong number of arguments.

    type Pair a b;
    var p: Pair int;                 // Pair takes two

Built-in types such as `bv32` and type parameters take no arguments.

What helps: give one argument per parameter of the declaration; put an argument that has arguments itself in
parentheses: `Pair int (Pair int bool)`."

    CYCLIC_SYNONYM "E0204" "resolve" "\
Type synonyms are defined in terms of each other, so that no type is meant.

    type A = [int]B;
    type B = [int]A;

What helps: break the cycle; a recursive type is a `datatype`."

    TYPE_PARAMETER "E0205" "resolve" "\
A type parameter is not usable as declared: it has the name of a type of the same file or of another type parameter
in scope, or it occurs nowhere in the parameters (or results) from which it is to be inferred.

    function F<T>(x: int): int;      // nothing tells what T is

What helps: rename it, remove it, or use it in the type of a parameter or of the result."

    DATATYPE "E0206" "resolve" "\
A datatype does not make sense: no value of it can be built (each constructor needs a value of the datatype first),
two constructors have the same name, or two constructors share a field name at different types.

    datatype List { Cons(head: int, tail: List) }     // no constructor to start from

What helps: add a constructor without recursion, such as `Nil()`; rename the field or give it the same type."

    STATE "E0207" "resolve" "\
An expression speaks of a state that does not exist at this place. Axioms, function bodies and pure procedures have no
state: no global variables and no `old`. `old(e)` needs two states, so it is allowed in postconditions and procedure
bodies, not in preconditions, where-clauses or measures.

    var g: int;
    axiom g == 0;                    // an axiom holds in every state: use a constant

What helps: use a constant or a parameter in place of the variable; drop the `old`."

    TRIGGER "E0208" "resolve" "\
A trigger cannot be used for matching. A trigger is a set of terms that together mention every bound variable; it has
no logical operators, comparisons, equalities or quantifiers, and a term is more than a variable by itself.

    axiom (forall x: int, y: int :: {f(x)} f(x) < g(y));      // y is not mentioned

What helps: add a term for the missing variable, `{f(x), g(y)}`; name the comparison as a function."

    LABEL "E0209" "resolve" "\
A jump has no place to go: the label of a `goto` does not exist in this body, a label is declared twice, a `break` is
outside any loop, or the label of a `break` is not that of an enclosing `if` or `while`.

    L: x := 1; while (true) { break L; }      // L names the assignment, not the loop

What helps: put the label directly before the statement that is meant."

    FUNCTION_ATTRIBUTE "E0210" "resolve" "\
A function cannot be inlined or defined as its attributes ask: `{:inline}` and `{:define}` exclude each other, need a
body, and may not be recursive, not even through other such functions; `{:define}` may not have type parameters.

    function {:inline} f(x: int): int { f(x - 1) }

What helps: drop the attribute: a body without it becomes an axiom, and may be recursive."

    ATTRIBUTE "E0211" "resolve" "\
An attribute has the wrong parameters.

    assert {:minimize} x < 10;       // :minimize takes one number

What helps: give the parameters that the attribute expects."

    MEASURE "E0212" "resolve" "\
A `measure` stands where it has no meaning: outside the head of a loop, twice in one loop head or procedure, after an
assignment in the loop head, or with a different number of expressions than that of a procedure it is compared with.

    procedure P(n: int) measure n;    { call Q(n); }
    procedure Q(n: int) measure n, n; { call P(n); }

What helps: write the measure next to the loop's invariants or the procedure's contract, once; compare tuples of the
same length."

    IMPLEMENTATION "E0213" "resolve" "\
An `implementation` does not fit its procedure: the number or types of parameters, results or type parameters differ.
Names may differ.

    procedure P(x: int);
    implementation P(x: bool) { }

What helps: copy the header of the procedure."

    CALL "E0214" "resolve" "\
A call is not allowed here: a pure procedure calls only pure procedures and has no `modifies`.

What helps: declare the callee `pure`, or the caller not."

    UNSUPPORTED "E0290" "unsupported" as Unsupported "\
The construct is legal but not modelled, so nothing is concluded about the program.

Civl's declarations (actions, yield procedures and yield invariants), linear variables, asynchronous and parallel calls
are not supported yet by the sequential checker. Neither are code expressions that assign variables of the procedure
around them, types that expand beyond reason, and numbers too large to write down."

    MISMATCH "E0301" "type" "\
An expression has another type than its place demands.

    var b: bool;
    b := 1;                          // int where bool is expected

Boogie has no implicit conversions: `int(r)` and `real(i)` convert between numbers.

What helps: look at the two types in the message; if a polymorphic function or map is involved, state the type that is
meant by a coercion `e: T`."

    OPERATOR "E0302" "type" "\
An operator is applied to types for which it is not defined. Arithmetic and comparison take two ints, two reals or two
floats of one format; `div` and `mod` ints; `/` ints or reals; `**` reals; logical operators bools; `++` bit-vectors;
`==` and `!=` two values of one type.

    assert 1 + 1.0 == 2.0;           // int and real

What helps: convert with `int(…)` or `real(…)`; bit-vectors have functions marked `{:bvbuiltin}` for arithmetic."

    ARGUMENTS "E0303" "type" "\
A function, constructor, procedure, map or assignment gets the wrong number of arguments.

    function f(x: int): int;
    axiom f(1, 2) == 0;

What helps: give one argument per parameter; `m[i, j]` has two indices, `m[i][j]` is a map of maps."

    ACCESS "E0304" "type" "\
An index, field or constructor test is applied to a value that has none: only maps are indexed, only datatypes have
fields and constructors, and a datatype has only those that it declares.

    datatype Pair { Pair(a: int, b: int) }
    function f(p: Pair): int { p->c }        // no field c

What helps: check the type of the value; state it by a coercion `e: T` if it cannot be inferred."

    BIT_VECTOR "E0305" "type" "\
The bounds of a bit-vector do not fit: an extraction `e[high:low]` needs low ≤ high ≤ width of e, and a literal must
be smaller than two to the power of its width.

    function f(x: bv8): bv4 { x[12:8] }

What helps: the upper bound is exclusive: the low half of a `bv8` is `x[4:0]`."

    ASSIGNMENT "E0306" "type" "\
A variable is assigned that may not be assigned here. Constants, in-parameters and bound variables never change; a
global variable changes only where the procedure's `modifies` clause names it, also through calls.

    var g: int;
    procedure P() { g := 1; }        // no `modifies g;`

What helps: add the variable to the `modifies` clause; copy an in-parameter to a local."

    ASSIGNED_TWICE "E0307" "type" "\
One statement assigns a variable twice.

    x, x := 1, 2;
    m[0], m[1] := 1, 2;              // both assign m

What helps: write two statements, or one nested update: `m := m[0 := 1][1 := 2];`."

    AMBIGUOUS "E0308" "type" "\
A type argument can be anything, so `int` is taken. This is a warning.

    function None<T>(): Option T;
    assert IsNone(None());           // None of which type?

What helps: state the type by a coercion: `None(): Option bool`."

    CLOSED "E0309" "type" "\
A value of a datatype marked `{:closed}` is built outside of the file that declares the datatype, by its constructor or by
an assignment to a field.

    v := Vec(MapConst(0), -1);       // a vector of negative length

A library may have axioms about such values that hold of those its functions build: no vector is of negative length. A
value that contradicts them would prove anything.

What helps: use the functions of the library: `Vec_Empty()`, `Vec_Append(v, x)`, `Vec_Update(v, i, x)`."
}
