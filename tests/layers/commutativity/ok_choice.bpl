// Any number that was not drawn yet: in the other order each thread can choose the same number again.

var {:layer 0, 1} drawn: [int]bool;

right action {:layer 1} Draw() returns (n: int)
modifies drawn;
{
  assume !drawn[n];
  drawn[n] := true;
}
