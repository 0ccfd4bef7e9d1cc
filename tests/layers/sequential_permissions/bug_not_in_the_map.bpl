// lib: base
// A permission is taken from a map that may not have it.

procedure Take({:linear} p: One int)
{
  var m: UnitMap (One int);
  var q: One int;
  call m := Map_MakeEmpty();
  call One_Get(m, q);
//^^^^^^^^^^^^^^^^^^^ assertion
}
