// Every century is taken for an ordinary year.
// Those divisible by 400 are leap years.

procedure Literals()
{
  assert 7 div 2 == 3 && 7 mod 2 == 1;
  assert -7 div 2 == -4 && -7 mod 2 == 1;
  assert 7 div -2 == -3 && 7 mod -2 == 1;
  assert -7 div -2 == 4 && -7 mod -2 == 1;
}

procedure Law(n: int)
{
  assert n == (n div 5) * 5 + n mod 5;
  assert 0 <= n mod 5 && n mod 5 < 5;
  assert n == (n div -5) * -5 + n mod -5;
  assert 0 <= n mod -5 && n mod -5 < 5;
}

procedure Leap(year: int) returns (leap: bool)
  ensures year mod 400 == 0 ==> leap;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures leap ==> year mod 4 == 0;
{
  leap := year mod 4 == 0 && year mod 100 != 0;
}
