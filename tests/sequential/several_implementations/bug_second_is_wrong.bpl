// The second implementation does not turn negative numbers round.
// The others are right; the client relies on the contract only.

procedure Abs(x: int) returns (y: int);
  ensures 0 <= y;
//^^^^^^^^^^^^^^^ postcondition
  ensures y == x || y == -x;

implementation Abs(x: int) returns (y: int)
{
  if (x < 0) {
    y := -x;
  } else {
    y := x;
  }
}

implementation Abs(x: int) returns (y: int)
{
  y := if 0 <= x then x else x;
}

implementation Abs(n: int) returns (m: int)
{
  m := n;
  goto keep, negate;
  keep:
    assume 0 <= n;
    return;
  negate:
    assume n < 0;
    m := -n;
}

procedure Client(x: int)
{
  var y: int;
  call y := Abs(x);
  assert y >= x && y >= -x;
}
