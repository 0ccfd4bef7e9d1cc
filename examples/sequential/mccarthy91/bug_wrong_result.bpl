// The base case subtracts 9.
// The contract's second line fails; the first line holds, because the recursive calls are judged by the contract.

procedure M(n: int) returns (r: int)
  ensures n <= 100 ==> r == 91;
  ensures 100 < n ==> r == n - 10;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  // Smaller and never negative at each recursive call.
  measure if n <= 101 then 101 - n else 0;
{
  if (100 < n) {
    r := n - 9;
  } else {
    // Each call is replaced by its contract, so the second one knows what the first one returned.
    call r := M(n + 11);
    call r := M(r);
  }
}
