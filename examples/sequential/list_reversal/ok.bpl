// Reversal in place of a linked list in a heap.
// The heap is a map from cells to cells; a ghost sequence names the cells in their first order.

type Cell;
const null: Cell;
var next: [Cell]Cell;

// cell[0], cell[1], ..., cell[n-1] are the cells of the list, cell[n] is null.
procedure Reverse(head: Cell, cell: [int]Cell, n: int) returns (result: Cell)
  requires 0 <= n && head == cell[0] && cell[n] == null;
  requires (forall i, j: int :: {cell[i], cell[j]} 0 <= i && i < j && j <= n ==> cell[i] != cell[j]);
  requires (forall i: int :: {next[cell[i]]} 0 <= i && i < n ==> next[cell[i]] == cell[i + 1]);
  modifies next;
  ensures result == (if n == 0 then null else cell[n - 1]);
  ensures 0 < n ==> next[cell[0]] == null;
  ensures (forall i: int :: {next[cell[i]]} 0 < i && i < n ==> next[cell[i]] == cell[i - 1]);
{
  var current, following: Cell;
  var k: int;  // ghost: how many cells are already turned round

  result, current := null, head;
  k := 0;
  while (current != null)
    invariant 0 <= k && k <= n;
    invariant current == cell[k];
    invariant result == (if k == 0 then null else cell[k - 1]);
    invariant 0 < k ==> next[cell[0]] == null;
    invariant (forall i: int :: {next[cell[i]]} 0 < i && i < k ==> next[cell[i]] == cell[i - 1]);
    invariant (forall i: int :: {next[cell[i]]} k <= i && i < n ==> next[cell[i]] == cell[i + 1]);
    measure n - k;
  {
    following := next[current];
    next[current] := result;
    result := current;
    current := following;
    k := k + 1;
  }
}
