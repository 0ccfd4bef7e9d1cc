// Two type synonyms defined by each other.
// Neither means anything.

type A = [int]B;
//   ^ resolve
type B = [int]A;
//   ^ resolve
