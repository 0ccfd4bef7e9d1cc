// Two constructors of one name in a datatype.
// Constructors are functions.

datatype D {
  C(x: int),
  C(y: bool)
//^ resolve
}
