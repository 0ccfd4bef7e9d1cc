// A state machine as a datatype: traffic lights of a crossing, never green both ways.
// The invariant over all states is checked for every step.

datatype Light { Red(), Yellow(), Green() }
datatype Crossing { Crossing(north: Light, east: Light) }

function {:inline} Safe(c: Crossing): bool { c->north is Red || c->east is Red }

var crossing: Crossing;

procedure Step()
  requires Safe(crossing);
  modifies crossing;
  ensures Safe(crossing);
{
  if (crossing->north is Green) {
    crossing->north := Yellow();
  } else if (crossing->north is Yellow) {
    crossing->north := Red();
    crossing->east := Green();
  } else if (crossing->east is Green) {
    crossing->east := Yellow();
  } else {
    crossing := Crossing(Green(), Red());
  }
}

procedure Run()
  requires crossing == Crossing(Red(), Red());
  modifies crossing;
{
  while (*)
    invariant Safe(crossing);
  {
    call Step();
  }
  assert !(crossing->north is Green && crossing->east is Green);
}
