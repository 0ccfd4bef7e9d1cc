// Two procedures that call each other, with one common measure.
// Parity by stepping down, against `mod`.

procedure Even(n: int) returns (r: bool)
  requires 0 <= n;
  ensures r <==> n mod 2 == 0;
  measure n;
{
  if (n == 0) {
    r := true;
  } else {
    call r := Odd(n - 1);
  }
}

procedure Odd(n: int) returns (r: bool)
  requires 0 <= n;
  ensures r <==> n mod 2 == 1;
  measure n;
{
  if (n == 0) {
    r := false;
  } else {
    call r := Even(n - 1);
  }
}
