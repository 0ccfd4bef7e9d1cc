// Two blocks with one label.
// A goto to it would not say where.

procedure P()
{
  a:
    assert true;
  a:  // again
//^ resolve
    assert true;
}
