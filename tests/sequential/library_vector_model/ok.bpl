// lib: base
// Why the axioms on vectors are consistent: for a record of the same shape, of which nothing is assumed, the empty
// vector is good, and all functions make good vectors from good ones. The definitions repeat those of the library.

type Element;
datatype Raw { Raw(contents: [int]Element, len: int) }

function {:inline} Good(v: Raw): bool
{
  0 <= v->len && (forall i: int :: {v->contents[i]} i < 0 || v->len <= i ==> v->contents[i] == Default())
}

function {:inline} Has(v: Raw, i: int): bool { 0 <= i && i < v->len }

procedure Empty() returns (w: Raw)
  ensures Good(w);
{
  w := Raw(MapConst(Default()), 0);
}

procedure Append(v: Raw, x: Element) returns (w: Raw)
  requires Good(v);
  ensures Good(w);
{
  w := Raw(v->contents[v->len := x], v->len + 1);
}

procedure Remove(v: Raw) returns (w: Raw)
  requires Good(v);
  ensures Good(w);
{
  w := if 0 < v->len then Raw(v->contents[v->len - 1 := Default()], v->len - 1) else v;
}

procedure Update(v: Raw, i: int, x: Element) returns (w: Raw)
  requires Good(v);
  ensures Good(w);
{
  w := if Has(v, i) then Raw(v->contents[i := x], v->len) else v;
}

procedure Swap(v: Raw, i: int, j: int) returns (w: Raw)
  requires Good(v);
  ensures Good(w);
{
  w := if Has(v, i) && Has(v, j) then Raw(v->contents[i := v->contents[j]][j := v->contents[i]], v->len) else v;
}

procedure Concat(v1: Raw, v2: Raw) returns (w: Raw)
  requires Good(v1) && Good(v2);
  ensures Good(w);
{
  w := Raw(
    (lambda i: int ::
      if Has(v1, i) then v1->contents[i]
      else if Has(v2, i - v1->len) then v2->contents[i - v1->len]
      else Default()),
    v1->len + v2->len);
}

procedure Slice(v: Raw, i: int, j: int) returns (w: Raw)
  requires Good(v);
  ensures Good(w);
{
  var n: int;
  n := if 0 <= i && i < j && j <= v->len then j - i else 0;
  w := Raw((lambda k: int :: if 0 <= k && k < n then v->contents[i + k] else Default()), n);
}
