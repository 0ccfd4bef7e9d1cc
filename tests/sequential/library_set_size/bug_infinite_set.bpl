// lib: base set_size
// Members are taken out of an infinite set until its size would be negative. There is no contradiction to be had, for
// the sizes of infinite sets may be negative, and only finite sets have more members than their proper subsets.

procedure TakeOut()
{
  var a: [int]bool;
  var i, n: int;
  a, i := MapConst(true), 0;
  n := Set_Size(a);
  while (i <= n)
    invariant 0 <= i && Set_Size(a) == n - i;
    invariant (forall j: int :: {a[j]} i <= j ==> a[j]);
  {
    a := Set_Remove(a, i);
    i := i + 1;
  }
  assert Set_Size(a) < 0;
  assert false;
//^^^^^^^^^^^^^ assertion
}

procedure PutIn()
{
  var a, all: [int]bool;
  var i: int;
  a, all, i := Set_Empty(), MapConst(true), 0;
  while (i < Set_Size(all))
    invariant 0 <= i && Set_Size(a) == i;
    invariant (forall j: int :: {a[j]} i <= j ==> !a[j]);
  {
    a := Set_Add(a, i);
    i := i + 1;
  }
  assert !a[i] && Set_Size(a) >= Set_Size(all);
  call Lemma_SetSize_Subset(a, all);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ precondition
}
