// The goto at the end of Zero is missing, so control falls through into Positive, which has lost its assumption.
// Zero counts as positive, and so may a negative number.

procedure Sign(x: int) returns (s: int)
  ensures s * x >= 0;
//^^^^^^^^^^^^^^^^^^^ postcondition
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

  Positive:
    s := 1;

  End:
    assert -1 <= s && s <= 1;
}
