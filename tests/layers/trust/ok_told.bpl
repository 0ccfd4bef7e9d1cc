// What is believed here is told in notes: procedures without a body and a free postcondition.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Write(n: int);
refines atomic action {:layer 1} _
{
  x := n;
}

yield procedure {:layer 1} Choose() returns (n: int);
ensures {:layer 1} n > 0;

pure procedure Lemma(n: int)
free ensures n * n >= 0;
{
}

yield procedure {:layer 1} Main()
{
  var n: int;
  call n := Choose();
  assert {:layer 1} n > 0;
  call {:layer 1} Lemma(n);
  assert {:layer 1} n * n >= 0;
  call Write(n);
}
