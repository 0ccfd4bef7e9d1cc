// The value of this variable at the start cannot be chosen.

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
ensures n == 1;
{
  var {:assumption} a: bool;
  assume !a;
//^^^^^^^^^^ cooperation-assume
}

yield procedure {:layer 1} Main(n: int)
{
  call {:layer 1} Lemma(n);
  if (n != 1)
  {
    call Check();
  }
}
