// What a query calls a variable is no operator.
function {:builtin "+ x@0"} F(y: int): int;

procedure P(x: int, y: int)
{
  assert F(y) == x + y;
//       ^^^^ unsupported
}
