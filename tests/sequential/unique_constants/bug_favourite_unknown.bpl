// The favourite is assumed to be one of the three.
// The type may have more values, and nothing excludes blue.

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
  assert favourite == green || favourite == blue;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  assert limit div 10 == 1;
}
