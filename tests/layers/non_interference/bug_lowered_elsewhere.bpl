// Another procedure lowers the level while somebody yields in the belief that it stays.

var {:layer 0, 1} level: int;

yield invariant {:layer 1} AtLeast(n: int);
preserves level >= n;

yield procedure {:layer 0} Raise();
refines atomic action {:layer 1} _
{
  level := level + 1;
}

yield procedure {:layer 0} Lower();
refines atomic action {:layer 1} _
{
  level := level - 1;
}

yield procedure {:layer 1} RaiseOnce(n: int)
requires call AtLeast(n);
ensures call AtLeast(n + 1);
{
  call Raise();
}

yield procedure {:layer 1} Spoil()
//                         ^^^^^ non-interference
{
  call Lower();
}
