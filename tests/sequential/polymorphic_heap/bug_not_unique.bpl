// The constants for age and weight are no longer unique: they may be one and the same field.
// Then growing older changes the weight.

type Ref;
type Field a;
type Heap = <a>[Ref, Field a]a;

const age: Field int;
const weight: Field int;
const unique alive: Field bool;

var heap: Heap;

procedure Birthday(r: Ref)
  requires heap[r, alive];
  modifies heap;
  ensures heap[r, age] == old(heap[r, age]) + 1;
  ensures heap[r, weight] == old(heap[r, weight]);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
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
