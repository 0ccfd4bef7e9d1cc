// A wait in a loop, behind its guard.

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

pure procedure Lemma(n: int)
requires n >= 0;
ensures n == 0;
{
  var i: int;
  i := n;
  while (i > 0)
  invariant 0 <= i && (i == n || n == 0);
  measure i;
  {
    assume n == 0;
//  ^^^^^^^^^^^^^^ cooperation-assume
    i := i - 1;
  }
}

yield procedure {:layer 1} Main(n: int)
requires {:layer 1} n >= 0;
{
  call {:layer 1} Lemma(n);
  if (n > 0)
  {
    call Check();
  }
}
