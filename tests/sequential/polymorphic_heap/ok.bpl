// A heap as one polymorphic map: each field has the type of what it holds.
// Fields are unique constants, so different fields of the same type are different entries.

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
  requires heap[r, alive] && heap[s, alive] && r != s;
  modifies heap;
  ensures heap[r, alive] == heap[s, alive];
{
  heap[r, weight] := 0;
  assert heap[s, weight] == old(heap)[s, weight];
  call Birthday(r);
  heap := heap[s, alive := true];
}
