// The counter passes the bound in its last step.

yield procedure {:layer 1} Count(n: int)
requires {:layer 1} n >= 0;
{
  var i: int;
  i := 0;
  while (i < n)
  invariant {:layer 1} i <= n;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
  {
    i := i + 2;
  }
}
