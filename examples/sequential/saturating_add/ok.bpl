// Addition of bytes that stops at 255 instead of wrapping around.
// Shows bit-vectors: operations of the solver by name, concatenation `++`, and slices.

function {:bvbuiltin "bvadd"} Add8(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvult"} Less8(x: bv8, y: bv8): bool;
function {:bvbuiltin "bvadd"} Add16(x: bv16, y: bv16): bv16;
function {:bvbuiltin "bvult"} Less16(x: bv16, y: bv16): bool;

procedure SaturatingAdd(x: bv8, y: bv8) returns (sum: bv8)
  // The true sum has at most nine bits, so it fits into sixteen.
  ensures (var wide := Add16(0bv8 ++ x, 0bv8 ++ y);
    sum == (if Less16(255bv16, wide) then 255bv8 else wide[8:0]));
{
  sum := Add8(x, y);
  // The byte wrapped around exactly if the sum is smaller than one operand.
  if (Less8(sum, x)) {
    sum := 255bv8;
  }
}
