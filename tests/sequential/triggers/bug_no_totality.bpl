// The order need not be total: two elements may be unrelated.
// From "not before" does not follow "after".

type Element;
function Less(x: Element, y: Element): bool;
function Next(x: Element): Element;

axiom (forall x, y, z: Element :: {Less(x, y), Less(y, z)} Less(x, y) && Less(y, z) ==> Less(x, z));
axiom (forall x: Element :: {Next(x)} Less(x, Next(x)));
axiom (forall x, y: Element :: {Less(x, y), Less(y, x)} {:weight 2} !(Less(x, y) && Less(y, x)));

procedure Chain(a: Element, b: Element)
  requires !Less(a, b);
{
  assert Less(b, Next(b));
  assert a == b || Less(b, a);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
