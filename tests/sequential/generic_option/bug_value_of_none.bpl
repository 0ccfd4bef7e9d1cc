// When nothing is found, the result is zero instead of nothing.
// There need not be anything at zero.

datatype Option<T> { None(), Some(value: T) }

procedure Find(a: [int]int, n: int, key: int) returns (at: Option int)
  requires 0 <= n;
  ensures at is Some ==> 0 <= at->value && at->value < n && a[at->value] == key;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures at is None ==> (forall i: int :: {a[i]} 0 <= i && i < n ==> a[i] != key);
{
  var k: int;

  k := 0;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant (forall i: int :: {a[i]} 0 <= i && i < k ==> a[i] != key);
    measure n - k;
  {
    if (a[k] == key) {
      at := Some(k);
      return;
    }
    k := k + 1;
  }
  at := Some(0);
}

procedure Both(p: Option bool, q: Option (Option bool)) returns (r: bool)
  requires p is Some;
  requires q is Some ==> q->value is Some;
  ensures r ==> p->value;
{
  r := p->value;
  if (q is Some) {
    r := r && q->value->value;
  }
}
