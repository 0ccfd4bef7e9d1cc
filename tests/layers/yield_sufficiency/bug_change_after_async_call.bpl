// The new thread relies on the flag, and its creator writes the flag before the new thread can run. Who has yielded is
// checked against the steps of others, but not against those of its creator up to the next yield.

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
requires call Ready();
{
  async call Worker();
  call Raise();
//^^^^^^^^^^^^ async-precondition
}
