// if-then-else as an expression, nested, over numbers, truth values and maps.
// The smallest and the middle of three numbers.

function {:inline} Min(x: int, y: int): int { if x < y then x else y }

procedure Three(x: int, y: int, z: int) returns (small: int, middle: int)
  ensures small <= x && small <= y && small <= z;
  ensures small == x || small == y || small == z;
  ensures (x <= middle && middle <= y) || (y <= middle && middle <= x)
    || (x <= middle && middle <= z) || (z <= middle && middle <= x)
    || (y <= middle && middle <= z) || (z <= middle && middle <= y);
{
  small := Min(Min(x, y), z);
  middle := if x < y then (if y < z then y else if x < z then z else x)
            else (if x < z then x else if y < z then z else y);
}

procedure Maps(c: bool, m: [int]int, n: [int]int)
{
  assert (if c then m else n)[3] == (if c then m[3] else n[3]);
  assert if c then (c || false) else !c;
}
