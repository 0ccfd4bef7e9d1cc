// lib: base set_size
// Members are taken out of an infinite set until its size would be negative. There is no contradiction to be had, for
// the sizes of infinite sets may be negative, and only finite sets have more members than their proper subsets.

procedure TakeOut(all: [int]bool)
  requires (forall j: int :: {all[j]} all[j]);
{
  var a: [int]bool;
  var i: int;
  a, i := all, 0;
  while (i <= Set_Size(all))
    invariant 0 <= i && Set_Size(a) == Set_Size(all) - i;
    invariant (forall j: int :: {a[j]} i <= j ==> a[j]);
  {
    a := Set_Remove(a, i);
    i := i + 1;
  }
  assert Set_Size(a) < 0;
  assert false;
//^^^^^^^^^^^^^ assertion
}

procedure PutIn(all: [int]bool)
  requires (forall j: int :: {all[j]} all[j]);
{
  var a: [int]bool;
  var i: int;
  a, i := Set_Empty(), 0;
  while (i < Set_Size(all))
    invariant 0 <= i && Set_Size(a) == i;
    invariant (forall j: int :: {a[j]} i <= j ==> !a[j]);
  {
    a := Set_Add(a, i);
    i := i + 1;
  }
  assert !a[i] && Set_Size(a) >= Set_Size(all);
  assert Set_IsSubset(a, all);
  call Lemma_SetSize_Subset(a, all);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ precondition
}
