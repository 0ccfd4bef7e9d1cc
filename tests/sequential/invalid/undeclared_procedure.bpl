// A call of a procedure that is declared nowhere.
// A function of the same name is not a procedure.

function Q(x: int): int;

procedure P()
{
  call Q(1);
//^^^^^^^^^^ resolve
}
