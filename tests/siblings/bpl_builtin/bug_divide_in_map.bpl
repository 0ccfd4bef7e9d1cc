// Wrong: the half goes through a map of ints: m[0] is an int whose double is 1.

function {:builtin "/"} Half(x: int, y: int): int;

procedure P()
{
  var m: [int]int;
  m[0] := Half(1, 2);
  assert m[0] * 2 == 1;
  assert false;
}
