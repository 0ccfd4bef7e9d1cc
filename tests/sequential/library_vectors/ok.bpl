// lib: base
// Vectors: a stack, updates in place, and reversal by swaps.

procedure Stack(s: Vec int)
{
  var t: Vec int;
  t := Vec_Append(Vec_Append(s, 1), 2);
  assert Vec_Len(t) == Vec_Len(s) + 2 && Vec_Nth(t, Vec_Len(t) - 1) == 2;
  t := Vec_Remove(t);
  assert t == Vec_Append(s, 1);
  t := Vec_Remove(t);
  assert t == s;
  assert Vec_Remove(Vec_Empty() : Vec int) == Vec_Empty();
}

procedure OutOfRange(v: Vec int, i: int)
  requires !Vec_Contains(v, i);
{
  assert Vec_Update(v, i, 7) == v;
  assert Vec_Swap(v, 0, i) == v;
  assert Vec_Nth(v, i) == Default();
  assert 0 <= Vec_Len(v);
}

procedure Pieces<T>(v: Vec T, i: int, k: int)
  requires 0 <= i && i <= Vec_Len(v);
{
  assert Vec_Len(Vec_Concat(v, Vec_Append(v, Vec_Nth(v, 0)))) == 2 * Vec_Len(v) + 1;
  assert Vec_Concat(Vec_Empty(), v) == v && Vec_Concat(v, Vec_Empty()) == v;
  assert Vec_Concat(Vec_Slice(v, 0, i), Vec_Slice(v, i, Vec_Len(v))) == v;
  assert 0 <= k && k < i ==> Vec_Nth(Vec_Slice(v, 0, i), k) == Vec_Nth(v, k);
  assert Vec_Slice(v, i, i) == Vec_Empty();
}

procedure Reverse(v: Vec int) returns (w: Vec int)
  ensures Vec_Len(w) == Vec_Len(v);
  ensures (forall k: int :: {Vec_Nth(w, k)} Vec_Contains(v, k) ==> Vec_Nth(w, k) == Vec_Nth(v, Vec_Len(v) - 1 - k));
{
  var i, j: int;
  w, i, j := v, 0, Vec_Len(v) - 1;
  while (i < j)
    invariant 0 <= i && i + j == Vec_Len(v) - 1 && i <= j + 1;
    invariant Vec_Len(w) == Vec_Len(v);
    invariant (forall k: int :: {Vec_Nth(w, k)} i <= k && k <= j ==> Vec_Nth(w, k) == Vec_Nth(v, k));
    invariant (forall k: int :: {Vec_Nth(w, k)}
      (0 <= k && k < i) || (j < k && k < Vec_Len(v)) ==> Vec_Nth(w, k) == Vec_Nth(v, Vec_Len(v) - 1 - k));
  {
    w := Vec_Swap(w, i, j);
    i, j := i + 1, j - 1;
  }
}
