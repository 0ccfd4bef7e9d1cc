// Blue is declared on its own and without `unique`.
// It may be the same as green.

type Color;
const unique red, green: Color;
const blue: Color;
const favourite: Color;
const limit: int;
axiom favourite != red;
axiom 10 <= limit && limit < 20;

procedure Distinct(c: Color)
  requires c == red || c == green;
{
  assert red != green && green != blue && red != blue;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  assert c != blue;
  assert favourite == red ==> 1 == 2;
  assert c == favourite ==> c == green;
  assert limit div 10 == 1;
}
