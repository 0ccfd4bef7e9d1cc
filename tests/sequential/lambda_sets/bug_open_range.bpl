// The range does not hold its upper end.
// Ten is in the union only if it was in s.

type Set = [int]bool;

function {:inline} Union(s: Set, t: Set): Set { (lambda x: int :: s[x] || t[x]) }
function {:inline} Minus(s: Set, t: Set): Set { (lambda x: int :: s[x] && !t[x]) }
function {:inline} Range(low: int, high: int): Set { (lambda x: int :: low <= x && x < high) }

procedure Sets(s: Set, t: Set, k: int)
{
  var u: Set;

  u := Union(s, Range(0, 10));
  assert u[10];
//^^^^^^^^^^^^^ assertion
  assert u[20] == s[20];
  u := Minus(u, t);
  assert t[k] ==> !u[k];
  u := u[k := true];
  assert u[k];
  assert (forall x: int :: {u[x]} x != k && u[x] ==> s[x] || (0 <= x && x < 10));
}

procedure Captured(n: int) returns (f: [int]int)
  ensures f[2] == n + 2;
{
  var offset: int;

  offset := n;
  f := (lambda x: int :: x + offset);
  // The lambda holds the value that offset had.
  offset := 0;
}
