// The second loop unmarks instead of marking.
// Multiples of three are not marked, even ones no longer.

procedure Mark(n: int) returns (marked: [int]bool)
  requires 4 <= n;
  ensures (forall i: int :: {marked[i]} 4 <= i && i < n ==> (marked[i] <==> i mod 2 == 0 || i mod 3 == 0));
{
  var k: int;

  marked := (lambda i: int :: false);
  k := 4;
  while (k < n)
    invariant 4 <= k && k mod 2 == 0;
    invariant (forall i: int :: {marked[i]} 4 <= i && i < k ==> (marked[i] <==> i mod 2 == 0));
    invariant (forall i: int :: {marked[i]} k <= i ==> !marked[i]);
  {
    marked[k] := true;
    k := k + 2;
  }
  k := 6;
  while (k < n)
    invariant 6 <= k && k mod 3 == 0;
    invariant (forall i: int :: {marked[i]} 4 <= i && i < n && i < k ==> (marked[i] <==> i mod 2 == 0 || i mod 3 == 0));
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    invariant (forall i: int :: {marked[i]} k <= i && i < n ==> (marked[i] <==> i mod 2 == 0));
  {
    marked[k] := false;
    k := k + 3;
  }
}
