// A query has sorts of its own; a type is none of those.
type {:builtin "RoundingMode"} Mode;
type {:builtin "Thing"} Thing;
function {:builtin "RNE"} Nearest(): Mode;

procedure P(x: Thing)
//^^^^^^^^^^^^^^^^^^^ unsupported
{
  assert Nearest() == Nearest();
  assert x == x;
}
