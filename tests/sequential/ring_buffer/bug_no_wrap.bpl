// The start is not wrapped around.
// After the last slot it points behind the buffer.

const capacity: int;
axiom 1 < capacity;

var slots: [int]int;
var start, size: int;

function {:inline} Valid(start: int, size: int): bool {
  0 <= start && start < capacity && 0 <= size && size <= capacity
}

function {:inline} Wrap(i: int): int { if i < capacity then i else i - capacity }

procedure Put(x: int)
  requires Valid(start, size) && size < capacity;
  modifies slots, size;
  ensures Valid(start, size) && size == old(size) + 1;
  ensures slots[Wrap(start + size - 1)] == x;
  ensures (forall i: int :: {slots[Wrap(start + i)]}
    0 <= i && i < old(size) ==> slots[Wrap(start + i)] == old(slots)[Wrap(start + i)]);
{
  slots[Wrap(start + size)] := x;
  size := size + 1;
}

procedure Get() returns (x: int)
  requires Valid(start, size) && 0 < size;
  modifies start, size;
  ensures Valid(start, size) && size == old(size) - 1;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures x == slots[old(start)];
{
  x := slots[start];
  start, size := start + 1, size - 1;
}
