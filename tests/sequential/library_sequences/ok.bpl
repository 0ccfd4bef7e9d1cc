// lib: base
// Sequences of the solver: units, concatenation, and parts.

procedure Basics(x: int, y: int)
{
  var s: Seq int;
  s := Seq_Concat(Seq_Unit(x), Seq_Unit(y));
  assert Seq_Len(s) == 2 && Seq_Nth(s, 0) == x && Seq_Nth(s, 1) == y;
  assert Seq_Extract(s, 1, 1) == Seq_Unit(y);
  assert Seq_Concat(s, Seq_Empty()) == s && Seq_Len(Seq_Empty() : Seq int) == 0;
}

procedure Rotate(s: Seq int) returns (t: Seq int)
  requires Seq_Len(s) > 0;
  ensures Seq_Len(t) == Seq_Len(s);
  ensures Seq_Nth(t, Seq_Len(t) - 1) == Seq_Nth(s, 0);
{
  t := Seq_Concat(Seq_Extract(s, 1, Seq_Len(s) - 1), Seq_Unit(Seq_Nth(s, 0)));
}
