// Somebody else may hold the location, or it may be in the heap already: a name is not a permission.

var {:layer 0, 1} heap: [Loc]int;

yield procedure {:layer 0} Write(l: Loc, value: int);
refines atomic action {:layer 1} _
{
  heap[l] := value;
}

yield invariant {:layer 1} Holds({:linear} l: One Loc, value: int);
preserves heap[l->val] == value;

yield procedure {:layer 1} Set(l: Loc, value: int)
//                         ^^^ non-interference
{
  call Write(l, value);
}
