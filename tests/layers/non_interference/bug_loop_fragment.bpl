// A fragment that starts at the head of a loop and ends there.

var {:layer 0, 1} level: int;

yield invariant {:layer 1} AtLeast(n: int);
preserves level >= n;

yield procedure {:layer 0} Change(n: int);
refines atomic action {:layer 1} _
{
  level := level + n;
}

yield procedure {:layer 1} Main()
//                         ^^^^ non-interference
{
  var i: int;
  while (*)
  invariant {:yields} true;
  {
    i := -1;
    call Change(i);
  }
}
