// The result says whether the number of bits is even.
// It is the opposite of what is promised.

function {:bvbuiltin "bvadd"} Add(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvsub"} Sub(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvand"} And(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvxor"} Xor(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvlshr"} ShiftRight(x: bv8, y: bv8): bv8;

function {:inline} Bits(x: bv8): bv8 {
  Add(Add(Add(0bv7 ++ x[1:0], 0bv7 ++ x[2:1]), Add(0bv7 ++ x[3:2], 0bv7 ++ x[4:3])),
      Add(Add(0bv7 ++ x[5:4], 0bv7 ++ x[6:5]), Add(0bv7 ++ x[7:6], 0bv7 ++ x[8:7])))
}

procedure PopCount(x: bv8) returns (n: bv8)
  ensures n == Bits(x);
{
  // Pairs of bits, then groups of four, then the whole byte.
  n := Sub(x, And(ShiftRight(x, 1bv8), 85bv8));
  n := Add(And(n, 51bv8), And(ShiftRight(n, 2bv8), 51bv8));
  n := And(Add(n, ShiftRight(n, 4bv8)), 15bv8);
}

procedure Parity(x: bv8) returns (odd: bool)
  ensures odd <==> Bits(x)[1:0] == 1bv1;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  var p: bv8;

  p := Xor(x, ShiftRight(x, 4bv8));
  p := Xor(p, ShiftRight(p, 2bv8));
  p := Xor(p, ShiftRight(p, 1bv8));
  odd := p[1:0] == 0bv1;
}
