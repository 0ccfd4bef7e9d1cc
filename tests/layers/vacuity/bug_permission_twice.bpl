// Two threads cannot hold one permission, so nothing can call this.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Check();
refines atomic action {:layer 1} A_Check
{
  assert x == 1;
}

yield procedure {:layer 1} Main({:linear} one: One int, {:linear} other: One int)
//                         ^^^^ vacuous
requires {:layer 1} one == other;
{
  call Check();
}
