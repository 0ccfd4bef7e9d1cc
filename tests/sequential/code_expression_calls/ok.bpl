// A code expression may call a procedure that is inlined: the body takes the place of the call.
var g: bool;
var n: int;

procedure {:inline 1} Get() returns (l: bool)
{
  l := g;
}

procedure {:inline 1} Through() returns (l: bool)
{
  call l := Get();
}

procedure {:inline 1} Pick<T>(b: bool, x: T, y: T) returns (z: T)
{
  if (b) {
    z := x;
    return;
  }
  z := y;
}

procedure {:inline 1} Half(x: int) returns (y: int)
  requires 0 <= x;
  ensures y <= old(x);
{
  var r: int where 0 <= r;
  havoc r, y;
  assume x == 2 * y + r && r < 2;
}

procedure Proved()
  modifies g;
{
  g := true;
  assert |{ var l: bool; a: call l := Get(); return l; }|;
  assert (forall p: bool :: |{ var l: bool; a: call l := Through(); return l || p; }|);
}

procedure Assumed()
  requires |{ var l: bool; a: call l := Get(); return l; }|;
{
  assert g;
}

procedure Twice()
{
  assert |{ var a, b: int; s: call a := Pick(g, n, 1); call b := Pick(!g, 1, n); return a == b; }|;
  assert |{ var l: bool, k: int; s: call l := Pick(true, g, false); call k := Half(n * n); return l == g && k <= n * n; }|;
}
