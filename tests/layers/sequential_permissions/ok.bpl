// lib: base
// Permissions in procedures without threads: each variable that holds one holds another one.

var {:linear} pool: UnitMap (One int);

procedure Different({:linear} p: One int, {:linear} q: One int)
{
  assert p != q;
}

procedure AfterCall({:linear} p: One int)
{
  var q: One int;
  call q := Make();
  assert p != q;
}

// Without a body: the world gives a permission that nobody has.
procedure Make() returns ({:linear} p: One int);

procedure AtLoopHead({:linear} p: One int)
{
  var q: One int;
  var n: int;
  call q := Make();
  while (n < 10)
  {
    assert p != q;
    call q := Pass(q);
    n := n + 1;
  }
}

procedure Pass({:linear_in} p: One int) returns ({:linear} q: One int)
{
  q := p;
}

procedure InTheGlobal({:linear} p: One int)
{
  assert !pool->dom[p];
}

procedure Put({:linear_in} p: One int)
  modifies pool;
  ensures pool->dom == old(pool->dom)[p := true];
{
  call One_Put(pool, p);
}

procedure Take(k: One int) returns ({:linear} p: One int)
  requires pool->dom[k];
  modifies pool;
  ensures p == k && !pool->dom[k];
{
  p := k;
  call One_Get(pool, p);
}

pure procedure Make_Pair({:linear_in} p: One int, {:linear_in} q: One int) returns ({:linear} m: UnitMap (One int))
  ensures m->dom[p] && m->dom[q] && p != q;
{
  call m := Map_MakeEmpty();
  call One_Put(m, p);
  call One_Put(m, q);
}
