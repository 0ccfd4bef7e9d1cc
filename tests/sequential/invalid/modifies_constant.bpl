// A modifies clause that names a constant.
// Constants are never modified.

const c: int;

procedure P();
  modifies c;
//^^^^^^^^^^^ type
