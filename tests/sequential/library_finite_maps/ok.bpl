// lib: base
// Finite maps: a phone book with several operations, and how they fit together.

type Name;
var book: Map Name int;

procedure Enter(n: Name, number: int)
  modifies book;
  requires Map_WellFormed(book);
  ensures Map_WellFormed(book);
  ensures Map_Contains(book, n) && Map_At(book, n) == number;
  ensures (forall m: Name :: m != n ==> Map_Contains(book, m) == Map_Contains(old(book), m));
{
  book := Map_Update(book, n, number);
}

procedure EnterAndErase(n: Name)
  modifies book;
  requires Map_WellFormed(book) && !Map_Contains(book, n);
  ensures book == old(book);
{
  call Enter(n, 42);
  book := Map_Remove(book, n);
  assert Map_IsDisjoint(book, Map_Singleton(n, 7));
  assert book->dom == old(book)->dom;
  book := old(book);
}

procedure SplitAndJoin(a: Map Name int, part: [Name]bool)
  requires Map_WellFormed(a) && Set_IsSubset(part, a->dom);
{
  var inside, outside: Map Name int;
  inside, outside := Map_Extract(a, part), Map_Exclude(a, part);
  assert Map_IsDisjoint(inside, outside);
  assert Map_Union(inside, outside) == a;
  assert Map_WellFormed(inside) && Map_WellFormed(outside);
}

procedure Exchange(a: Map Name int, n: Name, m: Name)
  requires Map_Contains(a, n) && Map_Contains(a, m);
{
  var b: Map Name int;
  b := Map_Swap(a, n, m);
  assert Map_At(b, n) == Map_At(a, m) && Map_At(b, m) == Map_At(a, n);
  assert Map_Swap(b, n, m) == a;
}

procedure Empty(n: Name)
{
  var none: Map Name int;
  none := Map_Empty();
  assert Map_WellFormed(none) && !Map_Contains(none, n);
  assert Map_Update(none, n, 1) == Map_Singleton(n, 1);
}
