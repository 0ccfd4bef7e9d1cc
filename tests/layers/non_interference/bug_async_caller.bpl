// What the creator of a thread does before the next yield counts for the invariants of all others.

var {:layer 0, 1} open: bool;

yield invariant {:layer 1} Open();
preserves open;

yield procedure {:layer 0} Close();
refines left action {:layer 1} _
{
  open := false;
}

yield procedure {:layer 1} Worker();

yield procedure {:layer 1} Main()
//                         ^^^^ non-interference
{
  call Close();
  async call Worker();
}
