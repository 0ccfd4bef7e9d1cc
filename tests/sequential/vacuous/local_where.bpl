// A local variable whose where clause no value satisfies.
// The second procedure has the same clause with room for one value.

procedure NoValue() returns (r: int)
//        ^^^^^^^ vacuous
  ensures r == 1;
{
  var x: int where x > 3 && x < 4;

  r := 2;
}

procedure OneValue() returns (r: int)
  ensures r == 4;
{
  var x: int where x > 3 && x < 5;

  r := x;
}
