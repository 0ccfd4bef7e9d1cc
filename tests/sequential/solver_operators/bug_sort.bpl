// Types of the solver are held to the same rules.
type {:builtin "Int) (exit"} Number;

procedure P(x: Number)
//^^^^^^^^^^^^^^^^^^^^ unsupported
{
  assert x == x;
}
