// The assumption at Positive lets zero through.
// For zero, two blocks may be chosen, and one gives the wrong sign.

procedure Sign(x: int) returns (s: int)
  ensures s * x >= 0;
  ensures x != 0 ==> s == 1 || s == -1;
  ensures x == 0 ==> s == 0;
//^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  goto Negative, Zero, Positive;

  Negative:
    assume x < 0;
    s := -1;
    goto End;

  Zero:
    assume x == 0;
    s := 0;
    goto End;

  Positive:
    assume x >= 0;
    s := 1;

  End:
    assert -1 <= s && s <= 1;
}
