// What a pure procedure assumes follows, or holds for a value or on a branch that may be chosen.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Write(n: int);
refines atomic action {:layer 1} A_Write
{
  x := n;
}

yield procedure {:layer 0} Check();
refines atomic action {:layer 1} A_Check
{
  assert x == 1;
}

function Square(n: int): int
{
  n * n
}

pure procedure Lemma(n: int) returns (m: int, even: bool)
requires n >= 0;
ensures m > n && Square(m) > 0;
{
  var half: int;
  assume {:add_to_pool "A", n} true;
  assume n + 1 > 0;
  havoc half;
  assume half == n div 2;
  assume half <= n;
  if (n mod 2 == 0)
  {
    assume n == 2 * half;
    even := true;
  }
  else
  {
    assume n == 2 * half + 1;
    even := false;
  }
  goto small, large, never;
small:
  assume n < 5;
  m := n + 1;
  return;
large:
  assume n >= 5;
  m := n + 2;
  return;
never:
  assume false;
  return;
}

yield procedure {:layer 1} Main(n: int)
requires {:layer 1} n >= 0;
{
  var {:layer 1} m: int;
  var {:layer 1} even: bool;
  call {:layer 1} m, even := Lemma(n);
  assert {:layer 1} m > n;
  call Write(1);
}
