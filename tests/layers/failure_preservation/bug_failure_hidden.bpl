// `Look` fails at level 0 and not after `Raise`: with `Raise` moved before it the failure is gone.
// The two commute, and the gate of `Raise` is always true.

var {:layer 0, 1} level: int;

left action {:layer 1} Raise()
modifies level;
{
  level := level + 1;
}

atomic action {:layer 1} Look()
{
  assert level >= 1;
//^^^^^^^^^^^^^^^^^^ failure-preservation
}
