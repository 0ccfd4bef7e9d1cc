// Two of the constructors are taken for all of them.
// The third is forgotten.

datatype Shape { Circle(radius: int), Rectangle(width: int, height: int), Nothing() }

procedure Facts(s: Shape, t: Shape, r: int)
{
  assert s is Circle || s is Rectangle;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  assert !(s is Circle && s is Rectangle);
  assert s is Nothing ==> s == Nothing();
  assert Circle(r) != Nothing();
  assert Rectangle(1, r) == Rectangle(1, 7) ==> r == 7;
  assert s is Circle ==> s == Circle(s->radius);
  assert s is Nothing && t is Nothing ==> s == t;
}

function {:inline} Perimeter(s: Shape): int {
  if s is Rectangle then 2 * (s->width + s->height) else 0
}

procedure Grow(s: Shape) returns (t: Shape)
  ensures s is Rectangle ==> t is Rectangle && Perimeter(t) == Perimeter(s) + 2;
  ensures !(s is Rectangle) ==> s == t;
{
  t := s;
  if (s is Rectangle) {
    t->height := s->height + 1;
  }
}
