// lib: base
// Without the test of the index, an update could put an element where there are none: the library's axioms on vectors
// would deny the result.

type Element;
datatype Raw { Raw(contents: [int]Element, len: int) }

function {:inline} Good(v: Raw): bool
{
  0 <= v->len && (forall i: int :: {v->contents[i]} i < 0 || v->len <= i ==> v->contents[i] == Default())
}

procedure Update(v: Raw, i: int, x: Element) returns (w: Raw)
  requires Good(v);
  ensures Good(w);
//^^^^^^^^^^^^^^^^ postcondition
{
  w := Raw(v->contents[i := x], v->len);
}
