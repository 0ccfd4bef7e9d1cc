// lib: base set_size
// Counting members: a registry of users with its own counter, which never gets out of step.

var users: [int]bool;
var count: int;

procedure Join(u: int)
  modifies users, count;
  requires count == Set_Size(users);
  ensures count == Set_Size(users) && Set_Contains(users, u);
{
  if (!Set_Contains(users, u)) {
    users := Set_Add(users, u);
    count := count + 1;
  }
}

procedure Leave(u: int)
  modifies users, count;
  requires count == Set_Size(users) && Set_IsFinite(users) && Set_Contains(users, u);
  ensures count == Set_Size(users) && 0 <= count && Set_IsFinite(users);
{
  users := Set_Remove(users, u);
  count := count - 1;
  assert 0 <= Set_Size(users);
}

procedure Fill(n: int) returns (a: [int]bool)
  requires 0 <= n;
  ensures Set_Size(a) == n && Set_IsFinite(a);
{
  var i: int;
  a, i := Set_Empty(), 0;
  while (i < n)
    invariant 0 <= i && i <= n && Set_Size(a) == i && Set_IsFinite(a);
    invariant (forall j: int :: {Set_Contains(a, j)} i <= j ==> !Set_Contains(a, j));
  {
    a := Set_Add(a, i);
    i := i + 1;
  }
}

procedure Parts(a: [int]bool, b: [int]bool)
  requires Set_IsFinite(b) && Set_IsSubset(a, b);
{
  call Lemma_SetSize_Subset(a, b);
  assert Set_IsFinite(a) && Set_Size(a) <= Set_Size(b);
  assert Set_Intersection(a, b) == a;
  assert Set_Size(Set_Difference(b, a)) + Set_Size(Set_Intersection(b, a)) == Set_Size(b);
}

procedure Disjoint(a: [int]bool, b: [int]bool)
  requires Set_IsDisjoint(a, b);
{
  assert Set_Size(Set_Union(a, b)) == Set_Size(a) + Set_Size(b);
}

procedure Lemmas(a: [int]bool, x: int) returns (b: [int]bool)
  requires !Set_Contains(a, x);
  ensures b == a;
{
  call b := Lemma_SetSize_Add(a, x);
  assert Set_Size(b) == Set_Size(a) + 1;
  call b := Lemma_SetSize_Remove(b, x);
  assert Set_Size(b) == Set_Size(a);
}
