// The code is formed with `and` instead of `xor`.
// Neighbours may then have the same code.

function {:bvbuiltin "bvxor"} Xor(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvand"} And(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvadd"} Add(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvsub"} Sub(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvlshr"} ShiftRight(x: bv8, y: bv8): bv8;

function {:inline} Gray(x: bv8): bv8 { And(x, ShiftRight(x, 1bv8)) }

function {:inline} OneBit(x: bv8): bool { x != 0bv8 && And(x, Sub(x, 1bv8)) == 0bv8 }

procedure Neighbours(x: bv8)
{
  assert OneBit(Xor(Gray(x), Gray(Add(x, 1bv8))));
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}

procedure Decode(g: bv8) returns (x: bv8)
  ensures Gray(x) == g;
//^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  x := Xor(g, ShiftRight(g, 4bv8));
  x := Xor(x, ShiftRight(x, 2bv8));
  x := Xor(x, ShiftRight(x, 1bv8));
}
