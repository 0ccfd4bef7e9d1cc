// The upper bound is not part of the range.
// Eight halved is four, but the range now ends before it.

function Double(x: int): int { x + x }
function {:inline} Half(x: int): int { x div 2 }
function {:define} Within(x: int, low: int, high: int): bool { low <= x && x < high }
function Steps(n: int): int { if n <= 0 then 0 else Steps(n - 1) + 2 }
function {:inline true} Both(p: bool, q: bool) returns (r: bool) { p && q }
function {:inline false} NotInlined(x: int): int { x + 1 }

procedure Uses(x: int)
  requires Within(x, 3, 9);
{
  assert Double(x) == 2 * x;
  assert Half(Double(x)) == x;
  assert Within(Half(x), 1, 4);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  assert Steps(0) == 0;
  assert Steps(2) == 4;
  assert Both(Within(x, 0, 10), 0 < x);
  assert NotInlined(x) == x + 1;
}
