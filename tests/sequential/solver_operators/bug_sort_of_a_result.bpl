// The result of a comparison is a truth value.
function {:builtin "bvult"} Less(x: bv8, y: bv8): bv1;

procedure P()
{
  assert Less(1bv8, 2bv8) == 1bv1;
//       ^^^^^^^^^^^^^^^^ unsupported
}
