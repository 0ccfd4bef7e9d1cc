// The new element is looked for one place too low.
// Nothing says what is there, except that it is the old last element.

type Seq T;
function Length<T>(s: Seq T): int;
function At<T>(s: Seq T, i: int): T;
function Append<T>(s: Seq T, x: T): Seq T;

axiom (forall<T> s: Seq T :: {Length(s)} 0 <= Length(s));
axiom (forall<T> s: Seq T, x: T :: {Append(s, x)} Length(Append(s, x)) == Length(s) + 1);
axiom (forall<T> s: Seq T, x: T :: {Append(s, x)} At(Append(s, x), Length(s)) == x);
axiom (forall<T> s: Seq T, x: T, i: int :: {At(Append(s, x), i)}
  0 <= i && i < Length(s) ==> At(Append(s, x), i) == At(s, i));

procedure Ints(s: Seq int)
  requires Length(s) == 2;
{
  var t: Seq int;

  t := Append(Append(s, 7), 8);
  assert Length(t) == 4;
  assert At(t, 2) == 8;
//^^^^^^^^^^^^^^^^^^^^^ assertion
  assert At(t, 0) == At(s, 0);
}

procedure Bools(s: Seq bool)
  requires Length(s) > 0 && At(s, 0);
{
  assert At(Append(s, false), 0);
  assert !At(Append(s, false), Length(s));
}
