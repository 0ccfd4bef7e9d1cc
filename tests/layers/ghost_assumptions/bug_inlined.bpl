// The body in place of the call waits no less.

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

pure procedure {:inline 1} Lemma(n: int)
{
  if (n > 0)
  {
    assume n == 1;
//  ^^^^^^^^^^^^^^ cooperation-assume
  }
}

yield procedure {:layer 1} Main(n: int)
requires {:layer 1} n > 0;
{
  call {:layer 1} Lemma(n);
  if (n != 1)
  {
    call Check();
  }
}
