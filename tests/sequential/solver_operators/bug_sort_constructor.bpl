// A sequence has elements of one sort.
type {:builtin "Seq"} Pairs _ _;

procedure P(x: Pairs int bool)
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
{
  assert x == x;
}
