// A queue made of two lists, front and back, with the elements of the back in reverse.
// The contents are a function of both; taking an element turns the back round when the front is empty.

datatype List { Nil(), Cons(head: int, tail: List) }

function Append(k: List, l: List): List;
axiom (forall l: List :: {Append(Nil(), l)} Append(Nil(), l) == l);
axiom (forall x: int, k, l: List :: {Append(Cons(x, k), l)} Append(Cons(x, k), l) == Cons(x, Append(k, l)));

function Reverse(l: List): List;
axiom Reverse(Nil()) == Nil();

procedure Turn(back: List) returns (front: List);
  ensures front == Reverse(back);
  ensures back is Cons ==> front is Cons;

procedure Take(front: List, back: List) returns (x: int, front': List, back': List)
  requires front is Cons || back is Cons;
  ensures front is Cons ==> Append(front, Reverse(back)) == Cons(x, Append(front', Reverse(back')));
  ensures front is Nil ==> Reverse(back) == Cons(x, front') && back' == Nil();
{
  front', back' := front, back;
  if (front' is Nil) {
    call front' := Turn(back);
    back' := Nil();
  }
  x := front'->head;
  assert front' == Cons(x, front'->tail);
  front' := front'->tail;
}
