// Insertion at the front of a linked list in a heap, with the set of its cells as ghost state.
// A fresh cell is in no list, so other lists stay as they are.

type Cell;
const null: Cell;
var next: [Cell]Cell;
var value: [Cell]int;
var allocated: [Cell]bool;

function {:inline} Closed(next: [Cell]Cell, cells: [Cell]bool): bool {
  (forall c: Cell :: {cells[c]} cells[c] ==> cells[next[c]] || next[c] == null)
}

procedure New() returns (c: Cell);
  modifies allocated;
  ensures c != null && !old(allocated)[c];
  ensures allocated == old(allocated)[c := true];

procedure Insert(head: Cell, x: int, cells: [Cell]bool, others: [Cell]bool) returns (c: Cell, cells': [Cell]bool)
  requires cells[head] || head == null;
  requires (forall d: Cell :: {cells[d]} cells[d] ==> allocated[d]);
  requires (forall d: Cell :: {others[d]} others[d] ==> allocated[d]);
  requires Closed(next, cells) && Closed(next, others);
  modifies next, value, allocated;
  ensures cells'[c] && value[c] == x && next[c] == head;
  ensures Closed(next, cells');
  ensures Closed(next, others);
  ensures (forall d: Cell :: {value[d]} others[d] ==> value[d] == old(value)[d]);
{
  call c := New();
  value[c] := x;
  next[c] := head;
  cells' := cells[c := true];
}
