// A datatype that can only be built from itself.
// It has no first value.

datatype Endless { More(rest: Endless) }
//       ^^^^^^^ resolve
