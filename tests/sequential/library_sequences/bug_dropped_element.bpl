// lib: base
// The rotated sequence leaves the first element out at the end.

procedure Rotate(s: Seq int) returns (t: Seq int)
  requires Seq_Len(s) > 0;
  ensures Seq_Len(t) == Seq_Len(s);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures Seq_Nth(t, Seq_Len(t) - 1) == Seq_Nth(s, 0);
{
  t := Seq_Extract(s, 1, Seq_Len(s) - 1);
}
