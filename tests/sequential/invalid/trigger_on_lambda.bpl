// A lambda takes no trigger.
// There is nothing to instantiate in it.

procedure P(a: [int]int) returns (b: [int]int)
{
  b := (lambda i: int :: {a[i]} a[i] + 1);
//                       ^^^^^^ syntax
}
