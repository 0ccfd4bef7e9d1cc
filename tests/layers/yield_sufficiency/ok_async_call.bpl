// The change comes before the new thread is started.

var {:layer 0, 1} ready: bool;

yield invariant {:layer 1} Ready();
preserves ready;

yield procedure {:layer 0} Raise();
refines left action {:layer 1} _
{
  ready := true;
}

yield procedure {:layer 1} Worker()
requires call Ready();
{
}

yield procedure {:layer 1} Main()
{
  call Raise();
  async call Worker();
}
