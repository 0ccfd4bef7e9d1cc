// A lemma that cannot return makes anything true after the commit; the other thread fails before it is called.

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

pure procedure Lemma()
ensures false;
{
  assume false;
//^^^^^^^^^^^^^ cooperation-assume
}

yield procedure {:layer 1} Main()
{
  call Write(2);
  call {:layer 1} Lemma();
}

yield procedure {:layer 1} Other(n: int)
requires {:layer 1} n == 1;
{
  if (n != 1)
  {
    call Check();
  }
}
