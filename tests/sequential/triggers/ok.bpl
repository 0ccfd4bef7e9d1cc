// Axioms that the solver uses only where a trigger occurs in the text of the problem.
// Several terms in one trigger must all occur; of several triggers, one is enough.

type Element;
function Less(x: Element, y: Element): bool;
function Next(x: Element): Element;

axiom (forall x, y, z: Element :: {Less(x, y), Less(y, z)} Less(x, y) && Less(y, z) ==> Less(x, z));
axiom (forall x: Element :: {Next(x)} Less(x, Next(x)));
axiom (forall x, y: Element :: {Less(x, y), Less(y, x)} {:weight 2} !(Less(x, y) && Less(y, x)));

procedure Chain(a: Element, b: Element)
  requires Less(a, b);
{
  assert Less(b, Next(b));
  assert Less(a, Next(b));
  assert Less(a, Next(Next(b)));
  assert !Less(b, a);
}
