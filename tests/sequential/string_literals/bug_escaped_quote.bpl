// Whether the backslash belongs to the string is not settled.
function {:builtin "str.len"} Length(s: string): int;

procedure P()
{
  assert Length("\"") > 0;
//              ^^^^ unsupported
}
