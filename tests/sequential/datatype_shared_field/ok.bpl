// Two constructors with a field of the same name: access and update work on either.
// The update keeps the constructor.

datatype Reading { Celsius(degrees: int), Fahrenheit(degrees: int, exact: bool) }

procedure Warmer(r: Reading) returns (w: Reading)
  ensures w->degrees == r->degrees + 1;
  ensures w is Celsius <==> r is Celsius;
{
  w := r->(degrees := r->degrees + 1);
}

procedure Cases(d: int)
{
  var r: Reading;

  r := Fahrenheit(d, true);
  assert r->degrees == d && r->exact;
  r->degrees := 5;
  assert r == Fahrenheit(5, true);
  r := Celsius(d);
  assert r->degrees == d;
}
