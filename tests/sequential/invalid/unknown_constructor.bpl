// A test for a constructor of another datatype.
// The value can have been built by its own only.

datatype A { X() }
datatype B { Y() }

procedure P(a: A)
{
  assert a is Y;
//       ^^^^^^ type
}
