// A goto to a label that is nowhere in the body.
// Labels of other bodies do not count.

procedure Other()
{
  there:
}

procedure P()
{
  goto there;
//^^^^^^^^^^^ resolve
}
