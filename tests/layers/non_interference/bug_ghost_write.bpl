// Ghost code is code: what it does to a shared variable is seen by the invariants of others.

var {:layer 1, 1} highest: int;

yield invariant {:layer 1} AtLeast(n: int);
preserves highest >= n;

yield procedure {:layer 1} Raise(n: int)
{
  call {:layer 1} highest := Copy(if n > highest then n else highest);
}

yield procedure {:layer 1} Set(n: int)
//                         ^^^ non-interference
{
  call {:layer 1} highest := Copy(n);
}
