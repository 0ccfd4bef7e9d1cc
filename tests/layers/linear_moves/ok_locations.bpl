// A new location is different from all that anybody holds.

var {:layer 0, 1} {:linear} heap: Map (One Loc) int;

yield procedure {:layer 0} Add({:linear_in} l: One Loc, value: int);
refines atomic action {:layer 1} _
{
  call Map_Put(heap, l, value);
}

yield invariant {:layer 1} Absent({:linear} l: One Loc);
preserves !Map_Contains(heap, l);

yield invariant {:layer 1} Present(l: Loc, value: int);
preserves Map_Contains(heap, One(l)) && Map_At(heap, One(l)) == value;

yield procedure {:layer 1} New(value: int) returns (place: Loc)
ensures call Present(place, value);
{
  var l: One Loc;
  call l := Loc_New();
  call Absent'(l);
  call Absent(l);
  place := l->val;
  call Add(l, value);
}

yield invariant {:layer 1} Absent'({:linear} l: One Loc);
