// The element is stored one place too low.
// It overwrites the newest element, and the new place stays as it was.

datatype Queue { Queue(items: [int]int, first: int, last: int) }

var queue: Queue;

procedure Enqueue(x: int)
  requires queue->first <= queue->last;
  modifies queue;
  ensures queue->first == old(queue)->first;
  ensures queue->last == old(queue->last) + 1;
  ensures queue->items[old(queue->last)] == x;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures (forall i: int :: {queue->items[i]} i < old(queue->last) ==> queue->items[i] == old(queue->items)[i]);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  queue->items[queue->last - 1] := x;
  queue->last := queue->last + 1;
}

procedure Dequeue() returns (x: int)
  requires queue->first < queue->last;
  modifies queue;
  ensures x == old(queue->items[queue->first]);
  ensures queue == old(queue)->(first := old(queue->first) + 1);
{
  x := queue->items[queue->first];
  queue->first := queue->first + 1;
}

procedure FirstInFirstOut() returns (x: int, y: int)
  requires queue->first == queue->last;
  modifies queue;
  ensures x == 1 && y == 2;
{
  call Enqueue(1);
  call Enqueue(2);
  call x := Dequeue();
  call y := Dequeue();
}
