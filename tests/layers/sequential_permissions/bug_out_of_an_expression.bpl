// lib: base
// A permission is not made by writing it down.

procedure Make() returns ({:linear} p: One int)
{
  p := One(7); }
//             ^ linear-result
