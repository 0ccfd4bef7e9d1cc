// The complement is taken instead of the negative.
// No bit is in a number and in its complement.

function {:bvbuiltin "bvadd"} Add(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvneg"} Neg(x: bv8): bv8;
function {:bvbuiltin "bvsub"} Sub(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvand"} And(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvor"} Or(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvxor"} Xor(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvnot"} Not(x: bv8): bv8;
function {:bvbuiltin "bvlshr"} ShiftRight(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvule"} AtMost(x: bv8, y: bv8): bool;
function {:bvbuiltin "bvadd"} Add9(x: bv9, y: bv9): bv9;
function {:bvbuiltin "bvslt"} SignedLess(x: bv8, y: bv8): bool;

procedure LowestBit(x: bv8) returns (b: bv8)
  ensures x != 0bv8 ==> b != 0bv8 && And(b, Sub(b, 1bv8)) == 0bv8;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures And(x, b) == b;
  ensures And(x, Sub(b, 1bv8)) == 0bv8 || x == 0bv8;
{
  b := And(x, Not(x));
}

procedure Mean(x: bv8, y: bv8) returns (m: bv8)
  ensures 0bv1 ++ m == 0bv1 ++ (Add9(0bv1 ++ x, 0bv1 ++ y)[9:1]);
{
  m := Add(And(x, y), ShiftRight(Xor(x, y), 1bv8));
}

procedure Laws(x: bv8, y: bv8)
{
  assert Not(And(x, y)) == Or(Not(x), Not(y));
  assert Neg(x) == Add(Not(x), 1bv8);
  assert AtMost(And(x, y), x) && AtMost(x, Or(x, y));
  assert SignedLess(x, 0bv8) <==> x[8:7] == 1bv1;
}
