// Two procedures of one name.
// Several implementations are allowed, several declarations are not.

procedure P(x: int);
procedure P(x: int);  // again
//        ^ resolve
