// `Take` decides which of the members is taken; above its layer any of them may be.

var {:layer 0, 2} members: [int]bool;

atomic action {:layer 1} TakeSmall() returns (member: int)
modifies members;
refines TakeAny;
{
  assume members[member];
  assume (forall other: int :: members[other] ==> member <= other);
  members[member] := false;
}

atomic action {:layer 2} TakeAny() returns (member: int)
modifies members;
{
  assume members[member];
  members[member] := false;
}
