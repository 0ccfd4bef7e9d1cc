// A free precondition that contradicts a checked one.
// Nobody is asked to establish it, so nobody notices.

procedure Trusting(a: [int]int, n: int)
//        ^^^^^^^^ vacuous
  requires 0 < n && 0 <= a[0];
  free requires (forall i: int :: {a[i]} 0 <= i && i < n ==> a[i] < a[0]);
{
  assert a[0] == 7;
}

procedure Sensible(a: [int]int, n: int)
  requires 0 < n && 0 <= a[0];
  free requires (forall i: int :: {a[i]} 0 <= i && i < n ==> a[i] <= a[0]);
{
  assert n == 1 || a[1] <= a[0];
}
