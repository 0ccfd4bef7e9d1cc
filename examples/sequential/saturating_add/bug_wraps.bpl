// The sum is compared with the wrong constant: only sums that wrap around to 0 are caught.
// For 200 + 100 the result is 44.

function {:bvbuiltin "bvadd"} Add8(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvult"} Less8(x: bv8, y: bv8): bool;
function {:bvbuiltin "bvadd"} Add16(x: bv16, y: bv16): bv16;
function {:bvbuiltin "bvult"} Less16(x: bv16, y: bv16): bool;

procedure SaturatingAdd(x: bv8, y: bv8) returns (sum: bv8)
  // The true sum has at most nine bits, so it fits into sixteen.
  ensures (var wide := Add16(0bv8 ++ x, 0bv8 ++ y);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
    sum == (if Less16(255bv16, wide) then 255bv8 else wide[8:0]));
{
  sum := Add8(x, y);
  // The byte wrapped around exactly if the sum is smaller than one operand.
  if (Less8(sum, 1bv8)) {
    sum := 255bv8;
  }
}
