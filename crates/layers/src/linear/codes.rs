//! The codes of linearity, with their long texts.

source::codes! { CODES:
    LINEAR_TYPE "E0520" "linear-type" "\
A type of the base library is used at a type that already holds permissions.

    var g: One (One int);            // a permission for a permission
    var h: Map (Cell Loc int) bool;  // keys that hold permissions, and are not One themselves

A permission is a value of a type `One T`; `T` itself is data. The keys of a `Map` are permissions (`One T`) or data.

What helps: use the data inside as the argument, as in `One int`; put what holds permissions into the values of a map."

    LINEAR_TARGET "E0521" "linear-target" "\
An assignment changes the inside of a `One` or a `Map`.

    m->dom[k] := true;               // makes a permission from nothing

What a `One` or a `Map` holds is only moved by the procedures of the base library.

What helps: `call Map_Put(m, k, v);`, `call One_Put(m, k);`, `call Map_Join(m, other);` to put in, `Map_Get`, `One_Get`
and `Map_Split` to take out, `Path_Store(m->val[k], v)` to change the value at a key."

    LINEAR_SOURCE "E0522" "linear-source" "\
Permissions are taken from a place from which they cannot be taken.

    x, y := z, z;                    // twice from one variable
    p := Pair(a->left, b);           // from a part of a variable
    Pair(x, y) := F(a);              // from a value that no variable holds

A permission is in one variable at a time. It moves from whole variables: by `x := y`, by a constructor applied to
variables, by taking a variable apart with `C(x, y) := z`, and by the procedures of the base library.

What helps: unpack the variable first, then use its parts."

    LINEAR_ARGUMENT "E0523" "linear-argument" "\
An argument at a linear parameter is not a variable that can hand over its permissions.

    call P(One(1));                  // not a variable
    call P(g);                       // a global variable: only pure procedures take it
    call Q(x, x);                    // twice in one call
    call P(x) | P(x);                // twice in one parallel call

The permissions of a linear argument are the callee's during the call. So each is a local variable of its own; in a
parallel call, a variable that goes to one arm is not an argument of another, nor of a yield invariant beside it.

What helps: move the permissions to a local variable first; or give each arm its own."

    LINEAR_PATH "E0524" "linear-path" "\
A path such as `x->f->val[k]->g` is not one along which a procedure of the base library can work.

    call One_Get(m->dom, k);         // into the domain of a map
    call Path_Store(m->val, v);      // all values at once, also where there is no key
    call One_Get(x->table[i], k);    // through a plain map, which holds no permissions

A path starts at a variable and goes through fields of datatypes and through `->val[k]` of a `Map`; each step is
checked when the program runs there. It does not go into a `One` or into `->dom`. To permissions it goes only through
what holds permissions: nothing says that the values of a plain map `[K]V` are different from each other.

What helps: `Map K V` in place of `[K]V`."

    LINEAR_CHANGE "E0525" "linear-change" "\
A procedure of the base library changes a variable that may not be changed here.

    procedure P({:linear} m: UnitMap (One int), {:linear_in} k: One int)
    { call One_Put(m, k); }          // m is an in-parameter

`One_Get`, `One_Put`, `Map_Get`, `Map_Put`, `Map_Split`, `Map_Join` and `Path_Store` assign to the variable at the start
of their first argument. It is not an in-parameter, not a result of the same call, and, in an action, named in `modifies`.

What helps: take the parameter as `{:linear_in}`, copy it to an out-parameter, and change that."

    LINEAR_UNAVAILABLE "E0526" "linear-unavailable" "\
A linear parameter needs permissions that the variable may no longer hold here.

    call P(x);                       // {:linear_in}: x gives its permissions away
    call P(x);                       // nothing left to give

A variable holds its permissions from the start (as a parameter), from an assignment of a variable that held them, or
from the results of a call. It loses them when they move elsewhere, when it is assigned something else, by `havoc`, and
by an asynchronous call. Where paths meet, it holds them only if it does on every path.

What helps: let the callee give them back (`{:linear}` in place of `{:linear_in}`, or an out-parameter); do not use the
variable afterwards."

    LINEAR_GLOBAL "E0527" "linear-global" "\
A linear global variable does not hold its permissions where others rely on it: at a call, at a loop head, at a return.

    atomic action {:layer 1} A() returns ({:linear} x: One int)
    modifies g;
    { x := g; }                      // g returns empty-handed

Everybody believes that the linear globals and all linear variables of all threads hold different permissions.

What helps: give the global something else, as in `x := g; g := y;`, or take from it only what it can spare:
`call One_Get(g, x);`."

    LINEAR_RESULT "E0528" "linear-result" "\
A parameter that holds permissions after the call does not hold them at a return.

    procedure P({:linear} x: One int, {:linear_in} y: One int) returns ({:linear} z: One int)
    { z := x; }                      // x was to be given back

At each return, all `{:linear}` and `{:linear_out}` in-parameters and all `{:linear}` out-parameters hold permissions.

What helps: move the permissions back; or declare the parameter `{:linear_in}`, if the caller is not to have it back."

    LINEAR_DECLARATION "E0529" "linear-declaration" "\
A declaration makes permissions out of nothing.

    pure procedure Make() returns ({:linear} x: One int);   // no body: where does x come from?

A pure procedure that returns permissions has a body.

What helps: write the body; `Loc_New` and `Tag_New` of the base library make new permissions."

    LINEAR_ASYNC "E0530" "linear-async" "\
An asynchronous call has a `{:linear_out}` parameter.

The caller goes on before the callee is done, so it cannot have the permissions that the callee returns at its end.

What helps: call it synchronously, or let the callee keep the permissions (`{:linear_in}`)."

    LINEAR_LAYERS "E0531" "linear-layers" "\
A variable receives permissions at some of its layers only.

    var {:layer 0,1} x: One int;
    call {:layer 1} Move(y, x);      // at layer 0 nothing happens

At a layer where the call does not happen, the variable would be believed to hold permissions that nobody gave it.

What helps: declare the variable at the layers of the call, as in `var {:layer 1} x: One int;`."
}
