// A `free call` leaves out the preconditions; a where-clause is none.

procedure Use(n: int where n > 0)
{
  assert n > 0;
}

procedure Caller()
{
  free call Use(0);
//^^^^^^^^^^^^^^^^^ where
}
