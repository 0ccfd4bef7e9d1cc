// A precondition is worth something only if each caller keeps it, at every layer where it stands.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Check();
refines atomic action {:layer 1, 2} A_Check
{
  assert x == 1;
}

yield procedure {:layer 2} Main(n: int)
requires {:layer 2} n == 1;
{
  if (n != 1)
  {
    call Check();
  }
}

yield procedure {:layer 2} Start(n: int)
{
  async call Main(n);
//^^^^^^^^^^^^^^^^^^^ layer-precondition
}
