// Constants declared unique are different from each other, per type; ordinary ones need not be.
// An axiom can pin a constant down.

type Color;
const unique red, green, blue: Color;
const favourite: Color;
const limit: int;
axiom favourite != red;
axiom 10 <= limit && limit < 20;

procedure Distinct(c: Color)
  requires c == red || c == green;
{
  assert red != green && green != blue && red != blue;
  assert c != blue;
  assert favourite == red ==> 1 == 2;
  assert c == favourite ==> c == green;
  assert limit div 10 == 1;
}
