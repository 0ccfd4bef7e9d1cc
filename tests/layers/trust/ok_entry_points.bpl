// The preconditions of an entry point are those of callers outside of the program, and a note says so: without them the
// action fails, at layer 1 too, where nothing is required. What the program calls itself is proved.

var {:layer 0, 2} x: int;

yield invariant {:layer 2} One();
preserves x == 1;

yield procedure {:layer 0} Check();
refines atomic action {:layer 1, 2} A_Check
{
  assert x == 1;
}

yield procedure {:layer 2} Main(n: int)
requires {:layer 2} n >= 1;
requires call One();
{
  call Check();
  call One();
  async call Worker(n + 1);
}

yield procedure {:layer 2} Worker(n: int)
requires {:layer 2} n >= 2;
{
  assert {:layer 2} n > 1;
}
