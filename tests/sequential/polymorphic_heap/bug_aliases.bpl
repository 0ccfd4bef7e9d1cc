// The two references may be the same object.
// Setting the weight of one sets that of the other.

type Ref;
type Field a;
type Heap = <a>[Ref, Field a]a;

const unique age: Field int;
const unique weight: Field int;
const unique alive: Field bool;

var heap: Heap;

procedure Birthday(r: Ref)
  requires heap[r, alive];
  modifies heap;
  ensures heap[r, age] == old(heap[r, age]) + 1;
  ensures heap[r, weight] == old(heap[r, weight]);
  ensures heap[r, alive];
{
  heap[r, age] := heap[r, age] + 1;
}

procedure Two(r: Ref, s: Ref)
  requires heap[r, alive] && heap[s, alive];
  modifies heap;
  ensures heap[r, alive] == heap[s, alive];
{
  heap[r, weight] := 0;
  assert heap[s, weight] == old(heap)[s, weight];
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  call Birthday(r);
  heap := heap[s, alive := true];
}
