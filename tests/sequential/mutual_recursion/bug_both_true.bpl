// Odd says true at zero.
// Its postcondition fails; Even relies on the contract and is still right.

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
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  measure n;
{
  if (n == 0) {
    r := true;
  } else {
    call r := Even(n - 1);
  }
}
