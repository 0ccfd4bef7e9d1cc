// Zero is allowed as an argument.
// It has no lowest bit, and the loop is entered with nothing to find.

function {:bvbuiltin "bvlshr"} ShiftRight(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvshl"} ShiftLeft(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvadd"} Add(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvult"} Less(x: bv8, y: bv8): bool;

procedure TrailingZeros(x: bv8) returns (n: bv8)
  ensures Less(n, 8bv8);
  ensures ShiftLeft(ShiftRight(x, n), n) == x;
  ensures ShiftRight(x, n)[1:0] == 1bv1;
{
  var y: bv8;

  y, n := x, 0bv8;
  while (y[1:0] == 0bv1)
    invariant Less(n, 8bv8);
    invariant y != 0bv8;
//  ^^^^^^^^^^^^^^^^^^^^ invariant-entry
    invariant y == ShiftRight(x, n);
    invariant ShiftLeft(y, n) == x;
  {
    y := ShiftRight(y, 1bv8);
    n := Add(n, 1bv8);
  }
}
