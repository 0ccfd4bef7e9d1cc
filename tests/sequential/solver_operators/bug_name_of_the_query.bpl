// A query has names of its own, such as that of the violation of its first check. To assume that it does not come about
// is no proof.
function {:builtin "wrong!0"} Violation(): bool;

procedure P(x: int)
{
  assume !Violation();
//        ^^^^^^^^^^^ unsupported
  assert x > 0;
}
