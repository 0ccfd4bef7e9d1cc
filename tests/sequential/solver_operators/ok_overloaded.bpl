// The operators of each theory, at their sorts.
type {:builtin "Seq"} Seq _;
type {:builtin "(_ BitVec 8)"} Octet;
function {:builtin "/"} Quotient(x: real, y: real): real;
function {:builtin "-"} Negative(x: int): int;
function {:builtin "-"} Difference(x: real, y: real): real;
function {:builtin "to_int"} Floor(x: real): int;
function {:builtin "is_int"} IsWhole(x: real): bool;
function {:builtin "div"} Div(x: int, y: int): int;
function {:bvbuiltin "(_ extract 7 4)"} High(x: bv8): bv4;
function {:bvbuiltin "concat"} Joined(x: bv4, y: bv8): bv12;
function {:bvbuiltin "bv2nat"} Number(x: bv8): int;
function {:bvbuiltin "(_ int2bv 8)"} Bits(x: int): bv8;
function {:bvbuiltin "bvult"} Less(x: bv8, y: bv8): bool;
function {:builtin "bvadd"} Sum(x: Octet, y: Octet): Octet;
function {:builtin "(_ to_fp 8 24) RNE"} Float(x: real): float24e8;
function {:builtin "fp.to_real"} Exactly(x: float24e8): real;
function {:builtin "fp.add"} Add(mode: rmode, x: float24e8, y: float24e8): float24e8;
function {:builtin "RTZ"} Truncate(): rmode;
function {:builtin "seq.unit"} Unit<T>(x: T): Seq T;
function {:builtin "seq.++"} Then<T>(x: Seq T, y: Seq T): Seq T;
function {:builtin "seq.len"} Length<T>(x: Seq T): int;
function {:builtin "select"} At(a: [int]bool, i: int): bool;
function {:builtin "(_ map (- (Int Int) Int))"} Minus(a: [bool]int, b: [bool]int): [bool]int;
function {:builtin "MapAdd"} Plus(a: [bool]int, b: [bool]int): [bool]int;
function {:builtin "distinct"} Differ(x: int, y: int, z: int): bool;
function {:builtin "ite"} Choice(c: bool, x: bv8, y: bv8): bv8;

procedure P(x: bv8, o: Octet, p: Octet, a: [int]bool, b: [bool]int)
{
  assert Quotient(1.0, 2.0) == 0.5 && Negative(3) == 0 - 3 && Difference(1.0, 0.5) == 0.5;
  assert Floor(1.5) == 1 && !IsWhole(1.5) && Div(7, 2) == 3;
  assert High(18bv8) == 1bv4 && Joined(1bv4, 2bv8) == 258bv12 && Number(7bv8) == 7 && Bits(257) == 1bv8;
  assert Less(1bv8, 2bv8) && Sum(o, p) == Sum(p, o);
  assert Exactly(Float(0.5)) == 0.5 && Add(Truncate(), Float(1.0), Float(1.0)) == Float(2.0);
  assert Length(Then(Unit(1), Unit(2))) == 2 && Length(Unit(true)) == 1;
  assert At(a, 3) == a[3] && Minus(Plus(b, b), b) == b;
  assert Differ(1, 2, 3) && Choice(true, x, 0bv8) == x;
}
