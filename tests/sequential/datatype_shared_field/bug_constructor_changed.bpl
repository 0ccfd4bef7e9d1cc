// The warmer reading is always built as Celsius.
// A reading in Fahrenheit changes its kind.

datatype Reading { Celsius(degrees: int), Fahrenheit(degrees: int, exact: bool) }

procedure Warmer(r: Reading) returns (w: Reading)
  ensures w->degrees == r->degrees + 1;
  ensures w is Celsius <==> r is Celsius;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  w := Celsius(r->degrees + 1);
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
