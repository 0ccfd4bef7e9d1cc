// A measure that is a real number.
// Reals can fall for ever above zero; measures are integers or truth values.

procedure P(r: real)
  requires 0.0 <= r;
{
  var s: real;

  s := r;
  while (s > 1.0)
    measure s;
//  ^^^^^^^^^^ type
  {
    s := s / 2.0;
  }
}
