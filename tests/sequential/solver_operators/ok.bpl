// Functions that are operators of the solver: plain, indexed, with a rounding mode, qualified, point by point on maps.
function {:bvbuiltin "bvadd"} Add(x: bv8, y: bv8): bv8;
function {:bvbuiltin "sign_extend 8"} Wide(x: bv8): bv16;
function {:bvbuiltin "(_ rotate_left 4)"} Swap(x: bv8): bv8;
function {:builtin "fp.add RTZ"} Sum(x: float24e8, y: float24e8): float24e8;
function {:builtin "(as const (Array Int Bool))"} All(value: bool): [int]bool;
function {:builtin "(_ map and)"} Both(a: [int]bool, b: [int]bool): [int]bool;

procedure P(x: bv8, f: float24e8, a: [int]bool)
{
  assert Add(x, 0bv8) == x;
  assert Wide(255bv8) == 65535bv16;
  assert Swap(18bv8) == 33bv8;
  assert Sum(0x1.0e0f24e8, 0x1.0e0f24e8) == 0x2.0e0f24e8;
  assert Both(a, All(true)) == a;
  assert !Both(a, All(false))[3];
}
