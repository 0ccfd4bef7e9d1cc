// Attributes of any name may stand on declarations, parameters, statements and quantifiers.
// Those that mean nothing to the verifier change nothing.

type {:note "a type"} T;
const {:note "a constant", 1, true} unique c: T;
var {:note "text with \"quotes\""} {:second} g: int;
function {:note} f({:note} x: int): int;
axiom {:note "about f"} (forall x: int :: {:note 3} {f(x)} f(x) > x);

procedure {:note "first", "second"} {:other 1 + 2} P({:note} x: int) returns ({:note} y: int)
  requires {:note x} x > 0;
  modifies g;
  ensures {:note g, y} y > 1;
{
  var {:note} z: int;

  z := {:note x} x;
  assert {:note "not a problem"} f(z) > 1;
  assume {:note z} true;
  y := f(z);
  if {:note} (y > 10) {
    g := y;
  }
  while (g > 0)
    invariant {:note "trivial"} true;
  {
    g := g - 1;
  }
  call {:note} P'(x);
}

procedure P'(x: int);
  requires {:note} x > 0;
