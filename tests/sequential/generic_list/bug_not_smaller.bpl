// The recursive call is made on the same list.
// The measure does not decrease.

datatype List<T> { Nil(), Cons(head: T, tail: List T) }

function Length<T>(l: List T): int;
axiom Length(Nil(): List int) == 0;
axiom (forall<T> l: List T :: {Length(l)} 0 <= Length(l));
axiom (forall<T> x: T, l: List T :: {Length(Cons(x, l))} Length(Cons(x, l)) == 1 + Length(l));

function Append<T>(k: List T, l: List T): List T;
axiom (forall<T> l: List T :: {Append(Nil(), l)} Append(Nil(), l) == l);
axiom (forall<T> x: T, k: List T, l: List T :: {Append(Cons(x, k), l)}
  Append(Cons(x, k), l) == Cons(x, Append(k, l)));

procedure LengthsAdd(k: List int, l: List int)
  ensures Length(Append(k, l)) == Length(k) + Length(l);
  measure Length(k);
{
  var x: int;
  var rest: List int;

  if (k is Cons) {
    Cons(x, rest) := k;
    assert k == Cons(x, rest);
    assert Length(k) == 1 + Length(rest);
    call LengthsAdd(k, l);
//  ^^^^^^^^^^^^^^^^^^^^^^ measure
    assert Append(k, l) == Cons(x, Append(rest, l));
  } else {
    assert k == Nil();
  }
}

procedure Front(l: List bool)
  requires l == Cons(true, Cons(false, Nil()));
{
  assert l->head && !l->tail->head;
  assert l->tail->tail is Nil;
}
