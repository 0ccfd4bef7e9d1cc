// Characters are counted, not bytes.
function {:builtin "str.len"} Length(s: string): int;

procedure P()
{
  assert Length("é") == 2;
//^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
