// A keyword used as the name of a variable.
// With a backslash before it, it would be a name.

procedure P()
{
  var invariant: int;
//    ^^^^^^^^^ syntax
}
