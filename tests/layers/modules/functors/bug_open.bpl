// What a functor refers to is part of it, or has no state.

type Word;
const c: int;
function f(n: int): int;

var {:layer 0, 2} x: int;

yield invariant {:layer 1} Any();
preserves x == x;

atomic action {:layer 2} Step()
{
}

yield procedure {:layer 0} Prim();
refines atomic action {:layer 1, 2} _
{
  x := x + 1;
}

// Functor F.

var {:layer 0, 2} {:functor "F"} v: int;

atomic action {:layer 1, 2} {:functor "F"} A()
{
  v := f(x) + c;
//       ^ functor
}

yield procedure {:layer 1} {:functor "F"} P()
refines Step;
//^^^^^^^^^^^ functor
requires call Any();
//       ^^^^^^^^^^ functor
{
  call Prim();
//^^^^^^^^^^^^ functor
}
