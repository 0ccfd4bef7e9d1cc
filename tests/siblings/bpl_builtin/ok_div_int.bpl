// Right: div and mod of ints.

function {:builtin "div"} Div(x: int, y: int): int;
function {:builtin "mod"} Mod(x: int, y: int): int;

procedure P(x: int)
{
  assert Div(x, 2) * 2 + Mod(x, 2) == x;
}
