// lib: base
// A primitive changes the variable that it is given, also where there are no threads.

pure procedure Single({:linear_in} k: One int) returns ({:linear} m: UnitMap (One int))
  ensures m->dom == MapConst(false);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  call m := Map_MakeEmpty();
  call One_Put(m, k);
}

procedure Plain({:linear_in} k: One int)
{
  var m: UnitMap (One int);
  call m := Map_MakeEmpty();
  call One_Put(m, k);
  assert m->dom == MapConst(false);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
