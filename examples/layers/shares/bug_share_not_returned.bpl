// The reader keeps its share, so the writer does not have them all at the end.

datatype Share { Share(object: int, part: int) }

const parts: int;
axiom parts > 1;

function {:inline} IsShare(s: Share, object: int): bool
{
  s->object == object && 0 <= s->part && s->part < parts
}

function {:inline} Shares(object: int): [One Share]bool
{
  (lambda s: One Share :: IsShare(s->val, object))
}

var {:layer 0, 1} heap: [int]int;

yield invariant {:layer 1} Value({:linear} share: One Share, object: int, value: int);
preserves IsShare(share->val, object) && heap[object] == value;

yield invariant {:layer 1} All({:linear} shares: UnitMap (One Share), object: int, value: int);
preserves shares->dom == Shares(object) && heap[object] == value;

yield procedure {:layer 0} Load({:linear} share: One Share, object: int) returns (value: int);
refines both action {:layer 1} _
{
  assert IsShare(share->val, object);
  value := heap[object];
}

yield procedure {:layer 0} Store({:linear} shares: UnitMap (One Share), object: int, value: int);
refines both action {:layer 1} _
{
  assert shares->dom == Shares(object) && Map_Contains(shares, One(Share(object, 0)));
  heap[object] := value;
}

// Two reads with a yield between them see the same value.
yield procedure {:layer 1} Reader({:linear} share: One Share, object: int, value: int)
preserves call Value(share, object, value);
{
  var first, second: int;
  call first := Load(share, object);
  call Value(share, object, value);
  call second := Load(share, object);
  assert {:layer 1} first == second;
}

yield procedure {:layer 1} Writer({:linear_in} shares: UnitMap (One Share), object: int, value: int)
returns ({:linear} rest: UnitMap (One Share))
requires call All(shares, object, value);
ensures call All(rest, object, value + 1);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ yield-invariant
{
  var one: One Share;
  call Store(shares, object, value + 1);
  rest := shares;
  one := One(Share(object, 1));
  call One_Get(rest, one);
  call Reader(one, object, value + 1);
}
