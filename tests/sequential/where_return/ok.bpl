// Where a call returns, the where-clauses of the results and of the globals that the callee may change hold: its body
// proves them at its end. On the way, and where no call believes it, a clause may be broken.

var low: int;
var g: int where g > low;

procedure Result(n: int) returns (r: int where r > 0)
{
  r := n;
  if (n <= 0) {
    r := 1 - n;
  }
}

procedure Raise()
  modifies low;
{
  low := low - 1;
}

procedure Both() returns (r: int, s: int where s > r)
  modifies low, g;
{
  g := low;
  r := 3;
  s := r + 1;
  low, g := 5, 6;
}

procedure Caller()
  modifies low, g;
{
  var x, y: int;
  call x := Result(-3);
  assert x > 0;
  call Raise();
  assert g > low;
  call x, y := Both();
  assert y > x && g > low;
}

procedure Down(n: int) returns (r: int where r >= 0)
  requires n >= 0;
{
  r := 0;
  if (n > 0) {
    call r := Down(n - 1);
    assert r >= 0;
    r := r + 1;
  }
}

procedure NeverCalled() returns (r: int where r > 0)
{
  r := -1;
}
